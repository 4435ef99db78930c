"""Predicates of what lies on top of stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ...runtime.operands import Amount, Cell, PieceIndex
from ...runtime.packing import last_up
from ...runtime.predicates import Predicate, Wide
from ...runtime.registers import LOT, ROUND


@frozen(eq=False, repr=False)
class LiesUp(Wide):
    """A piece was turned up last from its stack, in a numbered round."""

    piece: PieceIndex
    order: Cell
    turned: Cell
    rounds: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        turned = cells[self.turned]
        now = cells[ROUND] <= self.rounds and turned > 0
        return now and last_up(cells[self.order], turned) == self.piece


@frozen(eq=False, repr=False)
class Contains(Wide):
    """The piece on the lot in ``register`` (-1: one that lies up) is listed, and its test holds."""

    lots: tuple[tuple[Cell, Cell], ...]
    register: Cell
    found: Mapping[PieceIndex, Predicate]
    rounds: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        chosen = self.lots if self.register < 0 else (self.lots[cells[self.register]],)
        for order, turned in chosen:
            if cells[turned] and cells[ROUND] <= self.rounds:
                test = self.found.get(last_up(cells[order], cells[turned]))
                if test is not None and test.holds(cells):
                    return True
        return False


@frozen(eq=False, repr=False)
class LotHolds(Wide):
    """The lot being resolved holds one of some pieces."""

    lots: tuple[tuple[Cell, Cell], ...]
    pieces: frozenset[PieceIndex]

    def holds(self, cells: Sequence[int]) -> bool:
        order, turned = self.lots[cells[LOT]]
        return last_up(cells[order], cells[turned]) in self.pieces
