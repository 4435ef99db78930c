"""What is enclosed on the grids of players, cell by cell: areas are sets of names of cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from ....mechanisms.enclosing.commands import Enclose
from ....mechanisms.enclosing.definitions import (
    EnclosedLies,
    Encloses,
    HasAtMost,
    HoldsNo,
    MayBeDivided,
    OnEdges,
    OneIn,
    Rim,
)
from ....mechanisms.holding.definitions import MayHold
from ....runtime.recording.events import STOCK
from ....runtime.recording.kinds import Enclosed
from ..board import cell_names, grid_of
from ..payments import Way, cost_of, hand_over, payable
from ..reading import Asks, Choice, Reading
from ..registry import able, asks_which, choices, has_choices, knows, reads
from ..shortage import room_under
from ..triggers import follow_units
from .areas import Area, barred, inside
from .homes import all_at_home

Edge = frozenset[str]
"""The cells on its two sides; of one that has none the name that it would have."""

knows(OnEdges, Encloses, EnclosedLies, HoldsNo, MayBeDivided, HasAtMost, Rim, OneIn)
asks_which(Enclose)
able(Enclose)(has_choices)


# ---------------------------------------------------------------------------------- areas


@lru_cache(maxsize=1024)
def _around(cell: str) -> tuple[str, ...]:
    row, column = ord(cell[0]), int(cell[1:])
    spots = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
    return tuple(f"{chr(row)}{column}" for row, column in spots)


@lru_cache(maxsize=16_384)
def _outline(area: Area) -> frozenset[Edge]:
    """The edges between an area and all else."""
    return frozenset(_edge(cell, o) for cell in area for o in _around(cell) if o not in area)


@lru_cache(maxsize=4096)
def _edge(cell: str, other: str) -> Edge:
    return frozenset((cell, other))


def _reached(cells: Area, standing: set[Edge]) -> Area:
    """What is reached from one of some cells without crossing what stands."""
    found, waiting = set[str](), sorted(cells)[:1]
    while waiting:
        cell = waiting.pop()
        found.add(cell)
        for other in _around(cell):
            if other in cells and other not in found and frozenset((cell, other)) not in standing:
                waiting.append(other)
    return frozenset(found)


@lru_cache(maxsize=8)
def _connected(cells: tuple[str, ...], most: int) -> tuple[Area, ...]:
    """Every connected set of so many cells at most."""
    found: set[Area] = set()
    layer = {frozenset([cell]) for cell in cells}
    while layer and len(next(iter(layer))) <= most:
        found |= layer
        layer = {
            area | {other}
            for area in layer
            for cell in area
            for other in _around(cell)
            if other in cells and other not in area
        }
    return tuple(sorted(found, key=lambda area: (len(area), sorted(area))))


@lru_cache(maxsize=1024)
def _possible(
    cells: tuple[str, ...],
    most: int,
    rules: tuple[bool, bool, bool],
    there: frozenset[Area],
    bars: Area,
) -> tuple[tuple[Area, int], ...]:
    """What may be enclosed next, each with the number of edges that are missing around it."""
    beside, divided, walled = rules
    standing = set[Edge]().union(*map(_outline, there))
    taken = frozenset[str]().union(*there)
    free, within = frozenset(cells) - taken - bars, set(cells)
    found = []
    for area in _connected(cells, most):
        if area <= free:
            near = not there or any(o in taken for cell in area for o in _around(cell))
            is_one = near or not beside
        else:
            is_one = divided and any(_is_part(area, whole) for whole in there)
        if is_one:
            missing = _outline(area) - standing
            found.append((area, sum(not walled or edge <= within for edge in missing)))
    return tuple(found)


def _is_part(area: Area, whole: Area) -> bool:
    """Is it one of two parts that both hold together, the one with the first cell?"""
    rest = whole - area
    return area < whole and min(whole) in area and _reached(rest, set()) == rest


def _bars(game: Reading) -> Area:
    tiles = game.board.tiles_on.items()
    return frozenset(
        cell for (seat, cell), tile in tiles if seat == game.you and barred(game.text, tile)
    )


def _next_ones(game: Reading) -> tuple[tuple[Area, int], ...]:
    """What "you" may enclose next, whatever it costs."""
    grid = grid_of(game.text)
    assert grid is not None
    cells = tuple(cell_names(game.text))
    most = min([len(cells), *(line.most for line in grid.of(HasAtMost))])
    says = (
        any(line.beside for line in grid.of(EnclosedLies)),
        bool(grid.of(MayBeDivided)),
        any(line.closes for line in grid.of(Rim)),
    )
    there = frozenset(game.board.areas.get(game.you, ()))
    return _possible(cells, most, says, there, _bars(game))


def _left(game: Reading, good: str) -> int:
    """How many edges "you" can still build, as far as anything bounds that."""
    bounds = [
        room_under(game, bound)
        for bound in game.text.all_of(MayHold)
        if good in bound.goods and not bound.gives_back
    ]
    if good in game.text.limited:
        bounds.append(game.in_stock(good))
    return max(min(bounds, default=len(cell_names(game.text)) * 4), 0)


# ---------------------------------------------------------------------------------- enclosing


@choices(Enclose)
def _ways(game: Reading, effect: Enclose) -> Iterator[Choice]:
    left, each = _left(game, effect.good), cost_of(effect.cost)
    known: dict[int, list[Way]] = {}
    for area, number in _next_ones(game):
        if number > left:
            continue
        if number not in known:
            cost = {good: amount * number for good, amount in each.items() if number}
            known[number] = [*payable(game, cost, game.purpose)]
        for way in known[number]:
            key = f"enclose {' '.join(sorted(area))}{way.suffix}"
            yield Choice(key, partial(_enclose, game, effect, area, number, way), sure=False)


def close(game: Reading, area: Area) -> None:
    """ "you" enclose an area from now on: of what it was part of, the rest is apart."""
    parts = {part - area for part in game.board.areas.get(game.you, ())} | {area}
    game.board.areas[game.you] = parts | _rings(game, parts)


def _enclose(game: Reading, effect: Enclose, area: Area, number: int, way: Way) -> Asks:
    yield from hand_over(game, effect.span, way)
    game.give(effect.span, effect.good, number, STOCK, game.you)
    close(game, area)
    cells = tuple(sorted(area))
    game.tell(Enclosed(game.you, effect.good, cells, number, span=effect.span, piece=game.piece))
    for _ in range(number):
        game.tally(effect.good, 1)
        yield from follow_units(game, "gains", [(effect.good, 1)])
    yield from all_at_home(game)


def _rings(game: Reading, parts: Iterable[Area]) -> set[Area]:
    """What is closed in by all that stands and was not chosen, where that counts."""
    grid = grid_of(game.text)
    if grid is None or not any(line.rings for line in grid.of(Encloses)):
        return set()
    standing = set[Edge]().union(*map(_outline, parts))
    cells = frozenset(cell_names(game.text))
    left, found = cells.difference(*parts), set[Area]()
    while left:
        part = _reached(left, standing)
        left -= part
        ways_out = {edge for edge in _outline(part) if not edge <= cells} - standing
        if not ways_out and not part & _bars(game):
            found.add(part)
    return found


# ---------------------------------------------------------------------------------- counting


@reads(Encloses)
def _how_many(game: Reading, line: Encloses, seat: int) -> int:
    return len(game.board.areas.get(seat, ()))


@reads(OneIn)
def _tiles_inside(game: Reading, line: OneIn, seat: int) -> int:
    tiles, cells = game.board.tiles_on, inside(game, seat)
    return sum(
        tile in line.goods for (s, cell), tile in tiles.items() if s == seat and cell in cells
    )
