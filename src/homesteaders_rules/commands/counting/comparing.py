"""How many of something a player has, and who has the most or the fewest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ... import runtime
from ...mechanisms.sets import Difference
from ...runtime import predicates
from ...runtime.comparing import HasExtreme
from ...trees import Node, Token, nodes, tokens
from ..amounts import Count, GoodCount, SumCount
from ..base import Command, Vocabulary
from ..conditions import Condition, Has, has_words
from .bounds import read_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.counters import Counter
    from ...runtime.predicates import Predicate
    from ..protocols import Layout, Reader


@frozen(eq=False, repr=False)
class HasCount(Condition):
    """``if you have 1 or more residential buildings``: of all that can be counted, but goods."""

    rules = ("has", "has_no")
    example = "you have 2 or more <label> <sorts>"
    count: Count
    least: int
    most: int | None

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        bounds = nodes(node, "bounds")
        least, most = read_bounds(reader, bounds[0]) if bounds else (0, 0)
        count, span = reader.count(node.children[-1]), reader.span(node)
        if isinstance(count, GoodCount):
            return Has(count.good, least, most, span=span)
        return cls(count, least, most, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return has_words(self.count, (self.least, self.most), vocabulary)

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(self.count.counter(layout), self.least, self.most)


MORE, FEWER, AS_MANY = "more", "fewer", "as many"


@frozen(eq=False, repr=False)
class Comparison(Condition):
    """``you have more rooms than people``: two counts of a player. Also ``fewer``, ``as many``."""

    rules = ("has_more", "has_as_many")
    example = "you have more <goods> than <label> <sorts>"
    hints = (
        ("more", "if you have more <goods> than <label> <sorts>: gain 1 <good>"),
        ("as many", "if you have as many <goods> as <label> <sorts>: gain 1 <good>"),
    )
    how: str
    count: Count
    other: Count

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Condition:
        *how, first, second = node.children
        if isinstance(first, Token) and first.type == "COUNTED_AS":
            first = first.as_phrase()
        counts = reader.count(first), reader.count(second)
        if counts[0] == counts[1]:
            again = f'"{counts[1].words(Vocabulary())}" stands twice'
            reader.report("E301", again, second, "compare it with something else")
        return cls(str(how[0]) if how else AS_MANY, *counts, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        than = "as" if self.how == AS_MANY else "than"
        first, second = self.count.several(vocabulary), self.other.several(vocabulary)
        return f"you have {self.how} {first} {than} {second}"

    def test(self, layout: Layout) -> Predicate:
        counts = self.count.counter(layout), self.other.counter(layout)
        if self.how == AS_MANY:
            return predicates.Within(Difference(*counts), 0, 0)
        more, less = counts if self.how == MORE else counts[::-1]
        return predicates.Within(Difference(more, less), 1)


@frozen(eq=False, repr=False)
class Order(Command):
    """``in order of fewest points``; without a count ``in reverse order``, from the last player.

    ``others``: all but "you", clockwise from them (``each other player``).
    """

    rules = ("ranked_order", "reverse_order")
    example = "each player, in order of most <goods>: gain 1 <good>"
    hints = (
        ("in order of", example),
        ("in reverse order", "each player, in reverse order: gain 1 <good>"),
    )
    count: Count | None = None
    most: bool = True
    others: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Order:
        """The order that a tree of one of its rules says."""
        span = reader.span(node)
        if node.data == "reverse_order":
            return cls(span=span)
        which, counted = node.children
        return cls(reader.count(counted), str(which) == "most", span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if self.count is None:
            return "in reverse order"
        extreme = "most" if self.most else "fewest"
        return f"in order of {extreme} {self.count.several(vocabulary)}"

    def counter(self, layout: Layout) -> Counter:
        """The players in this order."""
        if self.others:
            return runtime.players.Others(layout.players)
        counter = None if self.count is None else self.count.counter(layout)
        return runtime.players.Ordered(layout.players, counter, self.most, counter is None)


@frozen(eq=False, repr=False)
class Extreme(Condition):
    """``you have the most commercial buildings, at least 1``; ``the fewest debts``.

    All who are tied have it. ``least`` bounds the number that the most must be.
    """

    rules = ("has_extreme",)
    example = "you have the most <goods>, at least 1"
    most: bool
    count: Count
    least: int = 0

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Extreme:
        """``you have the most wood``."""
        return cls.read_all(reader, nodes(node))

    @classmethod
    def read_all(cls, reader: Reader, parts: Sequence[Node]) -> Extreme:
        """``the most copper and livestock, at least 1``: the first thing counted, and more."""
        first, *others = parts
        extreme, counted, *_ = first.children
        least = _least(reader, first)
        most = str(extreme).endswith("most")
        found = cls(most, reader.count(counted), least, span=reader.span(first))
        for other in others:
            found = found.with_more(reader, other)
        return found

    def with_more(self, reader: Reader, node: Node) -> Extreme:
        """The most of one thing *and another*."""
        counted = node.children[0]
        counts = self.count.counts if isinstance(self.count, SumCount) else (self.count,)
        if isinstance(counted, str) and reader.begins_condition(counted):
            reader.no_condition(counted)
            return self
        count = reader.count(counted)
        if count in counts:
            again = f'"{count.words(Vocabulary())}" stands twice'
            reader.report("E301", again, counted, "keep one of them")
        if self.least:
            hint = "first all that is counted, then: at least ..."
            word = count.words(Vocabulary())
            reader.report("E311", f'"{word}" is no condition', counted, hint)
        least = _least(reader, node) or self.least
        total = SumCount((*counts, count), span=self.count.span)
        return evolve(self, count=total, least=least)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"you have {self.extreme_words(vocabulary)}"

    def extreme_words(self, vocabulary: Vocabulary) -> str:
        """``the most commercial buildings, at least 1``."""
        bound = f", at least {self.least}" if self.least else ""
        extreme = "most" if self.most else "fewest"
        return f"the {extreme} {self.count.several(vocabulary)}{bound}"

    def test(self, layout: Layout) -> Predicate:
        counter = self.count.counter(layout)
        return HasExtreme(counter, layout.players, self.most, self.least)


def _least(reader: Reader, node: Node) -> int:
    """The number behind ``at least``; 0 where none stands there."""
    bound = tokens(node, "NUMBER")
    return reader.number(bound[0]) if bound else 0
