"""Is there so much left: of goods in the supply, and of pieces in a place?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, SORT, Vocabulary
from ...commands.conditions import Condition
from ...commands.counting.bounds import Bounds, bounds_words, read_bounds
from ...runtime import predicates
from ...runtime.counters import InCell, Together
from ...trees import Node, nodes, tokens
from .. import holding

if TYPE_CHECKING:
    from ...commands.protocols import Layout, Reader
    from ...runtime.predicates import Predicate

NONE: Bounds = (0, 0)


@frozen(eq=False, repr=False)
class SupplyHas(Condition):
    """``if the supply has 4 or more stones``: of a group all goods together."""

    rules = ("supply_has", "supply_has_no")
    example = "the supply has no <good>"
    hints = (("the supply has", "if the supply has 4 or more <goods>: gain 1 <good>"),)
    goods: tuple[str, ...] = field(metadata=GOOD)
    called: str
    least: int
    most: int | None

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        word = tokens(node, "PHRASE")[0]
        bounds = read_bounds(reader, nodes(node)[0]) if nodes(node) else NONE
        return cls(reader.goods(word), str(word), *bounds, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"the supply has {number_words((self.least, self.most))} {self.called}"

    def test(self, layout: Layout) -> Predicate:
        cells = (layout.goods_cell(layout.players, good) for good in self.goods)
        stock = Together(tuple(InCell(cell) for cell in cells))
        return predicates.Within(stock, self.least, self.most)


@frozen(eq=False, repr=False)
class PlaceHas(Condition):
    """``if deck has 3 or fewer cards``, ``if no card is left in deck``: copies that lie there."""

    rules = ("place_has", "none_left")
    example = "no <sort> is left in <place>"
    hints = (
        ("is left in", "if no <sort> is left in <place>: gain 1 <good>"),
        ("has", "if <place> has 3 or fewer <sorts>: gain 1 <good>"),
    )
    sort: str = field(metadata=SORT)
    labels: tuple[str, ...]
    place: str
    least: int
    most: int | None

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        words = tokens(node, "PHRASE")
        place, meant = words if nodes(node) else reversed(words)
        bounds = read_bounds(reader, nodes(node)[0]) if nodes(node) else NONE
        labels, sort = reader.split_labels(meant)
        where = reader.place(place, sort)
        return cls(sort, labels, where, *bounds, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        if (self.least, self.most) == NONE:
            return f"no {' '.join((*self.labels, self.sort))} is left in {self.place}"
        one = (self.least, self.most) == (1, 1)
        sort = self.sort if one else vocabulary.plural(self.sort)
        meant = " ".join((*self.labels, sort))
        return f"{self.place} has {number_words((self.least, self.most))} {meant}"

    def test(self, layout: Layout) -> Predicate:
        pieces = tuple(index for index, _ in layout.of_sort(self.sort, self.labels))
        lying = holding.steps.CopiesIn(layout.at["pieces", self.place], pieces)
        return predicates.Within(lying, self.least, self.most)


def number_words(bounds: Bounds) -> str:
    """``no``, or the bounds."""
    return "no" if bounds == NONE else bounds_words(bounds)
