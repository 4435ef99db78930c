"""Who has the most or the fewest of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..runtime import predicates
from ..trees import nodes, tokens
from .amounts import Count, SumCount
from .base import Vocabulary
from .conditions import Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runtime.predicates import Predicate
    from ..trees import Node
    from .protocols import Layout, Reader


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
        extreme, word, *bound = tokens(first)
        least = reader.number(bound[0]) if bound else 0
        most = str(extreme).endswith("most")
        found = cls(most, reader.count(word), least, span=reader.span(first))
        for other in others:
            found = found.with_more(reader, other)
        return found

    def with_more(self, reader: Reader, node: Node) -> Extreme:
        """The most of one thing *and another*."""
        word, *bound = tokens(node)
        counts = self.count.counts if isinstance(self.count, SumCount) else (self.count,)
        if reader.begins_condition(word):
            reader.no_condition(word)
            return self
        count = reader.count(word)
        if count in counts:
            reader.report("E301", f'"{word}" stands twice', word, "keep one of them")
        if self.least:
            hint = "first all that is counted, then: at least ..."
            reader.report("E311", f'"{word}" is no condition', word, hint)
        least = reader.number(bound[0]) if bound else self.least
        total = SumCount((*counts, count), span=self.count.span)
        return evolve(self, count=total, least=least)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"you have {self.extreme_words(vocabulary)}"

    def extreme_words(self, vocabulary: Vocabulary) -> str:
        """``the most commercial buildings, at least 1``."""
        *labels, counted = self.count.words(vocabulary).split(" ")
        counted = " ".join((*labels, vocabulary.plural(counted)))
        bound = f", at least {self.least}" if self.least else ""
        return f"the {'most' if self.most else 'fewest'} {counted}{bound}"

    def test(self, layout: Layout) -> Predicate:
        counter = self.count.counter(layout)
        return predicates.HasExtreme(counter, layout.players, self.most, self.least)
