"""Comparing players: a linked condition on who has the most or the least of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .operands import Amount, Flag, Seats
from .predicates import Wide
from .registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counters import Counter


@frozen(eq=False, repr=False)
class HasExtreme(Wide):
    """Nobody has more (or less, if not ``most``), and the number is at least ``least``."""

    counter: Counter
    players: Seats
    most: Flag
    least: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        numbers = [self.counter.count(cells, player) for player in range(self.players)]
        best = max(numbers) if self.most else min(numbers)
        return numbers[cells[ACTOR]] == best >= self.least
