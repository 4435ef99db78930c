"""A map as points of the plane, one apart where spaces meet at a side.

Nothing of it is shared with how the engine knows it: a tile of seven is a point and the six around
it, turned by a factor, and neighbours are what is near.
"""

from __future__ import annotations

from cmath import exp, pi
from functools import lru_cache
from typing import TYPE_CHECKING

from ....commands.definitions.pieces import Piece
from ....mechanisms.maps.definitions import Beside, Dealing, Map, Reach, Rows, Shape, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..reading import Reading
    from ..text import Text

SIXTH = exp(1j * pi / 3)
"""A sixth of a turn, clockwise: the second axis goes down."""
NEAR = 0.01


def map_of(text: Text) -> Map | None:
    """The map of a table, if it has one."""
    return next(iter(text.all_of(Map)), None)


def shape_of(drawn: Map) -> Shape:
    """What its spaces are."""
    return drawn.of(Shape)[0]


def tiles_of(text: Text, drawn: Map) -> dict[str, tuple[str, ...]]:
    """The spaces of each tile."""
    if shape_of(drawn).ring:
        return {tile.name: tile.spaces for tile in text.all_of(Tile)}
    return {piece.name: (piece.name,) for piece in text.of_sort(drawn.sort)}


def middles(text: Text, drawn: Map) -> list[complex]:
    """The middle of each tile, row by row."""
    shape = shape_of(drawn)
    if not drawn.of(Rows):
        return [complex(number) for number in range(len(tiles_of(text, drawn)))]
    along = 2 + SIXTH if shape.ring else 1 + 0j
    start, before, found = 0j, 0, []
    for length in drawn.of(Rows)[0].lengths:
        if before and shape.spaces == "hexes":
            start += along * SIXTH * (SIXTH if length > before else 1)
        elif before:
            start += 1j
        found += [start + along * number for number in range(length)]
        before = length
    return found


def points(game: Reading) -> dict[str, complex]:
    """Where each space lies."""
    return _points(game.text, tuple(game.board.tiles))


@lru_cache(1 << 6)
def _points(text: Text, lying: tuple[tuple[str, int], ...]) -> dict[str, complex]:
    drawn = map_of(text)
    if drawn is None:
        return {}
    tiles, found = tiles_of(text, drawn), {}
    for middle, (name, turned) in zip(middles(text, drawn), lying, strict=False):
        first, *ring = tiles[name]
        found[first] = middle
        for number, space in enumerate(ring):
            found[space] = middle + SIXTH ** (number + turned)
    return found


def beside(game: Reading, name: str) -> list[str]:
    """The spaces next to one, in the order of the rules."""
    return _beside(game.text, tuple(game.board.tiles), name)


@lru_cache(1 << 12)
def _beside(text: Text, tiles: tuple[tuple[str, int], ...], name: str) -> list[str]:
    drawn, lying = map_of(text), _points(text, tiles)
    if drawn is None or name not in lying:
        return []
    listed = {(line.piece, other) for line in drawn.of(Beside) for other in line.others}
    far = {"squares that also meet at corners": 2**0.5, "as listed": 0}
    reach = far.get(shape_of(drawn).spaces, 1)
    return [
        each
        for each in text.pieces
        if each in lying and each != name
        if (name, each) in listed
        or (each, name) in listed
        or abs(lying[each] - lying[name]) < reach + NEAR
    ]


def taken(game: Reading) -> set[str]:
    """What is built on or neutral."""
    return set(game.board.neutral).union(*game.board.owned)


def is_open(game: Reading, name: str) -> bool:
    """May "you" build there, as far as the map goes?"""
    drawn = map_of(game.text)
    if drawn is None or game.text.pieces[name].sort != drawn.sort:
        return True
    lying, built = points(game), taken(game)
    where = drawn.of(Reach)[0].where if drawn.of(Reach) else "any"
    if name not in lying or name in built:
        return False
    if where.startswith("next to one of theirs"):
        own = game.board.owned[game.you] & {*lying}
        if not own and where.endswith("the first anywhere"):
            return True
        return any(each in own for each in beside(game, name))
    return where == "any" or any(each in built for each in beside(game, name))


def rows_made(game: Reading, name: str, length: int) -> int:
    """How many straight rows of that length come about by a space of yours."""
    lying, own = points(game), game.board.owned[game.you]
    at = [lying[each] for each in own if each in lying]
    here, found = lying[name], 0
    ways = [lying[each] - here for each in beside(game, name)]
    ways += [-way for way in ways]
    for way in _each_axis(ways):
        one, other = (_run(at, here, step) for step in (way, -way))
        found += one + other + 1 >= length > max(one, other)
    return found


def _each_axis(ways: list[complex]) -> Iterator[complex]:
    """One of each way and its opposite."""
    seen: list[complex] = []
    for way in ways:
        if not any(abs(way - old) < NEAR or abs(way + old) < NEAR for old in seen):
            seen.append(way)
            yield way


def _run(at: list[complex], here: complex, step: complex) -> int:
    length = 0
    while any(abs(here + step * (length + 1) - point) < NEAR for point in at):
        length += 1
    return length


def how_dealt(drawn: Map) -> str:
    """How tiles come to their places."""
    lines = drawn.of(Dealing)
    return lines[0].how if lines else "lie in the order of the text"


def space_names(game: Reading, label: str) -> list[str]:
    """The spaces that lie free and carry a label, in the order of the rules."""
    pieces: dict[str, Piece] = game.text.pieces
    free = {*points(game)} - taken(game)
    return [name for name, piece in pieces.items() if name in free and label in piece.labels]
