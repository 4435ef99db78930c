"""Compiling the sentences of an auction: each at most once, some only with an option."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ...commands.conditions import Condition, OptionIs, Players
from ...commands.control import If, Nothing
from ...commands.effects import Effect
from ...mechanisms.auction.commands import Auction
from ..reading.syntax import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..names.scope import Scope
    from ..reading.syntax import Node

MOST_CONDITIONS = 6


@frozen
class Sentence:
    """``field`` of the auction gets ``value`` where ``conditions`` hold."""

    field: str
    value: object
    node: Node
    conditions: tuple[Condition, ...] = ()


ALTERNATIVES = {
    "clockwise": "the start player begins, and turns pass to the left (or: right)",
    "bids": "bids are 3, 4, 5 or 6",
    "next_step_only": "a bid is higher than the bid it replaces (or: one step above)",
    "leader_waits": "a player who leads a <sort> waits (or: may bid on another, or pass)",
    "outbid_stays": "a player who is outbid may bid again, on any <sort> (or: is out)",
    "pass_is_final": "a player who passes is out (or: may bid again)",
    "end": "the bidding ends when every player leads a <sort> or is out "
    "(or: when every player in turn waits or passes)",
}
"""The sentences an auction must have, and what else each may say."""


def compile_auction(
    scope: Scope, node: Node, compile_static: Callable[[Node], Condition]
) -> Effect:
    """``auction lots:`` and its block."""
    sort = scope.sort(tokens(node)[0])
    sentences = [_sentence(scope, sort, part, compile_static, ()) for part in nodes(node)]
    asked: list[Condition] = []
    for sentence in sentences:
        for condition in sentence.conditions:
            if _positive(condition) not in asked:
                asked.append(_positive(condition))
    if len(asked) > MOST_CONDITIONS:
        message = f"the sentences of an auction depend on more than {MOST_CONDITIONS} conditions"
        scope.report("E323", message, node, "write two auctions: with <option>: auction ...")
        return Nothing(span=scope.span(node))

    def for_each_table(rest: Sequence[Condition], decided: dict[Condition, bool]) -> Effect:
        """One auction for each answer to the conditions, as choices within each other."""
        if not rest:
            holding = [s for s in sentences if all(_holds(c, decided) for c in s.conditions)]
            return _auction(scope, sort, node, holding)
        first, *others = rest
        answers = [{**decided, first: answer} for answer in (True, False)]
        possible = [answer for answer in answers if _is_possible(scope, answer)]
        branches = [for_each_table(others, answer) for answer in possible]
        return If(first, *branches, span=scope.span(node)) if len(branches) > 1 else branches[0]

    return for_each_table(asked, {})


def _is_possible(scope: Scope, decided: dict[Condition, bool]) -> bool:
    """Whether some number of players gives these answers."""
    asked = {c: answer for c, answer in decided.items() if isinstance(c, Players)}
    return any(
        all(c.decide(n, {}) == answer for c, answer in asked.items()) for n in scope.names.players
    )


def _positive(condition: Condition) -> Condition:
    """``without X`` asks the same as ``with X``."""
    return evolve(condition, value=True) if isinstance(condition, OptionIs) else condition


def _holds(condition: Condition, decided: dict[Condition, bool]) -> bool:
    answer = decided.get(_positive(condition), True)
    return answer == (condition == _positive(condition))


def _sentence(
    scope: Scope,
    sort: str,
    node: Node,
    compile_static: Callable[[Node], Condition],
    conditions: tuple[Condition, ...],
) -> Sentence:
    if node.data == "with_sentence":
        static, inner = nodes(node)
        more = (*conditions, compile_static(static))
        return _sentence(scope, sort, inner, compile_static, more)
    for word in tokens(node, "PHRASE"):
        if scope.sort(word) != sort and str(word) in scope.names.sorts:
            message = f'"{word}" is not what this auction sells'
            scope.report("E202", message, word, f"the auction is about: {sort}")
    field, value = _said(scope, node)
    return Sentence(field, value, node, conditions)


def _said(scope: Scope, node: Node) -> tuple[str, object]:
    """The field that a sentence fills, and with what."""
    rule = "".join(str(word) for word in tokens(node)[-1:])
    match node.data:
        case "bids":
            return "bids", _bids(scope, node)
        case "turns":
            return "clockwise", rule == "left"
        case "next_bid":
            return "next_step_only", rule.startswith("one step")
        case "leader":
            return "leader_waits", rule == "waits"
        case "outbid_out" | "outbid_stays":
            return "outbid_stays", node.data == "outbid_stays"
        case "pass_out" | "pass_stays":
            return "pass_is_final", node.data == "pass_out"
        case "equal":
            return EQUAL_FIELDS[rule], True
        case _:
            return "end", node.data == "ends_led_or_out"


EQUAL_FIELDS = {
    "the neutral bid": "equal_neutral",
    "a player who has it too": "equal_equals",
}


def _bids(scope: Scope, node: Node) -> tuple[int, ...]:
    bids = tuple(scope.number(token) for token in tokens(node))
    if any(low >= high for low, high in pairwise(bids)):
        scope.report("E324", "each bid must be higher than the one before it", node)
    return bids


def _auction(scope: Scope, sort: str, node: Node, sentences: Sequence[Sentence]) -> Auction:
    """The auction that the sentences describe; errors for missing and contradicting ones."""
    said: dict[str, Sentence] = {}
    for sentence in sentences:
        before = said.setdefault(sentence.field, sentence)
        if before is not sentence:
            place = scope.span(before.node)
            message = f"the auction already says this, or its contrary, in line {place.line}"
            scope.report("E321", message, sentence.node, "keep one of the two sentences")
    for field, alternatives in ALTERNATIVES.items():
        if field not in said:
            hint = f"add the line: {alternatives.replace('<sort>', sort)}"
            scope.report("E320", "a sentence of the auction is missing", tokens(node)[0], hint)
    end, final = said.get("end"), said.get("pass_is_final")
    if end and final and end.value != final.value:
        hint = ALTERNATIVES["end"].replace("<sort>", sort)
        message = "the end does not fit to what a player who passes may do"
        scope.report("E322", message, end.node, hint)
    values = {field: s.value for field, s in said.items() if field != "end"}
    values.setdefault("bids", ())
    return Auction(sort, span=scope.span(node), **values)  # type: ignore[arg-type]
