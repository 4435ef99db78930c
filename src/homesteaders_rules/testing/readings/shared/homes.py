"""Homes, by trying every way to give them to kinds; what has none goes, and what has one comes."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING

from attrs import evolve

from ....commands.amounts import Bundle, Item, Number
from ....commands.goods import Gain
from ....mechanisms.homes.commands import GainWithRoom
from ....mechanisms.homes.definitions import (
    HomesIn,
    HomesInside,
    HomesOf,
    HomesOutside,
    MayMove,
    TooMany,
)
from ..exchanges import of_rules_and_pieces, uses
from ..payments import cost_of
from ..reading import Asks, Choice, Reading
from ..registry import always_ask, knows, reads, there
from .areas import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....commands.definitions.definition import Exchange

knows(HomesOf, HomesIn, HomesOutside, HomesInside, MayMove, TooMany)
always_ask(GainWithRoom)


def _tiles(game: Reading, goods: Iterable[str], cells: Iterable[str]) -> int:
    wanted = set(goods)
    return sum(game.board.tiles_on.get((game.you, cell)) in wanted for cell in cells)


def _homes(game: Reading, homes: HomesOf) -> tuple[list[int], int]:
    """The homes of "you": for so many of one kind each, and for one of any kind."""
    closed = inside(game, game.you)
    own = [cell for seat, cell in game.board.tiles_on if seat == game.you]
    single = sum(line.count for line in homes.of(HomesIn))
    for line in homes.of(HomesOutside):
        single += line.count * _tiles(game, line.tiles, (c for c in own if c not in closed))
    shared = [
        line.count * len(area) * 2 ** _tiles(game, line.tiles, area)
        for line in homes.of(HomesInside)
        for area in game.board.areas.get(game.you, ())
    ]
    return shared, single


def homeless(game: Reading, homes: HomesOf, more: Iterable[str] = ()) -> int:
    """How many of the goods of "you", and of one more of some, have no home at least."""
    shared, single = _homes(game, homes)
    added = list(more)
    held = {good: game.held(good) + added.count(good) for good in homes.goods}
    least = sum(held.values())
    for kinds in product([good for good in homes.goods if held[good]], repeat=len(shared)):
        room = dict.fromkeys(homes.goods, 0)
        for good, number in zip(kinds, shared, strict=True):
            room[good] += number
        least = min(least, sum(max(held[good] - room[good], 0) for good in homes.goods))
    return max(least - single, 0)


def all_at_home(game: Reading, goods: Iterable[str] | None = None) -> Asks:
    """Who has too many, of some goods or of any, gives up some."""
    named = None if goods is None else set(goods)
    for homes in reversed([*game.text.all_of(HomesOf)]):
        if named is None or named & set(homes.goods):
            while _given_up(game, homes):
                yield from game.ask(partial(_given_up, game, homes))


def _given_up(game: Reading, homes: HomesOf) -> list[Choice]:
    """Whatever is given up at any time may end it."""
    most = homeless(game, homes)
    fitting = (each for each in _exchanges(game, homes) if _times(each) <= most)
    return [evolve(each, sure=True) for each in fitting]


def _exchanges(game: Reading, homes: HomesOf) -> Iterator[Choice]:
    """The uses of exchanges of the kinds that are named, of the rules and of own pieces."""
    for kind in homes.kinds:
        for exchange, piece in of_rules_and_pieces(game):
            if exchange.is_of_kind(kind) and _frees(exchange, homes):
                yield from uses(game, exchange, piece, piece or game.piece)


def _times(choice: Choice) -> int:
    """How often an exchange is used."""
    assert isinstance(choice.same, tuple)
    return int(choice.same[1])


def _frees(exchange: Exchange, homes: HomesOf) -> bool:
    given, gained = cost_of(exchange.cost).keys(), cost_of(exchange.gain).keys()
    return bool(given & set(homes.goods)) and not gained & set(homes.goods)


# ---------------------------------------------------------------------------------- young


def _sets(game: Reading, effect: GainWithRoom) -> list[tuple[str, ...]]:
    """The sets of goods of which "you" may gain one each, and to which none can be added."""
    homes = next(h for h in game.text.all_of(HomesOf) if set(effect.goods) <= set(h.goods))
    fitting = [
        some
        for number in range(len(effect.goods), 0, -1)
        for some in combinations(effect.goods, number)
        if all(game.held(good) >= effect.parents for good in some)
        if all(game.is_there(_gain(effect, good)) for good in some)
        if not homeless(game, homes, some)
    ]
    return [some for some in fitting if not any(set(some) < set(each) for each in fitting)]


def _gain(effect: GainWithRoom, good: str) -> Gain:
    return Gain(Bundle((Item(Number(1), good, span=effect.span),)), span=effect.span)


def _all(game: Reading, effect: GainWithRoom, goods: Iterable[str]) -> Asks:
    for good in goods:
        yield from game.do(_gain(effect, good))


@reads(GainWithRoom)
def _have_young(game: Reading, effect: GainWithRoom) -> Asks:
    found = _sets(game, effect)
    if len(found) > 1:
        yield from game.ask(lambda: _which(game, effect))
        return
    for some in found:
        yield from _all(game, effect, some)


def _which(game: Reading, effect: GainWithRoom) -> list[Choice]:
    return [
        Choice(f"gain {', '.join(f'1 {good}' for good in some)}", partial(_all, game, effect, some))
        for some in _sets(game, effect)
    ]


@there(GainWithRoom)
def _any_young(game: Reading, effect: GainWithRoom) -> bool:
    return bool(_sets(game, effect))
