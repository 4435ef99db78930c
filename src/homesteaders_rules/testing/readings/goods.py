"""Goods: gained, paid, discarded; put on pieces, taken from them, and placed."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING

from ...commands.amounts import Bundle, Item, Number, TheBid
from ...commands.control import Nothing
from ...commands.goods import Discard, Gain, Pay, PayTo
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.placing.commands import PlaceGoods
from ...mechanisms.placing.moving import MovePlaced
from ...mechanisms.storage import Put, TakeFrom
from ...runtime.recording.events import STOCK
from ...runtime.recording.kinds import Placed, Shifted
from .exchanges import raising, use
from .holding import as_far_as_held, give_back, is_bounded, so_much, some_comes
from .payments import (
    Way,
    cost_now,
    cost_of,
    due_of,
    hand_over,
    is_counted,
    payable,
    put_down,
    ways_to_pay,
)
from .pieces import the_lot, uses_lot
from .reading import Asks, Choice, Reading, finish
from .registry import able, always_ask, asks_which, choices, reads, there, wanted
from .triggers import follow_units, gain, lose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.definitions.definition import Slot
    from ...commands.definitions.pieces import Piece
    from ...commands.effects import Effect
    from .board import Filled

DONE = "done"


# ---------------------------------------------------------------------------------- gain


def _is_counted(game: Reading, item: Item) -> bool:
    bounded = item.good in game.text.limited or is_bounded(game.text, item.good)
    return bounded or not isinstance(item.amount, Number)


@reads(Gain)
def _gain(game: Reading, effect: Gain) -> Asks:
    """What is known beforehand at once, and then what is counted, each followed up."""
    counted = [item for item in effect.bundle.items if _is_counted(game, item)]
    known = [item for item in effect.bundle.items if item not in counted]
    amounts = [(item.good, game.count(item.amount)) for item in known]
    for good, amount in amounts:
        game.give(effect.span, good, amount, STOCK, game.you)
        game.tally(good, amount)
    yield from follow_units(game, "gains", amounts)
    for item in counted:
        amount = yield from so_much(game, item.good, partial(game.count, item.amount))
        amount = game.out_of_stock(item.good, amount)
        yield from gain(game, effect.span, item.good, amount, STOCK)
    yield from give_back(game, [item.good for item in effect.bundle.items])


@there(Gain)
def _can_gain(game: Reading, effect: Gain) -> bool:
    return any(_comes(game, item) for item in effect.bundle.items)


def _comes(game: Reading, item: Item) -> bool:
    comes = some_comes(game, item.good, item.amount.value if isinstance(item.amount, Number) else 1)
    if comes is None:
        comes = game.out_of_stock(item.good, 1) > 0
    return comes and (isinstance(item.amount, Number) or game.count(item.amount) > 0)


@reads(Discard)
def _discard(game: Reading, effect: Discard) -> Asks:
    """No more than "you" hold."""
    for item in effect.bundle.items:
        amount = min(game.count(item.amount), game.held(item.good))
        yield from lose(game, effect.span, item.good, amount)


@there(Discard)
def _can_discard(game: Reading, effect: Discard) -> bool:
    return any(
        game.held(item.good) > 0
        and (isinstance(item.amount, Number) or game.count(item.amount) > 0)
        for item in effect.bundle.items
    )


# ---------------------------------------------------------------------------------- pay


always_ask(Pay, PayTo)


@reads(Pay)
def _pay(game: Reading, effect: Pay) -> Asks:
    """Good after good; who cannot pay raises it first. What nobody can raise is paid at once."""
    if len(effect.bundle.items) > 1 and not _can_be_raised(game, effect.bundle):
        if cost_now(game, effect.bundle):
            yield from game.ask(lambda: game.choices(effect), skips=False)
        return
    for item in effect.bundle.items:
        fixed = due_of(game, item.amount) if effect.counted_first else None
        yield from _pay_one(game, effect, item, fixed)


def _pay_one(game: Reading, effect: Pay, item: Item, fixed: int | None) -> Asks:
    def due() -> int:
        return due_of(game, item.amount) if fixed is None else fixed

    def ways() -> list[Choice]:
        found = payable(game, {item.good: due()}, game.purpose, effect.bundle.among)
        return [_paid(game, effect, item.good, way) for way in found]

    def needed() -> list[Choice]:
        return _needed(game, item.good, due())

    if due() <= 0 or (raising(game.text, item.good) is None and not ways()):
        return
    yield from game.ask(ways, skips=False, needed=needed)


def _paid(game: Reading, effect: Pay, good: str, way: Way) -> Choice:
    key, same = game.text.paid(way.goods, good), frozenset(way.goods)
    return Choice(key, lambda: hand_over(game, effect.span, way), False, same)


def _needed(game: Reading, good: str, due: int) -> list[Choice]:
    """As few uses of what costs nothing as suffice for one of the ways to pay."""
    exchange = raising(game.text, good)
    if exchange is None:
        return []
    lacking = []
    for way in ways_to_pay(game, {good: due}, game.purpose):
        short = {each: n - game.held(each) for each, n in way.goods if n > game.held(each)}
        if short.keys() == {good}:
            lacking.append(short[good])
    if not lacking:
        return []
    times = 0
    while times * cost_of(exchange.gain)[good] < min(lacking):
        times += 1
    key = exchange.key() + f" {times}" * (times > 1)
    piece = game.piece
    return [Choice(key, lambda: use(game, exchange, Way(()), times, ("", piece)), True, "needed")]


def _can_be_raised(game: Reading, bundle: Bundle) -> bool:
    return all(raising(game.text, item.good) is not None for item in bundle.items)


@choices(Pay)
def _pay_as_choice(game: Reading, effect: Pay) -> Iterator[Choice]:
    """What cannot be raised is only offered to those who have it."""
    if _can_be_raised(game, effect.bundle):
        return iter([Choice(game.words(effect), lambda: game.do(effect))])
    return _pay_to_as_choice(game, PayTo(effect.bundle, Nothing(), span=effect.span), effect)


@able(Pay)
@wanted(Pay)
def _can_be_paid(game: Reading, effect: Pay) -> bool:
    """What nobody can raise must be there."""
    return _can_be_raised(game, effect.bundle) or _can_pay(game, effect.bundle)


@able(PayTo)
def _can_be_paid_for(game: Reading, effect: PayTo) -> bool:
    return game.can(Pay(effect.cost)) and game.can(effect.effect)


def _can_pay(game: Reading, bundle: Bundle) -> bool:
    cost = cost_now(game, bundle)
    return not cost or bool(payable(game, cost, game.purpose, bundle.among))


@reads(PayTo)
def _pay_to(game: Reading, effect: PayTo) -> Asks:
    first = any(not isinstance(item.amount, Number | TheBid) for item in effect.cost.items)
    yield from game.do(Pay(effect.cost, first, span=effect.span))
    yield from game.do(effect.effect)


@choices(PayTo)
def _pay_to_as_choice(game: Reading, effect: PayTo, said: Pay | None = None) -> Iterator[Choice]:
    def deal(way: Way) -> Asks:
        yield from hand_over(game, effect.span, way)
        yield from game.do(effect.effect)

    if _is_bid(effect.cost):
        for way in _ways_to_pay_bid(game, effect.cost):
            paid = game.text.paid(way.goods, effect.cost.items[0].good)
            key = f"{paid} to {_called(game, effect.effect)}"
            yield Choice(key, partial(deal, way), False, frozenset(way.goods))
        return
    cost, key = cost_now(game, effect.cost), game.words(said or effect)
    if is_counted(effect.cost):
        is_all = said is not None or isinstance(effect.effect, Nothing)
        done = "" if is_all else game.words(effect).removeprefix(f"pay {game.words(effect.cost)}")
        key = f"pay {game.text.counted(cost.items()) or 'nothing'}{done}"
    for way in payable(game, cost, game.purpose, effect.cost.among):
        same = key, frozenset(way.goods)
        yield Choice(key + way.suffix, partial(deal, way), False, same)


@wanted(PayTo)
def _pay_to_is_wanted(game: Reading, effect: PayTo) -> bool:
    if _is_bid(effect.cost):
        return bool(_ways_to_pay_bid(game, effect.cost))
    return _can_pay(game, effect.cost)


def _is_bid(cost: Bundle) -> bool:
    return len(cost.items) == 1 and isinstance(cost.items[0].amount, TheBid)


def _ways_to_pay_bid(game: Reading, cost: Bundle) -> list[Way]:
    (item,) = cost.items
    return [*payable(game, {item.good: game.count(item.amount)}, game.purpose)]


def _called(game: Reading, effect: Effect) -> str:
    """A lot that is used is called by its name."""
    if isinstance(effect, UsePiece) and uses_lot(game.text, effect):
        return f"use {the_lot(game)}"
    return game.words(effect)


# ---------------------------------------------------------------------------------- on pieces


@reads(Put)
def _put(game: Reading, effect: Put) -> None:
    put_down(game, effect.span, effect.bundle, game.where(effect.piece))


@there(Put)
def _can_put(game: Reading, effect: Put) -> bool:
    return any(_comes(game, item) for item in effect.bundle.items)


asks_which(TakeFrom)


@choices(TakeFrom)
def _what_lies_there(game: Reading, effect: TakeFrom) -> Iterator[Choice]:
    for good in effect.goods:
        if as_far_as_held(game, good, game.board.lying.get((effect.piece, good), 0)):
            key = f"take 1 {good} from {effect.piece}"
            yield Choice(key, partial(gain, game, effect.span, good, 1, effect.piece))


# ---------------------------------------------------------------------------------- placing


def places_of(piece: Piece) -> Iterator[tuple[Slot, list[Filled]]]:
    """The places of each slot; those of one good are counted through all slots of a piece."""
    counts: dict[str, int] = {}
    for slot in piece.slots:
        first = counts.get(slot.good, 0)
        counts[slot.good] = first + slot.count
        numbers = range(first + 1, first + slot.count + 1)
        yield slot, [(piece.name, slot.good, number) for number in numbers]


always_ask(PlaceGoods)


@reads(PlaceGoods)
def _place_goods(game: Reading, effect: PlaceGoods) -> Asks:
    seat, good = game.you, effect.good
    filled = game.board.filled
    here = {place for place in filled[seat] if place[1] == good}
    if effect.come_back or len(here) > game.held(good):
        filled[seat] -= {place for place in here if place[0] in game.board.owned[seat]}
    left: list[bool] = []

    def place(name: str, number: int) -> Asks:
        game.board.filled[seat].add((name, good, number))
        game.tell(Placed(seat, good, name, number, span=effect.span))
        yield from ()

    def listed() -> list[Choice]:
        found = [
            Choice(f"place {good} {name} {number}", partial(place, name, number))
            for name, number in _free_places(game, good)
        ]
        if effect.may_idle or not found:
            found.append(Choice(DONE, lambda: finish(left)))
        return found

    while not left:
        yield from game.ask(listed, skips=False)


asks_which(MovePlaced)


@choices(MovePlaced)
def _moves(game: Reading, effect: MovePlaced) -> Iterator[Choice]:
    """From the last filled place of a slot to the first free one of another."""
    filled = game.board.filled[game.you]
    slots = [
        places
        for piece in game.text.pieces.values()
        if piece.name in game.board.owned[game.you]
        for slot, places in places_of(piece)
        if slot.good == effect.good
    ]
    for starts, ends in permutations(slots, 2):
        lying = [place for place in starts if place in filled]
        free = [place for place in ends if place not in filled]
        if lying and free:
            yield _one_move(game, effect, lying[-1], free[0])


def _one_move(game: Reading, effect: MovePlaced, start: Filled, end: Filled) -> Choice:
    (source, good, first), (name, _, number) = start, end

    def move() -> Asks:
        game.board.filled[game.you] ^= {start, end}
        ends = source, first, name, number
        game.tell(Shifted(game.you, good, *ends, span=effect.span, piece=game.piece))
        yield from ()

    return Choice(f"move {good} from {source} {first} to {name} {number}", move)


def _free_places(game: Reading, good: str) -> Iterator[tuple[str, int]]:
    """The first free place of every slot of your pieces, while you have goods left."""
    filled = game.board.filled[game.you]
    if sum(place[1] == good for place in filled) >= game.held(good):
        return
    for name in game.board.owned[game.you]:
        for slot, places in places_of(game.text.pieces[name]):
            free = [number for *_, number in places if (name, good, number) not in filled]
            if slot.good == good and free:
                yield name, free[0]
