"""The grids of players in a situation: what lies on which cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import GameError, suggestion
from ...mechanisms.enclosing.definitions import OnEdges, find_enclosed
from ...mechanisms.grids.definitions import Counted
from ...mechanisms.holding.definitions import MayHold
from ...play.lookups import seat_of
from ...runtime.packing import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...linking.table import Table
    from ...mechanisms.grids.lattice import Lattice


class GridBuilder:
    """Lays tiles and goods on cells, taken from the stock. Raises GameError for what cannot be."""

    def __init__(self, table: Table, cells: list[int]) -> None:
        self.layout = table.layout
        self.cells = cells
        self.bounds = [each for each in table.definitions if isinstance(each, MayHold)]

    @property
    def lattice(self) -> Lattice:
        """The grid of the table."""
        if self.layout.lattice is None:
            raise GameError("there is no grid at this table")
        return self.layout.lattice

    def is_tile(self, good: str) -> bool:
        """Does a good lie on cells where players have it?"""
        return self.layout.grid is not None and good in self.layout.grid.tiles

    def is_counted(self, name: str) -> bool:
        """Is it no good, but a count of cells or areas?"""
        grid = self.layout.grid
        return grid is not None and name in {line.name for line in grid.of(Counted)}

    def comes_by_itself(self, good: str) -> bool:
        """Do players have as many as lie on cells, or stand on edges?"""
        return self.is_tile(good) or good == self.built

    def enclosable(self, player: int) -> list[list[str]]:
        """The areas that a player may enclose next, as far as there is enough of what is built."""
        enclosed = find_enclosed(self.layout)
        if enclosed is None:
            return []
        names, left = self.lattice.plan.names, self.left(player, self.built)
        now = enclosed.now(self.cells, player, self.lattice)
        return [
            [names[cell] for cell in numbers(area)]
            for area, _ in enclosed.areas.enclosable((*now, left))
        ]

    def cover(self, wanted: Mapping[tuple[int, str], Mapping[str, int]]) -> None:
        """On a cell of the grid of a seat lies the tile that is named, and so much of goods."""
        for (player, cell), goods in wanted.items():
            seat_of(self.layout, player)
            for good in goods:
                if self.is_tile(good):
                    self.lay(player, cell, good)
            for good, amount in goods.items():
                if not self.is_tile(good):
                    self.put(player, cell, good, amount)

    def lay(self, player: int, cell: str, good: str) -> None:
        """A tile lies on a cell, in the place of what lies there; that goes back to the stock."""
        lattice, index = self.lattice, self._cell(cell)
        if not self.is_tile(good):
            raise GameError(f"no {good} ever lies on a cell")
        kind = lattice.kind_of(self.layout.good_index[good])
        before = lattice.at(self.cells, player, index)
        if before == kind:
            return
        self._move(player, good, 1)
        if before:
            self._move(player, self.layout.goods[lattice.kinds[before - 1]].name, -1)
        for heap in lattice.heaps:
            self.put(player, cell, self.layout.goods[heap.good].name, 0)
        lattice.lay(self.cells, player, index, kind)

    def free_for(self, player: int, good: str) -> list[str]:
        """The cells on which a player may lay a tile, if one is left."""
        lattice, index = self.lattice, self.layout.good_index[good]
        if not self.left(player, good):
            return []
        free = lattice.open_to(self.cells, player, lattice.kind_of(index))
        return [lattice.plan.names[cell] for cell in numbers(free)]

    def goods_on(self, tile: str) -> list[tuple[str, int]]:
        """The goods that may lie on a tile, each with how many at most."""
        lattice, goods = self.lattice, self.layout.goods
        bit = 1 << lattice.kind_of(self.layout.good_index[tile])
        heaps = (heap for heap in lattice.heaps if lattice.under(heap) & bit)
        return [(goods[heap.good].name, heap.most) for heap in heaps]

    def put(self, player: int, cell: str, good: str, amount: int) -> None:
        """So much of a good lies on a cell."""
        lattice, index = self.lattice, self._cell(cell)
        number = self.layout.good_index.get(good)
        heap = None if number is None else lattice.heap(number)
        if heap is None:
            raise GameError(f"no {good} ever lies on a cell")
        if amount and not lattice.holding(self.cells, player, lattice.under(heap)) >> index & 1:
            raise GameError(f"nothing lies on {cell} on which {good} can lie")
        if not 0 <= amount < 1 << heap.width:
            much = self.layout.vocabulary.count(amount, good)
            raise GameError(f"so much never lies on a cell: {much}")
        more = amount - heap.of(self.cells[heap.cell + player], index)
        self.cells[heap.cell + player] += more << heap.width * index
        self.cells[self.layout.goods_cell(self.layout.players, good)] -= more

    def enclose(self, areas: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Areas of seats are enclosed, one after the other."""
        for player, cells in areas:
            self._enclose(player, cells)

    def _enclose(self, player: int, cells: Sequence[str]) -> None:
        """By what is missing around the area, which comes from the stock."""
        lattice, enclosed = self.lattice, find_enclosed(self.layout)
        if enclosed is None:
            raise GameError("nothing is enclosed at this table")
        seat_of(self.layout, player)
        area = sum(1 << cell for cell in {self._cell(name) for name in cells})
        before = enclosed.now(self.cells, player, lattice)
        found = dict(enclosed.areas.enclosable((*before, enclosed.areas.most)))
        if area not in found:
            raise GameError(f"{' '.join(cells)} cannot be enclosed as the grid is now")
        enclosed.enclose(self.cells, player, lattice, area)
        self._move(player, self.built, found[area].bit_count())

    @property
    def built(self) -> str:
        """The good that stands on edges; empty where none does."""
        grid = self.layout.grid
        return "" if grid is None else next((line.good for line in grid.of(OnEdges)), "")

    def left(self, player: int, good: str) -> int:
        """How much more of a good a player may come to have, as far as anything limits that."""
        cell = self.layout.goods_cell
        bounds = [
            each.count - sum(self.cells[cell(player, held)] for held in each.goods)
            for each in self.bounds
            if good in each.goods
        ]
        if good in self.layout.limited:
            bounds.append(self.cells[cell(self.layout.players, good)])
        return max(min(bounds, default=self.layout.most), 0)

    def _move(self, player: int, good: str, amount: int) -> None:
        self.cells[self.layout.goods_cell(player, good)] += amount
        self.cells[self.layout.goods_cell(self.layout.players, good)] -= amount

    def _cell(self, name: str) -> int:
        names = self.lattice.plan.names
        if name not in names:
            raise GameError(f"there is no cell {name}{suggestion(name, names)}")
        return names.index(name)
