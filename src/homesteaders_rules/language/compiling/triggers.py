"""Compiling triggers: what is waited for, and what follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import HERE
from ...commands.definitions.definition import Trigger
from ...commands.definitions.occasions import (
    ANOTHER_PLAYER,
    KINDS,
    NEUTRAL_BID,
    Occasion,
)
from ...spelling import nearest
from ...trees import Node, Token, nodes, tokens
from ...words import a_or_an

if TYPE_CHECKING:
    from ...commands.base import Span
    from ...commands.conditions import Condition
    from .blocks import TextReader

GAP = re.compile(r"<[a-z]+>")
OCCASIONS = tuple(
    GAP.sub("...", example.removeprefix("you "))
    for kind in KINDS.values()
    for example in kind.examples
    if example.startswith("you ") and kind.of != "exchange"
)
"""What can be waited for, beside the use of an exchange."""


def compile_trigger(scope: TextReader, node: Node, conditions: tuple[Condition, ...]) -> Trigger:
    """``whenever you sell: gain 1 silver``."""
    waited, body = nodes(node)
    occasion = _occasion(scope, waited)
    if occasion.verb == "builds" and not scope.piece and occasion.of in scope.names.mapped():
        scope = evolve(scope, piece=HERE)
    return Trigger(
        occasion,
        scope.body(body),
        conditions=conditions,
        span=scope.span(node),
    )


def _occasion(scope: TextReader, node: Node) -> Occasion:
    who, *rest = tokens(node)
    person, span = str(who), scope.span(node)
    match node.data:
        case "passes":
            return Occasion(person, "passes", span=span)
        case "outbids":
            return _outbid(scope, person, rest[0], span)
        case "is_outbid":
            return Occasion(person, "is outbid", span=span)
        case "declines":
            return Occasion(person, "declines", scope.owned_sort(node), span=span)
        case "uses":
            return Occasion(person, "uses", _used(scope, rest[0]), span=span)
        case _:
            another = str(rest[0]) == "another"
            if node.data == "builds":
                return Occasion(person, "builds", _built(scope, rest[1]), another, span=span)
            if another:
                message = '"another" belongs to "build" only'
                article = a_or_an(str(rest[1])).split()[0]
                scope.report("E337", message, rest[0], f"write: {article}")
            if node.data == "wins":
                return Occasion(person, "wins", scope.sort(rest[1]), span=span)
            return Occasion(person, str(node.data), scope.good(rest[1]), span=span)


def _outbid(scope: TextReader, person: str, whom: Token, span: Span) -> Occasion:
    """``a player outbids you`` is the same as ``you are outbid``."""
    if str(whom) == NEUTRAL_BID:
        return Occasion(person, "outbids", NEUTRAL_BID, span=span)
    if str(whom) != Occasion.YOU:
        return Occasion(person, "outbids", ANOTHER_PLAYER, span=span)
    if person == Occasion.YOU:
        hint = "nobody outbids themselves; there is: whenever you are outbid"
        scope.report("E201", f'unknown occasion "outbid {whom}"', whom, hint)
    return Occasion(Occasion.YOU, "is outbid", span=span)


def _built(scope: TextReader, token: Token) -> str:
    """The sort of what is built; labels cannot be asked for."""
    words = str(token).split()
    sort = scope.names.sorts.get(words[-1], "")
    if len(words) > 1 and sort and set(words[:-1]) & set(scope.names.labels_of(sort)):
        message = f'"{token}": a trigger cannot ask for a label'
        hint = f"it waits for every one: whenever you build another {sort}"
        scope.report("E201", message, token, hint)
        return sort
    return scope.sort(token)


def _used(scope: TextReader, token: Token) -> str:
    """``you sell``, ``a player sells``: the exchange ``sell`` is used."""
    known, forms = scope.names.exchanges, scope.names.uses
    if str(token) in forms:
        return forms[str(token)]
    exchange = next((form for form in forms if str(token).startswith(f"{form} ")), "")
    if exchange:
        message = f'unknown occasion "{token}"'
        hint = f'did you mean "{exchange}"? it waits for every use of that exchange'
        scope.report("E201", message, token, hint)
        return forms[exchange]
    first, _, rest = str(token).partition(" ")
    verb = nearest(first, [occasion.split()[0] for occasion in OCCASIONS])
    meant = (f"{verb} {rest}",) if verb and rest else ()
    scope.unknown(token, (*known, *OCCASIONS, *meant), "occasion")
    return str(token)
