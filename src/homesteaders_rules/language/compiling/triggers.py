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
    third_person,
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
                built = _built(scope, person, rest[1], another)
                return Occasion(person, "builds", built, another, span=span)
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


def _built(scope: TextReader, person: str, token: Token, another: bool) -> str:
    """The sort of what is built; labels cannot be asked for, but of a space that is built on."""
    names, words = scope.names, str(token)
    form = next((form for form in names.sorts if words.endswith(f" {form}")), "")
    asked = words.removesuffix(f" {form}") if form else words
    sort = names.sorts.get(form) or names.table("label").get(asked, "")
    labels = names.labels_of(sort)
    if words in names.sorts or {asked, *asked.split()}.isdisjoint(labels):
        return scope.sort(token)
    one = f"another {sort}" if another else a_or_an(sort)
    verb = KINDS["builds"].plain if person == Occasion.YOU else "builds"
    hint = f"it waits for every one: whenever {person} {verb} {one}"
    if sort in names.mapped() and asked in labels and not scope.piece:
        hint = f"write: {sort}: if here is {a_or_an(asked)}"
    scope.report("E337", f'"{asked}": a trigger cannot ask for a label', token, hint)
    return sort


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
    action = next((a for a in scope.names.actions if str(token) in (a, third_person(a))), "")
    if action:
        message = f'"{token}" is an action; an occasion is needed here'
        scope.report(
            "E202", message, token, f"what follows an action is a hook: after {action}: ..."
        )
        return str(token)
    first, _, rest = str(token).partition(" ")
    verb = nearest(first, [occasion.split()[0] for occasion in OCCASIONS])
    meant = (f"{verb} {rest}",) if verb and rest else ()
    scope.unknown(token, (*known, *OCCASIONS, *meant), "occasion")
    return str(token)
