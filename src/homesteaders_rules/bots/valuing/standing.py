"""What the scoring gives for counts now: by tiers, with a part of the next one, and for cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.amounts import GoodCount
from ...commands.definitions.scores import PER_CELL
from ...mechanisms.grids.counting import in_scoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...commands.counting.tiers import Tiers
    from ...linking.table import Table
    from ...runtime.counters import Counter


@frozen
class _Steps:
    """A line that goes by tiers: what is counted, and the values with the least number of each."""

    counter: Counter
    tiers: Tiers

    def value(self, number: int, part: float) -> float:
        """What so many count, with a part of what is still missing to the next tier."""
        now, reached = float(self.tiers.value(number)), 0
        for value, least in self.tiers.tiers:
            if least > number:
                return now + part * (value - now) * (number - reached) / (least - reached)
            reached = least
        return now


class Standing:
    """How the lines of a scoring stand that count by tiers, or cells. ``goods`` count there."""

    def __init__(self, table: Table) -> None:
        layout = table.layout
        terms = [term for line in table.scoring.lines for term in line.terms]
        self.goods: set[str] = set()
        self._steps: list[_Steps] = []
        for tiers in (term.amount for term in terms if term.amount is not None):
            counter = tiers.count.counter(layout)
            if isinstance(tiers.count, GoodCount):
                self.goods.add(tiers.count.good)
                counter = in_scoring(layout, tiers.count.good)
            self._steps.append(_Steps(counter, tiers))
        cells = (term for term in terms if term.kind == PER_CELL)
        self._cells = [(in_scoring(layout, term.of), term.each) for term in cells]
        self.is_empty = not (self._steps or self._cells)

    def value(self, cells: Sequence[int], player: int, part: float) -> float:
        """What they give, with a ``part`` of what is missing to the next tier of each."""
        steps = (each.value(each.counter.count(cells, player), part) for each in self._steps)
        return sum(steps) + sum(each * count.count(cells, player) for count, each in self._cells)
