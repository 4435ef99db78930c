"""What is counted of the cells of a player's grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Count, GoodCount
from ...commands.base import Vocabulary
from ...runtime import counters
from .. import grids
from ..sets import GroupCount, KindCount, Kinds, Least, SetCount
from .definitions import Counted, LieOn

if TYPE_CHECKING:
    from ...commands.protocols import Layout
    from ...runtime.counters import Counter


@frozen(eq=False, repr=False)
class CellCount(Count):
    """``unused cell``: what a sentence of the grid says is counted under that name."""

    name: str = field(metadata={"names": "count of cells"})

    def words(self, vocabulary: Vocabulary) -> str:
        return self.name

    def several(self, vocabulary: Vocabulary) -> str:
        return vocabulary.plural(self.name)

    def counter(self, layout: Layout) -> Counter:
        lines = layout.grid.of(Counted) if layout.grid is not None else ()
        found = (line.counter(layout) for line in lines if line.name == self.name)
        return next(found, counters.Fixed(0))


def in_scoring(layout: Layout, of: str) -> Counter:
    """What counts of a good in scoring: what a player holds, and perhaps what lies on cells.

    Or how many there are of what is counted of cells under a name.
    """
    if of not in layout.good_index:
        return CellCount(of).counter(layout)
    held = GoodCount(of).counter(layout)
    lines = layout.grid.of(LieOn) if layout.grid is not None else ()
    if not any(line.scored and of in line.goods for line in lines):
        return held
    lattice = layout.lattice
    lying = grids.heaps.OnCells(lattice, lattice.heap(layout.good_index[of]))
    return counters.Together((held, lying))


def counted_in_scoring(layout: Layout, count: Count) -> Counter:
    """The same of anything that can be counted."""
    match count:
        case GoodCount(good=good):
            return in_scoring(layout, good)
        case SetCount(counts=parts):
            return Least(tuple(counted_in_scoring(layout, part) for part in parts))
        case KindCount(counts=goods):
            return Kinds(tuple(in_scoring(layout, each.good) for each in goods))
        case GroupCount(counts=goods):
            return counters.Together(tuple(in_scoring(layout, each.good) for each in goods))
        case _:
            return count.counter(layout)
