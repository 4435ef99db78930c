"""Goods that are turned into others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....mechanisms.holding.definitions import MayHold
from ....mechanisms.turning import TurnInto
from ....runtime.recording.events import STOCK
from ....runtime.recording.kinds import Laid
from ..board import cell_names, grid_of
from ..registry import reads, there
from ..shortage import room_under
from ..triggers import follow_gain, follow_units

if TYPE_CHECKING:
    from ..reading import Asks, Reading


@reads(TurnInto)
def _turn_into(game: Reading, effect: TurnInto) -> Asks:
    """All that can be: those that go, those that come, where they lie as tiles; what follows."""
    number, before, after = _number(game, effect), effect.before, effect.after
    if number < 1:
        return
    game.give(effect.span, before, number, game.you, STOCK)
    game.give(effect.span, after, number, STOCK, game.you)
    if grid_of(game.text) is not None:
        _turn_tiles(game, effect, number)
    yield from follow_units(game, "loses", [(before, number)])
    yield from follow_gain(game, after, number)


def _turn_tiles(game: Reading, effect: TurnInto, number: int) -> None:
    tiles = game.board.tiles_on
    lying = [c for c in cell_names(game.text) if tiles.get((game.you, c)) == effect.before]
    for cell in lying[:number]:
        tiles[game.you, cell] = effect.after
        game.tell(Laid(game.you, effect.after, cell, span=effect.span, piece=game.piece))


@there(TurnInto)
def _some_can_be_turned(game: Reading, effect: TurnInto) -> bool:
    return _number(game, effect) > 0


def _number(game: Reading, effect: TurnInto) -> int:
    number = game.out_of_stock(effect.after, game.held(effect.before))
    for bound in game.text.all_of(MayHold):
        if effect.after in bound.goods and effect.before not in bound.goods:
            number = min(number, room_under(game, bound))
    return number
