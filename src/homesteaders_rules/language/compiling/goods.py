"""Compiling what is said of goods: how many there are, what they cost, how they are exchanged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.definitions.definition import GAME, ROUND, Exchange, Good, Substitution
from ...mechanisms.holding.definitions import MayHold
from ...trees import Node, Token, nodes, tokens
from .portions import PORTIONS, portion_in

if TYPE_CHECKING:
    from ...commands.conditions import Condition
    from ..reading.syntax import Entry
    from .blocks import TextReader

Conditions = tuple["Condition", ...]
MOST_USES = 100
"""What may be used more often is not limited in any game."""


def compile_own_stock(
    scope: TextReader, entry: Entry, conditions: tuple[Condition, ...]
) -> list[MayHold]:
    """``limited for each player: 5 workers, 3 huts``."""
    return [evolve(e, conditions=conditions) for e in MayHold.own_stock(scope, entry.node)]


def compile_good(scope: TextReader, entry: Entry, conditions: Conditions) -> Good:
    """``14 wood`` with what its line says of the whole group."""
    words = tokens(entry.node)
    assert entry.around is not None
    sight, *group = tokens(entry.around)
    forms = [str(word) for word in words[1:]]
    group_forms = [str(word) for word in group if word.type == "PHRASE"]
    name, _, plural = forms[0].rpartition(" ")
    if name and plural in (f"{name}s", f"{name}es", f"{name[:-1]}ies"):
        line = scope.passage.line(scope.span(words[1]).line - scope.passage.first + 1)
        better = line.strip().replace(forms[0], f"{name}/{plural}")
        message = f'"{forms[0]}" is one name of two words; before the plural stands a slash'
        scope.report("E204", message, words[1], f"write: {better}")
    return Good(
        forms[0],
        forms[-1],
        group_forms[0],
        group_forms[-1],
        str(sight) == "hidden",
        scope.number(words[0]),
        conditions=conditions,
        span=scope.span(entry.node),
    )


def compile_exchanges(scope: TextReader, node: Node, conditions: Conditions) -> list[Exchange]:
    """``exchange sell: 1 trade, 1 resource -> ...``: one for each good of a group it names.

    But for that good which it would give for itself.
    """
    name = "".join(str(word) for word in tokens(node, "PHRASE"))
    offered_only = bool(tokens(node, "WHEN_OFFERED"))
    counts_as, together, in_turn = _tails(scope, node)
    cost, gain = nodes(node, "bundle")
    most, within = _limit(scope, node, offered_only)
    shared = len(scope.names.exchanges_on.get(name, ())) > 1
    found = [
        Exchange(
            name,
            each.bundle(cost),
            each.bundle(gain),
            offered_only,
            each.chosen or _in_words(each),
            counts_as,
            together,
            in_turn,
            most,
            within,
            shared,
            conditions=(*conditions, *more),
            span=scope.span(node),
        )
        for each, more in scope.each_of_group(cost, gain)
    ]
    return [each for each in found if each.cost != each.gain] or found


def _in_words(scope: TextReader) -> str:
    """The goods of a portion, as the key of an exchange says them."""
    forms = {name: form for form, name in scope.names.goods.items()}
    counted = (f"{n} {good if n == 1 else forms[good]}" for good, n in scope.portion)
    return ", ".join(counted)


def _tails(scope: TextReader, node: Node) -> tuple[str, bool, bool]:
    """What stands between the name of an exchange and its colon."""
    as_other = [word for part in nodes(node, "counts_as") for word in tokens(part)]
    together, in_turn = nodes(node, "paid_together"), nodes(node, "in_turn")
    for repeated in (*nodes(node, "counts_as")[1:], *together[1:], *in_turn[1:]):
        scope.report("E332", "this stands twice", repeated, "keep one of them")
    other = scope.named("exchange", as_other[0]) if as_other else ""
    return other, bool(together), bool(in_turn)


def _limit(scope: TextReader, node: Node, offered_only: bool) -> tuple[int, str]:
    """How often at most, and in each of what; 0 and empty where nothing is said."""
    often = tokens(node, "HOW_OFTEN")
    if not often:
        return 0, ""
    most = int(next(iter(re.findall(r"\d+", often[0])), "1")[:9])
    if not 0 < most <= MOST_USES:
        message = f"how often is a number from 1 to {MOST_USES}"
        scope.report("E302", message, often[0], "what is not limited says nothing of it")
        return 1, ""
    each = tokens(node, "IN_EACH")
    if not each:
        if not offered_only:
            message = "this is open at any time, and so has no window in which it is used so often"
            hint = "say when it can be used so often again: once in each round"
            scope.report("E347", message, often[0], hint)
        return most, ""
    word = each[0].removeprefix("in the ").removeprefix("in each ")
    known = (ROUND, GAME, *scope.names.phases)
    if word not in known:
        token = each[0].part(word, len(each[0]) - len(word))
        scope.unknown(token, known, "phase, round or game")
    return most, word


def compile_substitutions(
    scope: TextReader, node: Node, conditions: Conditions
) -> list[Substitution]:
    """``1 gold may pay for 5 silver, even too much``."""
    pays, paid_for, *tails = nodes(node)
    for each in nodes(paid_for, "each_item"):
        goods = " or ".join(f"1 {good}" for good in scope.goods(tokens(each)[1]))
        scope.report("E308", "one payment is for one of several goods", each, f"write: {goods}")
    items = tuple(item for part in nodes(paid_for) for item in scope.items(part))
    places = [word for tail in tails if tail.data == "purposes" for word in tokens(tail)]
    surplus = any(tokens(tail, "EVEN_TOO_MUCH") for tail in tails)
    purposes = tuple(dict.fromkeys(_purpose(scope, word) for word in places))
    chosen = portion_in(scope, pays)
    span = scope.span(node)
    if chosen is None:
        lenient = any(item.data in PORTIONS for item in nodes(pays))
        bundle = evolve(scope, lenient=lenient or scope.lenient).bundle(pays)
        return [Substitution(bundle, items, purposes, surplus, conditions=conditions, span=span)]
    return [
        Substitution(
            evolve(scope, portion=way).bundle(pays),
            tuple(item for item in items if item.good not in dict(way)),
            purposes,
            surplus,
            True,
            conditions=conditions,
            span=span,
        )
        for way in chosen.ways()
        if not {item.good for item in items} <= dict(way).keys()
    ]


def _purpose(scope: TextReader, token: Token) -> str:
    known = {word: word for word in (*scope.names.moments, "build")}
    return scope.resolve(token, known, "purpose of a payment")
