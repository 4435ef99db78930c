"""A piece while its lines are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field

from ...commands.amounts import Bundle
from ...commands.definitions.definition import (
    Clause,
    EqualBid,
    Exchange,
    NotOffered,
    Score,
    Slot,
    Substitution,
    Trigger,
)

if TYPE_CHECKING:
    from ...commands.conditions import Condition
    from ...commands.definitions.pieces import NeedsPieces
    from ...trees import Node
    from .blocks import TextReader

    Conditions = tuple[Condition, ...]


NAMES = re.compile("[a-z][a-z'-]*")


@define(eq=False, repr=False)
class Draft:
    """A piece while its lines are read. Lines that may stand once keep their node."""

    scope: TextReader
    sort: str
    once: dict[str, Node] = field(factory=dict)
    labels: list[str] = field(factory=list)
    copies: int = 1
    copies_per_player: bool = False
    cost: Bundle = field(factory=Bundle)
    instead: list[Bundle] = field(factory=list)
    returning: list[tuple[str, ...]] = field(factory=list)
    needs: list[NeedsPieces] = field(factory=list)
    worth: int = 0
    clauses: list[Clause] = field(factory=list)
    slots: list[Slot] = field(factory=list)
    exchanges: list[Exchange] = field(factory=list)
    substitutions: list[Substitution] = field(factory=list)
    triggers: list[Trigger] = field(factory=list)
    rights: list[EqualBid] = field(factory=list)
    scores: list[Score] = field(factory=list)
    closings: list[NotOffered] = field(factory=list)
    before: str = ""

    def only_once(self, line: Node, what: str, conditions: Conditions) -> bool:
        """Whether the line may stand here: without conditions, and not for the second time."""
        if conditions:
            message = f"the {what} cannot depend on a condition"
            hint = "write the whole piece twice: once below with ..., once below without ..."
            self.scope.report("E331", message, line, hint)
        before = self.once.setdefault(what, line)
        if before is not line:
            number = self.scope.span(before).line
            message = f"line {number} already gives the {what}"
            hint = f"keep one of the two lines{self._together(before, line, what)}"
            self.scope.report("E332", message, line, hint)
        return before is line

    def _together(self, before: Node, line: Node, what: str) -> str:
        """How two costs become one that is paid together."""
        if what != "cost":
            return ""
        lines = (self.scope.span(each).line for each in (before, line))
        texts = [self.scope.passage.source.line_text(number) for number in lines]
        costs = [text.partition("#")[0].strip().removeprefix("cost ") for text in texts]
        one, other = (set(NAMES.findall(cost)) for cost in costs)
        if one & other or "or" in one | other:
            return ""
        return f"; what is paid together is joined: cost {', '.join(costs)}"
