"""What the scoring gives for counts now: by tiers, with a part of the next one, and for cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.amounts import GoodCount, Per
from ...commands.definitions.scores import PER_CELL
from ...mechanisms.grids.counting import counted_in_scoring, in_scoring
from ...runtime.operands import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...commands.counting.tiers import Tiers
    from ...linking.table import Table
    from ...runtime.counters import Counter


@frozen(eq=False)
class _Line:
    """What is counted, and what so much of it is worth."""

    counter: Counter
    worth: Memory[int, float]


class Standing:
    """How the lines of a scoring stand that count by tiers, or cells. ``goods`` count there.

    To what they give, a ``part`` is added of what is still missing to the next tier of each.
    """

    def __init__(self, table: Table) -> None:
        layout = table.layout
        terms = [term for line in table.scoring.lines for term in line.terms]
        self.goods: set[str] = set()
        self._tiers: list[tuple[Counter, Tiers | Per]] = []
        for tiers in (term.amount for term in terms if term.amount is not None):
            if isinstance(tiers.count, GoodCount):
                self.goods.add(tiers.count.good)
            self._tiers.append((counted_in_scoring(layout, tiers.count), tiers))
        cells = (term for term in terms if term.kind == PER_CELL)
        self._cells = [(in_scoring(layout, term.of), term.each) for term in cells]
        self.is_empty = not (self._tiers or self._cells)
        self._lines: Memory[float, list[_Line]] = Memory(self._at)

    def value(self, cells: Sequence[int], player: int, part: float) -> float:
        """What they give, with a ``part`` of what is missing to the next tier of each."""
        lines = self._lines[part]
        steps = sum([each.worth[each.counter.count(cells, player)] for each in lines])
        return steps + sum([each * count.count(cells, player) for count, each in self._cells])

    def _at(self, part: float) -> list[_Line]:
        return [
            _Line(counter, Memory(partial(_tiered, tiers, part))) for counter, tiers in self._tiers
        ]


def _tiered(tiers: Tiers | Per, part: float, number: int) -> float:
    """What so many count, with a part of what is still missing to the next tier."""
    now, reached = float(tiers.value(number)), 0
    if isinstance(tiers, Per):
        return now
    for value, least in tiers.tiers:
        if least > number:
            return now + part * (value - now) * (number - reached) / (least - reached)
        reached = least
    return now
