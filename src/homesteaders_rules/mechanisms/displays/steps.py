"""Where the pieces of a display lie, how free spaces are filled, and what a space costs more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.offering.offers import NO_RIGHT
from ...runtime.offering.options import Option
from ...runtime.offering.payments import Payment, Purse
from ...runtime.operands import (
    Amount,
    Cell,
    Cost,
    Flag,
    GoodIndex,
    Memory,
    PieceIndex,
    RecordSource,
)
from ...runtime.packing import ONE, WIDTH, copies_of, numbers, packed, shift_of
from ...runtime.registers import ACTOR, RANDOM
from ..building.steps import Buildable, BuildOffer, CanBuild
from ..piles.randomness import below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log

FREE = -1
"""On a space of a display: no piece."""


@frozen(eq=False, repr=False)
class Spaces:
    """The spaces of a display, and the cell with the copies that lie on them all.

    The row holds for each space the piece put there last, plus one. What lies there no more has
    left its space free; what came by other ways lies on the first free spaces, or behind them.
    """

    row: Cell
    place: Cell
    size: Amount
    slides: Flag
    pieces: tuple[PieceIndex, ...]
    fees: tuple[Amount, ...]
    _lying: Memory[tuple[int, int], tuple[int, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_lying", Memory(lambda key: self._found(*key)))

    def lie(self, cells: Sequence[int]) -> tuple[int, ...]:
        """For each space the piece on it, or FREE."""
        return self._lying[cells[self.row], cells[self.place]]

    def _found(self, row: int, lying: int) -> tuple[int, ...]:
        left = {piece: copies_of(lying, piece) for piece in self.pieces}
        found: list[int] = []
        for space in range(self.size):
            piece = (row >> WIDTH * space & ONE) - 1
            there = left.get(piece, 0) > 0
            found.append(piece if there else FREE)
            if there:
                left[piece] -= 1
        if self.slides:
            found = [piece for piece in found if piece != FREE]
        others = [piece for piece in self.pieces for _ in range(left[piece])]
        found = [others.pop(0) if each == FREE and others else each for each in found] + others
        return (*found, *[FREE] * (self.size - len(found)))

    def fee(self, space: int) -> int:
        """What a piece costs more on a space."""
        return self.fees[min(space, len(self.fees) - 1)] if self.fees else 0

    def leave(self, cells: list[int], piece: int) -> None:
        """The first space with a piece becomes free: of two of one name that one is built."""
        lying = list(self.lie(cells))
        lying[lying.index(piece)] = FREE
        self.put(cells, lying)

    def put(self, cells: list[int], lying: Sequence[int]) -> None:
        """What lies on each space, from now on."""
        cells[self.row] = packed(piece + 1 for piece in lying[: self.size])


@define(eq=False, repr=False)
class Fill(Act):
    """Each free space gets one of the copies in ``start``, each as likely as the others."""

    is_random = True

    spaces: Spaces
    start: Cell
    source: RecordSource

    def do(self, cells: list[int], log: Log) -> None:
        lying = list(self.spaces.lie(cells))
        for space, there in enumerate(lying):
            copies = [
                piece
                for piece in self.spaces.pieces
                for _ in range(copies_of(cells[self.start], piece))
            ]
            if there == FREE and copies:
                number, cells[RANDOM] = below(len(copies), cells[RANDOM])
                piece = lying[space] = copies[number]
                cells[self.start] -= 1 << shift_of(piece)
                cells[self.spaces.place] += 1 << shift_of(piece)
                log.append((self.source, cells[ACTOR], piece, 1))
        self.spaces.put(cells, lying)


@frozen(eq=False, repr=False)
class Fees:
    """What a piece costs more where it lies: of two of one name the first is meant."""

    spaces: Spaces
    money: GoodIndex
    purse: Purse

    def cost(self, cells: Sequence[int], piece: int, goods: Cost) -> Cost:
        """A payment for the piece, with what its space costs."""
        lying = self.spaces.lie(cells)
        fee = self.spaces.fee(lying.index(piece)) if piece in lying else 0
        if not fee:
            return goods
        paid = dict(goods)
        paid[self.money] = paid.get(self.money, 0) + fee
        return tuple(paid.items())

    def shortage(self, cells: Sequence[int], kind: Buildable, way: int) -> str:
        """What the player in ACTOR lacks to build a piece in one of the ways."""
        cost = self.cost(cells, kind.index, kind.ways[way].goods)
        return self.purse.shortage(cells, cost)


@define(eq=False, repr=False)
class BuildFromDisplay(BuildOffer):
    """``build any`` where pieces lie on spaces with a price."""

    fees: Fees

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return tuple(o for o in super().options(cells) if not self._lacks(cells, *o.operands))

    def _lacks(self, cells: Sequence[int], piece: int, way: int) -> str:
        return self.fees.shortage(cells, self.prices.kind(piece), way)

    def _due(self, cells: Sequence[int], piece: int, goods: Cost) -> Cost:
        return self.fees.cost(cells, piece, goods)

    def _leave(self, cells: list[int], piece: int) -> None:
        self.fees.spaces.leave(cells, piece)
        super()._leave(cells, piece)

    def _reason(self, cells: Sequence[int], kind: Buildable, payment: Payment) -> str:
        short = self._lacks(cells, kind.index, kind.ways.index(payment))
        reason = super()._reason(cells, kind, payment)
        if not short or not reason.endswith(NO_RIGHT):
            return reason
        cost = self.purse.words(self._due(cells, kind.index, payment.goods))
        return f"{kind.name} costs {cost} where it lies; {short}"


@frozen(eq=False, repr=False)
class CanBuildFromDisplay(CanBuild):
    """One of some pieces lies there, may be owned, and can be paid with what its space costs."""

    fees: Fees

    def holds(self, cells: Sequence[int]) -> bool:
        offered = self.prices.on_offer(
            self.pieces, cells[self.place], cells[self.owned + cells[ACTOR]]
        )
        for number in numbers(self.prices.affordable(cells, offered)):
            piece, way = self.prices.operands(number)
            if not self.fees.shortage(cells, self.prices.kind(piece), way):
                return True
        return False
