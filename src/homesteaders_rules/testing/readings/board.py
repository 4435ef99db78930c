"""What lies on the table, in plain words: the second reading's own memory of a game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ...commands.definitions.definition import GAME, ROUND, Exchange, Tally
from ...commands.definitions.pieces import Piece
from ...mechanisms.grids.definitions import Grid
from ...mechanisms.limits import USED
from ...runtime.recording.events import STOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.definitions.tracks import Track
    from ...play.state import State
    from .text import Text

NEUTRAL = -2
"""Who leads a lot on which the bid of nobody stands."""
Line = tuple[str, object]
"""A piece (none: the rules themselves), and what its limited exchange is called, or gives."""
Filled = tuple[str, str, int]
"""A place that is filled: the piece, the good, and the number of the place for that good."""


@define
class Board:
    """Goods by holder, pieces by place, markers, stacks, and how the auction stands.

    Holders are seats and STOCK. A marker on a track for all is that of STOCK, and counts values
    from 0. ``leads`` and ``stands`` belong to lots from 0; ``built`` is the piece built last;
    ``users`` are those who left what lies on a piece; ``last`` is the last round, as far as it is
    known, and ``turn`` the seat of the player who takes one, ``again`` whether another one follows.
    ``used`` counts, by seat and line, the uses of what is limited, and ``later``, by seat and line,
    how often something is due in each round to come.
    ``rows`` are, for the sort of a display, the pieces on its spaces, empty where none lies.
    ``tiles`` are those of the map in the order of their places, each with how it is turned.
    ``tiles_on`` are what lies on the cells of grids, by seat and cell, and ``there`` is the cell
    that is dealt with now; ``areas`` are the enclosed ones of seats, as sets of cells.
    """

    goods: dict[tuple[int, str], int]
    lying: dict[tuple[str, str], int]
    copies: dict[tuple[str, str], int]
    owned: list[set[str]]
    filled: list[set[Filled]]
    markers: dict[tuple[int, str], int]
    stacks: dict[str, list[str]]
    turned: dict[str, int]
    leads: list[int | None]
    stands: list[int]
    last_bids: list[tuple[int, int]]
    tallies: dict[tuple[int, str], int]
    later: dict[tuple[int, object], dict[int, int]] = field(factory=dict)
    used: dict[tuple[int, object], int] = field(factory=dict)
    users: dict[str, int | None] = field(factory=dict)
    tiles: list[tuple[str, int]] = field(factory=list)
    tiles_on: dict[tuple[int, str], str] = field(factory=dict)
    areas: dict[int, set[frozenset[str]]] = field(factory=dict)
    there: str = ""
    rows: dict[str, list[str]] = field(factory=dict)
    neutral: set[str] = field(factory=set)
    out: set[int] = field(factory=set)
    open: set[int] = field(factory=set)
    round: int = 0
    is_final: bool = False
    last: int = 0
    turn: int | None = None
    again: bool = False
    phase: str = ""
    start: int = 0
    lot: int = 0
    built: str = ""
    declined: bool = False

    @classmethod
    def fresh(cls, text: Text) -> Board:
        """Before setup: everything in the stock and in the first places."""
        seats = range(text.players)
        goods = {(holder, good): 0 for holder in seats for good in text.goods}
        goods |= {(STOCK, good.name): good.count for good in text.goods.values()}
        copies: dict[tuple[str, str], int] = {}
        for piece in text.pieces.values():
            for place in text.sorts[piece.sort].common_places:
                copies[place, piece.name] = 0
            if places := text.sorts[piece.sort].places:
                number = text.players if piece.copies_per_player else piece.copies
                copies[places[0], piece.name] = number
        markers = {
            (holder, track.name): track.start if track.common else 0
            for track in text.tracks.values()
            for holder in ([STOCK] if track.common else seats)
        }
        lots = len(text.lots)
        on_board = {name for names in text.boards.values() for name in names}
        return cls(
            goods=goods,
            lying={},
            copies=copies,
            owned=[set() for _ in seats],
            filled=[set() for _ in seats],
            markers=markers,
            stacks={stack: [stack] if stack in on_board else [] for stack in text.stacks},
            turned={stack: int(stack in on_board) for stack in text.stacks},
            leads=[None] * lots,
            stands=[0] * lots,
            last_bids=[(0, 0) for _ in seats],
            tallies={(seat, tally.name): 0 for seat in seats for tally in text.all_of(Tally)},
        )

    def copy(self) -> Board:
        """Another that goes its own way."""
        return evolve(
            self,
            goods=dict(self.goods),
            lying=dict(self.lying),
            copies=dict(self.copies),
            owned=[set(each) for each in self.owned],
            filled=[set(each) for each in self.filled],
            markers=dict(self.markers),
            stacks={name: list(order) for name, order in self.stacks.items()},
            turned=dict(self.turned),
            leads=list(self.leads),
            stands=list(self.stands),
            last_bids=list(self.last_bids),
            tallies=dict(self.tallies),
            used=dict(self.used),
            later={line: dict(rounds) for line, rounds in self.later.items()},
            users=dict(self.users),
            tiles=list(self.tiles),
            tiles_on=dict(self.tiles_on),
            areas={seat: set(areas) for seat, areas in self.areas.items()},
            rows={sort: list(row) for sort, row in self.rows.items()},
            neutral=set(self.neutral),
            out=set(self.out),
            open=set(self.open),
        )

    def up(self, stack: str) -> str:
        """The piece turned up last of a stack; empty where none was."""
        number = self.turned[stack]
        return self.stacks[stack][number - 1] if number else ""

    def clear_bids(self) -> None:
        """No bid stands, and nobody is out."""
        self.out.clear()
        self.leads[:] = [None] * len(self.leads)
        self.stands[:] = [0] * len(self.stands)
        self.last_bids[:] = [(0, 0)] * len(self.last_bids)


# ---------------------------------------------------------------------------------- limits of use


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


def as_shown(track: Track, position: int) -> int:
    """What a space of a track stands for: its value, or its number where there are no values."""
    return track.values[position] if track.values else position


def position_of(track: Track, shown: int) -> int:
    """The contrary."""
    return track.values.index(shown) if track.values else shown


def grid_of(text: Text) -> Grid | None:
    """The grid of a table, if it has one."""
    return next(iter(text.all_of(Grid)), None)


def cell_names(text: Text) -> list[str]:
    """Row by row."""
    grid = grid_of(text)
    return [] if grid is None else [*_named(grid.rows, grid.columns)]


@lru_cache(maxsize=64)
def _named(rows: int, columns: int) -> tuple[str, ...]:
    each = range(1, columns + 1)
    return tuple(f"{chr(ord('A') + row)}{column}" for row in range(rows) for column in each)


def holder_of(seat: int, cell: str) -> str:
    """A cell as somebody who has goods."""
    return f"{cell} of player {seat + 1}"


def holders(text: Text) -> list[str]:
    """All besides players and the stock that may have goods: pieces, and cells seat by seat."""
    seats = range(text.players)
    return [*text.pieces, *(holder_of(seat, cell) for seat in seats for cell in cell_names(text))]
