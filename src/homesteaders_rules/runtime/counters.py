"""Amounts linked to cells: how many, in this state, for this player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from attrs import frozen

from ..values import ByValue
from .operands import Amount, Bits, PlayerCell, Stride


class Counter(Protocol):
    """Something that yields a number."""

    def count(self, cells: Sequence[int], player: int) -> int:
        """The number for ``player`` in this state."""


@frozen(eq=False, repr=False)
class Fixed(ByValue):
    """A number of the text."""

    value: Amount

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.value


@frozen(eq=False, repr=False)
class InCell(ByValue):
    """One cell for each player, ``stride`` apart, from ``first`` on; of all players, 0 apart."""

    first: PlayerCell
    stride: Stride = 0

    def count(self, cells: Sequence[int], player: int) -> int:
        return cells[self.first + player * self.stride]


@frozen(eq=False, repr=False)
class Owned(ByValue):
    """How many of the pieces in ``mask`` the player owns."""

    first: PlayerCell
    mask: Bits

    def count(self, cells: Sequence[int], player: int) -> int:
        return (cells[self.first + player] & self.mask).bit_count()


@frozen(eq=False, repr=False)
class Multiple(ByValue):
    """``each`` for every unit counted, at most ``most``."""

    each: Amount
    counter: Counter
    most: Amount | None

    @staticmethod
    def of(each: int, counter: Counter, most: int | None) -> Counter:
        """The counter itself where nothing is multiplied and nothing limited."""
        return counter if each == 1 and most is None else Multiple(each, counter, most)

    def count(self, cells: Sequence[int], player: int) -> int:
        number = self.each * self.counter.count(cells, player)
        return number if self.most is None else min(number, self.most)


@frozen(eq=False, repr=False)
class Together(ByValue):
    """Several counts added up."""

    counters: tuple[Counter, ...]

    @staticmethod
    def of(counters: Iterable[Counter]) -> Counter:
        """One alone is itself."""
        listed = tuple(counters)
        return listed[0] if len(listed) == 1 else Together(listed)

    def count(self, cells: Sequence[int], player: int) -> int:
        found = 0
        for counter in self.counters:
            found += counter.count(cells, player)
        return found


@frozen(eq=False, repr=False)
class OnTop(ByValue):
    """The number that lies on top of the stack: counted before."""

    def count(self, cells: Sequence[int], player: int) -> int:
        return cells[-1]
