"""A grid at a table: what its cells hold, for each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from attrs import define, field, frozen

from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Flag,
    GoodIndex,
    Memory,
    PieceIndex,
    PlayerCell,
)
from ...runtime.packing import numbers
from ...values import ByValue
from ..maps.ground import Heap
from .geometry import Plan

EMPTY = 1
"""The bit of the kind 0: no tile lies there."""


class Closing(Protocol):
    """What closes cells to tiles of some kinds: fences around them, for example."""

    kinds: Bits

    def closed(self, cells: Sequence[int], player: int) -> int:
        """The bits of the cells that are closed to them now."""
        ...


@frozen(eq=False, repr=False)
class Lying(ByValue):
    """Where tiles of some ``kinds`` are laid: next to one of ``beside``; anywhere, if that is 0.

    ``first``: the first of them anywhere, too.
    """

    kinds: Bits
    beside: Bits
    first: Flag


@define(eq=False, repr=False)
class Lattice:
    """A grid of each player at a table.

    ``tiles``: the cell of the first player's tiles, ``width`` bits for each cell of the grid; the
    other players follow. They hold the kind of what lies there: 0 nothing, else a number from 1
    that leads to a good in ``kinds``. Kinds are asked for by their bits, 1 for nothing, 2 for the
    first. ``heaps``: for each good that may lie on cells how much does, in one cell of the state
    for each player, and ``tilled`` the kinds of tiles on which it lies. ``there``: the cell that
    is dealt with now, plus 1. ``closings``: what closes cells to tiles. ``holders``: as holders of
    goods cells have numbers as pieces do, from there on.
    """

    plan: Plan
    tiles: PlayerCell
    width: Amount
    kinds: tuple[GoodIndex, ...]
    lying: tuple[Lying, ...]
    heaps: tuple[Heap, ...]
    tilled: tuple[Bits, ...]
    there: Cell
    closings: tuple[Closing, ...]
    holders: PieceIndex
    _by_kind: Memory[int, tuple[int, ...]] = field(init=False)
    _holding: Memory[tuple[int, int], int] = field(init=False)
    _beside: Memory[tuple[int, int], int] = field(init=False)
    _heaped: tuple[tuple[PlayerCell, Memory[int, int]], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._by_kind = Memory(self._sorted)
        self._holding = Memory(lambda key: _joined(self._by_kind[key[0]], key[1]))
        self._heaped = tuple((heap.cell, Memory(self._lying_in(heap))) for heap in self.heaps)
        self._beside = Memory(lambda key: self._may_lie(*key))

    def kind_of(self, good: int) -> int:
        """The number of the kind of tile that a good is."""
        return self.kinds.index(good) + 1

    def at(self, cells: Sequence[int], player: int, cell: int) -> int:
        """The kind of what lies on a cell; 0 where nothing does."""
        return cells[self.tiles + player] >> self.width * cell & (1 << self.width) - 1

    def lay(self, cells: list[int], player: int, cell: int, kind: int) -> None:
        """A tile of a kind lies there now, in the place of what did; 0: none."""
        cells[self.tiles + player] += kind - self.at(cells, player, cell) << self.width * cell

    def holding(self, cells: Sequence[int], player: int, kinds: int) -> int:
        """The bits of the cells that hold a tile of one of some kinds, given as bits."""
        return self._holding[cells[self.tiles + player], kinds]

    def holding_of(self, tiles: int, kinds: int) -> int:
        """The same of the tiles of a player, as their cell has them."""
        return self._holding[tiles, kinds]

    def empty(self, cells: Sequence[int], player: int) -> int:
        """The bits of the cells on which no tile lies."""
        return self._by_kind[cells[self.tiles + player]][0]

    def closed(self, cells: Sequence[int], player: int, kind: int) -> int:
        """The bits of the cells that are closed to a kind of tile, whatever lies there."""
        found = 0
        for closing in self.closings:
            if closing.kinds >> kind & 1:
                found |= closing.closed(cells, player)
        return found

    def enclosed(self, cells: Sequence[int], player: int) -> int:
        """The bits of the cells that are closed to anything."""
        found = 0
        for closing in self.closings:
            found |= closing.closed(cells, player)
        return found

    def open_to(self, cells: Sequence[int], player: int, kind: int) -> int:
        """The bits of the cells on which the player may lay a tile of a kind."""
        found = self._beside[cells[self.tiles + player], kind]
        if not found or not self.closings:
            return found
        return found & ~self.closed(cells, player, kind)

    def heap(self, good: int) -> Heap | None:
        """How much of a good lies on cells; None where it never does."""
        return next((heap for heap in self.heaps if heap.good == good), None)

    def under(self, heap: Heap) -> int:
        """The bits of the kinds of tiles on which a good lies."""
        return self.tilled[self.heaps.index(heap)]

    def holder(self, player: int, cell: int) -> int:
        """The number of a cell as a holder of goods."""
        return self.holders + player * self.plan.size + cell

    def held_by(self, holder: int) -> tuple[int, str]:
        """The contrary: the seat of a player, and the name of the cell."""
        player, cell = divmod(holder - self.holders, self.plan.size)
        return player, self.plan.names[cell]

    def lying_on_all(self, cells: Sequence[int], player: int, heap: Heap) -> int:
        """How much of a good lies on all cells of a player."""
        number = cells[heap.cell + player]
        return sum(heap.of(number, cell) for cell in range(self.plan.size)) if number else 0

    def heaped(self, cells: Sequence[int], player: int) -> int:
        """The bits of the cells on which goods lie."""
        found = 0
        for cell, lying in self._heaped:
            if number := cells[cell + player]:
                found |= lying[number]
        return found

    def _lying_in(self, heap: Heap) -> Callable[[int], int]:
        """The bits of the cells on which a good lies, by how much lies on all of them."""
        return lambda number: sum(1 << c for c in range(self.plan.size) if heap.of(number, c))

    def _sorted(self, tiles: int) -> tuple[int, ...]:
        found = [0] * (len(self.kinds) + 1)
        for cell in range(self.plan.size):
            found[tiles >> self.width * cell & (1 << self.width) - 1] |= 1 << cell
        return tuple(found)

    def _may_lie(self, tiles: int, kind: int) -> int:
        by_kind = self._by_kind[tiles]
        found = by_kind[0]
        for rule in self.lying:
            if rule.kinds >> kind & 1 and rule.beside:
                beside = _joined(by_kind, rule.beside)
                if beside or not rule.first:
                    found &= self.plan.beside(beside)
        return found


def _joined(by_kind: Sequence[int], kinds: int) -> int:
    found = 0
    for kind in numbers(kinds):
        found |= by_kind[kind]
    return found
