"""The map, the grids of players and the lots as they lie: for those who draw them, and for bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ..runtime.packing import last_up
from ..runtime.registers import ROUND
from ..values import ByValue

if TYPE_CHECKING:
    from ..linking.layout import Layout
    from ..linking.table import Table


@frozen(eq=False, repr=False)
class Space(ByValue):
    """A space of a map, and what is on it.

    ``tile``, and ``place``: where in the arrangement that lies, from 1, ``turned`` by so many
    parts of a whole turn, clockwise. ``spot``: of hexes axial coordinates, (1, 0) to the right
    and (0, 1) down to the right; of squares the column and the row. ``owner`` is a seat, None
    where nobody has built; ``lying`` are goods and how much of each.
    """

    name: str
    tile: str
    place: int
    turned: int
    spot: tuple[int, int]
    labels: tuple[str, ...]
    owner: int | None
    neutral: bool
    lying: tuple[tuple[str, int], ...]


def spaces_of(layout: Layout, cells: Sequence[int]) -> tuple[Space, ...]:
    """The spaces that lie on the map, tile by tile in the order of their places."""
    ground = layout.ground
    if ground is None:
        return ()
    spots = ground.landscape(cells).spots
    found = []
    for place, (number, turned) in enumerate(ground.places(cells[ground.arrangement])):
        tile = layout.tiles[number]
        for piece in ground.tiles[number]:
            heaps = ((layout.goods[h.good].name, h.lying(cells, piece)) for h in ground.heaps)
            owners = (p for p in range(layout.players) if cells[layout.owned + p] >> piece & 1)
            found.append(
                Space(
                    layout.pieces[piece].name,
                    tile.name,
                    place + 1,
                    turned,
                    spots[piece],
                    layout.pieces[piece].labels,
                    next(owners, None),
                    bool(cells[ground.neutral] >> piece & 1),
                    tuple((good, amount) for good, amount in heaps if amount),
                )
            )
    return tuple(found)


@frozen(eq=False, repr=False)
class GridCell(ByValue):
    """A cell of a player's grid, and what is on it.

    ``row`` and ``column`` count from 0. ``tile`` is the good that lies there, empty where none
    does; ``lying`` are goods on it and how much of each. ``enclosed``: closed to some tiles.
    ``area`` is the number, from 1, of the enclosed area it belongs to, 0 where it belongs to none;
    ``built``: whether something stands to the right, below, to the left, above.
    """

    name: str
    row: int
    column: int
    tile: str
    lying: tuple[tuple[str, int], ...]
    enclosed: bool
    area: int = 0
    built: tuple[bool, bool, bool, bool] = (False, False, False, False)


def grid_of(layout: Layout, cells: Sequence[int], player: int) -> tuple[GridCell, ...]:
    """The cells of a player's grid, row by row; none in a game without grids."""
    from ..mechanisms.enclosing.definitions import find_enclosed

    lattice = layout.lattice
    if lattice is None:
        return ()
    goods, closed, enclosed = layout.goods, lattice.enclosed(cells, player), find_enclosed(layout)
    areas = () if enclosed is None else enclosed.parts(cells, player)
    standing = 0 if enclosed is None else cells[enclosed.standing + player]
    found = []
    for cell, name in enumerate(lattice.plan.names):
        kind = lattice.at(cells, player, cell)
        heaps = ((goods[h.good].name, h.of(cells[h.cell + player], cell)) for h in lattice.heaps)
        found.append(
            GridCell(
                name,
                *divmod(cell, lattice.plan.columns),
                goods[lattice.kinds[kind - 1]].name if kind else "",
                tuple((good, amount) for good, amount in heaps if amount),
                bool(closed >> cell & 1),
                next((n for n, area in enumerate(areas, 1) if area >> cell & 1), 0),
                _built(standing, lattice.plan.around[cell]),
            )
        )
    return tuple(found)


def _built(standing: int, around: tuple[int, int, int, int]) -> tuple[bool, bool, bool, bool]:
    right, below, left, above = (bool(standing >> edge & 1) for edge in around)
    return right, below, left, above


@frozen(eq=False, repr=False)
class Lot(ByValue):
    """A lot: its number from 1, the piece on it, and the standing bid (0: none).

    ``leader`` is a seat; None where nobody leads or the bid is ``neutral``.
    """

    number: int
    piece: str
    leader: int | None
    bid: int
    neutral: bool


def lots_of(table: Table, cells: Sequence[int | None]) -> tuple[Lot, ...]:
    """The lots on offer with these cells: all of it lies open."""
    layout, known = table.layout, [cell or 0 for cell in cells]
    if table.lots is None or known[ROUND] > layout.rounds:
        return ()
    found, offered = [], table.lots.offered(known)
    for number, stack in enumerate(layout.lots):
        if offered >> number & 1:
            turned, order = known[layout.at["turned", stack]], known[layout.at["stack", stack]]
            piece = layout.pieces[last_up(order, turned)].name
            leader, bid = known[layout.leaders[number]], known[layout.at["standing", number]]
            neutral = leader > layout.players
            seat = None if neutral or not leader else leader - 1
            found.append(Lot(number + 1, piece, seat, bid, neutral))
    return tuple(found)
