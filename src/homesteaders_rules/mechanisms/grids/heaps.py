"""Goods on the cells of a grid: they are put there and taken, one cell after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.footprint import Goods, Row
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Flag,
    RecordSource,
    StepNumber,
)
from ...runtime.packing import numbers
from ...runtime.predicates import Predicate
from ...runtime.registers import ACTOR, REGISTERS
from ...runtime.steps import Step
from ...values import ByValue
from ..maps.ground import Heap, Taking
from .lattice import Lattice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log

NO_ROW = Row(REGISTERS, 0)
"""Stands for where goods lie: what is counted in any cell may then hang on more."""


@frozen(eq=False, repr=False)
class Which(ByValue):
    """The cells of the player that hold a tile of some kinds; ``empty``: and no goods."""

    lattice: Lattice
    kinds: Bits
    empty: Flag

    def bits(self, cells: Sequence[int]) -> int:
        """Their bits, as things stand now."""
        player = cells[ACTOR]
        found = self.lattice.holding(cells, player, self.kinds)
        return found & ~self.lattice.heaped(cells, player) if self.empty else found


@define(eq=False, repr=False)
class NextCell(Step):
    """The next of some cells is dealt with from ``body`` on; after the last comes ``follow``.

    They come in their order, from the one after the cell dealt with last; so each comes once, and
    those that are equal are not told apart: whoever deals with some takes the first ones.
    """

    which: Which
    follow: StepNumber
    body: StepNumber = field(default=-1)

    def run(self, cells: list[int], log: Log) -> int:
        there = self.which.lattice.there
        wanted = self.which.bits(cells) >> cells[there] << cells[there]
        if not wanted:
            return self.follow
        cells[there] = (wanted & -wanted).bit_length()
        return self.body


@frozen(eq=False, repr=False)
class OnSomeCell(Predicate):
    """There is such a cell of which something is so."""

    which: Which
    test: Predicate
    _is_same: bool = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        # What hangs on goods of the player alone is so of all cells, or of none.
        object.__setattr__(self, "_is_same", self.test.reads(NO_ROW) is not None)

    def holds(self, cells: Sequence[int]) -> bool:
        if self._is_same:
            return self.test.holds(cells) and self.which.bits(cells) > 0
        wanted = self.which.bits(cells)
        tried, there = list(cells), self.which.lattice.there
        for cell in numbers(wanted):
            tried[there] = cell + 1
            if self.test.holds(tried):
                return True
            if self.which.empty:
                return False
        return False

    def reads(self, row: Row) -> Goods | None:
        return self.test.reads(row)


@define(eq=False, repr=False)
class PutThere(Act):
    """So much of a good from the stock onto the cell dealt with; ``capped``: as far as it goes."""

    source: RecordSource
    lattice: Lattice
    heap: Heap
    stock: Cell
    amount: Amount
    capped: Flag

    def do(self, cells: list[int], log: Log) -> None:
        player, cell = cells[ACTOR], cells[self.lattice.there] - 1
        heap = self.heap
        amount = min(self.amount, heap.most - heap.of(cells[heap.cell + player], cell))
        if self.capped:
            amount = min(amount, max(cells[self.stock], 0))
        if amount:
            cells[self.stock] -= amount
            cells[heap.cell + player] += amount << heap.width * cell
            log.append((self.source, player, self.lattice.holder(player, cell), amount))


@define(eq=False, repr=False)
class TakeThere(Act):
    """So many goods as there are, ``most`` at most (0: all), from the cell dealt with."""

    lattice: Lattice
    most: Amount
    takings: tuple[Taking, ...]
    ceiling: Ceiling

    def do(self, cells: list[int], log: Log) -> None:
        player, cell = cells[ACTOR], cells[self.lattice.there] - 1
        left = self.most
        for taking in self.takings:
            heap = taking.heap
            amount = taking.most(cells, heap.of(cells[heap.cell + player], cell))
            if self.most:
                amount = min(amount, left)
                left -= amount
            if amount:
                cells[heap.cell + player] -= amount << heap.width * cell
                holder = self.lattice.holder(player, cell)
                taking.bring(cells, log, holder, amount, self.ceiling)


@frozen(eq=False, repr=False)
class OnCells:
    """How much of a good lies on all cells of the player."""

    lattice: Lattice
    heap: Heap

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.lattice.lying_on_all(cells, player, self.heap)
