"""What is counted of the cells of a player's grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Count
from ...commands.base import Vocabulary
from ...runtime import counters
from .definitions import Counted

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
        return f"{self.name}s"

    def counter(self, layout: Layout) -> Counter:
        lines = layout.grid.of(Counted) if layout.grid is not None else ()
        found = (line.counter(layout) for line in lines if line.name == self.name)
        return next(found, counters.Fixed(0))
