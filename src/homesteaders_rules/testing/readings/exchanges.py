"""Exchanges: so many uses at once, at any time or in a window."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import Bundle, Number
from ...commands.definitions.definition import Exchange
from ...commands.definitions.exchanges import UseExchange, UseFreely, Window
from ...commands.goods import Gain, PayTo
from ...commands.portions import IfSo, UpTo
from ...runtime.recording.events import STOCK
from .board import count, left, renew
from .payments import Way, cost_of, hand_over, payable, standings
from .reading import Asks, Choice, Reading, finish
from .registry import able, always_ask, asking, at_any_time, choices, reads, there
from .shortage import filled_up, has_room, is_given_back
from .triggers import follow, follow_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...commands.effects import Effect
    from .text import Text

PURPOSE = "exchange"
MOST_AT_ONCE = 9
DONE, DECLINE = "done", "decline"


@at_any_time
def _at_any_time(game: Reading) -> Iterator[Choice]:
    """The exchanges that "you" may use at any decision."""
    for exchange, piece in of_rules_and_pieces(game):
        if not exchange.offered_only:
            yield from uses(game, exchange, piece, piece)


def of_rules_and_pieces(game: Reading) -> Iterator[tuple[Exchange, str]]:
    """The exchanges of the rules, and of the pieces that "you" own, each with its piece."""
    for exchange in game.text.exchanges:
        yield exchange, ""
    for piece in game.text.pieces.values():
        if piece.name in game.board.owned[game.you]:
            for exchange in piece.exchanges:
                yield exchange, piece.name


def uses(game: Reading, exchange: Exchange, of: str, piece: str) -> Iterator[Choice]:
    """So many uses at once, as far as "you" can pay and the stock can give.

    ``of`` is the piece whose exchange it is; ``piece`` the one whose text offers it.
    """
    if exchange.in_turn and game.board.turn != game.you:
        return
    if _is_closed(game, exchange):
        return
    cost = cost_of(exchange.cost)
    substituted = any(each.good in cost for each in standings(game.text, PURPOSE))
    most = left(game.board, game.you, exchange, of)
    for times in range(1, (MOST_AT_ONCE if most is None else min(most, MOST_AT_ONCE)) + 1):
        total = {good: amount * times for good, amount in cost.items()}
        plain = Way(tuple(total.items()))
        ways = [plain] if plain.can_be_paid(game) else []
        if substituted and (times == 1 or exchange.together):
            among = exchange.cost.among
            ways += [way for way in payable(game, total, PURPOSE, among) if way.said]
        elif not ways:
            return
        for way in ways:
            fits = has_room(game, dict(way.goods), _gained(exchange, times))
            if fits and stock_gives(game, exchange, way, times):
                yield _use(game, exchange, way, times, (of, piece))


def _use(game: Reading, exchange: Exchange, way: Way, times: int, on: tuple[str, str]) -> Choice:
    key = exchange.key(on[0]) + f" {times}" * (times > 1) + way.suffix
    same = exchange, times, frozenset(way.goods)
    return Choice(key, lambda: use(game, exchange, way, times, on), sure=False, same=same)


def use(game: Reading, exchange: Exchange, way: Way, times: int, on: tuple[str, str]) -> Asks:
    """Pay, gain, and what follows from each use; ``on``: the pieces it is of and stands on."""
    of, piece = on
    count(game.board, game.you, exchange, of, times)
    gain = cost_of(exchange.gain)
    before = game.piece
    game.piece = piece
    for good, amount in way.goods:
        game.give(exchange.span, good, amount, game.you, STOCK)
    for good, amount in gain.items():
        number = yield from filled_up(game, good, amount * times)
        game.give(exchange.span, good, number, STOCK, game.you)
    yield from follow_units(game, "loses", way.goods)
    for _ in range(times):
        yield from follow_units(game, "gains", gain.items())
        for name in (exchange.name, exchange.counts_as):
            if name:
                yield from follow(game, "uses", name)
    game.piece = before


def stock_gives(game: Reading, exchange: Exchange, way: Way, times: int = 1) -> bool:
    """Of limited goods no more than there is; what is paid may be given out again."""
    return _is_in_stock(game, dict(way.goods), _gained(exchange, times))


def _gained(exchange: Exchange, times: int) -> dict[str, int]:
    return {good: amount * times for good, amount in cost_of(exchange.gain).items()}


def named(text: Text, name: str) -> list[Exchange]:
    """The exchanges of the rules with a name: one, or one for each good of a group."""
    return [exchange for exchange in text.exchanges if exchange.name == name]


def raising(text: Text, good: str) -> Exchange | None:
    """The exchange of any time that costs nothing, gives a good, and never runs dry."""
    for exchange in text.exchanges:
        gain = cost_of(exchange.gain)
        if good in gain and text.gives_freely(exchange):
            return exchange
    return None


def _may_use(game: Reading, exchange: Exchange, times: int = 1) -> bool:
    """Is it open, and so often more?"""
    most = left(game.board, game.you, exchange, "")
    return not _is_closed(game, exchange) and (most is None or times <= most)


def _is_closed(game: Reading, exchange: Exchange) -> bool:
    phase = game.text.phases.get(game.board.phase)
    return phase is not None and phase.closes(exchange)


# ---------------------------------------------------------------------------------- phrases


@asking(UseExchange)
def _asks_for_which(text: Text, effect: UseExchange) -> bool:
    return len(named(text, effect.exchange)) > 1


@choices(UseExchange)
def _as_choices(game: Reading, effect: UseExchange) -> Iterator[Choice]:
    for exchange in named(game.text, effect.exchange):
        for choice in uses(game, exchange, "", game.piece):
            yield evolve(choice, do=partial(_closing, game, choice))


def _closing(game: Reading, choice: Choice) -> Asks:
    """One use is a window by itself."""
    yield from choice.do() or ()
    renew(game.text, game.board, "")


@there(UseExchange)
@able(UseExchange)
def _can_use(game: Reading, effect: UseExchange) -> bool:
    found = [each for each in named(game.text, effect.exchange) if _may_use(game, each)]
    return any(
        bool(payable(game, cost_of(each.cost), PURPOSE, each.cost.among))
        and stock_gives(game, each, Way(tuple(cost_of(each.cost).items())))
        for each in found
    )


@reads(UseExchange)
def _use_once(game: Reading, effect: UseExchange) -> Asks:
    found = named(game.text, effect.exchange)
    if len(found) > 1:
        yield from game.ask(lambda: game.choices(effect))
        return
    plain = Way(tuple(cost_of(found[0].cost).items()))
    if stock_gives(game, found[0], plain) and _may_use(game, found[0]):
        yield from use(game, found[0], plain, 1, ("", game.piece))
        renew(game.text, game.board, "")


always_ask(Window)


@reads(Window)
def _window(game: Reading, effect: Window) -> Asks:
    left: list[bool] = []

    def listed() -> list[Choice]:
        found = (each for name in effect.also for each in named(game.text, name))
        offered = [use for each in found for use in uses(game, each, "", game.piece)]
        return [*offered, Choice(DONE, lambda: finish(left))]

    while not left:
        yield from game.ask(listed, skips=False)
    renew(game.text, game.board, "")


always_ask(UseFreely)


def _of_kind(game: Reading, effect: UseFreely) -> list[Choice]:
    """The uses of all exchanges of a kind."""
    found: list[Choice] = []
    for exchange, piece in of_rules_and_pieces(game):
        if exchange.name in effect.names:
            found += uses(game, exchange, piece, piece or game.piece)
    return found


@reads(UseFreely)
def _use_freely(game: Reading, effect: UseFreely) -> Asks:
    if effect.must:
        yield from game.ask(lambda: game.choices(effect))
    else:
        yield from _until_done(game, effect)


def _until_done(game: Reading, effect: UseFreely) -> Asks:
    over: list[bool] = []
    while not over and _of_kind(game, effect):
        yield from game.ask(
            lambda: [*_of_kind(game, effect), Choice(DONE, lambda: finish(over))], skips=False
        )
    renew(game.text, game.board, "")


@choices(UseFreely)
def _first_use(game: Reading, effect: UseFreely) -> Iterator[Choice]:
    for choice in _of_kind(game, effect):
        yield evolve(choice, do=partial(_then_more, game, choice, effect))


def _then_more(game: Reading, choice: Choice, effect: UseFreely) -> Asks:
    yield from choice.do() or ()
    yield from _until_done(game, effect)


@there(UseFreely)
def _one_can_be_used(game: Reading, effect: UseFreely) -> bool:
    return bool(_of_kind(game, effect))


@able(UseFreely)
def _can_be_used_once(game: Reading, effect: UseFreely) -> bool:
    return not effect.must or bool(_of_kind(game, effect))


# ---------------------------------------------------------------------------------- up to

always_ask(UpTo, IfSo)


@reads(UpTo)
def _up_to(game: Reading, effect: UpTo) -> Asks:
    if not game.text.takes_turns or game.choices(effect):
        yield from game.ask(lambda: [*game.choices(effect), Choice(DECLINE, tuple)], skips=False)


@choices(UpTo)
def _so_many_of_each(game: Reading, effect: UpTo) -> Iterator[Choice]:
    """Every mixture of no more than so many deeds that can be paid, and given."""
    deeds = [deed for each in UpTo.deeds_of(effect.effect) for deed in _deeds(game, each)]
    for counts in product(range(effect.count + 1), repeat=len(deeds)):
        chosen = [(deed, n) for deed, n in zip(deeds, counts, strict=True) if n]
        if not 0 < sum(counts) <= effect.count:
            continue
        cost: Counter[str] = Counter()
        for (_, each), n in chosen:
            cost.update({good: n * amount for good, amount in cost_of(_cost(each)).items()})
        if not (_stock_gives_all(game, chosen, cost) and _is_within_limits(game, chosen)):
            continue
        key = ", ".join(f"{name} {n}" if n > 1 else name for (name, _), n in chosen)
        for way in payable(game, dict(cost), game.purpose):
            yield Choice(f"{key}{way.suffix}", partial(_do, game, effect, chosen, way), False)


Deed = tuple[str, PayTo | Exchange]


def _deeds(game: Reading, effect: Effect) -> list[Deed]:
    if isinstance(effect, PayTo):
        return [(game.words(effect), effect)]
    assert isinstance(effect, UseExchange)
    return [(exchange.key(), exchange) for exchange in named(game.text, effect.exchange)]


def _cost(deed: PayTo | Exchange) -> Bundle:
    return deed.cost


def _stock_gives_all(
    game: Reading, chosen: list[tuple[Deed, int]], paid: Mapping[str, int]
) -> bool:
    given: Counter[str] = Counter()
    for (_, deed), n in chosen:
        if isinstance(deed, Exchange):
            given.update({good: n * amount for good, amount in cost_of(deed.gain).items()})
    return _is_in_stock(game, paid, given)


def _is_in_stock(game: Reading, paid: Mapping[str, int], given: Mapping[str, int]) -> bool:
    return all(
        game.in_stock(good) + paid.get(good, 0) >= amount
        for good, amount in given.items()
        if good in game.text.limited and not is_given_back(game.text, good)
    )


def _is_within_limits(game: Reading, chosen: list[tuple[Deed, int]]) -> bool:
    """All goods of one line count together."""
    used: Counter[str] = Counter()
    exchanges = [(deed, n) for (_, deed), n in chosen if isinstance(deed, Exchange)]
    for exchange, n in exchanges:
        used[exchange.name] += n
    return all(_may_use(game, exchange, used[exchange.name]) for exchange, _ in exchanges)


def _do(game: Reading, effect: UpTo, chosen: list[tuple[Deed, int]], way: Way) -> Asks:
    yield from hand_over(game, effect.span, way)
    for (_, deed), n in chosen:
        if isinstance(deed, Exchange):
            yield from use(game, deed, Way(()), n, ("", game.piece))
        elif isinstance(deed.effect, Gain) and _is_fixed(deed.effect.bundle):
            items = deed.effect.bundle.items
            more = (evolve(i, amount=Number(cost_of(Bundle((i,)))[i.good] * n)) for i in items)
            yield from game.do(evolve(deed.effect, bundle=Bundle(tuple(more))))
        else:
            for _ in range(n):
                yield from game.do(deed.effect)
    renew(game.text, game.board, "")


def _is_fixed(bundle: Bundle) -> bool:
    """What is given so many times is then given at once."""
    return all(isinstance(item.amount, Number) for item in bundle.items)


@reads(IfSo)
def _if_so(game: Reading, effect: IfSo) -> Asks:
    """What follows where the line before was done, and nothing where it was declined."""

    def then(choice: Choice) -> Choice:
        return evolve(choice, do=lambda: _both(game, choice, effect))

    def listed() -> list[Choice]:
        is_up_to = isinstance(effect.first, UpTo)
        *done, left = [*game.choices(effect.first), *([Choice(DECLINE, tuple)] * is_up_to)]
        return [*map(then, done), left]

    if not game.text.takes_turns or len(listed()) > 1:
        yield from game.ask(listed, skips=False)


def _both(game: Reading, choice: Choice, effect: IfSo) -> Asks:
    yield from choice.do() or ()
    yield from game.do(effect.effect)


@there(IfSo)
def _first_is_there(game: Reading, effect: IfSo) -> bool:
    return game.is_there(effect.first)


@there(UpTo)
def _once_is_wanted(game: Reading, effect: UpTo) -> bool:
    return game.is_wanted(effect.effect)
