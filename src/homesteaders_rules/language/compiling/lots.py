"""Compiling lines of pieces about lots: what is not offered, and what is added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.definitions.definition import ALSO_GIVES, Clause, NotOffered
from ...trees import Node, Token, nodes, tokens

if TYPE_CHECKING:
    from ...commands.conditions import Condition
    from .draft import Draft

    Conditions = tuple[Condition, ...]


def closing(draft: Draft, line: Node, conditions: Conditions) -> None:
    """``not offered``, ``lot 1 is not offered``."""
    number = _lot(draft, tokens(line))
    lots = draft.scope.names.auctioned()
    if number:
        _needs_turning_up(draft, line)
    elif draft.sort not in lots:
        message = f"a {draft.sort} is not auctioned, and so is never offered"
        hint = f"write: {next(iter(lots), 'lot')} 1 is not offered"
        draft.scope.report("E339", message, line, hint)
    span = draft.scope.span(line)
    draft.closings.append(NotOffered(number, conditions=conditions, span=span))


def _lot(draft: Draft, words: list[Token]) -> int:
    """The number of ``lot 1``; 0 where no lot is named."""
    if not words:
        return 0
    _auctioned(draft, words[0])
    return draft.scope.number(words[1])


def _auctioned(draft: Draft, word: Token) -> None:
    scope = draft.scope
    sort, lots = scope.sort(word), scope.names.auctioned()
    if sort in scope.names.sorts.values() and sort not in lots:
        hint = f"auctioned: {', '.join(sorted(lots))}" if lots else "nothing is auctioned"
        scope.report("E202", f"a {sort} is not auctioned", word, hint)


def _needs_turning_up(draft: Draft, line: Node) -> None:
    """What is added to lots, or takes one away, stands on a piece that is turned up beside them."""
    scope = draft.scope
    if draft.sort not in scope.names.stacks.values() or draft.sort in scope.names.auctioned():
        message = f"a {draft.sort} is not turned up beside the lots"
        hint = "this belongs to a sort of pieces of its own, with a line: stacks: <stack>"
        scope.report("E339", message, line, hint)


def addition(draft: Draft, line: Node, conditions: Conditions) -> None:
    """``each lot also gives: A``, ``lot 1 also gives: A``."""
    scope, words = draft.scope, tokens(line)
    number, with_build = 0, False
    _needs_turning_up(draft, line)
    if words[1:] and words[1].type == "NUMBER":
        number = _lot(draft, words)
    else:
        _auctioned(draft, words[0])
        with_build = len(words) > 1
    if with_build:
        sort, owned = scope.sort(words[1]), scope.owned_sort(words[1])
        if sort != owned and sort in scope.names.sorts.values():
            scope.report("E202", f"a {sort} is not built", words[1], f'did you mean "{owned}"?')
    effect, span = scope.body(nodes(line)[0]), scope.span(line)
    draft.clauses.append(
        Clause(ALSO_GIVES, effect, number, with_build, conditions=conditions, span=span)
    )
