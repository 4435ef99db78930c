"""Cells of a grid and the edges between them: names, neighbours and bits.

Cells are numbered from 0, row by row from the top; rows have letters and columns numbers, so that
the first is A1. Edges are numbered from 0 too: first those that lie across, from the top down, then
those that stand upright, row by row. Sets of cells or of edges are bits of an int.
"""

from __future__ import annotations

from functools import cache
from string import ascii_uppercase

from attrs import frozen

from ...runtime.operands import Amount
from ...runtime.packing import numbers
from ...values import ByValue
from ..maps.geometry import SIDES, beside

MOST_ROWS = MOST_COLUMNS = 9
"""A cell has a name of one letter and one digit."""


@frozen(eq=False, repr=False)
class Plan(ByValue):
    """So many rows and columns of cells."""

    rows: Amount
    columns: Amount

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def all(self) -> int:
        """The bits of all cells."""
        return (1 << self.size) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """``A1``, ``A2`` and so on, in the order of the cells."""
        return names_of(self)

    @property
    def edges(self) -> int:
        """How many edges there are, those at the border included."""
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    @property
    def near(self) -> tuple[int, ...]:
        """For each cell the bits of those that share an edge with it."""
        return neighbours(self)

    @property
    def around(self) -> tuple[tuple[int, int, int, int], ...]:
        """For each cell its edges: to the right, below, to the left, above."""
        return edges_of(self)

    def beside(self, wanted: int) -> int:
        """The bits of all cells next to some; of those themselves, where they lie side by side."""
        found, near = 0, self.near
        for cell in numbers(wanted):
            found |= near[cell]
        return found

    def outline(self, wanted: int) -> int:
        """The bits of the edges between some cells and everything else, the border included."""
        found, around = 0, self.around
        for cell in numbers(wanted):
            for edge in around[cell]:
                found ^= 1 << edge
        return found


@cache
def names_of(plan: Plan) -> tuple[str, ...]:
    """The names of the cells of a plan."""
    rows = ascii_uppercase[: plan.rows]
    return tuple(f"{row}{column + 1}" for row in rows for column in range(plan.columns))


@cache
def neighbours(plan: Plan) -> tuple[int, ...]:
    """For each cell of a plan the bits of those beside it."""
    spots = [(column, row) for row in range(plan.rows) for column in range(plan.columns)]
    number = {spot: cell for cell, spot in enumerate(spots)}
    return tuple(
        sum(1 << number[other] for other in beside(spot, SIDES) if other in number)
        for spot in spots
    )


@cache
def edges_of(plan: Plan) -> tuple[tuple[int, int, int, int], ...]:
    """For each cell of a plan its edges, in the order of the sides of a square."""
    upright = (plan.rows + 1) * plan.columns
    found: list[tuple[int, int, int, int]] = []
    for cell in range(plan.size):
        left = upright + cell + cell // plan.columns
        found.append((left + 1, cell + plan.columns, left, cell))
    return tuple(found)
