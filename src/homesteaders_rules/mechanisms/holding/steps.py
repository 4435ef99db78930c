"""Giving back: what is too much for a player, and what everybody owes a stock that runs short."""

from __future__ import annotations

from collections import Counter as Counted
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.counters import Counter
from ...runtime.footprint import Goods, Row, together
from ...runtime.offering.deeds import Deed
from ...runtime.offering.options import Option, option_of
from ...runtime.offering.payments import Losses, Purse, Reader, lose
from ...runtime.operands import (
    Amount,
    Cell,
    Cost,
    GoodIndex,
    Memory,
    PieceIndex,
    PlayerCell,
    RecordSource,
    StepNumber,
    Stride,
)
from ...runtime.packing import copies_of
from ...runtime.predicates import Predicate, Wide
from ...runtime.registers import ACTOR
from ...runtime.steps import Asking
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.recording.events import Log

MOST_OPTIONS = 200
"""Where there are more ways to give back what is too much, it is given back one by one."""
Given = tuple[int, ...]
"""For each of some goods how much of it."""


@frozen(eq=False, repr=False)
class AllOrNone(ByValue):
    """A number, or none where the stock has less."""

    counter: Counter
    stock: Cell

    def count(self, cells: Sequence[int], player: int) -> int:
        number = self.counter.count(cells, player)
        return number if number <= cells[self.stock] else 0


@frozen(eq=False, repr=False)
class CopiesIn(ByValue):
    """How many copies of some pieces lie in a place."""

    place: Cell
    pieces: tuple[PieceIndex, ...]

    def count(self, cells: Sequence[int], player: int) -> int:
        return sum([copies_of(cells[self.place], piece) for piece in self.pieces])


@frozen(eq=False, repr=False)
class WithRoom(ByValue):
    """A number, as far as the player may hold more of some goods together."""

    counter: Counter
    goods: tuple[PlayerCell, ...]
    stride: Stride
    most: Amount

    def count(self, cells: Sequence[int], player: int) -> int:
        room, row = self.most, player * self.stride
        for cell in self.goods:
            room -= cells[cell + row]
        if room <= 0:
            return 0
        return max(min(self.counter.count(cells, player), room), 0)


@frozen(eq=False, repr=False)
class HasRoom(Predicate):
    """What is counted fits beside what the player holds of some goods together."""

    counter: Counter
    goods: tuple[PlayerCell, ...]
    stride: Stride
    most: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        player = cells[ACTOR]
        room, row = self.most, player * self.stride
        for cell in self.goods:
            room -= cells[cell + row]
        return self.counter.count(cells, player) <= room

    def reads(self, row: Row) -> Goods | None:
        return together((frozenset(map(row.good, self.goods)), row.counted(self.counter)))


@frozen(eq=False, repr=False)
class SomebodyHas(Wide):
    """The stock or a player has some of a good, or of one of several."""

    cells: tuple[Cell, ...]

    def holds(self, cells: Sequence[int]) -> bool:
        for cell in self.cells:
            if cells[cell] > 0:
                return True
        return False

    def or_else(self, other: Predicate) -> Predicate | None:
        if not isinstance(other, SomebodyHas):
            return None
        return SomebodyHas(tuple(dict.fromkeys((*self.cells, *other.cells))))


@define(eq=False, repr=False)
class GiveBack(Asking):
    """What goes back where a player holds more of some goods together than they may.

    Operands of its options: how much of each of the goods.
    """

    goods: tuple[GoodIndex, ...]
    most: Amount
    purse: Purse
    source: RecordSource
    losses: Losses
    follow: StepNumber
    _options: Memory[Given, Option] = field(init=False)
    _found: Memory[tuple[int, Given], tuple[Option, ...]] = field(init=False)
    _readers: tuple[Reader, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        # An exchange of any time may give away what is too much.
        self.skip = self.follow
        self._options = Memory(lambda given: option_of(self, *given))
        self._found = Memory(self._find)
        self._readers = self.purse.readers(self.goods)

    def _held(self, cells: Sequence[int]) -> Given:
        return self._readers[cells[ACTOR]](cells)

    def run(self, cells: list[int], log: Log) -> int:
        held = sum(self._readers[cells[ACTOR]](cells))
        return ~self.number if held > self.most else self.follow

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        held = self._held(cells)
        too_many = sum(held) - self.most
        if too_many <= 0:
            return ()
        # How much more than that they have of a good is all the same.
        return self._found[too_many, tuple([min(number, too_many) for number in held])]

    def _find(self, key: tuple[int, Given]) -> tuple[Option, ...]:
        number, held = key
        kinds = [kind for kind, amount in enumerate(held) if amount > 0]
        if number > 1 and comb(len(kinds) + number - 1, number) > MOST_OPTIONS:
            number = 1
        return tuple([self._options[way] for way in _ways(held, number)])

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        goods = self._goods(option.operands)
        self.purse.pay(cells, log, self.source, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        return self.run(cells, log)

    def _goods(self, given: Given) -> tuple[tuple[int, int], ...]:
        return tuple((g, n) for g, n in zip(self.goods, given, strict=True) if n)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return _words(self.purse, self._goods(operands))

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("give back", cost=self._goods(operands))

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not key.startswith("give back "):
            return None
        too_many = sum(self._held(cells)) - self.most
        return f"{max(too_many, 0)} must go back in all, of what you have"

    def keys_up_to(self, most: int) -> Iterator[str]:
        """Every key while no more than ``most`` is too much."""
        yield from _words_up_to(self.purse, self.goods, most)

    def may_offer(self, key: str) -> bool:
        return key.startswith("give back ")


@lru_cache(1 << 12)  # Many steps of a program have something given back.
def _ways(held: Given, number: int) -> tuple[Given, ...]:
    """The ways to give back so many in all of what is held, those with more of the first before."""
    if not held:
        return () if number else ((),)
    amounts = range(min(max(held[0], 0), number), -1, -1)
    return tuple((each, *way) for each in amounts for way in _ways(held[1:], number - each))


@lru_cache(16)  # Many steps of a program have something given back, and the same goods.
def _words_up_to(purse: Purse, goods: tuple[GoodIndex, ...], most: int) -> tuple[str, ...]:
    """All that may be given back where no more than ``most`` is too much, in words."""
    found: dict[Given, None] = {}
    for number in range(1, most + 1):
        # Of more kinds than that it is given back one by one.
        kinds = range(len(goods))
        fitting = [n for n in kinds if number == 1 or comb(n + number, number) <= MOST_OPTIONS]
        for held in combinations(goods, len(fitting)):
            found.update(dict.fromkeys(combinations_with_replacement(held, number)))
    return tuple(_words(purse, tuple(Counted(way).items())) for way in found)


def _words(purse: Purse, goods: Cost) -> str:
    return f"give back {purse.words(goods)}"
