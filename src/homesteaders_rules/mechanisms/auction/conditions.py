"""Is it so of the lots? Who won them, and which is being resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import SORT, SaidOneWay
from ...commands.conditions import Condition
from ...runtime import predicates
from ...runtime.counters import InCell
from ...runtime.registers import LOT
from .steps import Winners

if TYPE_CHECKING:
    from ...commands.protocols import Layout
    from ...runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class EveryPlayerWon(SaidOneWay, Condition):
    """``if every player won a lot``."""

    rules = ("every_player_won",)
    example = "every player won a <lot>"
    sort: str = field(metadata=SORT)

    def test(self, layout: Layout) -> Predicate:
        return Winners(layout.leaders, layout.players, layout.players, layout.players)


@frozen(eq=False, repr=False)
class NobodyWon(SaidOneWay, Condition):
    """``if nobody won a lot``."""

    rules = ("nobody_won",)
    example = "nobody won a <lot>"
    sort: str = field(metadata=SORT)

    def test(self, layout: Layout) -> Predicate:
        return Winners(layout.leaders, layout.players, 0, 0)


@frozen(eq=False, repr=False)
class WonLot(SaidOneWay, Condition):
    """``if a player won lot 1``: lots are numbered from 1 in the order of their stacks."""

    rules = ("a_player_won",)
    example = "a player won <lot> 1"
    sort: str = field(metadata=SORT)
    number: int

    def test(self, layout: Layout) -> Predicate:
        leader = InCell(layout.leaders[self.number - 1])
        return predicates.Within(leader, 1, layout.players)


@frozen(eq=False, repr=False)
class ThisLot(SaidOneWay, Condition):
    """``if this is lot 1``: the lot being resolved has the number."""

    rules = ("this_is",)
    example = "this is <lot> 1"
    sort: str = field(metadata=SORT)
    number: int

    def test(self, layout: Layout) -> Predicate:
        return predicates.Within(InCell(LOT), self.number - 1, self.number - 1)
