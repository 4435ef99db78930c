"""Amounts that are looked up: a cell says where, or which."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..values import ByValue
from .counters import Counter, InCell, Multiple
from .operands import Amount, Cell, PlayerCell
from .registers import ACTOR


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


LookedUp = tuple[int, int, int, int, int]
"""So many times what lies in a cell, but no more than a limit: so many, a first cell, a register, a
stride, the limit. The cell is as many strides behind the first as the register says.
"""
NO_LIMIT = 1 << 62


def looked_up(counter: Counter) -> LookedUp | None:
    """What is counted for the player in ACTOR, where it lies in one cell, as mostly; else None.

    Whoever counts in many decisions looks there without asking: calls are what takes the time.
    """
    each, most = 1, NO_LIMIT
    if isinstance(counter, Multiple):
        each, most = counter.each, NO_LIMIT if counter.most is None else counter.most
        counter = counter.counter
    match counter:
        case InCell(first, stride):
            return each, first, ACTOR, stride, most
        case Chosen(register, first):
            return each, first, register, 1, most
        case _:
            return None
