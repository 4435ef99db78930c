"""Acts: linked effects that ask nothing and run to their end.

Every act has a ``source``: the number under which its records are told.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import define

from . import counters
from .registers import ACTOR, REGISTERS, START

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .events import Log
    from .predicates import Test


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
class TransfersFixed(Act):
    """Fixed transfers one after the other, all goods at once."""

    sources: tuple[int, ...]
    goods: tuple[tuple[int, int], ...]
    width: int
    stock: int

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        row = REGISTERS + player * self.width
        stock = self.stock
        for good, amount in self.goods:
            cells[row + good] += amount
            cells[stock + good] -= amount
        for source in self.sources:
            log.append((source, player))


def merged(acts: Iterable[Act]) -> Iterator[Act]:
    """The acts, with fixed transfers that follow each other as one."""
    for _, run in groupby(acts, lambda act: isinstance(act, TransferFixed)):
        several = list(run)
        fixed = [act for act in several if isinstance(act, TransferFixed)]
        if len(fixed) < 2:
            yield from several
            continue
        goods: Counter[int] = Counter()
        for act in fixed:
            for good, amount in act.goods:
                goods[good] += amount
        sources = tuple(act.source for act in fixed)
        yield TransfersFixed(sources, tuple(goods.items()), fixed[0].width, fixed[0].stock)


@define(eq=False)
class TransferCounted(Act):
    """One good from the stock to the player, as many as counted; ``sign`` -1: the other way.

    Never more than the giver holds, where the giver is limited (``capped``). ``each`` follows
    for every unit.
    """

    source: int
    good: int
    counter: counters.Counter
    sign: int
    capped: bool
    width: int
    stock: int
    each: Act | None = None

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        amount = self.counter.count(cells, player)
        if not amount:
            return
        own = REGISTERS + player * self.width + self.good
        stock = self.stock + self.good
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
class PutHere(Act):
    """Goods from the stock onto a piece; of limited goods no more than the stock holds.

    ``moves``: cell of the stock, of the piece, amount, and whether the good is limited.
    """

    source: int
    moves: tuple[tuple[int, int, int, bool], ...]

    def do(self, cells: list[int], log: Log) -> None:
        record = [self.source, cells[ACTOR]]
        for stock, here, amount, limited in self.moves:
            put = max(min(amount, cells[stock]), 0) if limited else amount
            cells[stock] -= put
            cells[here] += put
            record.append(put)
        log.append(tuple(record))


@define(eq=False)
class TakeHere(Act):
    """One of a good from a piece to the player."""

    source: int
    here: int
    goods: int
    width: int

    def do(self, cells: list[int], log: Log) -> None:
        cells[self.here] -= 1
        cells[self.goods + cells[ACTOR] * self.width] += 1
        log.append((self.source, cells[ACTOR]))


@define(eq=False)
class SetTo(Act):
    """A number into a cell; ``stride`` 1: of the player."""

    cell: int
    value: int
    stride: int = 0

    def do(self, cells: list[int], log: Log) -> None:
        cells[self.cell + cells[ACTOR] * self.stride] = self.value


@define(eq=False)
class Add(Act):
    """A number onto a cell of the player; their cells lie ``stride`` apart."""

    cell: int
    stride: int
    amount: int

    def do(self, cells: list[int], log: Log) -> None:
        cells[self.cell + cells[ACTOR] * self.stride] += self.amount


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
class EachOwner(Act):
    """An act for every player of whom a test holds, clockwise from the start player."""

    players: int
    test: Test
    act: Act

    def do(self, cells: list[int], log: Log) -> None:
        before = cells[ACTOR]
        for seat in range(self.players):
            cells[ACTOR] = (cells[START] + seat) % self.players
            if self.test.holds(cells):
                self.act.do(cells, log)
        cells[ACTOR] = before
