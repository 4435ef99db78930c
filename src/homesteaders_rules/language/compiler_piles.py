"""Compiling what moves pieces, markers and goods: piles, tracks, slots, the pieces in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.amounts import Amount, Number, TrackValue
from ..mechanisms.allocation import PlaceGoods
from ..mechanisms.auction import NeutralBid, UsePiece
from ..mechanisms.piles import MovePieces, RemoveCopies, Stack, TakePiece, TurnUp
from ..mechanisms.tracks import Advance, MoveBack
from .syntax import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lark import Token

    from ..commands.effects import Effect
    from .scope import Scope
    from .syntax import Node


def title(scope: Scope, token: Token, known: Mapping[str, str], what: str) -> str:
    """A name with a capital, of a piece, a stack or a track."""
    return scope.resolve(token, {name: name for name in known}, what)


def track(scope: Scope, token: Token) -> str:
    """The name of a track."""
    return title(scope, token, scope.names.tracks, "track")


def _advance(scope: Scope, node: Node) -> Effect:
    return Advance(track(scope, tokens(node)[0]), span=scope.span(node))


def _move_back(scope: Scope, node: Node) -> Effect:
    return MoveBack(track(scope, tokens(node)[0]), span=scope.span(node))


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
    piece = title(scope, tokens(node)[0], scope.names.pieces, "piece")
    return TakePiece(piece, span=scope.span(node))


def _stack(scope: Scope, node: Node) -> Effect:
    name, face, *layers = tokens(node)
    stack = title(scope, name, scope.names.stacks, "stack")
    sort = scope.names.stacks.get(stack, "")
    labels = tuple(scope.label(token, sort) for token in layers)
    return Stack(stack, str(face) == "face up", labels, span=scope.span(node))


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


def _collect_piece(scope: Scope, node: Node) -> Effect:
    moment, sort = tokens(node)
    return UsePiece(scope.sort(sort), scope.moment(moment), span=scope.span(node))


def _use_piece(scope: Scope, node: Node) -> Effect:
    return UsePiece(scope.sort(tokens(node)[0]), span=scope.span(node))


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
    "move": _move,
    "take": _take,
    "stack": _stack,
    "turn_up": _turn_up,
    "remove_copies": _remove_copies,
    "place_goods": _place_goods,
    "collect_piece": _collect_piece,
    "use_piece": _use_piece,
    "neutral_bid": _neutral_bid,
}
