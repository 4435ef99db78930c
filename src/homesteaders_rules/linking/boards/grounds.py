"""The cells of a map and of the grids of players at a table, and what they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.base import walk
from ...mechanisms import grids, maps
from ...mechanisms.grids.definitions import Grid, GridLine, LieOn, Lies
from ...mechanisms.grids.heaping import most_on_cells
from ...mechanisms.maps.definitions import (
    NEXT_TO_ANY,
    NEXT_TO_OWN,
    NEXT_TO_OWN_OR_FIRST,
    Beside,
    Map,
    Reach,
    Rows,
    Shape,
    Tile,
)
from ...mechanisms.maps.geometry import DIRECTIONS, spots
from ...mechanisms.maps.lying import lying_on_spaces
from ...runtime.packing import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...commands.definitions.definition import Definition
    from ...commands.protocols import Layout
    from ...mechanisms.maps.ground import Ground, Heap


def add_ground(layout: Layout, definitions: Sequence[Definition], add: Callable[..., int]) -> None:
    """Number the cells of the map, if there is one at the table; ``add`` numbers one more."""
    drawn = next((each for each in definitions if isinstance(each, Map)), None)
    if drawn is not None:
        layout.map = drawn
        layout.tiles = _tiles(layout, drawn, definitions)
        layout.ground = _ground(layout, drawn, lying_on_spaces(walk(*definitions)), add)


def add_lattice(layout: Layout, definitions: Sequence[Definition], add: Callable[..., int]) -> None:
    """Number the cells of the grid of each player, if they have one at the table."""
    grid = layout.grid
    if grid is None:
        return
    plan, kinds = grid.plan, tuple(layout.good_index[good] for good in grid.tiles)
    width = len(kinds).bit_length()
    tiles = [
        add("grid", player, high=(1 << width * plan.size) - 1) for player in range(layout.players)
    ]
    closings = (line.closing(layout, grid) for line in grid.of(GridLine))
    most = most_on_cells(walk(*definitions))
    layout.lattice = grids.lattice.Lattice(
        plan,
        tiles[0],
        width,
        kinds,
        tuple(
            grids.lattice.Lying(grid.kinds_of(line.goods), grid.kinds_of(line.beside), line.another)
            for line in grid.of(Lies)
        ),
        tuple(_cell_heap(layout, *each, add) for each in most.items()),
        tuple(_tilled(grid, good) for good in most),
        add("there", high=plan.size),
        tuple(each for each in closings if each is not None),
        len(layout.pieces),
    )


def _tilled(grid: Grid, good: str) -> int:
    """The kinds of tiles on which a good lies, as bits."""
    lines = (line for line in grid.of(LieOn) if good in line.goods)
    return grid.kinds_of(tile for line in lines for tile in line.tiles)


def _cell_heap(layout: Layout, name: str, most: int, add: Callable[..., int]) -> Heap:
    """The cells of a good on the grids of players: as wide for each cell as what may lie there."""
    good = layout.good_index[name]
    most = most or layout.most
    width = most.bit_length()
    size = layout.grid.plan.size
    cells = [
        add("on cells", player, name, high=(1 << width * size) - 1)
        for player in range(layout.players)
    ]
    return maps.ground.Heap(good, cells[0], width, most)


def _tiles(layout: Layout, drawn: Map, definitions: Sequence[Definition]) -> tuple[Tile, ...]:
    """The tiles of a map: those of seven spaces, or each of its pieces by itself."""
    if any(line.ring for line in drawn.of(Shape)):
        return tuple(each for each in definitions if isinstance(each, Tile))
    return tuple(Tile(p.name, (p.name,), span=p.span) for _, p in layout.of_sort(drawn.sort))


def _ground(layout: Layout, drawn: Map, goods: Sequence[str], add: Callable[..., int]) -> Ground:
    shape = next(iter(drawn.of(Shape)), Shape(""))
    directions = DIRECTIONS.get(shape.spaces, ())
    rows = next((line.lengths for line in drawn.of(Rows)), (len(layout.tiles),))
    middles = spots(shape.spaces, shape.ring, rows)
    where = next((line.where for line in drawn.of(Reach)), "")
    arrangement = add("map", "tiles", high=(1 << WIDTH * len(middles)) - 1)
    every = (1 << len(layout.pieces)) - 1
    return maps.ground.Ground(
        arrangement,
        add("map", "neutral", high=every),
        layout.owned,
        layout.players,
        tuple(tuple(layout.piece_index[s] for s in tile.spaces) for tile in layout.tiles),
        middles,
        directions,
        shape.ring,
        () if directions else _listed(layout, drawn),
        tuple(_heap(layout, good, add) for good in goods),
        where in (NEXT_TO_ANY, NEXT_TO_OWN, NEXT_TO_OWN_OR_FIRST),
        where in (NEXT_TO_OWN, NEXT_TO_OWN_OR_FIRST),
        where == NEXT_TO_OWN_OR_FIRST,
    )


def _heap(layout: Layout, name: str, add: Callable[..., int]) -> Heap:
    """The cell of a good on all spaces: as wide for each as all that there is of it."""
    good = next(each for each in layout.goods if each.name == name)
    most = good.count if name in layout.limited else layout.most
    width = most.bit_length()
    cell = add("lying", name, high=(1 << width * len(layout.pieces)) - 1)
    return maps.ground.Heap(layout.good_index[name], cell, width, most)


def _listed(layout: Layout, drawn: Map) -> tuple[tuple[int, int], ...]:
    """The neighbours of each space, as the text lists them."""
    near = {index: 0 for index, _ in layout.of_sort(drawn.sort)}
    for line in drawn.of(Beside):
        piece = layout.piece_index[line.piece]
        for other in line.others:
            near[piece] |= 1 << layout.piece_index[other]
            near[layout.piece_index[other]] |= 1 << piece
    return tuple(near.items())
