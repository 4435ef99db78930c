"""Acts on pieces that lie in places."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from attrs import define, field

from ...runtime.acts import Act
from ...runtime.operands import Amount, Cell, PieceIndex, PlayerCell, RecordSource, Stride
from ...runtime.packing import COPIES, MOST_COPIES, copies_of, every_copy, shift_of
from ...runtime.registers import ACTOR

if TYPE_CHECKING:
    from ...runtime.recording.events import Log


@define(eq=False, repr=False)
class MoveAll(Act):
    """All copies of some pieces from one place to another; ``most`` copies of each at most.

    ``moves``: piece, cell of the source, cell of the target (-1: out of the game).
    """

    source: RecordSource
    moves: tuple[tuple[PieceIndex, Cell, Cell], ...]
    most: Amount | None = None
    _ways: tuple[tuple[int, int, int, tuple[int, ...]], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        ways = []
        for (start, target), moves in groupby(self.moves, lambda move: move[1:]):
            pieces = tuple(piece for piece, *_ in moves)
            lying = every_copy(sum(1 << piece for piece in pieces))
            ways.append((start, target, lying, pieces))
        object.__setattr__(self, "_ways", tuple(ways))

    def do(self, cells: list[int], log: Log) -> None:
        most = MOST_COPIES if self.most is None else self.most
        for start, target, mask, pieces in self._ways:
            lying = cells[start] & mask
            if not lying:
                continue
            moved = 0
            for piece in pieces:
                count = lying >> COPIES * piece & MOST_COPIES
                if count:
                    count = min(count, most)
                    moved += count << COPIES * piece
                    log.append((self.source, cells[ACTOR], piece, count))
            cells[start] -= moved
            if target >= 0:
                cells[target] += moved


@define(eq=False, repr=False)
class Take(Act):
    """One copy of a piece to the player, from the first place that has one.

    ``places``: how it is told, and the cell of the place.
    """

    piece: PieceIndex
    places: tuple[tuple[RecordSource, Cell], ...]
    owned: PlayerCell

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        bit = 1 << self.piece
        if cells[self.owned + player] & bit:
            return
        for source, place in self.places:
            if copies_of(cells[place], self.piece):
                cells[place] -= 1 << shift_of(self.piece)
                cells[self.owned + player] |= bit
                log.append((source, player, self.piece))
                return


@define(eq=False, repr=False)
class MoveMarker(Act):
    """A marker one space on (``step`` 1) or back (-1), between its first and its last space."""

    source: RecordSource
    cell: PlayerCell
    stride: Stride
    last: Amount
    step: Amount

    def do(self, cells: list[int], log: Log) -> None:
        cell = self.cell + cells[ACTOR] * self.stride
        position = min(max(cells[cell] + self.step, 0), self.last)
        if position != cells[cell]:
            cells[cell] = position
            log.append((self.source, cells[ACTOR], position))


@define(eq=False, repr=False)
class MoveAround(Act):
    """A marker one space on (``step`` 1) or back (-1) in a circle; one on no space is before 1."""

    source: RecordSource
    cell: PlayerCell
    stride: Stride
    last: Amount
    step: Amount

    def do(self, cells: list[int], log: Log) -> None:
        cell = self.cell + cells[ACTOR] * self.stride
        here = cells[cell] if self.step > 0 else cells[cell] or 1
        cells[cell] = (here + self.step - 1) % self.last + 1
        log.append((self.source, cells[ACTOR], cells[cell]))
