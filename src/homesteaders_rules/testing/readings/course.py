"""The course of a game: turns, who comes when, and how a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.ending import GameEnds
from ...mechanisms.turns import AnotherTurn, SeatsBefore, TakeTurns
from ...runtime.recording.events import TURN, Ending, Started
from .reading import RoundOver
from .registry import asking, reads, there

if TYPE_CHECKING:
    from .reading import Asks, Reading
    from .text import Text


@reads(TakeTurns)
def _take_turns(game: Reading, effect: TakeTurns) -> Asks:
    """Clockwise from the start player; whoever takes another turn takes it at once."""
    for seat in game.clockwise(range(game.text.players)):
        is_left = True
        while is_left:
            game.board.turn, game.board.again = seat, False
            game.tell(Started(seat, TURN, span=effect.span))
            yield from game.do(effect.effect)
            is_left = game.board.again
    game.board.turn, game.board.again = None, False


@reads(AnotherTurn)
def _another_turn(game: Reading, effect: AnotherTurn) -> None:
    game.board.again = game.board.again or game.board.turn == game.you


@there(AnotherTurn)
def _is_ones_turn(game: Reading, effect: AnotherTurn) -> bool:
    return game.board.turn == game.you


@reads(SeatsBefore)
def _seats_before(game: Reading, count: SeatsBefore, seat: int) -> int:
    order = [(game.board.start + n) % game.text.players for n in range(game.text.players)]
    return order.index(seat)


@asking(GameEnds)
def _leaves_what_is_going_on(text: Text, effect: GameEnds) -> bool:
    return effect.more is None


@reads(GameEnds)
def _game_ends(game: Reading, effect: GameEnds) -> None:
    """After a round, if it does not end before; at once even in the middle of something."""
    board = game.board
    last = max(board.round, 1) + (effect.more or 0)
    if not board.is_final and (effect.more is None or not board.last or last < board.last):
        board.last, board.round = last, max(board.round, 1) if effect.more is None else board.round
        game.tell(Ending(game.you, last, span=effect.span, piece=game.piece))
    if effect.more is None:
        raise RoundOver
