"""Is it so? Conditions on the table (folded before a game starts) and on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..mechanisms.auction.steps import Winners
from ..runtime import predicates
from ..runtime.counters import InCell
from ..runtime.registers import BUILT, DECLINED, LOT, ROUND
from .amounts import Count, GoodCount
from .base import GOOD, PIECE, SORT, Command, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..runtime.predicates import Test
    from .protocols import Layout


@frozen(eq=False, repr=False)
class Condition(Command):
    """Something that is so or not."""

    def test(self, layout: Layout) -> Test:
        """Linked to the cells of a table. Those of :class:`Static` are folded before."""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class Static(Condition):
    """A condition that a table decides once and for all."""

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        """Is it so? An option without an answer is what is asked for."""
        raise NotImplementedError

    def contrary(self) -> tuple[Static, ...]:
        """What holds wherever this does not, as far as conditions can say it."""
        return ()


def all_hold(conditions: Iterable[Condition], players: int, options: Mapping[str, bool]) -> bool:
    """Do all static conditions among these hold at a table?"""
    return all(c.decide(players, options) for c in conditions if isinstance(c, Static))


@frozen(eq=False, repr=False)
class Players(Static):
    """``with 3 or more players``. ``most`` is None where there is no upper bound. Folded."""

    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        if self.most == self.least:
            return f"with {self.least} players"
        if self.most is None:
            return f"with {self.least} or more players"
        return f"with {self.least}-{self.most} players"

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        return self.least <= players and (self.most is None or players <= self.most)


@frozen(eq=False, repr=False)
class OptionIs(Static):
    """``with open hands`` / ``without open hands``: a yes-or-no option of the table. Folded."""

    option: str
    value: bool

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{'with' if self.value else 'without'} {self.option}"

    def decide(self, players: int, options: Mapping[str, bool]) -> bool:
        return options.get(self.option, self.value) == self.value

    def contrary(self) -> tuple[Static, ...]:
        return (OptionIs(self.option, not self.value),)


@frozen(eq=False, repr=False)
class Rounds(Condition):
    """``in round 5``, ``in rounds 5-8``: rounds count from 1."""

    first: int
    last: int

    def words(self, vocabulary: Vocabulary) -> str:
        if self.first == self.last:
            return f"in round {self.first}"
        return f"in rounds {self.first}-{self.last}"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(InCell(ROUND), self.first, self.last)


@frozen(eq=False, repr=False)
class FinalRound(Condition):
    """``in the final round``: after the last numbered round."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "in the final round"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(InCell(ROUND), layout.rounds + 1)


@frozen(eq=False, repr=False)
class Has(Condition):
    """``if you have no debt`` (0, 0), ``if you have 2 or more wood`` (2, None)."""

    good: str = field(metadata=GOOD)
    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        if self.most == 0:
            return f"you have no {self.good}"
        if self.most is None:
            return f"you have {self.least} or more {vocabulary.plural(self.good)}"
        return f"you have {vocabulary.count(self.least, self.good)}"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(GoodCount(self.good).counter(layout), self.least, self.most)


@frozen(eq=False, repr=False)
class Built(Condition):
    """``if you built``: since the lot being resolved was opened, its winner built something."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "you built"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(InCell(BUILT), 1)


@frozen(eq=False, repr=False)
class EveryPlayerWon(Condition):
    """``if every player won a lot``."""

    sort: str = field(metadata=SORT)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"every player won a {self.sort}"

    def test(self, layout: Layout) -> Test:
        return Winners(layout.leaders, layout.players, layout.players, layout.players)


@frozen(eq=False, repr=False)
class NobodyWon(Condition):
    """``if nobody won a lot``."""

    sort: str = field(metadata=SORT)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"nobody won a {self.sort}"

    def test(self, layout: Layout) -> Test:
        return Winners(layout.leaders, layout.players, 0, 0)


@frozen(eq=False, repr=False)
class WonLot(Condition):
    """``if a player won lot 1``: lots are numbered from 1 in the order of their stacks."""

    sort: str = field(metadata=SORT)
    number: int

    def words(self, vocabulary: Vocabulary) -> str:
        return f"a player won {self.sort} {self.number}"

    def test(self, layout: Layout) -> Test:
        leader = InCell(layout.leaders[self.number - 1])
        return predicates.Within(leader, 1, layout.players)


@frozen(eq=False, repr=False)
class Declined(Condition):
    """``if you declined to build``: at least once since the lot being resolved was opened."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "you declined to build"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(InCell(DECLINED), 1)


@frozen(eq=False, repr=False)
class Not(Condition):
    """``if you built nothing``: the opposite of a condition."""

    condition: Condition

    def words(self, vocabulary: Vocabulary) -> str:
        if isinstance(self.condition, Built):
            return "you built nothing"
        return f"not {self.condition.words(vocabulary)}"

    def test(self, layout: Layout) -> Test:
        return predicates.Opposite(self.condition.test(layout))


@frozen(eq=False, repr=False)
class Both(Condition):
    """``if A and B``: all of the conditions."""

    conditions: tuple[Condition, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return " and ".join(condition.words(vocabulary) for condition in self.conditions)

    def test(self, layout: Layout) -> Test:
        return predicates.All(tuple(condition.test(layout) for condition in self.conditions))


@frozen(eq=False, repr=False)
class TurnedUp(Condition):
    """``if Extra Lot is turned up``: the piece was turned up last from its stack, this round."""

    piece: str = field(metadata=PIECE)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.piece} is turned up"

    def test(self, layout: Layout) -> Test:
        return layout.turned_up(layout.piece_index[self.piece])


@frozen(eq=False, repr=False)
class ThisLot(Condition):
    """``if this is lot 1``: the lot being resolved has the number."""

    sort: str = field(metadata=SORT)
    number: int

    def words(self, vocabulary: Vocabulary) -> str:
        return f"this is {self.sort} {self.number}"

    def test(self, layout: Layout) -> Test:
        return predicates.Within(InCell(LOT), self.number - 1, self.number - 1)


@frozen(eq=False, repr=False)
class Extreme(Condition):
    """``you have the most commercial buildings, at least 1``; ``the fewest debts``.

    All who are tied have it. ``least`` bounds the number that the most must be.
    """

    most: bool
    count: Count
    least: int = 0

    def words(self, vocabulary: Vocabulary) -> str:
        return f"you have {self.extreme_words(vocabulary)}"

    def extreme_words(self, vocabulary: Vocabulary) -> str:
        """``the most commercial buildings, at least 1``."""
        *labels, counted = self.count.words(vocabulary).split(" ")
        counted = " ".join((*labels, vocabulary.plural(counted)))
        bound = f", at least {self.least}" if self.least else ""
        return f"the {'most' if self.most else 'fewest'} {counted}{bound}"

    def test(self, layout: Layout) -> Test:
        counter = self.count.counter(layout)
        return predicates.HasExtreme(counter, layout.players, self.most, self.least)
