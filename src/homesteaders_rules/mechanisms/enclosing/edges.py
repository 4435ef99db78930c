"""The cells of a grid and their edges, as bits: what lies beside what, and what is closed in.

Cells are counted row by row from 0, as the text names them. Edges are counted: those above the
cells of each row, those below the last row, then in each row those to the left of its cells, and
the one to the right of the last.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from ...runtime.offering.payments import numbers
from ...runtime.operands import Amount

if TYPE_CHECKING:
    from collections.abc import Iterator


@frozen(slots=False)
class Edges:
    """The edges of a grid of so many rows and columns. Sets of cells and of edges are bits."""

    rows: Amount
    columns: Amount

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def count(self) -> int:
        """How many edges there are."""
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    @cached_property
    def around(self) -> tuple[tuple[int, int, int, int], ...]:
        """The edges above, below, to the left and to the right of each cell."""
        first_left = (self.rows + 1) * self.columns
        found = []
        for cell in range(self.cells):
            left = first_left + cell + cell // self.columns
            found.append((cell, cell + self.columns, left, left + 1))
        return tuple(found)

    @cached_property
    def borders(self) -> tuple[int, ...]:
        """The bits of the four edges of each cell."""
        return tuple(sum(1 << edge for edge in around) for around in self.around)

    @cached_property
    def outer(self) -> int:
        """The edges with a cell on one side only."""
        return self.of((1 << self.cells) - 1)

    @cached_property
    def across(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The neighbours of each cell: the edge between the two, and the other."""
        by_edge: dict[int, list[int]] = {}
        for cell, around in enumerate(self.around):
            for edge in around:
                by_edge.setdefault(edge, []).append(cell)
        return tuple(
            tuple((edge, other) for edge in around for other in by_edge[edge] if other != cell)
            for cell, around in enumerate(self.around)
        )

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The bits of the neighbours of each cell."""
        return tuple(sum(1 << cell for _, cell in across) for across in self.across)

    def of(self, area: int) -> int:
        """The edges between an area and what is not of it."""
        found = 0
        for cell in numbers(area):
            found ^= self.borders[cell]
        return found

    def beside(self, area: int) -> int:
        """The cells next to an area."""
        found = 0
        for cell in numbers(area):
            found |= self.near[cell]
        return found & ~area

    def reached(self, cell: int, cells: int, standing: int = 0) -> int:
        """Those of some cells that are reached from one of them without crossing what stands."""
        found = waiting = 1 << cell
        while waiting:
            lowest = waiting & -waiting
            waiting ^= lowest
            for edge, other in self.across[lowest.bit_length() - 1]:
                bit = 1 << other
                if bit & cells and not bit & found and not standing >> edge & 1:
                    found |= bit
                    waiting |= bit
        return found

    def parts(self, cells: int, standing: int = 0) -> Iterator[int]:
        """The areas into which some cells fall, in the order of their first cells."""
        while cells:
            part = self.reached((cells & -cells).bit_length() - 1, cells, standing)
            yield part
            cells &= ~part

    def is_connected(self, cells: int) -> bool:
        """Is each of some cells reached from each other? There is one at least."""
        return self.reached((cells & -cells).bit_length() - 1, cells) == cells

    def closed_in(self, standing: int) -> int:
        """The cells from which nobody gets out of the grid without crossing what stands."""
        everything = (1 << self.cells) - 1
        return sum(
            part
            for part in self.parts(everything, standing)
            if not self.of_all(part) & self.outer & ~standing
        )

    def of_all(self, area: int) -> int:
        """All edges of the cells of an area, those between them too."""
        found = 0
        for cell in numbers(area):
            found |= self.borders[cell]
        return found
