"""Compiling what a piece scores at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.counting.tiers import Tiers
from ...commands.definitions.definition import Score
from ...trees import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.conditions import Condition
    from ...trees import Node
    from .blocks import TextReader

SCORED = ("plain_item", "counted_item", "tiered_item")


def compile_scores(
    scope: TextReader, line: Node, conditions: tuple[Condition, ...]
) -> Iterator[Score]:
    """``scores 1 point per rail``, or ``scores 1 from 3, 2 from 5 wood`` in what is scored."""
    item, span = nodes(line)[0], scope.span(line)
    if item.data == "tiers":
        units = {scope.names.goods.get(unit, unit) for unit in scope.names.units}
        if len(units) == 1:
            yield Score(Tiers.of(scope, item), units.pop(), conditions=conditions, span=span)
            return
    if item.data not in SCORED:
        hint = "write it like: scores 1 <unit> per <good>"
        scope.report("E336", "a score is a number", item, hint)
        return
    scope.unit(tokens(item)[-1 if item.data == "tiered_item" else 1])
    for each in scope.items(item):
        yield Score(each.amount, each.good, conditions=conditions, span=span)
