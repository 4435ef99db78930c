"""Bots that leave everything to chance: all of it, or all but what ruins them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from ..linking.table import once
from .valuing.prices import Prices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..linking.table import Table
    from ..play.state import State
    from ..play.views import View
    from ..runtime.offering.options import Option

ANYTIME_CHANCE = 0.1
"""How often they use an exchange of any time, where there is one."""


class Listing(Protocol):
    """What lists options: a decision, or a cursor."""

    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def anytime(self) -> tuple[Option, ...]: ...


class RandomBot:
    """Chooses any option, each as likely as the others; now and then an exchange of any time.

    With ``anytime`` False it uses exchanges only where nothing else can be chosen.
    """

    def __init__(self, seed: int = 0, anytime: bool = True) -> None:
        self.random = Random(seed)
        self.anytime = anytime
        self._rests = False

    def choose(self, view: View | State) -> Option:
        """One of the options."""
        return self.move(view.table, view.cells, view.decision)

    def move(self, table: Table, cells: Sequence[int | None], listing: Listing) -> Option:
        """One of the options of a decision at a table, or of a cursor; with the cells there."""
        offered = self.sound(table, cells, listing.options)
        if self.anytime and not self._rests and self.random.random() < ANYTIME_CHANCE:
            offered = self.sound(table, cells, listing.anytime) or offered
        option = self.pick(offered)
        # After an exchange it leads on at once: exchanges alone could go on for ever.
        self._rests = option.anytime
        return option

    def pick(self, options: Sequence[Option]) -> Option:
        """One of some options."""
        return options[int(self.random.random() * len(options))]

    def sound(
        self, table: Table, cells: Sequence[int | None], options: tuple[Option, ...]
    ) -> tuple[Option, ...]:
        """The options that it considers: all of them."""
        return options


class CalmBot(RandomBot):
    """Chooses at random as :class:`RandomBot`, but nothing that ruins it.

    It uses no exchange of any time that takes more than it brings, by what goods are worth to the
    rules (``worths``), and bids no more than it has. Where it must use an exchange, it uses one
    that costs it least.
    """

    def sound(
        self, table: Table, cells: Sequence[int | None], options: tuple[Option, ...]
    ) -> tuple[Option, ...]:
        """The options that do not ruin it; never none of those that must be chosen from."""
        return once(table, Prices).sound(cells, options)
