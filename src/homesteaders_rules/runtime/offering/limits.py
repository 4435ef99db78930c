"""How often something may be used: in a window, in each phase or round, or in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from ...freezing import Freezing
from ..acts import Act
from ..operands import Amount, Bits, PartIndex, PlayerCell, Seats, Text
from ..predicates import Wide
from ..registers import ACTOR, PART

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..recording.events import Log


@define(eq=False, repr=False)
class Limit(Freezing):
    """How often each player may use something, at ``most``.

    The cell of a player holds all numbers of uses; this one lies from bit ``shift`` on. ``words``
    say the limit; ``within`` is the phase in which alone it is open (empty: it is open always), and
    ``parts`` are its places in the course.
    """

    cell: PlayerCell
    shift: Amount
    most: Amount
    words: Text
    within: Text = ""
    parts: tuple[PartIndex, ...] = ()

    @property
    def mask(self) -> int:
        """The bits of its number."""
        return (1 << self.most.bit_length()) - 1 << self.shift

    def depends_on(self, player: int) -> tuple[int, ...]:
        """The cells that decide how often the player may use it."""
        return self.cell + player, PART

    def left(self, cells: Sequence[int]) -> int:
        """How often the player in ACTOR may use it still."""
        if self.within and cells[PART] not in self.parts:
            return 0
        return self.most - ((cells[self.cell + cells[ACTOR]] & self.mask) >> self.shift)

    def count(self, cells: list[int], times: int) -> None:
        """The player in ACTOR has used it so often more."""
        cells[self.cell + cells[ACTOR]] += times << self.shift

    def why_not(self, cells: Sequence[int], times: int) -> str:
        """Why the player may not use it so often; empty where they may."""
        left = self.left(cells)
        if times <= left:
            return ""
        if self.within and cells[PART] not in self.parts:
            return f"it can be used in {self.within} only"
        return f"it can be used {self.words}" + f", and {left} more now" * bool(left)


@define(eq=False, repr=False)
class Closed(Freezing):
    """Parts of the course in which nobody may use something."""

    parts: tuple[PartIndex, ...] = ()

    def holds(self, cells: Sequence[int]) -> bool:
        """Is the course in one of them?"""
        return cells[PART] in self.parts


@frozen(eq=False, repr=False)
class MayUse(Wide):
    """The player in ACTOR may use something so often more, and it is not closed."""

    limit: Limit | None
    closed: Closed | None
    times: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        if self.closed is not None and self.closed.holds(cells):
            return False
        return self.limit is None or self.times <= self.limit.left(cells)


@define(eq=False, repr=False)
class Renew(Act):
    """What all players have used so often may be used again: ``mask`` has the bits of it."""

    cell: PlayerCell
    players: Seats
    mask: Bits

    def do(self, cells: list[int], log: Log) -> None:
        for cell in range(self.cell, self.cell + self.players):
            cells[cell] &= ~self.mask
