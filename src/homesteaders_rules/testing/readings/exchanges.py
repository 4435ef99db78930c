"""Exchanges: so many uses at once, at any time or in a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.exchanges import UseExchange, Window
from ...runtime.recording.events import STOCK
from .payments import Way, cost_of, payable, standings
from .reading import Choice, finish
from .registry import always_ask, asking, at_any_time, choices, reads, there
from .triggers import follow, follow_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.definitions.definition import Exchange
    from .reading import Asks, Reading
    from .text import Text

PURPOSE = "exchange"
MOST_AT_ONCE = 9
DONE = "done"


@at_any_time
def _at_any_time(game: Reading) -> Iterator[Choice]:
    """The exchanges that "you" may use at any decision: of the rules, and of their pieces."""
    for exchange in game.text.exchanges:
        if not exchange.offered_only:
            yield from uses(game, exchange, "", "")
    for piece in game.text.pieces.values():
        if piece.name in game.board.owned[game.you]:
            for exchange in piece.exchanges:
                yield from uses(game, exchange, piece.name, piece.name)


def uses(game: Reading, exchange: Exchange, of: str, piece: str) -> Iterator[Choice]:
    """So many uses at once, as far as "you" can pay and the stock can give.

    ``of`` is the piece whose exchange it is; ``piece`` the one whose text offers it.
    """
    cost = cost_of(exchange.cost)
    substituted = any(each.good in cost for each in standings(game.text, PURPOSE))
    for times in range(1, MOST_AT_ONCE + 1):
        total = {good: amount * times for good, amount in cost.items()}
        plain = Way(tuple(total.items()))
        ways = [plain] if plain.can_be_paid(game) else []
        if substituted and (times == 1 or exchange.together):
            ways += [way for way in payable(game, total, PURPOSE) if way.said]
        elif not ways:
            return
        for way in ways:
            if stock_gives(game, exchange, way, times):
                yield _use(game, exchange, way, times, (of, piece))


def _use(game: Reading, exchange: Exchange, way: Way, times: int, on: tuple[str, str]) -> Choice:
    of, piece = on
    key = exchange.key(of) + f" {times}" * (times > 1) + way.suffix
    same = exchange, times, frozenset(way.goods)
    return Choice(key, lambda: use(game, exchange, way, times, piece), sure=False, same=same)


def use(game: Reading, exchange: Exchange, way: Way, times: int, piece: str) -> Asks:
    """Pay, gain, and what follows from each use."""
    gain = cost_of(exchange.gain)
    before = game.piece
    game.piece = piece
    for good, amount in way.goods:
        game.give(exchange.span, good, amount, game.you, STOCK)
    for good, amount in gain.items():
        game.give(exchange.span, good, amount * times, STOCK, game.you)
    yield from follow_units(game, "loses", way.goods)
    for _ in range(times):
        yield from follow_units(game, "gains", gain.items())
        for name in (exchange.name, exchange.counts_as):
            if name:
                yield from follow(game, "uses", name)
    game.piece = before


def stock_gives(game: Reading, exchange: Exchange, way: Way, times: int = 1) -> bool:
    """Of limited goods no more than there is; what is paid may be given out again."""
    paid = dict(way.goods)
    return all(
        game.in_stock(good) + paid.get(good, 0) >= amount * times
        for good, amount in cost_of(exchange.gain).items()
        if good in game.text.limited
    )


def named(text: Text, name: str) -> list[Exchange]:
    """The exchanges of the rules with a name: one, or one for each good of a group."""
    return [exchange for exchange in text.exchanges if exchange.name == name]


def raising(text: Text, good: str) -> Exchange | None:
    """The exchange of any time that costs nothing, gives a good, and never runs dry."""
    for exchange in text.exchanges:
        gain = cost_of(exchange.gain)
        is_free = not exchange.cost.items and not exchange.offered_only
        if is_free and good in gain and not gain.keys() & text.limited:
            return exchange
    return None


# ---------------------------------------------------------------------------------- phrases


@asking(UseExchange)
def _asks_for_which(text: Text, effect: UseExchange) -> bool:
    return len(named(text, effect.exchange)) > 1


@choices(UseExchange)
def _as_choices(game: Reading, effect: UseExchange) -> Iterator[Choice]:
    for exchange in named(game.text, effect.exchange):
        yield from uses(game, exchange, "", game.piece)


@there(UseExchange)
def _can_use(game: Reading, effect: UseExchange) -> bool:
    found = named(game.text, effect.exchange)
    return any(
        bool(payable(game, cost_of(each.cost), PURPOSE))
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
    if stock_gives(game, found[0], plain):
        yield from use(game, found[0], plain, 1, game.piece)


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
