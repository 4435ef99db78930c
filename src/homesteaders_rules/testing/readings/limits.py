"""How often each player has used what may be used so often and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.definition import GAME, ROUND, Exchange
from ...commands.definitions.pieces import Piece
from ...mechanisms.limits import USED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...play.state import State
    from .board import Board
    from .text import Text

Line = tuple[str, object]


def _limited(text: Text) -> Iterator[tuple[Line, Exchange]]:
    """The exchanges with a limit, and the lines they stand in, in the order of the text."""
    for each in text.definitions:
        piece = each.name if isinstance(each, Piece) else ""
        found = each.exchanges if isinstance(each, Piece) else (each,)
        for exchange in found:
            if isinstance(exchange, Exchange) and exchange.most:
                yield line_of(exchange, piece), exchange


def line_of(exchange: Exchange, piece: str) -> Line:
    """What its uses are counted for: an exchange for a group of goods is one line."""
    return piece, exchange.name or exchange.gain


def left(board: Board, seat: int, exchange: Exchange, piece: str) -> int | None:
    """How often somebody may use it still; None: as often as they like."""
    if not exchange.most:
        return None
    if exchange.within not in ("", ROUND, GAME, board.phase):
        return 0
    return exchange.most - board.used.get((seat, line_of(exchange, piece)), 0)


def count(board: Board, seat: int, exchange: Exchange, piece: str, times: int) -> None:
    """Somebody has used it so often more."""
    if exchange.most:
        line = seat, line_of(exchange, piece)
        board.used[line] = board.used.get(line, 0) + times


def renew(text: Text, board: Board, within: str) -> None:
    """What may be used so often in each of these (empty: in a window) may be used again."""
    for line, exchange in _limited(text):
        if exchange.within == within:
            for seat in range(text.players):
                board.used.pop((seat, line), None)


def uses_in(text: Text, state: State) -> dict[tuple[int, object], int]:
    """How often each player has used what is limited, in a state."""
    first = state.table.layout.at.get((USED, 0), 0)
    most: dict[Line, int] = {}
    for line, exchange in _limited(text):
        most.setdefault(line, exchange.most)
    found: dict[tuple[int, object], int] = {}
    for seat in range(text.players):
        bits = state.cells[first + seat]
        for line, number in most.items():
            size = number.bit_length()
            found[seat, line], bits = bits & (1 << size) - 1, bits >> size
    return found
