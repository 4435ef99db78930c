"""The auction from its sentences, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ....commands.counting.comparing import Extreme
from ....commands.definitions.definition import EqualBid
from ....mechanisms.auction.commands import Auction
from ....mechanisms.auction.neutral import NeutralBid
from ....mechanisms.auction.winning import EachWinner
from ....mechanisms.turns import (
    FIRST_WINNER,
    NEXT_PLAYER,
    OTHER_PLAYER,
    RANDOM_PLAYER,
    WINNER,
    YOU,
    BecomeStart,
    IsStart,
)
from ....runtime.recording.kinds import BecameStart, Bid, Passed, Started
from ..board import NEUTRAL
from ..reading import Ask, Asks, Choice, Reading
from ..registry import able, always_ask, reads, there
from ..triggers import follow, lies_up, waiting_for

Made = Callable[[int, int], "Asks"]
Nothing = Callable[[], "Iterable[Ask]"]
"""What follows from a bid on a lot, and from none."""
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
    board, before, players = game.board, game.you, game.text.players
    board.out.clear()
    first, step = before if effect.you_begin else board.start, 1 if effect.clockwise else -1
    order = [(first + step * n) % players for n in range(players)]
    if effect.sealed:
        yield from _sealed(game, effect, order)
    elif effect.falling:
        yield from _falling(game, effect, order)
    else:
        yield from _in_turns(game, effect, order)
    leads = board.leads if waiting_for(game.text, "wins", effect.sort) else ()
    for lot, leader in enumerate(leads):
        if leader is not None and leader != NEUTRAL:
            game.you, board.lot = leader, lot
            yield from follow(game, "wins", effect.sort)
    game.you = before


@able(Auction)
def _can_be_begun(game: Reading, effect: Auction) -> bool:
    """Whoever must bid first, and no more than they have, has the lowest bid."""
    must = effect.first_bids and effect.you_begin and effect.money
    return not must or game.held(effect.money) >= effect.bids[0]


def _in_turns(game: Reading, effect: Auction, order: list[int]) -> Asks:
    """One after the other; where who is outbid moves at once, then from the first again."""
    turn = 0
    while True:
        seats = order[turn:] + order[:turn]
        leaders = set(game.board.leads) if effect.leader_waits else set()
        free = [seat for seat in seats if seat not in game.board.out and seat not in leaders]
        if not free:
            return
        yield from _turn(game, effect, free[0])
        turn = 0 if effect.at_once else (order.index(free[0]) + 1) % len(order)


def _turn(game: Reading, effect: Auction, seat: int) -> Asks:
    led = [leader for leader in game.board.leads if leader not in (None, NEUTRAL)]
    game.you = seat
    yield from game.ask(partial(_bids, game, effect), skips=False)
    outbid = [leader for leader in led if leader not in game.board.leads]
    if effect.at_once and outbid:
        yield from _turn(game, effect, outbid[0])


def _sealed(game: Reading, effect: Auction, order: list[int]) -> Asks:
    """Everybody bids unseen; then the highest leads, and of equal ones the first in order."""
    board, secret, made = game.board, game.secret, dict[int, tuple[int, int]]()

    def name(lot: int, amount: int) -> Asks:
        made[game.you] = lot, amount
        game.tell(Bid(game.you, lot + 1, amount, span=effect.span))
        yield from ()

    def none() -> Asks:
        game.tell(Passed(game.you, span=effect.span))
        yield from ()

    every = [(lot, amount) for lot in sorted(board.open) for amount in effect.bids]
    for game.you in order:
        game.secret = True
        board.out.add(game.you)
        yield from game.ask(lambda: _one_bid(game, effect, every, name, none), False)
    game.secret = secret
    for seat in order:
        lot, amount = made.get(seat, (-1, 0))
        if lot >= 0 and amount > board.stands[lot]:
            board.leads[lot], board.stands[lot] = seat, amount


def _falling(game: Reading, effect: Auction, order: list[int]) -> Asks:
    """Each bid is offered to one after the other, the highest first, until somebody takes it."""
    board = game.board

    def take(lot: int, amount: int) -> Asks:
        board.leads[lot], board.stands[lot] = game.you, amount
        game.tell(Bid(game.you, lot + 1, amount, span=effect.span))
        yield from ()

    def listed(amount: int) -> list[Choice]:
        free = ((lot, amount) for lot in sorted(board.open) if board.leads[lot] is None)
        return _one_bid(game, effect, free, take, lambda: iter(()))

    for amount in reversed(effect.bids):
        for game.you in order:
            if game.you not in board.leads and len(listed(amount)) > 1:
                yield from game.ask(partial(listed, amount), False)


def _one_bid(
    game: Reading, effect: Auction, bids: Iterable[tuple[int, int]], made: Made, none: Nothing
) -> list[Choice]:
    """Each bid that is covered, on a lot and of an amount; or none."""
    most = _covered(game, effect)
    found = [
        Choice(f"bid {amount} on {effect.sort} {lot + 1}", partial(made, lot, amount))
        for lot, amount in bids
        if most is None or amount <= most
    ]
    return [*found, Choice("pass", none)]


def _covered(game: Reading, effect: Auction) -> int | None:
    """What "you" may bid at most, beside what is bid already; None: as much as you like."""
    if not effect.money:
        return None
    led = [lot for lot, leader in enumerate(game.board.leads) if leader == game.you]
    return game.held(effect.money) - sum(game.board.stands[lot] for lot in led)


def _bids(game: Reading, effect: Auction) -> list[Choice]:
    board = game.board
    lots = [lot for lot in sorted(board.open) if board.leads[lot] != game.you]
    fitting = ((lot, amount) for lot in lots for amount in _fitting(game, effect, lot))
    made, none = partial(_bid, game, effect), partial(_pass, game, effect)
    *bids, passing = _one_bid(game, effect, fitting, made, none)
    nobody_has = not board.out and not any(leader is not None for leader in board.leads)
    return bids if effect.first_bids and nobody_has and bids else [*bids, passing]


def _fitting(game: Reading, effect: Auction, lot: int) -> list[int]:
    """Higher than the bid that stands, by one step if it says so; or equal, with the right.

    A neutral bid of 0 stands on no step: each of them is above it.
    """
    stands = game.board.stands[lot]
    higher = [amount for amount in effect.bids if amount > stands]
    if effect.next_step_only and stands:
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
            Choice(f"neutral bid on {effect.sort} {lot + 1}", partial(place, lot))
            for lot in sorted(game.board.open)
        ]

    yield from game.ask(listed)
    game.you = before


@reads(EachWinner)
def _each_winner(game: Reading, effect: EachWinner) -> Asks:
    before, players = game.you, game.text.players
    won = [(lot, leader) for lot, leader in enumerate(game.board.leads) if leader is not None]
    if effect.from_you:
        won = sorted(won, key=lambda each: ((each[1] - before) % players, each[0]))
    for lot, leader in won:
        if leader != NEUTRAL:
            game.you, game.board.lot = leader, lot
            game.board.built, game.board.declined = "", False
            game.tell(Started(leader, effect.sort, number=lot + 1, span=effect.span))
            yield from game.do(effect.effect)
    game.you = before


# ---------------------------------------------------------------------------------- who begins


def _first_with(game: Reading, who: Extreme) -> int:
    """Of all who have the most or the fewest the first, from the start player on."""
    order = game.seats_from(game.board.start)
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
    if kind == YOU:
        new = game.you
    if effect.player.who is not None:
        new = _first_with(game, effect.player.who)
    lots = {WINNER: [effect.player.number - 1], FIRST_WINNER: [*range(len(game.text.lots))]}
    won = (game.board.leads[lot] for lot in lots.get(kind, ()))
    new = next((leader for leader in won if leader is not None and leader != NEUTRAL), new)
    if new != game.board.start:
        game.board.start = new
        game.tell(BecameStart(new, span=effect.span))


@there(BecomeStart)
def _may_become_start(game: Reading, effect: BecomeStart) -> bool:
    return effect.player.kind != YOU or game.board.start != game.you


@reads(IsStart)
def _is_start(game: Reading, condition: IsStart) -> bool:
    return game.board.start == game.you
