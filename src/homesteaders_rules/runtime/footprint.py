"""The footprint of a test: which goods of the player it hangs on."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ..values import ByValue
from .counters import Counter, Fixed, InCell, Together

Goods = frozenset[int]
"""Some goods, by their indices."""


@frozen(eq=False, repr=False)
class Row(ByValue):
    """Where the goods of the first player lie: so many cells from ``first`` on, then the next's."""

    first: int
    size: int

    def good(self, cell: int) -> int:
        """The good in a cell of the first player."""
        return cell - self.first

    def counted(self, counter: Counter) -> Goods | None:
        """The goods that are counted; None: something else is counted too."""
        match counter:
            case Fixed():
                return frozenset()
            case Together(counters=counters):
                return together(map(self.counted, counters))
            case InCell(first=cell, stride=self.size) if 0 <= self.good(cell) < self.size:
                return frozenset({self.good(cell)})
            case _:
                return None


def together(parts: Iterable[Goods | None]) -> Goods | None:
    """The goods of all parts; None where one of them hangs on more."""
    found: set[int] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)


def paid_with(ways: Iterable[Iterable[tuple[int, int]]]) -> Goods:
    """What is paid in one of several ways, each of them goods and how much of each."""
    return frozenset(good for way in ways for good, _ in way)
