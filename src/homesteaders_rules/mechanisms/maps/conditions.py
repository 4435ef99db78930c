"""Is it so, of the space of a map that was just built on?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import HERE
from ...commands.base import SORT, Vocabulary
from ...commands.conditions import Condition
from ...runtime import predicates
from ...trees import Node, tokens
from ...words import a_or_an
from .. import maps

if TYPE_CHECKING:
    from ...commands.protocols import Layout, Reader
    from ...runtime.predicates import Predicate


def _only_of_spaces(reader: Reader, node: Node) -> None:
    if reader.here(node) not in (HERE, ""):
        hint = "write it in a line like: whenever a player builds a <space>: ..."
        reader.report("E392", "this is asked of a space of a map, when it is built", node, hint)


@frozen(eq=False, repr=False)
class HereIs(Condition):
    """``here is a valley``: the space just built on carries a label."""

    rules = ("here_is",)
    example = "here is a <mapped>"
    hints = (("here is", "if here is a <mapped>: gain 1 <good>"),)
    sort: str = field(metadata=SORT)
    label: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        _only_of_spaces(reader, node)
        sort = reader.mapped_sort(node)
        return cls(sort, reader.label(tokens(node)[0], sort), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"here is {a_or_an(self.label)}"

    def test(self, layout: Layout) -> Predicate:
        return maps.steps.BuiltLast(layout.mask(self.sort, (self.label,)))


@frozen(eq=False, repr=False)
class MakesRow(Condition):
    """``here makes a row of 4 of yours``: in so many straight lines as ``rows`` at least.

    With the space just built on a row of your own is as long as that, or longer, and none of the
    two that it joins was.
    """

    rules = ("makes_row", "makes_rows")
    example = "here makes a row of 4 of yours"
    hints = (("here makes", "if here makes 2 rows of 4 of yours: gain 1 <good>"),)
    length: int
    rows: int = 1

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        _only_of_spaces(reader, node)
        *rows, length = tokens(node)
        several = reader.number(rows[0], 2) if rows else 1
        return cls(reader.number(length, 2), several, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        rows = "a row" if self.rows == 1 else f"{self.rows} rows"
        return f"here makes {rows} of {self.length} of yours"

    def test(self, layout: Layout) -> Predicate:
        if layout.ground is None:
            return predicates.NEVER
        return maps.steps.MakesRows(layout.ground, self.length, self.rows)
