"""The grids of players, read from the text: cells are names, and so are what lies on them."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from ....mechanisms.grids.commands import Lay
from ....mechanisms.grids.counting import CellCount
from ....mechanisms.grids.definitions import (
    EmptyCells,
    Grid,
    Holds,
    LieOn,
    Lies,
    Stays,
)
from ....mechanisms.grids.heaping import ForEachCell, PutThere, TakeThere
from ....mechanisms.holding.definitions import MayHold
from ....runtime.recording.events import STOCK
from ....runtime.recording.kinds import Laid
from ..board import cell_names, grid_of, holder_of
from ..holding import as_far_as_held
from ..payments import Way, cost_of, hand_over, payable, put_down
from ..reading import Asks, Choice, Reading, finish
from ..registry import able, asking, choices, has_choices, knows, reads, there
from ..shortage import room_under
from ..triggers import follow_units, gain
from .areas import barred, inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ....play.spaces import GridCell
    from ..text import Text

STOP = "stop"
FREE = Way(())
knows(Grid, Holds, Lies, Stays, LieOn, EmptyCells)


def tiles_on(grids: Sequence[Sequence[GridCell]]) -> dict[tuple[int, str], str]:
    """The tiles on the grids of all seats, where any lies."""
    return {(s, cell.name): cell.tile for s, grid in enumerate(grids) for cell in grid if cell.tile}


def lying_on(grids: Sequence[Sequence[GridCell]]) -> dict[tuple[str, str], int]:
    """How much lies on the cells of all seats, where anything does."""
    return {
        (holder_of(seat, cell.name), good): amount
        for seat, grid in enumerate(grids)
        for cell in grid
        for good, amount in cell.lying
    }


def _is_beside(one: str, other: str) -> bool:
    """Do two cells share a side?"""
    down, right = abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))
    return down + right == 1


def _heaped(game: Reading, holder: str) -> bool:
    return any(amount for (where, _), amount in game.board.lying.items() if where == holder)


# ---------------------------------------------------------------------------------- tiles


def open_cells(game: Reading, good: str) -> list[str]:
    """Where "you" may lay a tile."""
    grid, tiles = grid_of(game.text), game.board.tiles_on
    assert grid is not None
    own = {cell: tile for (seat, cell), tile in tiles.items() if seat == game.you}
    found = [cell for cell in cell_names(game.text) if cell not in own]
    for line in grid.of(Lies):
        near = [cell for cell, tile in own.items() if tile in line.beside]
        if good in line.goods and line.beside and (near or not line.another):
            found = [cell for cell in found if any(_is_beside(cell, other) for other in near)]
    closed = inside(game, game.you) if barred(game.text, good) else ()
    return [cell for cell in found if cell not in closed]


def _is_left(game: Reading, good: str) -> bool:
    """Is one there, and may "you" have one more?"""
    bounds = (bound for bound in game.text.all_of(MayHold) if good in bound.goods)
    return game.out_of_stock(good, 1) > 0 and all(room_under(game, each) > 0 for each in bounds)


def _cells_for(game: Reading, effect: Lay) -> list[str]:
    if not _is_left(game, effect.good):
        return []
    if effect.cell:
        return [effect.cell] if (game.you, effect.cell) not in game.board.tiles_on else []
    return open_cells(game, effect.good)


def _lay(game: Reading, effect: Lay, cell: str, way: Way = FREE) -> Asks:
    yield from hand_over(game, effect.span, way)
    game.give(effect.span, effect.good, 1, STOCK, game.you)
    game.board.tiles_on[game.you, cell] = effect.good
    game.tell(Laid(game.you, effect.good, cell, span=effect.span, piece=game.piece))
    game.tally(effect.good, 1)
    yield from follow_units(game, "gains", [(effect.good, 1)])


@asking(Lay)
def _asks_where(text: Text, effect: Lay) -> bool:
    return not effect.cell


@reads(Lay)
def _laid(game: Reading, effect: Lay) -> Asks:
    if not effect.cell:
        yield from game.ask(lambda: game.choices(effect))
        return
    for cell in _cells_for(game, effect):
        yield from _lay(game, effect, cell)


@choices(Lay)
def _where(game: Reading, effect: Lay) -> Iterator[Choice]:
    ways = payable(game, cost_of(effect.cost), game.purpose)
    for cell, way in product(_cells_for(game, effect), ways):
        key = game.words(effect) if effect.cell else f"lay {effect.good} {cell}{way.suffix}"
        yield Choice(key, partial(_lay, game, effect, cell, way), sure=False)


there(Lay)(has_choices)
able(Lay)(has_choices)


# ---------------------------------------------------------------------------------- what lies there


def _fits(game: Reading, effect: ForEachCell, cell: str) -> bool:
    is_tile = game.board.tiles_on.get((game.you, cell)) in effect.goods
    return is_tile and not (effect.empty and _heaped(game, holder_of(game.you, cell)))


@asking(ForEachCell)
def _asks_how_many(text: Text, effect: ForEachCell) -> bool:
    return effect.chosen or text.asks(effect.effect)


@reads(ForEachCell)
def _for_each(game: Reading, effect: ForEachCell) -> Asks:
    """One cell after the other, as it is when its turn comes."""
    before = game.board.there
    done: list[Choice] = []
    over: list[bool] = []
    for cell in cell_names(game.text):
        if over or not _fits(game, effect, cell):
            continue
        game.board.there = holder_of(game.you, cell)
        if not effect.chosen:
            yield from game.do(effect.effect)
        elif found := game.choices(effect.effect):
            yield from game.ask(_some(game, effect, done, over), skips=not done)
            done += found[:1]
    game.board.there = before


def _some(
    game: Reading, effect: ForEachCell, done: list[Choice], over: list[bool]
) -> Callable[[], list[Choice]]:
    """What may be done for a cell; and to stop, where something was done."""
    stop = [Choice(STOP, lambda: finish(over))] if done else []
    return lambda: [*game.choices(effect.effect), *stop]


def _on_some(game: Reading, effect: ForEachCell, test: Callable[[], bool]) -> bool:
    """Is it so of a cell?"""
    before, found = game.board.there, False
    for cell in cell_names(game.text):
        if _fits(game, effect, cell):
            game.board.there = holder_of(game.you, cell)
            found = found or test()
    game.board.there = before
    return found


@there(ForEachCell)
def _something_to_do(game: Reading, effect: ForEachCell) -> bool:
    if effect.chosen:
        return _on_some(game, effect, lambda: game.is_wanted(effect.effect))
    return _on_some(game, effect, lambda: game.is_there(effect.effect))


@able(ForEachCell)
def _can_be_done(game: Reading, effect: ForEachCell) -> bool:
    return not effect.chosen or _something_to_do(game, effect)


@reads(PutThere)
def _put(game: Reading, effect: PutThere) -> None:
    put_down(game, effect.span, effect.bundle, game.board.there)


@there(PutThere)
def _is_any_left(game: Reading, effect: PutThere) -> bool:
    return any(game.out_of_stock(good, 1) > 0 for good in cost_of(effect.bundle))


@reads(TakeThere)
def _take(game: Reading, effect: TakeThere) -> Asks:
    """The first good of the text first."""
    left = effect.most
    for good in game.text.goods:
        lying = game.board.lying.get((game.board.there, good), 0)
        amount = as_far_as_held(game, good, lying)
        if effect.most:
            amount = min(amount, left)
            left -= amount
        yield from gain(game, effect.span, good, amount, game.board.there)


# ---------------------------------------------------------------------------------- counting


@reads(CellCount)
def _cells(game: Reading, count: CellCount, seat: int) -> int:
    """Each sentence that names a count has a reading of its own."""
    grid = grid_of(game.text)
    lines = [each for each in grid.lines if getattr(each, "name", "") == count.name] if grid else []
    return sum(game.count(line, seat) for line in lines[:1])


@reads(EmptyCells)
def _empty(game: Reading, line: EmptyCells, seat: int) -> int:
    tiles = game.board.tiles_on
    closed = inside(game, seat) if line.open_only else ()
    free = (c for c in cell_names(game.text) if (seat, c) not in tiles and c not in closed)
    return sum(not _heaped(game, holder_of(seat, cell)) for cell in free)


def scored(game: Reading, good: str, seat: int) -> int:
    """How much of a good counts in scoring."""
    grid, held = grid_of(game.text), game.held(good, seat)
    lines = [] if grid is None else [line for line in grid.of(LieOn) if line.scored]
    if not any(good in line.goods for line in lines):
        return held
    cells = (holder_of(seat, cell) for cell in cell_names(game.text))
    return held + sum(game.board.lying.get((cell, good), 0) for cell in cells)
