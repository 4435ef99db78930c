"""Is it so? Conditions on the table (folded before a game starts) and on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .. import machine
from .amounts import GoodCount
from .base import Command, Vocabulary

if TYPE_CHECKING:
    from ..machine.acts import Test
    from ..machine.layout import Layout


@frozen
class Condition(Command):
    """Something that is so or not."""

    def test(self, layout: Layout) -> Test:
        """Linked to the cells of a table. Conditions of :data:`STATIC` are folded before."""
        raise NotImplementedError


@frozen
class Players(Condition):
    """``with 3 or more players``. ``most`` is None where there is no upper bound. Folded."""

    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        if self.most == self.least:
            return f"with {self.least} players"
        if self.most is None:
            return f"with {self.least} or more players"
        return f"with {self.least}-{self.most} players"


@frozen
class OptionIs(Condition):
    """``with open hands`` / ``without open hands``: a yes-or-no option of the table. Folded."""

    option: str
    value: bool

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{'with' if self.value else 'without'} {self.option}"


@frozen
class Rounds(Condition):
    """``in round 5``, ``in rounds 5-8``: rounds count from 1."""

    first: int
    last: int

    def words(self, vocabulary: Vocabulary) -> str:
        if self.first == self.last:
            return f"in round {self.first}"
        return f"in rounds {self.first}-{self.last}"

    def test(self, layout: Layout) -> Test:
        return machine.acts.RoundWithin(self.first, self.last)


@frozen
class FinalRound(Condition):
    """``in the final round``: after the last numbered round."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "in the final round"

    def test(self, layout: Layout) -> Test:
        return machine.acts.RoundWithin(layout.rounds + 1, layout.rounds + 1)


@frozen
class Has(Condition):
    """``if you have no debt`` (0, 0), ``if you have 2 or more wood`` (2, None)."""

    good: str
    least: int
    most: int | None

    def words(self, vocabulary: Vocabulary) -> str:
        if self.most == 0:
            return f"you have no {self.good}"
        if self.most is None:
            return f"you have {self.least} or more {vocabulary.plural(self.good)}"
        return f"you have {vocabulary.count(self.least, self.good)}"

    def test(self, layout: Layout) -> Test:
        return machine.acts.Within(GoodCount(self.good).counter(layout), self.least, self.most)


@frozen
class Built(Condition):
    """``if you built``: since the lot being resolved was opened, its winner built something."""

    def words(self, vocabulary: Vocabulary) -> str:
        return "you built"

    def test(self, layout: Layout) -> Test:
        return machine.acts.BuiltSomething()


@frozen
class EveryPlayerWon(Condition):
    """``if every player won a lot``."""

    sort: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"every player won a {self.sort}"

    def test(self, layout: Layout) -> Test:
        return machine.acts.Winners(layout.leaders, layout.players, layout.players, layout.players)


@frozen
class NobodyWon(Condition):
    """``if nobody won a lot``."""

    sort: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"nobody won a {self.sort}"

    def test(self, layout: Layout) -> Test:
        return machine.acts.Winners(layout.leaders, layout.players, 0, 0)


@frozen
class WonLot(Condition):
    """``if a player won lot 1``: lots are numbered from 1 in the order of their stacks."""

    sort: str
    number: int

    def words(self, vocabulary: Vocabulary) -> str:
        return f"a player won {self.sort} {self.number}"

    def test(self, layout: Layout) -> Test:
        return machine.acts.LotWon(layout.leaders[self.number - 1], layout.players)


STATIC = (Players, OptionIs)
"""Conditions that a table decides once and for all."""
