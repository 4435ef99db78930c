"""What a player may hold, and a stock that runs short."""

from __future__ import annotations

from functools import partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, cast

from ...commands.goods import Gain
from ...linking.boards.lying import lying
from ...mechanisms.chance.commands import Draw
from ...mechanisms.holding.definitions import MayHold
from ...mechanisms.homes.definitions import HomesOf
from ...mechanisms.maps.commands import TakeAll
from ...mechanisms.maps.lying import lying_on_spaces
from ...mechanisms.occupying.lying import left_on
from ...mechanisms.occupying.using import TakeBack
from ...runtime.recording.events import STOCK
from .reading import Ask, Asks, Choice, Reading
from .registry import able, asking
from .shortage import fill_up, room_under, shortage
from .triggers import follow_units

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from .text import Text

MOST = 200
"""More ways than these to give back are not listed; then it goes one by one."""


def is_bounded(text: Text, good: str) -> bool:
    """Is there less of it than the text says, where nobody may hold more or it runs short?"""
    no_more = (each for each in text.all_of(MayHold) if not each.gives_back)
    return shortage(text, good) is not None or any(good in each.goods for each in no_more)


def some_comes(game: Reading, good: str, number: int) -> bool | None:
    """Is anything gained of a good that runs short? None: nothing is said of it."""
    short = shortage(game.text, good)
    if short is None:
        return None
    if not short.back:
        return game.in_stock(good) >= number
    holders = (STOCK, *range(game.text.players))
    return any(game.held(good, holder) > 0 for holder in holders)


def so_much(
    game: Reading, good: str, wanted: Callable[[], int]
) -> Generator[Ask, Choice | None, int]:
    """How much "you" gain, after everybody has given back what the stock is short of."""

    def number() -> int:
        return as_far_as_held(game, good, wanted(), own=False)

    short = shortage(game.text, good)
    if short is not None and not short.back:
        return number() if number() <= game.in_stock(good) else 0
    if short is not None:
        yield from fill_up(game, short, good, number())
    return number()


def as_far_as_held(game: Reading, good: str, amount: int, own: bool = True) -> int:
    """So much of a good as "you" have a stock for, or, where it is gained, may hold."""
    for each in game.text.all_of(MayHold):
        if good in each.goods and (each.own or not (own or each.gives_back)):
            amount = min(amount, max(room_under(game, each), 0))
    return amount


def give_back(game: Reading, goods: Iterable[str]) -> Asks:
    """What is too much goes back at once, as "you" like; or away in an exchange of any time."""
    from .shared.homes import all_at_home

    named = set(goods)
    yield from all_at_home(game, named)
    for bound in reversed([*game.text.all_of(MayHold)]):
        if bound.gives_back and named & set(bound.goods):
            while room_under(game, bound) < 0:
                yield from game.ask(partial(_ways, game, bound))


def _ways(game: Reading, bound: MayHold) -> list[Choice]:
    kinds = [good for good in bound.goods if game.held(good) > 0]
    number = -room_under(game, bound)
    if number <= 0:
        return []
    every = [*combinations_with_replacement(kinds, number)]
    chosen = every if len(every) <= MOST else [(good,) for good in kinds]
    found = []
    for way in chosen:
        given = [(good, way.count(good)) for good in bound.goods if good in way]
        if all(amount <= game.held(good) for good, amount in given):
            key = f"give back {game.text.counted(given)}"
            found.append(Choice(key, partial(_give, game, bound, given)))
    return found


def _give(game: Reading, bound: MayHold, given: list[tuple[str, int]]) -> Asks:
    piece, game.piece = game.piece, ""
    for good, amount in given:
        game.give(bound.span, good, amount, game.you, STOCK)
    game.piece = piece
    yield from follow_units(game, "loses", given)


@able(Gain)
def _fits(game: Reading, effect: Gain) -> bool:
    """Nobody gains more than they have of what is limited for each player."""
    for each in game.text.all_of(MayHold):
        items = [item for item in effect.bundle.items if item.good in each.goods]
        gained = sum(game.count(item.amount) for item in items)
        if each.own and items and gained > room_under(game, each):
            return False
    return True


@asking(Gain)
def _gain_asks(text: Text, effect: Gain) -> bool:
    return _may_be_too_much(text, [item.good for item in effect.bundle.items])


@asking(Draw)
def _draw_asks(text: Text, effect: Draw) -> bool:
    return _may_be_too_much(text, effect.goods)


@asking(TakeAll)
def _take_all_asks(text: Text, effect: TakeAll) -> bool:
    return _may_be_too_much(text, what_may_lie(text, effect))


def what_may_lie(text: Text, effect: TakeAll) -> tuple[str, ...]:
    """The goods that may lie where everything is taken from."""
    known = text.ways.get((TakeAll, effect.piece))
    if known is None:
        known = text.ways[TakeAll, effect.piece] = _what_may_lie(text, effect.piece)
    return cast("tuple[str, ...]", known)


def _what_may_lie(text: Text, piece: str) -> tuple[str, ...]:
    if not piece:
        return lying_on_spaces(text.commands)
    pairs = lying(text.commands, left_on(text.commands))
    return tuple(good for name, good in pairs if name == piece)


@asking(TakeBack)
def _take_back_asks(text: Text, effect: TakeBack) -> bool:
    return any(each.gives_back for each in text.all_of(MayHold))


def _may_be_too_much(text: Text, goods: Iterable[str]) -> bool:
    named = set(goods)
    if any(named & set(homes.goods) for homes in text.all_of(HomesOf)):
        return True
    return any(named & set(each.goods) for each in text.all_of(MayHold) if each.gives_back)
