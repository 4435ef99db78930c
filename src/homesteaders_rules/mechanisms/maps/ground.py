"""The ground of a map at a table: what its cells mean, and what follows from how tiles lie."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.counters import Counter
from ...runtime.offering.payments import Reader, reader
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Coordinate,
    Flag,
    GoodIndex,
    Memory,
    PieceIndex,
    PlayerCell,
    RecordSource,
    Seats,
    Stride,
)
from ...runtime.packing import numbers, unpacked
from ...runtime.registers import ACTOR
from ...values import ByValue
from .geometry import TURNS, Spot, around, beside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...runtime.recording.events import Log

MOST_KEPT = 32
"""So many arrangements are remembered: a game has one."""


@frozen(eq=False, repr=False)
class Heap(ByValue):
    """How much of a good lies on each space, no more than ``most``.

    ``width`` bits for a piece in one cell. What nobody can hold does not lie on a space either.
    """

    good: GoodIndex
    cell: Cell
    width: Amount
    most: Amount

    def lying(self, cells: Sequence[int], piece: int) -> int:
        """So much lies on a piece."""
        return cells[self.cell] >> self.width * piece & (1 << self.width) - 1

    def of(self, number: int, piece: int) -> int:
        """So much lies on a piece, by the number in the cell."""
        return number >> self.width * piece & (1 << self.width) - 1

    def room(self, cells: Sequence[int], piece: int) -> int:
        """So much more can lie on a piece."""
        return self.most - self.lying(cells, piece)

    def add(self, cells: list[int], piece: int, amount: int) -> None:
        """So much more; less, where the amount is below nothing."""
        cells[self.cell] += amount << self.width * piece

    def on_all(self, cells: Sequence[int], pieces: int) -> int:
        """So much lies on some pieces, given as bits."""
        held = cells[self.cell]
        return sum(self.lying(cells, piece) for piece in numbers(pieces)) if held else 0


@frozen(eq=False, repr=False)
class Taking(ByValue):
    """How a good is taken: told as, onto the cell of a player, and what follows for each.

    ``room``: how much more of it the player may hold; what is more stays there.
    """

    source: RecordSource
    heap: Heap
    taker: PlayerCell
    stride: Stride
    each: Act | None
    room: Counter | None

    def most(self, cells: Sequence[int], amount: int) -> int:
        """Of so much there what the player in ACTOR has room for."""
        return amount if self.room is None else min(amount, self.room.count(cells, cells[ACTOR]))

    def bring(self, cells: list[int], log: Log, holder: int, amount: int, ceiling: Ceiling) -> None:
        """So much comes to the player in ACTOR from a holder, who has it no more."""
        player = cells[ACTOR]
        taken = self.taker + player * self.stride
        cells[taken] += amount
        log.append((self.source, player, holder, amount))
        if cells[taken] > ceiling.most:
            ceiling.hand_back(cells, log)
        for _ in range(amount if self.each is not None else 0):
            self.each.do(cells, log)  # type: ignore[union-attr]


@frozen(eq=False, repr=False)
class Landscape(ByValue):
    """What follows from an arrangement: the spots of pieces, and what lies around each.

    ``near`` holds the bits of the neighbours of a piece, ``ways`` the neighbour in each direction
    (-1: none).
    """

    laid: int
    spots: Mapping[int, Spot]
    near: Mapping[int, int]
    ways: Mapping[int, tuple[int, ...]]

    def beside(self, pieces: int) -> int:
        """The bits of all that lie next to some pieces."""
        found = 0
        for piece in numbers(pieces & self.laid):
            found |= self.near[piece]
        return found

    def completed(self, piece: int, owned: int, length: int) -> int:
        """How many rows of a length, or more, a piece makes, none of which was there before."""
        found, half = 0, len(self.ways.get(piece, ())) // 2
        for way in range(half):
            one, other = self._run(piece, way, owned), self._run(piece, way + half, owned)
            found += one + 1 + other >= length > max(one, other)
        return found

    def _run(self, piece: int, way: int, owned: int) -> int:
        """How many pieces in a row follow a piece in a direction."""
        length = 0
        while (piece := self.ways[piece][way]) >= 0 and owned >> piece & 1:
            length += 1
        return length


@define(eq=False, repr=False)
class Ground:
    """A map at a table.

    ``arrangement``: the cell of the tiles in the order of their places, each its number times the
    ways to turn it, plus how it is turned. ``neutral``: the bits of neutral spaces. ``tiles``:
    the pieces of each. ``middles``: of each place. ``listed``: neighbours without geometry.
    ``near``: a player builds next to what is built on or neutral, where ``own`` is not so, else
    next to what is theirs; the ``first`` anywhere.
    """

    arrangement: Cell
    neutral: Cell
    owned: PlayerCell
    players: Seats
    tiles: tuple[tuple[PieceIndex, ...], ...]
    middles: tuple[tuple[Coordinate, Coordinate], ...]
    directions: tuple[tuple[Coordinate, Coordinate], ...]
    ring: Flag
    listed: tuple[tuple[PieceIndex, Bits], ...]
    heaps: tuple[Heap, ...]
    near: Flag
    own: Flag
    first: Flag
    _landscapes: Memory[int, Landscape] = field(init=False)
    _beside: Memory[Spot, tuple[Spot, ...]] = field(init=False)
    _around: Memory[tuple[Spot, int], tuple[Spot, ...]] = field(init=False)
    _open: Memory[tuple[int, ...], int] = field(init=False)
    _read: Reader = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._beside = Memory(lambda spot: tuple(beside(spot, self.directions)))
        self._around = Memory(lambda of: tuple(around(of[0], self.ring, of[1])))
        self._landscapes = Memory(self._landscape, MOST_KEPT)
        self._open = Memory(lambda key: self._find_open(*key))
        owned = range(self.owned, self.owned + self.players)
        self._read = reader((self.arrangement, self.neutral, *owned))

    @property
    def turns(self) -> int:
        """In how many ways a tile can lie in its place."""
        return TURNS if self.ring else 1

    def places(self, arrangement: int) -> list[tuple[int, int]]:
        """The tile in each place, and how it is turned."""
        return [divmod(each, self.turns) for each in unpacked(arrangement, len(self.middles))]

    def landscape(self, cells: Sequence[int]) -> Landscape:
        """What follows from how the tiles lie now."""
        return self._landscapes[cells[self.arrangement]]

    def taken(self, cells: Sequence[int]) -> int:
        """The bits of what is built on or neutral."""
        found = cells[self.neutral]
        for owned in cells[self.owned : self.owned + self.players]:
            found |= owned
        return found

    def open_to_you(self, cells: Sequence[int]) -> int:
        """The bits of the spaces on which the player in ACTOR may build, whatever they cost."""
        # Where all build next to the same it is the same for all.
        you = cells[ACTOR] if self.near and self.own else -1
        return self._open[you, *self._read(cells)]

    def lies_apart(self, cells: Sequence[int], piece: int) -> bool:
        """Is it free, and yet not open to the player?"""
        laid = self.landscape(cells).laid
        return bool(laid & ~self.taken(cells) & ~self.open_to_you(cells) & 1 << piece)

    def heap(self, good: int) -> Heap | None:
        """Where a good lies; None where it never does."""
        return next((heap for heap in self.heaps if heap.good == good), None)

    def _find_open(self, you: int, arrangement: int, neutral: int, *owned: int) -> int:
        landscape = self._landscapes[arrangement]
        taken = reduce(or_, owned, neutral)
        sources = owned[you] if you >= 0 else taken
        free = landscape.laid & ~taken
        if not self.near or (self.first and not sources & landscape.laid):
            return free
        return free & landscape.beside(sources)

    def _landscape(self, arrangement: int) -> Landscape:
        spots: dict[int, Spot] = {}
        for middle, (tile, turn) in zip(self.middles, self.places(arrangement), strict=False):
            spots.update(zip(self.tiles[tile], self._around[middle, turn], strict=True))
        at = {spot: piece for piece, spot in spots.items()}
        ways, near, laid = {}, {}, 0
        for piece, spot in spots.items():
            ways[piece] = others = tuple([at.get(each, -1) for each in self._beside[spot]])
            near[piece] = sum([1 << other for other in others if other >= 0])
            laid |= 1 << piece
        return Landscape(laid, spots, near | dict(self.listed), ways)
