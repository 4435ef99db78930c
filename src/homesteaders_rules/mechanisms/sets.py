"""Sets of several things, kinds of one, all goods of a group, and differences."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.amounts import Count, GoodCount, PieceCount
from ..commands.base import Vocabulary, join
from ..runtime.counters import Counter, Together
from ..runtime.operands import Amount
from ..trees import Node, tokens
from ..values import ByValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..commands.protocols import Layout, WordReader


@frozen(eq=False, repr=False)
class SetCount(Count):
    """``set of residential, commercial and industrial buildings``: the least of several counts.

    Where the last thing is a sort of pieces, the others may be labels of it.
    """

    rules = ("set_of",)
    example = "set of <label> <sorts> and <goods>"
    counts: tuple[Count, ...]

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Count:
        """One of each of these."""
        *parts, last = node.children
        end = reader.count(last)
        sort = end.sort if isinstance(end, PieceCount) else ""
        counts: list[Count] = []
        for part in parts:
            count = reader.count(part, sort)
            if count in (*counts, end):
                reader.report("E301", f'"{part}" stands twice', part, "keep one of them")
            counts.append(count)
        return cls((*counts, end), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"set of {self._parts(vocabulary)}"

    def several(self, vocabulary: Vocabulary) -> str:
        return f"sets of {self._parts(vocabulary)}"

    def _parts(self, vocabulary: Vocabulary) -> str:
        last = self.counts[-1]
        sort = last.sort if isinstance(last, PieceCount) else ""
        shared = (
            " ".join(count.labels)
            if isinstance(count, PieceCount) and count.labels and count.sort == sort
            else count.several(vocabulary)
            for count in self.counts[:-1]
        )
        return join((*shared, last.several(vocabulary)))

    def counter(self, layout: Layout) -> Counter:
        return Least(tuple(count.counter(layout) for count in self.counts))


@frozen(eq=False, repr=False)
class KindCount(Count):
    """``kind of resource``: of how many goods of a group the player holds at least one."""

    rules = ("kinds_of",)
    example = "kind of <group>"
    group: str
    counts: tuple[GoodCount, ...]

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Count:
        """Those of a group."""
        (token,) = tokens(node)
        group, span = reader.named("group of goods", token), reader.span(node)
        members = reader.goods(token) if reader.declares("group of goods", token) else ()
        return cls(group, tuple(GoodCount(good, span=span) for good in members), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"kind of {self.group}"

    def several(self, vocabulary: Vocabulary) -> str:
        return f"kinds of {vocabulary.plural(self.group)}"

    def counter(self, layout: Layout) -> Counter:
        return Kinds(tuple(count.counter(layout) for count in self.counts))


@frozen(eq=False, repr=False)
class GroupCount(Count):
    """``resource``: how many goods of a group the player holds, all together."""

    example = "<group>"
    group: str
    counts: tuple[GoodCount, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return self.group

    def several(self, vocabulary: Vocabulary) -> str:
        return vocabulary.plural(self.group)

    def counter(self, layout: Layout) -> Counter:
        return Together(tuple(count.counter(layout) for count in self.counts))


@frozen(eq=False, repr=False)
class Difference(ByValue):
    """How much one count is above another; below nothing where it is less."""

    more: Counter
    less: Counter

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.more.count(cells, player) - self.less.count(cells, player)


@frozen(eq=False, repr=False)
class Stepped(ByValue):
    """A value for each stretch between thresholds; the first is that below all of them."""

    counter: Counter
    leasts: tuple[Amount, ...]
    values: tuple[Amount, ...]

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.values[bisect_right(self.leasts, self.counter.count(cells, player))]


@frozen(eq=False, repr=False)
class Least(ByValue):
    """The least of several counts: so many times one has one of each."""

    counters: tuple[Counter, ...]

    def count(self, cells: Sequence[int], player: int) -> int:
        return min(counter.count(cells, player) for counter in self.counters)


@frozen(eq=False, repr=False)
class Kinds(ByValue):
    """How many of several counts are not nothing."""

    counters: tuple[Counter, ...]

    def count(self, cells: Sequence[int], player: int) -> int:
        return sum(counter.count(cells, player) > 0 for counter in self.counters)
