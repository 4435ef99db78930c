"""Compiling what moves pieces, markers and goods: piles, tracks, slots, the pieces in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import Amount, Number, TrackValue
from ...commands.definitions import ALSO_GIVES
from ...mechanisms.auction.commands import NeutralBid, UsePiece
from ...mechanisms.piles.commands import Layer, MovePieces, RemoveCopies, Stack, TakePiece, TurnUp
from ...mechanisms.placing.commands import PLACING, PlaceGoods
from ...mechanisms.tracks import Advance, MoveBack, MoveOn, TakeReward
from ...trees import nodes, tokens
from .sentences import read_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lark import Token

    from ...commands.effects import Effect
    from ...trees import Node
    from ..names.scope import Scope


def track(scope: Scope, token: Token) -> str:
    """The name of a track."""
    return scope.title(token, scope.names.tracks, "track")


def _advance(scope: Scope, node: Node) -> Effect:
    return Advance(track(scope, tokens(node)[0]), span=scope.span(node))


def _move_back(scope: Scope, node: Node) -> Effect:
    return MoveBack(track(scope, tokens(node)[0]), span=scope.span(node))


def _move_on(scope: Scope, node: Node) -> Effect:
    return MoveOn(track(scope, tokens(node)[0]), span=scope.span(node))


def _take_reward(scope: Scope, node: Node) -> Effect:
    return TakeReward(track(scope, tokens(node)[0]), span=scope.span(node))


def _move(scope: Scope, node: Node) -> Effect:
    moved, source, target = tokens(node)
    labels, sort = scope.split_labels(moved)
    unless = [token for part in nodes(node) for token in tokens(part)]
    return MovePieces(
        sort,
        labels,
        tuple(scope.label(token, sort) for token in unless),
        scope.place(source, sort),
        scope.place(target, sort),
        span=scope.span(node),
    )


def _take(scope: Scope, node: Node) -> Effect:
    piece = scope.title(tokens(node)[0], scope.names.pieces, "piece")
    return TakePiece(piece, span=scope.span(node))


def _stack(scope: Scope, node: Node) -> Effect:
    """``stack Auction 2 face down: a on b``, ``shuffle Events face up: 4 a on 2 b``."""
    verb, name, face = tokens(node)
    stack = scope.title(name, scope.names.stacks, "stack")
    layers = tuple(_layer(scope, stack, part) for part in nodes(node))
    face_up = str(face) == "face up"
    shuffled = not face_up or str(verb) == "shuffle"
    return Stack(stack, face_up, layers, shuffled, span=scope.span(node))


def _layer(scope: Scope, stack: str, node: Node) -> Layer:
    *number, word = tokens(node)
    label = scope.label(word, scope.names.stacks.get(stack, ""))
    return Layer(label, scope.number(number[0]) if number else None, span=scope.span(node))


def _turn_up(scope: Scope, node: Node) -> Effect:
    number, sort = tokens(node)
    if str(number) != "1":
        scope.report("E302", "only 1 can be turned up of each stack", number)
    return TurnUp(scope.sort(sort), span=scope.span(node))


def _remove_copies(scope: Scope, node: Node) -> Effect:
    count, sort, least = tokens(node)
    return RemoveCopies(
        scope.number(count), scope.sort(sort), scope.number(least), span=scope.span(node)
    )


def _place_goods(scope: Scope, node: Node) -> Effect:
    return PlaceGoods(scope.good(tokens(node)[0]), span=scope.span(node))


def compile_placing(scope: Scope, node: Node) -> Effect:
    """``place workers:`` and its sentences, each once."""
    said = read_sentences(scope, node, PLACING)
    return PlaceGoods(scope.good(tokens(node)[0]), **said, span=scope.span(node))


def _collect_piece(scope: Scope, node: Node) -> Effect:
    moment, sort = tokens(node)
    return UsePiece(scope.sort(sort), scope.moment(moment), span=scope.span(node))


def _collect_additions(scope: Scope, node: Node) -> Effect:
    """``collect what the event also gives``."""
    return UsePiece(scope.sort(tokens(node)[0]), ALSO_GIVES, span=scope.span(node))


def _use_piece(scope: Scope, node: Node) -> Effect:
    """``use the lot, for 1 resource less``, ``use the lot, for up to 1 resource less``."""
    sort, *reduction = tokens(node)
    if not reduction:
        return UsePiece(scope.sort(sort), span=scope.span(node))
    *optional, number, word = reduction
    less, goods = scope.number(number), scope.goods(word)
    return UsePiece(scope.sort(sort), "", less, goods, bool(optional), span=scope.span(node))


def _neutral_bid(scope: Scope, node: Node) -> Effect:
    value, sort = tokens(node)
    amount: Amount
    if value.type == "NUMBER":
        amount = Number(scope.number(value), span=scope.span(value))
    else:
        amount = TrackValue(track(scope, value), span=scope.span(value))
    return NeutralBid(scope.sort(sort), amount, span=scope.span(node))


PILES: Mapping[str, Callable[[Scope, Node], Effect]] = {
    "advance": _advance,
    "move_back": _move_back,
    "move_on": _move_on,
    "take_reward": _take_reward,
    "move": _move,
    "take": _take,
    "stack": _stack,
    "turn_up": _turn_up,
    "remove_copies": _remove_copies,
    "place_goods": _place_goods,
    "collect_piece": _collect_piece,
    "collect_additions": _collect_additions,
    "use_piece": _use_piece,
    "neutral_bid": _neutral_bid,
}
