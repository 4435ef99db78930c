"""What lies open at a table, the map, grids and lots too: for those who draw it, and for bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ..hints import later
from ..linking.table import Table
from ..runtime.offering.options import Option
from ..runtime.packing import copies_of, last_up
from ..runtime.registers import ACTOR, END, NEXT_STEP, PART, ROUND, START, TURN
from ..values import ByValue, Unchanging
from .due import Due, due_to
from .lookups import (
    copies_cell,
    displayed,
    lying_on,
    marker_cell,
    placed_by,
    seat_of,
    user_of,
)

if TYPE_CHECKING:
    from ..linking.layout import Layout
    from ..runtime.steps import Asking
else:
    (Asking,) = later("runtime.steps", "Asking")


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


class OnTable(Unchanging):
    """What lies open at a table, which a state and a view tell alike; no register is hidden."""

    __slots__ = ()

    @property
    def table(self) -> Table:
        """Rules, players and options."""
        raise NotImplementedError

    @property
    def cells(self) -> Sequence[int | None]:
        """The numbers that the layout of the table gives names; None where one is hidden."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        """Is the game over?"""
        raise NotImplementedError

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that whoever decides may use now."""
        raise NotImplementedError

    def _stands(self) -> str:
        """Where the game stands, in words: what everybody knows."""
        decider = "over" if self.over else f"player {(self.cells[ACTOR] or 0) + 1} decides"
        return f"{self.table.players} players, round {self.round}, {self.phase}, {decider}"

    @property
    def _step(self) -> Asking:
        return self.table.program.steps[self.cells[NEXT_STEP] or 0]  # type: ignore[return-value]

    @property
    def _known(self) -> list[int]:
        """The cells, with 0 for what is hidden: nothing that lies open is read off those."""
        return [cell or 0 for cell in self.cells]

    @property
    def round(self) -> int:
        """The round, from 1; the final round is one more than the last numbered one."""
        number, end = self.cells[ROUND] or 0, self.table.layout.at.get(END)
        if number <= self.table.rounds:
            return number
        last = self.table.rounds if end is None else self.cells[end] or 0
        return last + self.is_final

    @property
    def is_final(self) -> bool:
        """Is it the final round, after all that are numbered? Some games have none."""
        layout = self.table.layout
        return layout.has_final and (self.cells[ROUND] or 0) > layout.rounds

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.table.program.course[self.cells[PART] or 0][0]

    @property
    def turn(self) -> int | None:
        """The seat of the player whose turn it is; None where nobody takes one."""
        cell = self.table.layout.at.get(TURN)
        return None if cell is None or not self.cells[cell] else (self.cells[cell] or 0) - 1

    @property
    def start_player(self) -> int:
        """The seat of the start player."""
        return self.cells[START] or 0

    def pieces(self, player: int) -> tuple[str, ...]:
        """The names of the pieces a player owns, in the order of the rules."""
        layout = self.table.layout
        owned = self.cells[layout.owned + seat_of(layout, player)] or 0
        return tuple(piece.name for i, piece in enumerate(layout.pieces) if owned >> i & 1)

    def lying(self, piece: str, good: str) -> int:
        """How much of a good lies on a piece."""
        return lying_on(self.table.layout, self.cells, piece, good)

    def map(self) -> tuple[Space, ...]:
        """The spaces of the map as they lie; none in a game without a map."""
        return spaces_of(self.table.layout, self._known)

    def grid(self, player: int) -> tuple[GridCell, ...]:
        """The cells of a player's grid, row by row; none in a game without grids."""
        return grid_of(self.table.layout, self._known, seat_of(self.table.layout, player))

    def due(self, player: int) -> tuple[Due, ...]:
        """What comes to a player in later rounds, round by round."""
        return due_to(self.table, self.cells, player)

    def display(self, sort: str) -> tuple[str, ...]:
        """The pieces on the spaces of a display, in their order; empty where none lies."""
        return displayed(self.table.layout, self._known, sort)

    def user(self, piece: str) -> int | None:
        """Who left on a piece what lies there; None: nobody, or it is not kept."""
        return user_of(self.table.layout, self.cells, piece)

    def copies(self, place: str, piece: str) -> int:
        """How many copies of a piece lie in a place."""
        cell, index = copies_cell(self.table.layout, place, piece)
        return copies_of(self.cells[cell] or 0, index)

    def placed(self, player: int) -> tuple[tuple[str, int], ...]:
        """The filled places of a player: (piece, number of the place)."""
        return placed_by(self.table.layout, self.cells, player)

    def position(self, track: str, player: int | None = None) -> int:
        """The marker of a player on a track (0: before space 1), or a common track's value."""
        cell, values = marker_cell(self.table.layout, track, 0 if player is None else player)
        number = self.cells[cell] or 0
        return values[number] if values else number
