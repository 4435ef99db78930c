"""A bot that leaves everything to chance."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..play.state import State
    from ..runtime.offering.options import Option

ANYTIME_CHANCE = 0.1
"""How often it uses an exchange of any time, where there is one."""


class RandomBot:
    """Chooses any option, each as likely as the others; now and then an exchange of any time.

    With ``anytime`` False it uses exchanges only where nothing else can be chosen.
    """

    def __init__(self, seed: int = 0, anytime: bool = True) -> None:
        self.random = Random(seed)
        self.anytime = anytime
        self._rests = False

    def choose(self, state: State) -> Option:
        """One of the options."""
        offered = state.decision.options
        if self.anytime and not self._rests and self.random.random() < ANYTIME_CHANCE:
            offered = state.decision.anytime or offered
        option = self.pick(offered)
        # After an exchange it leads on at once: exchanges alone could go on for ever.
        self._rests = option.anytime
        return option

    def pick(self, options: Sequence[Option]) -> Option:
        """One of some options."""
        return options[int(self.random.random() * len(options))]
