"""So much from so many on: amounts that rise by steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...mechanisms.sets import Stepped
from ...trees import Node, Token, nodes
from ..amounts import Amount, Count
from ..base import Vocabulary

if TYPE_CHECKING:
    from ...runtime.counters import Counter
    from ..protocols import Layout, WordReader

LEAST = -9999


@frozen(eq=False, repr=False)
class Tiers(Amount):
    """``-1, 1 from 1, 2 from 4 grain``: the value of the last tier that the count reaches.

    ``tiers`` are values with the least number of each; ``below``: what counts under the first.
    (Agricola, 2007, and its scoring table: ruling F40.)
    """

    rules = ("tiered_item",)
    example = "0, 1 from 2, 3 from 5 <goods> in <goods>"
    below: int
    tiers: tuple[tuple[int, int], ...]
    count: Count

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Tiers:
        """What stands before the good that it is in."""
        return cls.of(reader, nodes(node)[0])

    @classmethod
    def of(cls, reader: WordReader, node: Node) -> Tiers:
        """The tiers themselves, and what is counted."""
        *words, counted = node.children
        if isinstance(counted, Token) and counted.type == "COUNTED_IN":
            counted = counted.as_phrase()
        listed = [word for word in words if isinstance(word, str)]
        below = reader.number(listed.pop(0), LEAST) if len(listed) % 2 else 0
        values = [reader.number(word, LEAST) for word in listed[::2]]
        leasts = [reader.number(word) for word in listed[1::2]]
        reader.report_falling("threshold", listed[1::2], leasts)
        tiers = tuple(zip(values, leasts, strict=True))
        return cls(below, tiers, reader.count(counted), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        listed = [f"{value} from {least}" for value, least in self.tiers]
        below = [str(self.below)] if self.below else []
        return f"{', '.join(below + listed)} {self.count.several(vocabulary)}"

    @property
    def slope(self) -> float:
        """What one more of it counts, over all tiers."""
        value, least = self.tiers[-1]
        return (value - self.below) / least

    def value(self, number: int) -> int:
        """What so many of it count."""
        reached = [value for value, least in self.tiers if number >= least]
        return reached[-1] if reached else self.below

    def counter(self, layout: Layout) -> Counter:
        values, leasts = zip(*self.tiers, strict=True)
        return Stepped(self.count.counter(layout), leasts, (self.below, *values))
