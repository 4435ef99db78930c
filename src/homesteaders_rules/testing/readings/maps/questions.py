"""What is asked of a map, and what is counted on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.amounts import OnYoursCount
from ....mechanisms.maps.conditions import HereIs, MakesRow
from ..registry import reads
from .plane import points, rows_made

if TYPE_CHECKING:
    from ..reading import Reading


@reads(HereIs)
def _here_is(game: Reading, condition: HereIs) -> bool:
    built = game.board.built
    return bool(built) and condition.label in game.text.pieces[built].labels


@reads(MakesRow)
def _makes_row(game: Reading, condition: MakesRow) -> bool:
    built = game.board.built
    return built in points(game) and rows_made(game, built, condition.length) >= condition.rows


@reads(OnYoursCount)
def _on_yours(game: Reading, count: OnYoursCount, seat: int) -> int:
    own = (n for n in game.board.owned[seat] if game.text.pieces[n].sort == count.sort)
    return sum(game.board.lying.get((name, count.good), 0) for name in own)
