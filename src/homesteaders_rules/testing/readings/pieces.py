"""Pieces: moved, taken, stacked, turned up, used and built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.base import walk
from ...commands.control import May
from ...commands.definitions.definition import Clause
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.piles.commands import (
    Build,
    BuildSame,
    MovePieces,
    RemoveCopies,
    Stack,
    TurnUp,
)
from ...mechanisms.piles.taking import TakeAny, TakePiece, TakeRandom
from ...runtime.recording.events import OUT_OF_GAME
from ...runtime.recording.kinds import Move, Revealed
from .maps.plane import is_open
from .payments import Way, cheaper, cost_of, hand_over, ways_to_pay
from .reading import NO_LESS, Asks, Choice, Reading, is_within
from .registry import able, always_ask, asks_which, choices, has_choices, reads, there
from .shared.displays import leave_space, with_fee
from .triggers import follow, waiting_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.definitions.pieces import NeedsPieces, Piece
    from ...words import Span
    from .text import Text

BUILD = "build"
USE = "use"
ALSO_GIVES = "also gives"


# ---------------------------------------------------------------------------------- moving


def _move(game: Reading, span: Span | None, name: str, ends: tuple[str, str], count: int) -> None:
    source, target = ends
    if count:
        game.board.copies[source, name] -= count
        if target != OUT_OF_GAME:
            game.board.copies[target, name] += count
        game.tell(Move(game.you, name, source, target, count, span=span))


def _to_player(game: Reading, span: Span | None, name: str, place: str) -> None:
    game.board.copies[place, name] -= 1
    game.board.owned[game.you].add(name)
    game.tell(Move(game.you, name, place, f"player {game.you + 1}", span=span))


@reads(MovePieces)
def _move_pieces(game: Reading, effect: MovePieces) -> None:
    ends = effect.source, effect.target
    for piece in game.text.of_sort(effect.sort):
        labels = set(piece.labels)
        if set(effect.labels) <= labels and not set(effect.without) & labels:
            _move(game, effect.span, piece.name, ends, game.board.copies[ends[0], piece.name])


@reads(RemoveCopies)
def _remove_copies(game: Reading, effect: RemoveCopies) -> None:
    place = game.text.sorts[effect.sort].places[0]
    for piece in game.text.of_sort(effect.sort):
        most = piece.copies if effect.most is None else effect.most
        if not piece.copies_per_player and effect.least <= piece.copies <= most:
            count = min(effect.count, game.board.copies[place, piece.name])
            _move(game, effect.span, piece.name, (place, OUT_OF_GAME), count)


@reads(TakePiece)
def _take_piece(game: Reading, effect: TakePiece) -> None:
    if effect.piece not in game.board.owned[game.you]:
        places = game.text.sorts[game.text.pieces[effect.piece].sort].places
        for place in places:
            if game.board.copies.get((place, effect.piece), 0):
                _to_player(game, effect.span, effect.piece, place)
                return


@there(TakePiece)
def _is_left(game: Reading, effect: TakePiece) -> bool:
    if effect.piece in game.board.owned[game.you]:
        return False
    return any(n for (_, name), n in game.board.copies.items() if name == effect.piece)


def _each_left(game: Reading, effect: TakeAny | TakeRandom) -> list[TakePiece]:
    """What would take one of those that are left."""
    pieces = game.text.of_sort(effect.sort)
    meant = (piece.name for piece in pieces if set(effect.labels) <= set(piece.labels))
    return [take for name in meant if _is_left(game, take := TakePiece(name, span=effect.span))]


asks_which(TakeAny)
able(TakeAny)(has_choices)


@choices(TakeAny)
def _what_may_be_taken(game: Reading, effect: TakeAny) -> Iterator[Choice]:
    for take in _each_left(game, effect):
        yield from game.choices(take)


@reads(TakeRandom)
def _take_random(game: Reading, effect: TakeRandom) -> None:
    """Chance has drawn it: the piece is learned."""
    assert game.fate is not None
    drawn = game.fate.pieces(game.you)
    left = _each_left(game, effect)
    if left:
        _take_piece(game, next(take for take in left if take.piece in drawn))


@there(TakeRandom)
def _is_any_left(game: Reading, effect: TakeRandom) -> bool:
    return bool(_each_left(game, effect))


# ---------------------------------------------------------------------------------- stacks


@reads(Stack)
def _stack(game: Reading, effect: Stack) -> None:
    """Chance has laid it: the order is learned."""
    assert game.fate is not None
    pieces = [p for p in game.text.pieces.values() if p.stack == effect.stack]
    layers = [
        ([p.name for p in pieces if layer.label in p.labels], layer.count)
        for layer in effect.layers
    ] or [([p.name for p in pieces], None)]
    order = list(game.fate.stack(effect.stack))
    laid: list[str] = []
    game.laid[effect.stack] = []
    for fitting, count in layers:
        left = [name for name in fitting if name not in laid]
        size = len(left) if count is None else min(count, len(left))
        laid += order[len(laid) : len(laid) + size] if effect.shuffled else left[:size]
        game.laid[effect.stack].append((fitting, size))
    game.board.stacks[effect.stack], game.board.turned[effect.stack] = laid, 0


def assert_laid(game: Reading) -> None:
    """Each layer of what was laid holds what belongs there, each once, and so much of it."""
    for stack, layers in game.laid.items():
        order = list(game.board.stacks[stack])
        assert len(set(order)) == len(order), f"{stack}: a piece lies there twice: {order}"
        assert len(order) == sum(size for _, size in layers), f"{stack}: {len(order)} pieces"
        for fitting, size in layers:
            part, order = order[:size], order[size:]
            assert set(part) <= set(fitting), f"{stack}: {part}, and not of {fitting}"
    game.laid.clear()


@reads(TurnUp)
def _turn_up(game: Reading, effect: TurnUp) -> None:
    stacks = game.text.stacks_of(effect.sort)
    for stack in stacks:
        if game.board.turned[stack] < len(game.board.stacks[stack]):
            game.board.turned[stack] += 1
            name = game.board.up(stack)
            game.tell(Revealed(game.you, stack, name, span=effect.span))
            start = (game.text.sorts[effect.sort].places or ("",))[0]
            if effect.place and game.board.copies[start, name]:
                game.board.copies[start, name] -= 1
                game.board.copies[effect.place, name] += 1
                game.tell(Move(game.you, name, start, effect.place, 1, span=effect.span))
    if set(stacks) == set(game.text.lots):
        game.board.clear_bids()


# ---------------------------------------------------------------------------------- using them


def uses_lot(text: Text, effect: UsePiece) -> bool:
    """Is it about the clauses of the lot itself?"""
    return not effect.moment and _is_lot(text, effect)


def _is_lot(text: Text, effect: UsePiece) -> bool:
    return set(text.stacks_of(effect.sort)) == set(text.lots)


def the_lot(game: Reading) -> str:
    """The piece on the lot being resolved."""
    return game.board.up(game.text.lots[game.board.lot])


def lets_build(piece: Piece) -> Build | None:
    """What its text without a moment lets its winner build."""
    bare = (clause for clause in piece.clauses if not clause.moment)
    return next((each for each in walk(*bare) if isinstance(each, Build)), None)


def lot_builds(game: Reading) -> bool:
    """Does the lot being resolved let its winner build?"""
    return lets_build(game.text.pieces[the_lot(game)]) is not None


def _meant(game: Reading, effect: UsePiece) -> list[str]:
    """The pieces that it is about, as they lie."""
    if _is_lot(game.text, effect):
        return [the_lot(game)]
    if game.board.is_final:
        return []
    return [game.board.up(stack) for stack in game.text.stacks_of(effect.sort)]


def _belongs(game: Reading, clause: Clause) -> bool:
    """What adds to lots belongs to some of them."""
    is_here = not clause.lot or game.board.lot == clause.lot - 1
    return is_here and (not clause.with_build or lot_builds(game))


always_ask(UsePiece)


@reads(UsePiece)
def _use_piece(game: Reading, effect: UsePiece) -> Asks:
    least = 0 if effect.less_is_optional else effect.less
    for name in filter(None, _meant(game, effect)):
        with game.cheaper((least, effect.less, effect.less_of)):
            yield from _carry_out(game, name, effect.moment, effect.moment or USE)


def _carry_out(game: Reading, name: str, moment: str, purpose: str) -> Asks:
    """The clauses of a moment of a piece."""
    for clause in game.text.pieces[name].clauses:
        if clause.moment == moment and _belongs(game, clause):
            with game.within(name, purpose):
                yield from game.do(clause.effect)


@there(UsePiece)
def _anything_said(game: Reading, effect: UsePiece) -> bool:
    names = filter(None, _meant(game, effect))
    clauses = (clause for name in names for clause in game.text.pieces[name].clauses)
    return any(c.moment == effect.moment and _belongs(game, c) for c in clauses)


# ---------------------------------------------------------------------------------- building


asks_which(Build)
able(Build)(has_choices)
always_ask(BuildSame)


@choices(Build)
def _built_pieces(game: Reading, effect: Build) -> Iterator[Choice]:
    """What lies there, carries a label, is not owned yet, and can be paid."""
    place, labels = game.text.sorts[effect.sort].places[1], set(effect.labels)
    for piece in game.text.of_sort(effect.sort):
        fits = not labels or not labels.isdisjoint(piece.labels)
        there = game.board.copies[place, piece.name] > 0
        if fits and there and piece.name not in game.board.owned[game.you]:
            needed = all(_is_needed(game, each) for each in piece.needs)
            if needed and is_open(game, piece.name):
                yield from _one_piece(game, effect, piece)


def _is_needed(game: Reading, need: NeedsPieces) -> bool:
    """Does "you" own just so many of the pieces?"""
    return is_within(game.count(need.count), need)


def _one_piece(game: Reading, effect: Build, piece: Piece) -> Iterator[Choice]:
    """The ways to pay for a piece that "you" can pay."""
    for cost in (piece.cost, *piece.instead):
        called = "" if cost is piece.cost else f" for {game.words(cost)}"
        ways = cheaper(ways_to_pay(game, cost_of(cost), BUILD), game.less)
        for way in (with_fee(game, piece, way) for way in ways):
            if way.can_be_paid(game):
                yield _one_building(game, effect, piece, way, called)
    for other in game.text.of_sort(effect.sort):
        if other.name in game.board.owned[game.you] and piece.may_return(other):
            yield _returning(game, effect, piece, other.name)


def _returning(game: Reading, effect: Build, piece: Piece, returned: str) -> Choice:
    built = _one_building(game, effect, piece, Way(()), f", returning {returned}")

    def build() -> Asks:
        _give_back(game, effect, returned)
        yield from built.do() or ()

    return Choice(built.key, build, False, (piece.name, returned))


def _one_building(game: Reading, effect: Build, piece: Piece, way: Way, called: str) -> Choice:
    def build() -> Asks:
        yield from hand_over(game, effect.span, way)
        leave_space(game, piece)
        _to_player(game, effect.span, piece.name, game.text.sorts[effect.sort].places[1])
        game.board.built = piece.name
        yield from _what_follows(game, effect)

    same = piece.name, frozenset(way.goods)
    return Choice(f"build {piece.name}{called}{way.suffix}", build, False, same)


def _give_back(game: Reading, effect: Build, name: str) -> None:
    """A piece of "you" is on offer again, and nothing fills its places."""
    place = game.text.sorts[effect.sort].places[1]
    game.board.owned[game.you].remove(name)
    game.board.copies[place, name] += 1
    game.board.filled[game.you] -= {each for each in game.board.filled[game.you] if each[0] == name}
    game.tell(Move(game.you, name, f"player {game.you + 1}", place, span=effect.span))


def _what_follows(game: Reading, effect: Build) -> Asks:
    """Whatever waits for it, and then what the piece gives when built."""
    waiting = waiting_for(game.text, "builds", effect.sort)
    if any(each.asks for each in waiting):
        with game.apart():
            yield from follow(game, "builds", effect.sort)
    else:
        yield from follow(game, "builds", effect.sort)
    moments = game.text.sorts[effect.sort].moments
    if moments:
        with game.cheaper(NO_LESS):
            yield from _carry_out(game, game.board.built, moments[-1], moments[-1])


@reads(BuildSame)
def _build_same(game: Reading, effect: BuildSame) -> Asks:
    build = lets_build(game.text.pieces[the_lot(game)])
    if build is not None:
        yield from game.do(May(build))
