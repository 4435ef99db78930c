"""Compiling the sentences of an auction: each at most once, some only with an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.conditions import Condition, OptionIs, Players
from ...commands.control import If, Nothing
from ...commands.effects import Effect
from ...mechanisms.auction.commands import AUCTION, END, Auction
from ...trees import nodes, tokens
from .sentences import Said, fields_of, read_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...trees import Node
    from ..names.scope import Scope

MOST_CONDITIONS = 6


Line = tuple[Said, tuple[Condition, ...]]
"""A sentence, and the conditions under which it holds."""


def compile_auction(
    scope: Scope, node: Node, compile_static: Callable[[Node], Condition]
) -> Effect:
    """``auction lots:`` and its block."""
    sort = scope.sort(tokens(node)[0])
    sentences = [_sentence(scope, sort, part, compile_static, ()) for part in nodes(node)]
    asked: list[Condition] = []
    for _, conditions in sentences:
        for condition in conditions:
            if _positive(condition) not in asked:
                asked.append(_positive(condition))
    if len(asked) > MOST_CONDITIONS:
        message = f"the sentences of an auction depend on more than {MOST_CONDITIONS} conditions"
        scope.report("E323", message, node, "write two auctions: with <option>: auction ...")
        return Nothing(span=scope.span(node))

    def for_each_table(rest: Sequence[Condition], decided: dict[Condition, bool]) -> Effect:
        """One auction for each answer to the conditions, as choices within each other."""
        if not rest:
            holding = [said for said, given in sentences if all(_holds(c, decided) for c in given)]
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
) -> Line:
    if node.data == "with_sentence":
        static, inner = nodes(node)
        more = (*conditions, compile_static(static))
        return _sentence(scope, sort, inner, compile_static, more)
    for word in tokens(node, "PHRASE"):
        if scope.sort(word) != sort and str(word) in scope.names.sorts:
            message = f'"{word}" is not what this auction sells'
            scope.report("E202", message, word, f"the auction is about: {sort}")
    return read_sentence(scope, node, AUCTION), conditions


def _auction(scope: Scope, sort: str, node: Node, said: Sequence[Said]) -> Auction:
    """The auction that the sentences describe; errors for missing and contradicting ones."""
    values = fields_of(scope, node, said, AUCTION, sort)
    end = values.pop(END.field, None)
    if end not in (None, values.get("pass_is_final", end)):
        first = next(each.node for each in said if each.sentence is END)
        message = "the end does not fit to what a player who passes may do"
        scope.report("E322", message, first, END.hint(sort))
    return Auction(sort, values.pop("bids", ()), **values, span=scope.span(node))
