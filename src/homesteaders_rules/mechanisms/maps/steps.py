"""What a map does in a game: it is laid, built on, and goods come to lie on it and are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import Offer
from ...runtime.offering.options import Option, by_bits, option_of
from ...runtime.offering.payments import Payment
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Flag,
    Memory,
    PlayerCell,
    RecordSource,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.packing import laid, numbers, shift_of
from ...runtime.predicates import Wide
from ...runtime.registers import ACTOR, BUILT, RANDOM
from ...runtime.steps import Step
from ...values import ByValue
from ..building.steps import Buildable, BuildOffer, CanBuild
from ..piles.randomness import below, shuffled
from .ground import Ground, Heap, Taking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log

LEFT_APART = "it lies next to nothing that a player could build on from"


@frozen(eq=False, repr=False)
class Beginning(ByValue):
    """Goods that lie on some pieces from the beginning, and how that is told."""

    source: RecordSource
    pieces: Bits
    heap: Heap
    amount: Amount
    stock: Cell
    limited: Flag


@define(eq=False, repr=False)
class LayTiles(Step):
    """Tiles come to their places, in the order of the text or at random, turned or not.

    ``source`` tells of a tile, ``moved`` of its spaces; their copies go from one place to another.
    A map that lies already stays as it is.
    """

    source: RecordSource
    moved: RecordSource
    ground: Ground
    shuffle: Flag
    turn: Flag
    start: Cell
    target: Cell
    beginnings: tuple[Beginning, ...]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        ground, order = self.ground, []
        if ground.places(cells[ground.arrangement]):
            return self.follow
        tiles = list(range(len(ground.tiles)))
        if self.shuffle:
            tiles, cells[RANDOM] = shuffled(tiles, cells[RANDOM])
        for place, tile in enumerate(tiles[: len(ground.middles)]):
            turn = 0
            if self.turn:
                turn, cells[RANDOM] = below(ground.turns, cells[RANDOM])
            order.append(tile * ground.turns + turn)
            log.append((self.source, cells[ACTOR], tile, place, turn))
            for piece in ground.tiles[tile]:
                self.lay(cells, log, piece)
                self.begin(cells, log, piece)
        cells[ground.arrangement] = laid(order, len(ground.middles))
        return self.follow

    def lay(self, cells: list[int], log: Log, piece: int) -> None:
        """A space comes from where it began, to lie on the map."""
        cells[self.start] -= 1 << shift_of(piece)
        cells[self.target] += 1 << shift_of(piece)
        log.append((self.moved, cells[ACTOR], piece, 1))

    def begin(self, cells: list[int], log: Log, piece: int) -> None:
        """What a space begins with comes to lie on it, as far as the stock has it."""
        for each in self.beginnings:
            if each.pieces >> piece & 1:
                amount = min(each.amount, each.heap.room(cells, piece))
                if each.limited:
                    amount = min(amount, max(cells[each.stock], 0))
                if amount:
                    cells[each.stock] -= amount
                    each.heap.add(cells, piece, amount)
                    log.append((each.source, cells[ACTOR], piece, amount))

    def take_off(self, cells: list[int], piece: int) -> None:
        """The contrary, of a space on which nothing lies any more."""
        cells[self.target] -= 1 << shift_of(piece)
        cells[self.start] += 1 << shift_of(piece)


@define(eq=False, repr=False)
class RandomNeutral(Step):
    """A random one of some pieces that lie free becomes neutral; none where there is none."""

    source: RecordSource
    ground: Ground
    pieces: Bits
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        free = self.ground.landscape(cells).laid & ~self.ground.taken(cells) & self.pieces
        if free:
            chosen, cells[RANDOM] = below(free.bit_count(), cells[RANDOM])
            piece = list(numbers(free))[chosen]
            cells[self.ground.neutral] |= 1 << piece
            log.append((self.source, cells[ACTOR], piece))
        return self.follow


@define(eq=False, repr=False)
class NeutralSpaceOffer(Offer):
    """One option for each of some pieces that lie free. Operands of its options: the piece."""

    source: RecordSource
    ground: Ground
    pieces: Bits
    names: tuple[Text, ...]
    target: StepNumber
    _options: Memory[int, tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = by_bits(lambda piece: option_of(self, piece))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        free = self.ground.landscape(cells).laid & ~self.ground.taken(cells)
        return self._options[free & self.pieces]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        (piece,) = option.operands
        cells[self.ground.neutral] |= 1 << piece
        log.append((self.source, cells[ACTOR], piece))
        return self.target

    def keys(self) -> tuple[str, ...]:
        return tuple(self.key_of((piece,)) for piece in numbers(self.pieces))

    def key_of(self, operands: tuple[int, ...]) -> str:
        return f"make {self.names[operands[0]]} neutral"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("make", piece=operands[0])


# ---------------------------------------------------------------------------------- building


@define(eq=False, repr=False)
class BuildOnMap(BuildOffer):
    """``build <label>`` where pieces are spaces of a map: only on those that are open to you."""

    ground: Ground

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options[_open_ways(self, cells)]

    def _reason(self, cells: Sequence[int], kind: Buildable, payment: Payment) -> str:
        if self.pieces & kind.bit and self.ground.lies_apart(cells, kind.index):
            return f"{kind.name}: {LEFT_APART}"
        if cells[self.ground.neutral] & kind.bit:
            return f"{kind.name} is neutral"
        return super()._reason(cells, kind, payment)


@frozen(eq=False, repr=False)
class CanBuildOnMap(CanBuild):
    """One of some spaces is open to the player and can be paid."""

    ground: Ground

    def holds(self, cells: Sequence[int]) -> bool:
        return _open_ways(self, cells) > 0


def _open_ways(on: BuildOnMap | CanBuildOnMap, cells: Sequence[int]) -> int:
    """The bits of the ways to build spaces that are open to the player and can be paid."""
    # First what can be paid at all, wherever it lies: mostly that is nothing.
    payable = on.prices.payable(cells, on.pieces)
    if not payable:
        return 0
    wanted = on.pieces & on.ground.open_to_you(cells)
    owned = cells[on.owned + cells[ACTOR]]
    return payable & on.prices.remembered(wanted, cells[on.place], owned)


# ---------------------------------------------------------------------------------- what lies there


@define(eq=False, repr=False)
class LeaveThere(Act):
    """So much of a good onto the space built last; ``capped``: no more than the giver has."""

    source: RecordSource
    heap: Heap
    giver: PlayerCell
    stride: Stride
    amount: Amount
    capped: Flag
    each: Act | None = None

    def do(self, cells: list[int], log: Log) -> None:
        piece, giver = cells[BUILT] - 1, self.giver + cells[ACTOR] * self.stride
        if piece < 0:
            return
        amount = min(self.amount, self.heap.room(cells, piece))
        if self.capped:
            amount = min(amount, max(cells[giver], 0))
        if not amount:
            return
        cells[giver] -= amount
        self.heap.add(cells, piece, amount)
        log.append((self.source, cells[ACTOR], piece, amount))
        for _ in range(amount if self.each is not None else 0):
            self.each.do(cells, log)  # type: ignore[union-attr]


@define(eq=False, repr=False)
class TakeEverything(Act):
    """All that lies on the space built last, or on those of ``pieces`` next to it (None: on it)."""

    ground: Ground
    pieces: Bits | None
    takings: tuple[Taking, ...]
    ceiling: Ceiling

    def do(self, cells: list[int], log: Log) -> None:
        here = cells[BUILT] - 1
        if here < 0:
            return
        wanted = 1 << here
        if self.pieces is not None:
            wanted = self.pieces & self.ground.landscape(cells).beside(wanted)
        for piece in numbers(wanted):
            for taking in self.takings:
                if taking.heap.lying(cells, piece):
                    self._take(cells, log, piece, taking)

    def _take(self, cells: list[int], log: Log, piece: int, taking: Taking) -> None:
        amount = taking.most(cells, taking.heap.lying(cells, piece))
        if amount:
            taking.heap.add(cells, piece, -amount)
            taking.bring(cells, log, piece, amount, self.ceiling)


# ---------------------------------------------------------------------------------- asking


@frozen(eq=False, repr=False)
class BuiltLast(Wide):
    """The piece built last is one of some."""

    pieces: Bits

    def holds(self, cells: Sequence[int]) -> bool:
        return bool(cells[BUILT] and self.pieces >> cells[BUILT] - 1 & 1)


@frozen(eq=False, repr=False)
class MakesRows(Wide):
    """The piece built last makes so many rows of a length of the player's own pieces."""

    ground: Ground
    length: Amount
    rows: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        here, owned = cells[BUILT] - 1, cells[self.ground.owned + cells[ACTOR]]
        landscape = self.ground.landscape(cells)
        if here not in landscape.ways:
            return False
        return landscape.completed(here, owned, self.length) >= self.rows


@frozen(eq=False, repr=False)
class OnOwned(ByValue):
    """How much of a good lies on the player's own pieces of some."""

    heap: Heap
    owned: PlayerCell
    pieces: Bits

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.heap.on_all(cells, cells[self.owned + player] & self.pieces)


@frozen(eq=False, repr=False)
class OnBuiltLast(ByValue):
    """How much of a good lies on the piece built last."""

    heap: Heap

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.heap.lying(cells, cells[BUILT] - 1) if cells[BUILT] else 0
