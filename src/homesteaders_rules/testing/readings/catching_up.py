"""Catching up: the second reading of a game that is under way, from where a phase begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.recording.events import OUT_OF_GAME, STOCK, Event, on_piece
from ...runtime.recording.kinds import (
    BecameStart,
    Bid,
    Enclosed,
    Ending,
    Laid,
    MadeNeutral,
    Marker,
    Move,
    Passed,
    Placed,
    Postponed,
    Revealed,
    Shifted,
    Started,
    Transfer,
)
from ...runtime.registers import END, OUT
from .board import NEUTRAL, Board, holders, position_of, uses_in
from .reading import Reading
from .shared.areas import areas_on
from .shared.displays import come_to_lie, displays_of, leave_space
from .shared.enclosing import close
from .shared.grids import lying_on, tiles_on
from .shared.later import comes_later, due_in
from .text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...play.state import State


def caught_up(before: State, after: State, events: Sequence[Event]) -> Reading | None:
    """The reading of a game from where a phase began last, if one began in this step.

    What was told before it leads from the state before to there.
    """
    begun = [n for n, e in enumerate(events) if isinstance(e, Started) and e.what == "phase"]
    text = Text.of(after.table)
    if not begun or not text.is_readable:
        return None
    game = Reading(text, board_of(text, before), you=before.decision.player, fate=after)
    for event in events[: begun[-1]]:
        happens(game, event)
    game.board.turn = None  # phases begin between turns
    later = events[begun[-1] :]
    game.chance = [event.player for event in later if isinstance(event, BecameStart)]
    game.happened = list(later)
    game.begin(later[0].name)  # type: ignore[attr-defined]
    return game


def begun_here(state: State) -> Reading | None:
    """The reading of a phase from its first question on; None where something came before it."""
    text = Text.of(state.table)
    if not text.is_readable or state.over:
        return None
    game = Reading(text, board_of(text, state), you=state.start_player, fate=state)
    goods, start = dict(game.board.goods), game.board.start
    game.begin(state.phase)
    came = [each for each in game.told if not isinstance(each, Started)]
    is_there = game.asked is not None and game.asked.player == state.decision.player
    game.board.used = uses_in(text, state)
    alike = (game.board.goods, game.board.start) == (goods, start) and not came
    return game if alike and is_there else None


def board_of(text: Text, state: State) -> Board:
    """A state as it lies on the table."""
    board = Board.fresh(text)
    layout, seats = state.table.layout, range(text.players)
    board.goods = {(holder, good): state.holding(holder, good) for holder, good in board.goods}
    board.lying = {(piece, good): state.lying(piece, good) for piece, good in layout.here}
    board.copies = {(place, piece): state.copies(place, piece) for place, piece in board.copies}
    board.owned = [set(state.pieces(seat)) for seat in seats]
    for index, place in enumerate(layout.places):
        name = layout.pieces[place.piece].name
        for seat in seats:
            if state.cells[layout.placed + seat] >> index & 1:
                board.filled[seat].add((name, place.good, place.number))
    for holder, name in board.markers:
        track = text.tracks[name]
        shown = state.position(name, None if track.common else holder)
        board.markers[holder, name] = position_of(track, shown)
    for stack in text.stacks:
        board.stacks[stack] = list(state.stack(stack))
        board.turned[stack] = state.cells[layout.at["turned", stack]]
    for seat, tally in board.tallies:
        board.tallies[seat, tally] = state.cells[layout.at["tally", seat, tally]]
    board.used, board.later = uses_in(text, state), due_in(text, state)
    board.users = {
        piece: state.user(piece) for piece, _ in layout.here if ("user", piece) in layout.at
    }
    for lot in state.lots():
        board.leads[lot.number - 1] = NEUTRAL if lot.neutral else lot.leader
        board.stands[lot.number - 1] = lot.bid
    board.out = {seat for seat in seats if state.cells[OUT] >> seat & 1}
    spaces = state.map()
    board.tiles = list(dict.fromkeys((space.tile, space.turned) for space in spaces))
    board.rows = {sort: list(state.display(sort)) for sort in displays_of(text)}
    board.neutral = {space.name for space in spaces if space.neutral}
    for space in spaces:
        board.lying |= {(space.name, good): amount for good, amount in space.lying}
    grids = [state.grid(seat) for seat in range(text.players)]
    board.tiles_on, board.areas = tiles_on(grids), areas_on(grids)
    board.lying |= lying_on(grids)
    board.round, board.phase, board.start = state.round, state.phase, state.start_player
    board.is_final, board.turn = state.is_final, state.turn
    board.last = state.cells[layout.at[END]] if END in layout.at else 0
    return board


def happens(game: Reading, event: Event) -> None:
    """What was told is so from now on."""
    board = game.board
    match event:
        case Transfer():
            _carry(game, event)
        case Move():
            _move(game, event)
        case Laid() | Enclosed() | MadeNeutral():
            _on_the_ground(game, event)
        case Placed():
            board.filled[event.player].add((event.name, event.good, event.place))
        case Shifted():
            board.filled[event.player] ^= {
                (event.source, event.good, event.source_place),
                (event.name, event.good, event.place),
            }
        case Marker():
            track = game.text.tracks[event.track]
            holder = STOCK if track.common else event.player
            board.markers[holder, event.track] = position_of(track, event.position)
        case Bid() | Passed():
            _in_auction(board, event)
        case Revealed():
            board.turned[event.stack] += 1
            if event.stack in game.text.lots:
                board.clear_bids()
        case BecameStart():
            board.start = event.player
        case Postponed():
            comes_later(game, event)
        case Started() | Ending():
            _goes_on(board, event)


def _on_the_ground(game: Reading, event: Laid | Enclosed | MadeNeutral) -> None:
    match event:
        case Laid():
            game.board.tiles_on[event.player, event.cell] = event.good
        case Enclosed():
            game.you = event.player
            close(game, frozenset(event.cells))
        case MadeNeutral():
            game.board.neutral.add(event.name)


def _in_auction(board: Board, event: Bid | Passed) -> None:
    if isinstance(event, Passed):
        board.out.add(event.player)
        return
    board.leads[event.lot - 1] = NEUTRAL if event.neutral else event.player
    board.stands[event.lot - 1] = event.amount


def _goes_on(board: Board, event: Started | Ending) -> None:
    match event:
        case Started(what="round" | "final round"):
            board.round, board.is_final = event.number, event.what == "final round"
        case Started(what="phase"):
            board.turn = None
        case Started(what="turn"):
            board.turn = event.player
        case Ending():
            board.last = event.last
        case _:
            pass


def _carry(game: Reading, event: Transfer) -> None:
    names = {on_piece(number): name for number, name in enumerate(holders(game.text))}
    board = game.board
    for holder, change in ((event.source, -event.amount), (event.target, event.amount)):
        if holder in names:
            key = names[holder], event.good
            board.lying[key] = board.lying.get(key, 0) + change
        else:
            board.goods[holder, event.good] += change
    _note_user(board, names, event)


def _note_user(board: Board, names: dict[int, str], event: Transfer) -> None:
    """Who leaves something on a piece uses it, until nothing lies there."""
    piece = names.get(event.target)
    if piece in board.users and event.source in range(len(board.owned)):
        board.users[piece] = event.source
    piece = names.get(event.source)
    if piece in board.users and not any(n for (on, _), n in board.lying.items() if on == piece):
        board.users[piece] = None


def _move(game: Reading, event: Move) -> None:
    board, piece = game.board, game.text.pieces[event.name]
    offered = game.text.sorts[piece.sort].places[1:2]
    if event.source in offered:
        leave_space(game, piece)
    if event.target in offered:
        come_to_lie(game, piece)
    players = {f"player {seat + 1}": seat for seat in range(len(board.owned))}
    if event.source in players:
        board.owned[players[event.source]].discard(event.name)
    else:
        board.copies[event.source, event.name] -= event.count
    if event.target in players:
        board.owned[players[event.target]].add(event.name)
    elif event.target != OUT_OF_GAME:
        board.copies[event.target, event.name] += event.count
