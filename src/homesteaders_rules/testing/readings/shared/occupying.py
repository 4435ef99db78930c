"""Pieces that lie open to all, and are used by what players leave on them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from ....commands.amounts import Bundle
from ....commands.control import Choose, Nothing
from ....mechanisms.occupying.commands import Leave, LeaveTo
from ....mechanisms.occupying.conditions import AnyFree
from ....mechanisms.occupying.using import Clear, TakeBack, UseAnyFree
from ....runtime.recording.events import STOCK
from ..holding import as_far_as_held, give_back
from ..payments import Way, cost_of, ways_to_pay
from ..reading import Asks, Choice, Reading
from ..registry import able, asks_which, choices, has_choices, reads, there
from ..triggers import follow_units, lose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ....commands.definitions.pieces import Piece
    from ....commands.effects import Effect
    from ..text import Text

USE = "use"


@lru_cache(1 << 10)
def left_on(text: Text, piece: str) -> tuple[str, ...]:
    """The goods that players may leave on a piece, or that may stand in for those."""
    goods: dict[str, None] = {}
    for each in text.commands:
        if isinstance(each, Leave | LeaveTo) and each.piece == piece:
            bundle = each.bundle if isinstance(each, Leave) else each.left
            named = [item.good for item in bundle.items]
            for sub, _ in text.substitutions:
                if any(item.good in named for item in sub.items):
                    named += [item.good for item in sub.pays.items]
            goods.update(dict.fromkeys(named))
    return tuple(goods)


def _is_free(game: Reading, piece: str) -> bool:
    lying = game.board.lying
    return not any(lying.get((piece, good), 0) for good in left_on(game.text, piece))


def _fitting(game: Reading, effect: UseAnyFree | Clear | AnyFree) -> list[Piece]:
    labels = set(effect.labels)
    return [p for p in game.text.of_sort(effect.sort) if labels <= set(p.labels)]


def _note_user(game: Reading, piece: str) -> None:
    game.board.users[piece] = None if _is_free(game, piece) else game.you


@reads(AnyFree)
def _any_free(game: Reading, condition: AnyFree) -> bool:
    left = (p.name for p in _fitting(game, condition) if left_on(game.text, p.name))
    return any(_is_free(game, name) for name in left) is not condition.none


# ---------------------------------------------------------------------------------- leaving


@reads(Leave)
def _leave(game: Reading, effect: Leave) -> Asks:
    """No more than "you" hold."""
    for good, amount in cost_of(effect.bundle).items():
        number = min(amount, game.held(good))
        yield from lose(game, effect.span, good, number, game.where(effect.piece))
    _note_user(game, effect.piece)


@there(Leave)
def _can_leave(game: Reading, effect: Leave) -> bool:
    return any(game.held(item.good) > 0 for item in effect.bundle.items)


asks_which(LeaveTo, UseAnyFree)


@able(LeaveTo)
def _can_be_left(game: Reading, effect: LeaveTo) -> bool:
    return has_choices(game, effect) and game.can(effect.effect)


able(UseAnyFree)(has_choices)


@choices(LeaveTo)
def _ways_to_leave(game: Reading, effect: LeaveTo) -> Iterator[Choice]:
    yield from _ways(game, effect, game.words(effect), lambda: game.do(effect.effect))


def _ways(game: Reading, effect: LeaveTo, key: str, then: Callable[[], Asks]) -> Iterator[Choice]:
    """Each way to hand over what is left and what is paid."""
    left, paid = cost_of(effect.left), cost_of(effect.paid)
    for one in ways_to_pay(game, left, game.purpose, effect.left.among):
        for other in ways_to_pay(game, paid, game.purpose, effect.paid.among):
            goods = Counter(dict(one.goods)) + Counter(dict(other.goods))
            whole = Way(tuple(goods.items()), one.said + other.said, one.rights + other.rights)
            if whole.can_be_paid(game):
                ways = one, other, whole
                same = key, frozenset(one.goods), frozenset(other.goods)
                run = partial(_hand_over, game, effect, ways, then)
                yield Choice(key + whole.suffix, run, False, same)


def _hand_over(
    game: Reading, effect: LeaveTo, ways: tuple[Way, Way, Way], then: Callable[[], Asks]
) -> Asks:
    left, paid, whole = ways
    for good, amount in left.goods:
        game.give(effect.span, good, amount, game.you, effect.piece)
    game.board.users[effect.piece] = game.you
    for good, amount in paid.goods:
        game.give(effect.span, good, amount, game.you, STOCK)
    yield from follow_units(game, "loses", whole.goods)
    yield from then()


# ---------------------------------------------------------------------------------- using


def _first(effect: Effect) -> list[LeaveTo]:
    """What a text that begins with an effect leaves, in each way."""
    match effect:
        case LeaveTo():
            return [effect]
        case Leave(bundle=bundle, piece=piece, span=span):
            return [LeaveTo(bundle, piece, Bundle(), Nothing(), span=span)]
        case Choose(alternatives=alternatives):
            ways = [_first(each) for each in alternatives]
            return [way for each in ways for way in each] if all(ways) else []
        case _:
            return []


@choices(UseAnyFree)
def _free_pieces(game: Reading, effect: UseAnyFree) -> Iterator[Choice]:
    """Each free piece in each way to do what its text begins with; the rest of it follows."""
    for piece in _fitting(game, effect):
        bare = [c.effect for c in piece.clauses if not c.moment]
        lines = [e for e in bare if not (isinstance(e, Nothing) and e.left_out)]
        ways = _first(lines[0]) if lines else []
        if not ways or not _is_free(game, piece.name):
            continue
        for way in ways:
            key = f"use {piece.name}"
            if len(ways) > 1:
                key += f" with {game.words(way.left)}"
            rest = way.effect, *lines[1:]
            then = partial(_rest, game, piece.name, rest)
            with game.within(piece.name, USE):
                found = [*_ways(game, way, key, then)]
            for each in found:
                run = partial(_on, game, piece.name, each)
                yield Choice(each.key, run, False, each.same)


def _on(game: Reading, piece: str, choice: Choice) -> Asks:
    with game.within(piece, USE):
        yield from choice.do()


def _rest(game: Reading, piece: str, lines: tuple[Effect, ...]) -> Asks:
    with game.apart(), game.within(piece, USE):
        for each in lines:
            yield from game.do(each)


# ---------------------------------------------------------------------------------- taking away


def _empty(game: Reading, effect: Clear | TakeBack, piece: str, taker: int) -> Asks:
    for good in left_on(game.text, piece):
        number = game.board.lying.get((piece, good), 0)
        if taker != STOCK:
            number = as_far_as_held(game, good, number)
        game.give(effect.span, good, number, piece, taker)
        if taker != STOCK:
            yield from follow_units(game, "gains", [(good, number)])
    if not any(game.board.lying.get((piece, good), 0) for good in left_on(game.text, piece)):
        game.board.users[piece] = None


@reads(Clear)
def _clear(game: Reading, effect: Clear) -> Asks:
    for piece in _fitting(game, effect):
        yield from _empty(game, effect, piece.name, STOCK)


@there(Clear)
def _lies_any(game: Reading, effect: Clear) -> bool:
    return any(not _is_free(game, piece.name) for piece in _fitting(game, effect))


def _theirs(game: Reading) -> list[str]:
    return [name for name in game.text.pieces if game.board.users.get(name) == game.you]


@reads(TakeBack)
def _take_back(game: Reading, effect: TakeBack) -> Asks:
    for name in _theirs(game):
        yield from _empty(game, effect, name, game.you)
    yield from give_back(
        game, [good for piece in game.text.pieces for good in left_on(game.text, piece)]
    )


@there(TakeBack)
def _any_theirs(game: Reading, effect: TakeBack) -> bool:
    return bool(_theirs(game))
