"""A map in a situation: which tiles lie first, and what on them is neutral or built on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import GameError, suggestion
from ...mechanisms.maps.steps import LayTiles
from ...runtime.packing import laid, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...linking.table import Table
    from ...mechanisms.maps.ground import Ground


class MapBuilder:
    """Changes how the map of a situation lies. Raises GameError for what cannot be."""

    def __init__(self, table: Table, cells: list[int]) -> None:
        self.layout = table.layout
        self.cells = cells
        self._said: set[tuple[int, str]] = set()
        self._steps = [step for step in table.program.steps if isinstance(step, LayTiles)]

    @property
    def ground(self) -> Ground:
        """The map of the table."""
        if self.layout.ground is None:
            raise GameError("there is no map at this table")
        return self.layout.ground

    @property
    def is_laid(self) -> bool:
        """Does the setup lay tiles?"""
        return bool(self._steps) and bool(self.ground.places(self.cells[self.ground.arrangement]))

    def is_space(self, piece: int) -> bool:
        """Is a piece a space of the map?"""
        drawn = self.layout.map
        return drawn is not None and self.layout.pieces[piece].sort == drawn.sort

    def lay_first(self, names: Sequence[str]) -> None:
        """Tiles lie in the first places, unturned and as they begin; what lay there makes room."""
        for place, name in enumerate(names):
            self._lay(place, self._tile(name))

    def make_neutral(self, names: Sequence[str]) -> None:
        """These spaces are neutral, and no others."""
        if names:
            self.cells[self.ground.neutral] = 0
        for name in names:
            piece = self._laid(name)
            if self.ground.taken(self.cells) >> piece & 1:
                raise GameError(f"{name} is built on, or stands there twice")
            self.cells[self.ground.neutral] |= 1 << piece

    def build_on(self, piece: int) -> None:
        """A space loses what lies there and is not neutral: somebody owns it."""
        self._laid(self.layout.pieces[piece].name)
        self._clear(piece)

    def put(self, piece: int, good: str, amount: int) -> bool:
        """So much of a good lies on a space, taken from the stock; False where it never does."""
        heap = self.ground.heap(self.layout.good_index[good]) if self.is_space(piece) else None
        if heap is None:
            return False
        self._laid(self.layout.pieces[piece].name)
        self._said.add((piece, good))
        more = amount - heap.lying(self.cells, piece)
        self.cells[self.layout.goods_cell(self.layout.players, good)] -= more
        heap.add(self.cells, piece, more)
        return True

    def release(self, good: str, amount: int) -> None:
        """What the stock lacks comes from spaces of which nothing was said, the last ones first."""
        index, ground = self.layout.good_index[good], self.layout.ground
        heap = None if ground is None else ground.heap(index)
        spaces = [] if ground is None else [*numbers(ground.landscape(self.cells).laid)]
        for piece in reversed(spaces):
            if heap is not None and (piece, good) not in self._said:
                taken = min(amount, heap.lying(self.cells, piece))
                heap.add(self.cells, piece, -taken)
                self.cells[self.layout.goods_cell(self.layout.players, good)] += taken
                amount -= taken

    def _tile(self, name: str) -> int:
        names = [tile.name for tile in self.layout.tiles]
        if name not in names:
            raise GameError(f'there is no tile "{name}" at this table{suggestion(name, names)}')
        return names.index(name)

    def _laid(self, name: str) -> int:
        """The index of a space that lies on the map."""
        piece = self.layout.piece_index.get(name, -1)
        if piece < 0 or not self.ground.landscape(self.cells).laid >> piece & 1:
            tile = next((tile.name for tile in self.layout.tiles if name in tile.spaces), name)
            raise GameError(f"{name} does not lie on the map; write above it: {tile} is laid first")
        return piece

    def _lay(self, place: int, tile: int) -> None:
        ground, turns = self.ground, self.ground.turns
        order = [number * turns + turn for number, turn in self._places()]
        if place >= len(order):
            raise GameError(f"only {len(order)} tiles lie on the map")
        lying = [number // turns for number in order]
        step = self._steps[0]
        if tile in lying:
            other = lying.index(tile)
            order[other] = order[place]
        else:
            for piece in ground.tiles[lying[place]]:
                self._clear(piece)
                step.take_off(self.cells, piece)
            for piece in ground.tiles[tile]:
                step.lay(self.cells, [], piece)
        order[place] = tile * turns
        self.cells[ground.arrangement] = laid(order, len(ground.middles))
        for piece in ground.tiles[tile]:
            self._clear(piece)
            step.begin(self.cells, [], piece)

    def _places(self) -> list[tuple[int, int]]:
        found = self.ground.places(self.cells[self.ground.arrangement])
        if not found or not self._steps:
            raise GameError("the setup does not lay the map")
        return found

    def _clear(self, piece: int) -> None:
        """What lies on a space goes to the stock."""
        self.cells[self.ground.neutral] &= ~(1 << piece)
        for heap in self.ground.heaps:
            amount = heap.lying(self.cells, piece)
            heap.add(self.cells, piece, -amount)
            self.cells[self.layout.row(self.layout.players) + heap.good] += amount
