"""Has somebody the most, or the fewest, while a game runs?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...runtime.operands import Amount, Flag, Seats
from ...runtime.predicates import Predicate
from ...runtime.registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.counters import Counter


@frozen
class HasExtreme(Predicate):
    """Nobody has more (or less, if not ``most``), and the number is at least ``least``."""

    counter: Counter
    players: Seats
    most: Flag
    least: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        numbers = [self.counter.count(cells, player) for player in range(self.players)]
        best = max(numbers) if self.most else min(numbers)
        return numbers[cells[ACTOR]] == best >= self.least
