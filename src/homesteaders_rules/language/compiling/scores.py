"""Compiling what is scored at the end: by a piece, and by the scoring of all packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.counting.tiers import Tiers
from ...commands.definitions.definition import Score
from ...commands.definitions.scores import ScoreLine, Scoring
from ...trees import Node, nodes, tokens
from .blocks import TextReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.conditions import Condition
    from ..reading.syntax import Entry

SCORED = ("plain_item", "counted_item", "every_item", "tiered_item")


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


def compile_scoring(scope: TextReader, entry: Entry, conditions: tuple[Condition, ...]) -> Scoring:
    """The scoring, with the lines that packs add to it."""
    scoring = Scoring.read(scope, entry.node)
    lines = [(line, scope) for line in scoring.lines]
    for more in entry.more:
        reader = TextReader(scope.names, more.passage, scope.found)
        lines += [(ScoreLine.read(reader, node), reader) for node in nodes(more.node)]
    first: dict[str, ScoreLine] = {}
    for line, reader in lines:
        known = first.setdefault(line.label, line)
        if known is not line:
            message = f'the line "{line.label}" is already defined, in {known.span}'
            place = line.span or reader.span(entry.node)
            reader.report("E401", message, place, "give one of them another name")
    return evolve(scoring, lines=tuple(line for line, _ in lines), conditions=conditions)
