"""Amounts that are looked up: a cell says where, or which."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..values import ByValue
from .operands import Amount, Cell, PlayerCell


@frozen(eq=False, repr=False)
class Chosen(ByValue):
    """The cell that a register (plus an offset) points to."""

    register: Cell
    first: PlayerCell

    def count(self, cells: Sequence[int], player: int) -> int:
        return cells[self.first + cells[self.register]]


@frozen(eq=False, repr=False)
class Listed(ByValue):
    """A value of a list, at the index that a cell holds."""

    cell: PlayerCell
    values: tuple[Amount, ...]

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.values[cells[self.cell]]
