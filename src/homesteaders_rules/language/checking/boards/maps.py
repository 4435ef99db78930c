"""Checks of maps: what must be said of one, and that what is said fits together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ....commands.conditions import all_hold
from ....commands.definitions.pieces import Piece, Sort
from ....mechanisms.maps.commands import LayMap, MakeNeutral, RandomNeutral, TakeAll
from ....mechanisms.maps.conditions import HereIs, MakesRow
from ....mechanisms.maps.definitions import Beside, Dealing, Map, Reach, Rows, Shape, Tile
from ....mechanisms.maps.geometry import DIRECTIONS, LISTED, TURNS
from ....mechanisms.piles.commands import Build, MovePieces, RemoveCopies
from ....mechanisms.piles.taking import Take
from ....runtime.packing import EMPTY
from ...names.names import PLAYERS
from ..context import table_words
from ..pieces import storing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ....commands.definitions.definition import Definition
    from ..context import Checking, Conditions

    Players = int
    TableOf = tuple[Players, dict[str, bool]]

OF_THE_MAP = (LayMap, RandomNeutral, MakeNeutral, TakeAll, HereIs, MakesRow)
"""What means nothing at a table without a map."""
SAID: Mapping[type[Definition], str] = {
    Shape: "what its spaces are: <maps> are hexes, or: neighbours are as listed",
    Rows: "how its tiles lie: tiles lie in rows of 3, 4 and 3",
    Dealing: "which lie there: tiles are drawn at random, or: tiles lie in the order of the text",
    Reach: "where players build: a player builds on any free <space>",
}
"""The sentences of a map, and how one is missed."""


def check_maps(checking: Checking) -> None:
    """One map at a table, all of it said once, and nothing of a map where there is none."""
    maps = checking.rules.of(Map)
    _check_used(checking, maps)
    if not maps:
        for tile in checking.rules.of(Tile):
            hint = "write one, map of <sorts>: and its sentences, or leave the tile out"
            checking.report("E575", f"there is no map for the tile {tile.name}", tile, hint)
        return
    for table in _tables(checking):
        for each in maps:
            if all_hold(each.conditions, *table) and not _Drawn(checking, each, table).is_right():
                return
    for drawn in maps:
        _check_spaces(checking, drawn)
    _check_goods(checking, {drawn.sort for drawn in maps})
    _check_moved(checking, {drawn.sort for drawn in maps})
    if not any(True for _ in checking.every(LayMap)):
        hint = "write in the first phase: lay the map"
        checking.report("W571", "the map is never laid", maps[0], hint)


def _tables(checking: Checking) -> Iterable[TableOf]:
    """The tables at which what is said of maps may differ."""
    asked: list[Conditions] = []
    for definition in (*checking.rules.of(Map), *checking.rules.of(Tile)):
        asked += [definition.conditions, *(line.conditions for line in _lines(definition))]
    return checking.tables(condition for conditions in asked for condition in conditions)


def _lines(definition: Definition) -> tuple[Definition, ...]:
    return definition.lines if isinstance(definition, Map) else ()


def _check_used(checking: Checking, maps: Iterable[Map]) -> None:
    """What is about a map stands where there is one."""
    given = [drawn.conditions for drawn in maps]
    for command, conditions in checking.placed_of(*OF_THE_MAP):
        on_piece = isinstance(command, TakeAll) and command.piece
        if not on_piece:
            table = checking.missing_table(conditions, given)
            if table is not None:
                where = f" {table_words(table)}" if given else ""
                hint = "a map is a block like: map of <sorts>: ..."
                checking.report("E575", f"there is no map{where}", command, hint)


@define(eq=False, repr=False)
class _Drawn:
    """A map at one table."""

    checking: Checking
    map: Map
    table: TableOf

    def is_right(self) -> bool:
        """Is nothing wrong with it? What is wrong is reported."""
        return all((self._is_alone(), self._is_said(), self._has_tiles()))

    @property
    def _where(self) -> str:
        return f" {table_words(self.table)}" if self._depends() else ""

    def _depends(self) -> bool:
        return bool(self.map.conditions or any(line.conditions for line in self.map.lines))

    def _of(self, kind: type[Definition]) -> list[Definition]:
        found = (line for line in self.map.lines if isinstance(line, kind))
        return [line for line in found if all_hold(line.conditions, *self.table)]

    def _is_alone(self) -> bool:
        for other in self.checking.rules.of(Map):
            if other is not self.map and all_hold(other.conditions, *self.table):
                message = f"there are two maps{self._where}"
                hint = "put each under conditions that exclude the other: with 2 players: map ..."
                self.checking.report("E572", message, other, hint)
                return False
        return True

    def _is_said(self) -> bool:
        """Each sentence that is needed stands there once."""
        listed = any(isinstance(s, Shape) and s.spaces == LISTED for s in self._of(Shape))
        said = {kind: self._of(kind) for kind in SAID}
        again = next((lines[1] for lines in said.values() if len(lines) > 1), None)
        if again is not None:
            message = f"the map says this twice{self._where}"
            self.checking.report("E571", message, again, "keep one of the two sentences")
            return False
        unsaid = [SAID[kind] for kind, at in said.items() if not at and self._needs(kind, listed)]
        if unsaid:
            self.checking.report_unsaid("E571", unsaid, "of the map", self.map, self._where)
            return False
        if not listed and (beside := self._of(Beside)):
            message = "the map does not say that neighbours are listed"
            hint = "write above it: neighbours are as listed"
            self.checking.report("E571", message, beside[0], hint)
            return False
        return self._has_rows_to_make(listed)

    def _needs(self, kind: type[Definition], listed: bool) -> bool:
        if kind is Reach:
            return any(build.sort == self.map.sort for build in self.checking.every(Build))
        return kind is Shape or not listed

    def _has_rows_to_make(self, listed: bool) -> bool:
        rows = next(iter(self.checking.every(MakesRow)), None) if listed else None
        if rows is not None:
            message = "neighbours that are listed lie in no straight rows"
            self.checking.report("E576", message, rows, f"spaces may be {' or '.join(DIRECTIONS)}")
        return rows is None

    def _has_tiles(self) -> bool:
        """No more places than tiles, and no more tiles than the machine can hold."""
        shapes = [line for line in self._of(Shape) if isinstance(line, Shape)]
        ring = any(shape.ring for shape in shapes)
        rules = self.checking.rules
        tiles: list[Definition] = [*rules.of(Tile)]
        if not ring:
            tiles = [piece for piece in rules.of(Piece) if piece.sort == self.map.sort]
        here = [tile for tile in tiles if all_hold(tile.conditions, *self.table)]
        most = EMPTY // (TURNS if ring else 1)
        if len(here) > most:
            message = f"{len(here)} tiles; there can be {most}"
            self.checking.report("E519", message, here[most], "remove some of them")
            return False
        for rows in self._of(Rows):
            places = sum(getattr(rows, "lengths", ()))
            if places > len(here):
                message = f"the rows have {places} places, more than there are tiles: {len(here)}"
                hint = f"write shorter rows, or more {'tiles' if ring else 'pieces of the sort'}"
                self.checking.report("E573", message + self._where, rows, hint)
                return False
        return True


def _check_spaces(checking: Checking, drawn: Map) -> None:
    """Spaces begin in one place and lie in another, each once, and in a tile where there are."""
    rules = checking.rules
    sort = next((each for each in rules.of(Sort) if each.name == drawn.sort), None)
    if sort is None:
        return
    if len([place for place in sort.places[:2] if place != PLAYERS]) < 2:
        message = f"pieces of the sort {sort.name} need two places: where they begin, and the map"
        hint = "its line: places: the first of them, the map, and perhaps: players"
        checking.report("E574", message, sort, hint)
        return
    ring = any(line.ring for line in drawn.of(Shape))
    in_tiles = {name for tile in rules.of(Tile) for name in tile.spaces}
    for piece in rules.of(Piece):
        if piece.sort != sort.name:
            continue
        if piece.copies > 1 or piece.copies_per_player or piece.stack:
            message = f"{piece.name} is a space of the map, of which there is 1 copy in no stack"
            checking.report("E574", message, piece, "give each space a name of its own")
            return
        if (piece.name in in_tiles) != ring:
            message = f"{piece.name} belongs to no tile"
            hint = "write it below a line like: tile North Shore:"
            if not ring:
                message = f"{piece.name} is part of a tile, and here a tile is one space"
                hint = "in the map: <sorts> are hexes, and a tile is one of them with six around it"
            checking.report("E574", message, piece, hint)
            return


def _check_goods(checking: Checking, sorts: set[str]) -> None:
    """Goods come to a space when it is built on, or begin there: its own text does not keep any."""
    of = {piece.name: piece.sort for piece in checking.rules.of(Piece)}
    for command, piece in storing(checking):
        if of.get(piece) in sorts:
            message = f"{piece} is a space of the map, whose own text keeps no goods"
            hint = f"write it in a line like: whenever a player builds a {of[piece]}: ..."
            checking.report("E577", message, command, hint)
            return


def _check_moved(checking: Checking, sorts: set[str]) -> None:
    """A space lies where its tile does, and is a player's when they have built on it."""
    for command, _ in checking.placed_of(MovePieces, RemoveCopies, Take):
        sort = checking.sort_of(command)
        if sort in sorts:
            message = f"a {sort} is a space of the map, and lies where its tile does"
            hint = f"it is done by: lay the map; a {sort} comes to a player who builds on it"
            checking.report("E578", message, command, hint)
            return
