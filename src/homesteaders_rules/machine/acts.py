"""Acts: linked effects that ask nothing and run to their end.

Every act has a ``source``: the number under which its records are told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from .registers import ACTOR, BUILT, REGISTERS, ROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counting import Counter
    from .events import Log
    from .paying import ExchangeOffer
    from .program import Program


class Act:
    """Something that happens without a question."""

    def do(self, cells: list[int], log: Log) -> None:
        """Carry it out for the player in ACTOR."""
        raise NotImplementedError


@define(eq=False)
class Several(Act):
    """One act after another."""

    acts: tuple[Act, ...]

    @staticmethod
    def of(*acts: Act | None) -> Act | None:
        """The acts as one; None where there is none."""
        real = tuple(act for act in acts if act is not None)
        return real[0] if len(real) == 1 else Several(real) if real else None

    def do(self, cells: list[int], log: Log) -> None:
        for act in self.acts:
            act.do(cells, log)


@define(eq=False)
class TransferFixed(Act):
    """Numbers of the text from the stock to the player; negative ones the other way."""

    source: int
    goods: tuple[tuple[int, int], ...]
    width: int
    stock: int

    def do(self, cells: list[int], log: Log) -> None:
        row = REGISTERS + cells[ACTOR] * self.width
        stock = self.stock
        for good, amount in self.goods:
            cells[row + good] += amount
            cells[stock + good] -= amount
        log.append((self.source, cells[ACTOR]))


@define(eq=False)
class TransferCounted(Act):
    """One good from the stock to the player, as many as counted; ``sign`` -1: the other way.

    Never more than the giver holds, where the giver is limited (``capped``). ``each`` follows
    for every unit.
    """

    source: int
    good: int
    counter: Counter
    sign: int
    capped: bool
    width: int
    stock: int
    each: Act | None = None

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        own = REGISTERS + player * self.width + self.good
        stock = self.stock + self.good
        amount = self.counter.count(cells, player)
        if self.capped:
            amount = max(min(amount, cells[stock if self.sign > 0 else own]), 0)
        if amount:
            cells[own] += amount * self.sign
            cells[stock] -= amount * self.sign
            log.append((self.source, player, amount))
            if self.each is not None:
                for _ in range(amount):
                    self.each.do(cells, log)


@define(eq=False)
class Conditional(Act):
    """One act or the other."""

    test: Test
    then: Act | None
    otherwise: Act | None

    def do(self, cells: list[int], log: Log) -> None:
        act = self.then if self.test.holds(cells) else self.otherwise
        if act is not None:
            act.do(cells, log)


@define(eq=False)
class OneUse(Act):
    """One use of an exchange at its plain cost."""

    exchange: ExchangeOffer

    def do(self, cells: list[int], log: Log) -> None:
        self.exchange.use(cells, log, self.exchange.cost)


@define(eq=False)
class Inline(Act):
    """A routine of steps that ask nothing, run at once."""

    program: Program
    entry: int

    def do(self, cells: list[int], log: Log) -> None:
        self.program.run_inline(cells, log, self.entry)


# ---------------------------------------------------------------------------------- tests


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
class RoundWithin(Test):
    """The round lies between two numbers."""

    first: int
    last: int

    def holds(self, cells: Sequence[int]) -> bool:
        return self.first <= cells[ROUND] <= self.last


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
