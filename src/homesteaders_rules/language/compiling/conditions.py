"""Compiling conditions: those of the table, those of the game, and who has the most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import SumCount
from ...commands.conditions import (
    Both,
    Built,
    Condition,
    Declined,
    EveryPlayerWon,
    Extreme,
    FinalRound,
    Has,
    NobodyWon,
    Not,
    OptionIs,
    Players,
    Rounds,
    ThisLot,
    TurnedUp,
    WonLot,
)
from ...trees import nodes, tokens
from ..messages.diagnostics import nearest
from .goods import compile_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lark import Token

    from ...trees import Node
    from ..names.scope import Scope


# ---------------------------------------------------------------------------------- the table


def compile_static(scope: Scope, node: Node) -> Condition:
    """``with 2 players``, ``without open hands``."""
    word, span = tokens(node)[0], scope.span(node)
    match node.data:
        case "players":
            least, most = scope.range_of(word)
            return Players(least, most, span=span)
        case "players_or_more":
            return Players(scope.number(word), None, span=span)
        case _:
            option = _option(scope, word)
            return OptionIs(option, node.data == "option_on", span=span)


def _option(scope: Scope, token: Token) -> str:
    if str(token).endswith((" player", " players")) and str(token) not in scope.names.options:
        hint = "write the number in digits: with 2 players, with 3 or more players"
        scope.report("E201", f'unknown option "{token}"', token, hint)
        return str(token)
    return scope.option(token)


# ---------------------------------------------------------------------------------- the game


def compile_condition(scope: Scope, node: Node) -> Condition:
    """What stands between ``if`` or ``in`` and the colon."""
    if node.data != "conditions":
        return _time(scope, node)
    found: list[Condition] = []
    for part in nodes(node):
        if part.data != "more_counted":
            found.append(_single(scope, part))
        elif isinstance(found[-1], Extreme):
            found[-1] = _with_more(scope, found[-1], part)
        else:
            _report_unlike_condition(scope, tokens(part)[0])
    return found[0] if len(found) == 1 else Both(tuple(found), span=scope.span(node))


OPENINGS = (
    "you have",
    "you built",
    "you built nothing",
    "you did not build",
    "you declined to build",
    "this is",
    "every player won",
    "nobody won",
    "a player won",
)
"""How conditions begin. What follows ``and`` and begins otherwise was read as a name."""


def _report_unlike_condition(scope: Scope, token: Token) -> None:
    found = _opening_like(token)
    hint = "write it like: if you have no <good> and you built: ..."
    meant = f'did you mean "{found}"?' if found else hint
    scope.report("E311", f'"{token}" is no condition', token, meant)


def _opening_like(token: Token) -> str:
    """The opening of a condition that a name looks like."""
    words = str(token).split()
    if token.type != "PHRASE":
        return ""
    close = (nearest(" ".join(words[: len(o.split())]), [o], 0.7) for o in OPENINGS)
    return next((each for each in close if each), "")


def _time(scope: Scope, node: Node) -> Condition:
    words, span = tokens(node), scope.span(node)
    match node.data:
        case "in_round":
            number = scope.number(words[0])
            return Rounds(number, number, span=span)
        case "in_rounds":
            return Rounds(*scope.range_of(words[0]), span=span)
        case _:
            return FinalRound(span=span)


def _single(scope: Scope, node: Node) -> Condition:
    words, span = tokens(node), scope.span(node)
    match node.data:
        case "has_no" | "has_just" | "has_or_more":
            return _has(scope, node)
        case "has_extreme":
            return compile_extreme(scope, nodes(node))
        case "you_built":
            return Built(span=span)
        case "you_did_not_build":
            return Not(Built(span=span), span=span)
        case "you_declined":
            return Declined(span=span)
        case "is_turned_up":
            return TurnedUp(scope.title(words[0], scope.names.pieces, "piece"), span=span)
        case "every_player_won":
            return EveryPlayerWon(scope.sort(words[0]), span=span)
        case "nobody_won":
            return NobodyWon(scope.sort(words[0]), span=span)
        case _:
            of_lot = ThisLot if node.data == "this_is" else WonLot
            return of_lot(scope.sort(words[0]), scope.number(words[1]), span=span)


def _has(scope: Scope, node: Node) -> Condition:
    *number, word = tokens(node)
    least = scope.number(number[0]) if number else 0
    most = None if node.data == "has_or_more" else least
    return Has(scope.good(word), least, most, span=scope.span(node))


def compile_extreme(scope: Scope, parts: Iterable[Node]) -> Extreme:
    """``the most copper and livestock, at least 1``: the first thing counted, and more."""
    first, *others = parts
    words = tokens(first)
    most = str(words[0]).endswith("most")
    least = scope.number(words[2]) if len(words) > 2 else 0
    extreme = Extreme(most, compile_count(scope, words[1]), least, span=scope.span(first))
    for other in others:
        extreme = _with_more(scope, extreme, other)
    return extreme


def _with_more(scope: Scope, extreme: Extreme, node: Node) -> Extreme:
    """The most of one thing *and another*."""
    word, *bound = tokens(node)
    before = extreme.count
    counts = before.counts if isinstance(before, SumCount) else (before,)
    if _opening_like(word):
        _report_unlike_condition(scope, word)
        return extreme
    count = compile_count(scope, word)
    if count in counts:
        scope.report("E301", f'"{word}" stands twice', word, "keep one of them")
    if extreme.least:
        hint = "first all that is counted, then: at least ..."
        scope.report("E311", f'"{word}" is no condition', word, hint)
    least = scope.number(bound[0]) if bound else extreme.least
    total = SumCount((*counts, count), span=before.span)
    return evolve(extreme, count=total, least=least)
