"""Tests: linked conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .packing import last_up
from .registers import ACTOR, BUILT, DECLINED, LOT, ROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counters import Counter


class Test:
    """A linked condition."""

    __test__ = False  # not for pytest

    def holds(self, cells: Sequence[int]) -> bool:
        """Is it so, for the player in ACTOR?"""
        raise NotImplementedError


@frozen
class Within(Test):
    """A count of the player lies between bounds (``most`` None: no upper one)."""

    counter: Counter
    least: int
    most: int | None

    def holds(self, cells: Sequence[int]) -> bool:
        number = self.counter.count(cells, cells[ACTOR])
        return self.least <= number and (self.most is None or number <= self.most)


@frozen
class CellHolds(Test):
    """A cell, of the player where they lie ``stride`` apart, holds more than nothing."""

    cell: int
    stride: int = 0

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[self.cell + cells[ACTOR] * self.stride] > 0


@frozen
class RoundWithin(Test):
    """The round lies between two numbers."""

    first: int
    last: int

    def holds(self, cells: Sequence[int]) -> bool:
        return self.first <= cells[ROUND] <= self.last


@frozen
class DeclinedSomething(Test):
    """A build that was allowed was not used since the lot was opened."""

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[DECLINED] > 0


@frozen
class Opposite(Test):
    """It is not so."""

    test: Test

    def holds(self, cells: Sequence[int]) -> bool:
        return not self.test.holds(cells)


@frozen
class All(Test):
    """All are so."""

    tests: tuple[Test, ...]

    def holds(self, cells: Sequence[int]) -> bool:
        return all(test.holds(cells) for test in self.tests)


@frozen
class LiesUp(Test):
    """A piece was turned up last from its stack, in a numbered round."""

    piece: int
    order: int
    turned: int
    rounds: int

    def holds(self, cells: Sequence[int]) -> bool:
        turned = cells[self.turned]
        now = cells[ROUND] <= self.rounds and turned > 0
        return now and last_up(cells[self.order], turned) == self.piece


@frozen
class Always(Test):
    """It is so."""

    def holds(self, cells: Sequence[int]) -> bool:
        return True


@frozen
class Caused(Test):
    """The player is the one who was "you" before each player in turn was."""

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[ACTOR] == cells[-2]


@frozen
class Either(Test):
    """At least one is so."""

    tests: tuple[Test, ...]

    def holds(self, cells: Sequence[int]) -> bool:
        return any(test.holds(cells) for test in self.tests)


@frozen
class Cases(Test):
    """One test or the other, as a third says."""

    test: Test
    then: Test
    otherwise: Test

    def holds(self, cells: Sequence[int]) -> bool:
        return self.then.holds(cells) if self.test.holds(cells) else self.otherwise.holds(cells)


@frozen
class Contains(Test):
    """The piece on the lot in ``register`` (-1: one that lies up) is listed, and its test holds."""

    lots: tuple[tuple[int, int], ...]
    register: int
    found: dict[int, Test]
    rounds: int

    def holds(self, cells: Sequence[int]) -> bool:
        chosen = self.lots if self.register < 0 else (self.lots[cells[self.register]],)
        for order, turned in chosen:
            if cells[turned] and cells[ROUND] <= self.rounds:
                test = self.found.get(last_up(cells[order], cells[turned]))
                if test is not None and test.holds(cells):
                    return True
        return False


@frozen
class LotHolds(Test):
    """The lot being resolved holds one of some pieces."""

    lots: tuple[tuple[int, int], ...]
    pieces: frozenset[int]

    def holds(self, cells: Sequence[int]) -> bool:
        order, turned = self.lots[cells[LOT]]
        return last_up(cells[order], cells[turned]) in self.pieces


@frozen
class Never(Test):
    """It is not so at this table."""

    def holds(self, cells: Sequence[int]) -> bool:
        return False


@frozen
class LotIs(Test):
    """The lot being resolved."""

    lot: int

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[LOT] == self.lot


@frozen
class HasExtreme(Test):
    """Nobody has more (or less, if not ``most``), and the number is at least ``least``."""

    counter: Counter
    players: int
    most: bool
    least: int

    def holds(self, cells: Sequence[int]) -> bool:
        numbers = [self.counter.count(cells, player) for player in range(self.players)]
        best = max(numbers) if self.most else min(numbers)
        return numbers[cells[ACTOR]] == best >= self.least


@frozen
class BuiltSomething(Test):
    """Something was built since the lot was opened."""

    def holds(self, cells: Sequence[int]) -> bool:
        return cells[BUILT] > 0


@frozen
class OwnsPiece(Test):
    """The player owns one of the pieces in ``mask``; ``another``: not only the one just built."""

    owned: int
    mask: int
    another: bool = False

    def holds(self, cells: Sequence[int]) -> bool:
        held = cells[self.owned + cells[ACTOR]] & self.mask
        if self.another and cells[BUILT]:
            held &= ~(1 << (cells[BUILT] - 1))
        return bool(held)


@frozen
class Earns(Test):
    """The player owns a piece and all of some places on it are filled."""

    owned: int
    bit: int
    placed: int
    places: int

    def holds(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        owns = bool(cells[self.owned + player] & self.bit)
        return owns and cells[self.placed + player] & self.places == self.places


@frozen
class Winners(Test):
    """How many different players lead a lot lies between bounds."""

    leaders: range
    players: int
    least: int
    most: int

    def holds(self, cells: Sequence[int]) -> bool:
        winners = {cells[lot] for lot in self.leaders} - {0, self.players + 1}
        return self.least <= len(winners) <= self.most


@frozen
class LotWon(Test):
    """A player, not nobody and not the neutral bid, leads a lot."""

    leader: int
    players: int

    def holds(self, cells: Sequence[int]) -> bool:
        return 0 < cells[self.leader] <= self.players
