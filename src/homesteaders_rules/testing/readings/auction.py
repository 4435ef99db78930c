"""The auction from its sentences; tracks, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.comparing import Extreme
from ...commands.definitions.definition import EqualBid
from ...mechanisms.auction.commands import Auction
from ...mechanisms.auction.neutral import NeutralBid
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.tracks import Advance, MoveBack, MoveOn, TakeReward
from ...mechanisms.turns import (
    FIRST_WINNER,
    NEXT_PLAYER,
    OTHER_PLAYER,
    RANDOM_PLAYER,
    WINNER,
    BecomeStart,
)
from ...runtime.recording.events import STOCK, BecameStart, Bid, Marker, Passed, Started
from .board import NEUTRAL
from .reading import Choice
from .registry import always_ask, asking, reads, there
from .triggers import follow, lies_up, waiting_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .reading import Asks, Reading
    from .text import Text

NEUTRAL_BID, ANOTHER_PLAYER = "the neutral bid", "another player"


def open_lots(game: Reading) -> set[int]:
    """Turned up, and closed neither by what lies there nor by what lies up elsewhere."""
    pieces = game.text.pieces
    open_: set[int] = set()
    for lot, stack in enumerate(game.text.lots):
        name = game.board.up(stack)
        if name and not any(not closing.lot for closing in pieces[name].closings):
            open_.add(lot)
    for piece in pieces.values():
        closed = {closing.lot - 1 for closing in piece.closings if closing.lot}
        if closed and lies_up(game, piece.name):
            open_ -= closed
    return open_


def _clear_old_bids(game: Reading) -> None:
    """Of an auction before; a neutral bid that was placed for this one stays."""
    if game.board.out or any(leader not in (None, NEUTRAL) for leader in game.board.leads):
        game.board.clear_bids()


always_ask(Auction, NeutralBid)


@reads(Auction)
def _auction(game: Reading, effect: Auction) -> Asks:
    game.board.open = open_lots(game)
    _clear_old_bids(game)
    board, before = game.board, game.you
    board.out.clear()
    turn, step = board.start, 1 if effect.clockwise else -1
    players = game.text.players
    while True:
        order = [(turn + step * n) % players for n in range(players)]
        leaders = set(game.board.leads) if effect.leader_waits else set()
        free = [seat for seat in order if seat not in game.board.out and seat not in leaders]
        if not free:
            break
        game.you = free[0]
        yield from game.ask(lambda: [*_bids(game, effect)], skips=False)
        turn = (free[0] + step) % players
    for lot, leader in enumerate(
        board.leads if waiting_for(game.text, "wins", effect.sort) else ()
    ):
        if leader is not None and leader != NEUTRAL:
            game.you, board.lot = leader, lot
            yield from follow(game, "wins", effect.sort)
    game.you = before


def _bids(game: Reading, effect: Auction) -> Iterator[Choice]:
    for lot in sorted(game.board.open):
        if game.board.leads[lot] != game.you:
            for amount in _fitting(game, effect, lot):
                key = f"bid {amount} on {effect.sort} {lot + 1}"
                yield Choice(key, lambda lot=lot, n=amount: _bid(game, effect, lot, n))  # type: ignore[misc]
    yield Choice("pass", lambda: _pass(game, effect))


def _fitting(game: Reading, effect: Auction, lot: int) -> list[int]:
    """Higher than the bid that stands, by one step if it says so; or equal, with the right."""
    stands = game.board.stands[lot]
    higher = [amount for amount in effect.bids if amount > stands]
    if effect.next_step_only and game.board.leads[lot] is not None:
        higher = higher[:1]
    equal = [stands] if stands in effect.bids and _may_equal(game, effect, lot) else []
    return equal + higher


def _has_right(game: Reading, seat: int) -> bool:
    owned = (game.text.pieces[name] for name in game.board.owned[seat])
    return any(isinstance(right, EqualBid) for piece in owned for right in piece.rights)


def _may_equal(game: Reading, effect: Auction, lot: int) -> bool:
    leader = game.board.leads[lot]
    if leader is None or not _has_right(game, game.you):
        return False
    if leader == NEUTRAL:
        return effect.equal_neutral
    if not _has_right(game, leader):
        return True
    own_bid = lot + 1, game.board.stands[lot]
    return effect.equal_equals and game.board.last_bids[game.you] != own_bid


def _bid(game: Reading, effect: Auction, lot: int, amount: int) -> Asks:
    board = game.board
    outbid = board.leads[lot]
    board.leads[lot], board.stands[lot] = game.you, amount
    board.last_bids[game.you] = lot + 1, amount
    if not effect.pass_is_final:
        board.out.clear()
    if outbid not in (None, NEUTRAL) and not effect.outbid_stays:
        board.out.add(outbid)
    game.tell(Bid(game.you, lot + 1, amount, span=effect.span))
    if outbid == NEUTRAL:
        yield from follow(game, "outbids", NEUTRAL_BID)
    elif outbid is not None:
        yield from follow(game, "outbids", ANOTHER_PLAYER)
        bidder, game.you = game.you, outbid
        yield from follow(game, "is outbid")
        game.you = bidder


def _pass(game: Reading, effect: Auction) -> Asks:
    game.board.out.add(game.you)
    game.tell(Passed(game.you, span=effect.span))
    yield from follow(game, "passes")


@reads(NeutralBid)
def _neutral_bid(game: Reading, effect: NeutralBid) -> Asks:
    game.board.open = open_lots(game)
    _clear_old_bids(game)
    before, game.you = game.you, game.board.start

    def place(lot: int) -> Asks:
        amount = game.count(effect.amount)
        game.board.leads[lot], game.board.stands[lot] = NEUTRAL, amount
        game.tell(Bid(game.you, lot + 1, amount, True, span=effect.span))
        yield from ()

    def listed() -> list[Choice]:
        return [
            Choice(f"neutral bid on {effect.sort} {lot + 1}", lambda lot=lot: place(lot))  # type: ignore[misc]
            for lot in sorted(game.board.open)
        ]

    yield from game.ask(listed)
    game.you = before


@reads(EachWinner)
def _each_winner(game: Reading, effect: EachWinner) -> Asks:
    before = game.you
    for lot in range(len(game.text.lots)):
        leader = game.board.leads[lot]
        if leader is not None and leader != NEUTRAL:
            game.you, game.board.lot = leader, lot
            game.board.built, game.board.declined = "", False
            game.tell(Started(leader, effect.sort, number=lot + 1, span=effect.span))
            yield from game.do(effect.effect)
    game.you = before


# ---------------------------------------------------------------------------------- who begins


def _first_with(game: Reading, who: Extreme) -> int:
    """Of all who have the most or the fewest the first, from the start player on."""
    order = [(game.board.start + n) % game.text.players for n in range(game.text.players)]
    numbers = {seat: game.count(who.count, seat) for seat in order}
    best = (max if who.most else min)(numbers.values())
    first = next(seat for seat in order if numbers[seat] == best)
    return first if best >= who.least else game.board.start


@reads(BecomeStart)
def _become_start(game: Reading, effect: BecomeStart) -> None:
    kind = effect.player.kind
    if kind == RANDOM_PLAYER:
        assert game.fate is not None
        new = game.chance.pop(0) if game.chance else game.fate.start_player
        game.board.start = new
        game.tell(BecameStart(new, span=effect.span))
        return
    new = game.board.start
    if kind in (OTHER_PLAYER, NEXT_PLAYER):
        new = (new + 1) % game.text.players
    if effect.player.who is not None:
        new = _first_with(game, effect.player.who)
    lots = {WINNER: [effect.player.number - 1], FIRST_WINNER: [*range(len(game.text.lots))]}
    won = (game.board.leads[lot] for lot in lots.get(kind, ()))
    new = next((leader for leader in won if leader is not None and leader != NEUTRAL), new)
    if new != game.board.start:
        game.board.start = new
        game.tell(BecameStart(new, span=effect.span))


# ---------------------------------------------------------------------------------- tracks


def _last(game: Reading, name: str) -> int:
    track = game.text.tracks[name]
    return len(track.values) - 1 if track.common else len(track.rewards)


def _marker(game: Reading, name: str) -> tuple[int, str]:
    return STOCK if game.text.tracks[name].common else game.you, name


def _move(game: Reading, effect: Advance | MoveOn | MoveBack, step: int) -> None:
    marker = _marker(game, effect.track)
    position = game.board.markers[marker] + step
    if 0 <= position <= _last(game, effect.track):
        game.board.markers[marker] = position
        track = game.text.tracks[effect.track]
        shown = track.values[position] if track.common else position
        game.tell(Marker(game.you, track.name, shown, span=effect.span, piece=game.piece))


@asking(Advance)
def _advance_asks(text: Text, effect: Advance) -> bool:
    return not text.tracks[effect.track].common


always_ask(TakeReward)


@reads(Advance)
def _advance(game: Reading, effect: Advance) -> Asks:
    track = game.text.tracks[effect.track]
    if track.common:
        _move(game, effect, 1)
    elif track.takes_at_end or game.board.markers[_marker(game, track.name)] < len(track.rewards):
        with game.apart():
            _move(game, effect, 1)
            yield from _reward(game, track.name)


@there(Advance)
def _can_advance(game: Reading, effect: Advance) -> bool:
    track = game.text.tracks[effect.track]
    return (not track.common and track.takes_at_end) or _is_before_the_end(game, track.name)


def _is_before_the_end(game: Reading, name: str) -> bool:
    return game.board.markers[_marker(game, name)] < _last(game, name)


def _reward(game: Reading, name: str) -> Asks:
    """A reward of the space of the marker, or of one before it if the track says so."""
    track = game.text.tracks[name]

    def listed() -> list[Choice]:
        space = game.board.markers[game.you, name]
        reached = track.rewards[:space] if track.any_earlier else track.rewards[space - 1 : space]
        return [choice for reward in reached for choice in game.choices(reward)]

    yield from game.ask(listed)


@reads(TakeReward)
def _take_reward(game: Reading, effect: TakeReward) -> Asks:
    with game.apart():
        yield from _reward(game, effect.track)


@there(TakeReward)
def _has_begun(game: Reading, effect: TakeReward) -> bool:
    """No reward lies where markers begin."""
    return game.board.markers[_marker(game, effect.track)] >= 1


@reads(MoveOn)
def _move_on(game: Reading, effect: MoveOn) -> None:
    _move(game, effect, 1)


@there(MoveOn)
def _can_move_on(game: Reading, effect: MoveOn) -> bool:
    return _is_before_the_end(game, effect.track)


@reads(MoveBack)
def _move_back(game: Reading, effect: MoveBack) -> None:
    _move(game, effect, -1)


@there(MoveBack)
def _can_move_back(game: Reading, effect: MoveBack) -> bool:
    return game.board.markers[_marker(game, effect.track)] >= 1
