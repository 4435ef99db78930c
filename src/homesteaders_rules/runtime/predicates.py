"""Predicates: linked conditions. Those of one mechanism lie beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from attrs import field, frozen

from ..values import ByValue, joined, quick_first, taken_apart
from .counters import Counter, InCell
from .footprint import Goods, Row, together
from .operands import Amount
from .registers import ACTOR


class Predicate(ByValue, ABC):
    """A linked condition. ``effort``: what it takes to know it, as against others."""

    __slots__ = ()
    effort = 1

    @abstractmethod
    def holds(self, cells: Sequence[int]) -> bool:
        """Is it so, for the player in ACTOR?"""

    @abstractmethod
    def reads(self, row: Row) -> Goods | None:
        """The goods of the player on which it hangs; None: on more that may change with goods."""

    def or_else(self, other: Predicate) -> Predicate | None:
        """One test that says what either of the two does; None where it takes both."""
        return None


class Wide(Predicate):
    """A condition that hangs on more than what goods the player has."""

    __slots__ = ()

    def reads(self, row: Row) -> Goods | None:
        return None


@frozen(eq=False, repr=False)
class Within(Predicate):
    """A count of the player lies between bounds (``most`` None: no upper one)."""

    counter: Counter
    least: Amount
    most: Amount | None = None
    _cell: int = field(init=False, eq=False, repr=False, default=-1)
    _stride: int = field(init=False, eq=False, repr=False, default=0)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.counter, InCell):
            object.__setattr__(self, "_cell", self.counter.first)
            object.__setattr__(self, "_stride", self.counter.stride)

    def holds(self, cells: Sequence[int]) -> bool:
        # What lies in one cell, as mostly, is looked at here: this is asked more than all else.
        if self._cell >= 0:
            number = cells[self._cell + cells[ACTOR] * self._stride]
        else:
            number = self.counter.count(cells, cells[ACTOR])
        return self.least <= number and (self.most is None or number <= self.most)

    def reads(self, row: Row) -> Goods | None:
        return row.counted(self.counter)


@frozen(eq=False, repr=False)
class Opposite(Wide):
    """It is not so."""

    test: Predicate

    def holds(self, cells: Sequence[int]) -> bool:
        return not self.test.holds(cells)


@frozen(eq=False, repr=False)
class All(Predicate):
    """All are so; of none at all it is so."""

    tests: tuple[Predicate, ...]

    @staticmethod
    def of(*tests: Predicate) -> Predicate:
        """As few tests as say it."""
        left = taken_apart(All, tests)
        return NEVER if NEVER in left else left[0] if len(left) == 1 else All(left)

    def holds(self, cells: Sequence[int]) -> bool:
        # A loop and no all(): tests are asked many times in a decision, and a generator costs more.
        for test in self.tests:
            if not test.holds(cells):
                return False
        return True

    def reads(self, row: Row) -> Goods | None:
        return together(test.reads(row) for test in self.tests)


@frozen(eq=False, repr=False)
class Either(Predicate):
    """At least one is so; of none at all it is not."""

    tests: tuple[Predicate, ...]

    @staticmethod
    def of(*tests: Predicate) -> Predicate:
        """As few tests as say it."""
        left = quick_first(joined(taken_apart(Either, tests)))
        return ALWAYS if ALWAYS in left else left[0] if len(left) == 1 else Either(left)

    def holds(self, cells: Sequence[int]) -> bool:
        for test in self.tests:
            if test.holds(cells):
                return True
        return False

    def reads(self, row: Row) -> Goods | None:
        return together(test.reads(row) for test in self.tests)


ALWAYS = All(())
NEVER = Either(())


@frozen(eq=False, repr=False)
class Cases(Predicate):
    """One test or the other, as a third says."""

    test: Predicate
    then: Predicate
    otherwise: Predicate

    def holds(self, cells: Sequence[int]) -> bool:
        return self.then.holds(cells) if self.test.holds(cells) else self.otherwise.holds(cells)

    def reads(self, row: Row) -> Goods | None:
        return together(each.reads(row) for each in (self.test, self.then, self.otherwise))
