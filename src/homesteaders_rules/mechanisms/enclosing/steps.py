"""How areas are enclosed: paid for, built around, and told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.counters import Counter
from ...runtime.footprint import Goods, Row, paid_with
from ...runtime.offering.deeds import Deed, verb_of
from ...runtime.offering.means import Having, Means
from ...runtime.offering.offers import NO_RIGHT, Offer
from ...runtime.offering.options import Option, Paying, option_of
from ...runtime.offering.payments import WITH, Losses, Payment, Purse, lose
from ...runtime.offering.prices import CanPay
from ...runtime.operands import (
    Cell,
    Cost,
    Memory,
    PlayerCell,
    RecordSource,
    StepNumber,
    Stride,
)
from ...runtime.packing import numbers
from ...runtime.predicates import Predicate
from ...runtime.registers import ACTOR
from ...values import ByValue
from ..grids.geometry import Plan
from ..grids.lattice import Lattice
from .areas import MOST_KEPT, Areas
from .ground import Enclosed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.recording.events import Log

ENCLOSE = "enclose "
NO_AREA = "these cells are no area that can be enclosed"
NOT_BESIDE = "it does not lie beside what is enclosed"
NOT_FREE = "it is neither free nor a part of one that is enclosed"
NOT_DIVIDED = "it makes no two parts of one that is enclosed, or is not the one with the first cell"

MOST_OPTIONS = 1 << 13
"""So many options are remembered."""
Key = tuple[int, int, int, tuple[int, ...]]
"""What stands, what is enclosed, what bars, and the bits of the ways to pay for each number."""


@frozen(eq=False, repr=False)
class Work(ByValue):
    """What enclosing takes. ``payments``: for each number of edges the ways to pay for them.

    ``left``: so many can be built. ``giver``, ``taker``: where what is built comes from, and the
    cell of the first player with what they have built; ``goods`` cells lie between players.
    """

    lattice: Lattice
    enclosed: Enclosed
    areas: Areas
    left: Counter
    payments: tuple[tuple[Payment, ...], ...]
    purse: Purse
    owned: PlayerCell
    giver: Cell
    taker: PlayerCell
    goods: Stride
    _means: Means = field(init=False, eq=False, repr=False)
    _enough: Memory[int, CanPay] = field(init=False, eq=False, repr=False)
    _ways: Memory[tuple[int, Having], tuple[int, ...]] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        every = [way for ways in self.payments for way in ways]
        paying = (good for way in every for good, _ in way.goods)
        masks = (mask for way in every for mask in way.masks)
        object.__setattr__(self, "_means", Means(paying, masks, self.purse, self.owned))
        enough: Memory[int, CanPay] = Memory(
            lambda number: CanPay(self.payments[number], self.purse, self.owned)
        )
        object.__setattr__(self, "_enough", enough)
        object.__setattr__(self, "_ways", Memory(lambda key: tuple(self._payable(*key))))

    def ways(self, cells: Sequence[int]) -> tuple[int, ...]:
        """For each number of edges, while any can be paid, the bits of the ways to pay."""
        most = min(self.left.count(cells, cells[ACTOR]), len(self.payments) - 1)
        return self._ways[most, self._means.now(cells)]

    def _payable(self, most: int, having: Having) -> Iterator[int]:
        for ways in self.payments[: most + 1]:
            found = sum(1 << way for way in self._means.open_ways(ways, having))
            if not found:
                return
            yield found

    def is_open(self, cells: Sequence[int]) -> bool:
        """Is there an area for which the player can build all edges, and pay for them?"""
        now = self.now(cells)
        most = min(self.left.count(cells, cells[ACTOR]), len(self.payments) - 1)
        # Who can pay for so many edges can pay for fewer; who can for none need not look far.
        if most < 1 or not self._enough[1].holds(cells):
            return most >= 0 and bool(self.areas.enclosable((*now, 0)))
        number = self.areas.fewest(now)
        return number <= most and self._enough[number].holds(cells)

    def now(self, cells: Sequence[int]) -> tuple[int, int, int]:
        """What stands, what is enclosed, and where tiles lie that bar, for the player in ACTOR."""
        return self.enclosed.now(cells, cells[ACTOR], self.lattice)


@define(eq=False, repr=False)
class EncloseOffer(Offer, Paying):
    """One option for each area and each way to pay.

    Operands of its options: the bits of the cells, the number of edges, and that of the way to pay.
    """

    source: RecordSource
    paid: RecordSource
    work: Work
    losses: Losses
    after: Act | None
    target: StepNumber
    _each: Memory[tuple[int, int, int], Option] = field(init=False)
    _options: Memory[Key, tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._each = Memory(lambda operands: option_of(self, *operands), MOST_OPTIONS)
        self._options = Memory(self._find, MOST_KEPT)

    def is_open(self, cells: Sequence[int]) -> bool:
        return self.work.is_open(cells)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        work = self.work
        ways = work.ways(cells)
        return self._options[*work.now(cells), ways] if ways else ()

    def _find(self, key: Key) -> tuple[Option, ...]:
        standing, inside, barred, ways = key
        now = standing, inside, barred, len(ways) - 1
        found = [(area, built.bit_count()) for area, built in self.work.areas.enclosable(now)]
        open_ways = [tuple(numbers(each)) for each in ways]
        return tuple(
            [self._each[area, built, way] for area, built in found for way in open_ways[built]]
        )

    def payment_of(self, operands: tuple[int, ...]) -> Payment:
        _, number, way = operands
        return self.work.payments[number][way]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        work, player = self.work, cells[ACTOR]
        area, built, way = option.operands
        goods = work.payments[built][way].goods
        if goods:
            work.purse.pay(cells, log, self.paid, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        work.enclosed.enclose(cells, player, work.lattice, area)
        cells[work.giver] -= built
        cells[work.taker + player * work.goods] += built
        log.append((self.source, player, area, built))
        for _ in range(built if self.after is not None else 0):
            self.after.do(cells, log)  # type: ignore[union-attr]
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not key.startswith(ENCLOSE):
            return None
        work, player = self.work, cells[ACTOR]
        area = self._area(key)
        enclosed, names = work.enclosed, work.lattice.plan.names
        standing, inside, barred = work.now(cells)
        taken = work.areas.takes(area, standing)
        if taken is None:
            return NO_AREA
        called = self._called(area)
        if key.partition(WITH)[0].lower() != called.lower():
            return f"its cells are named in their order: {called}"
        for cell in numbers(area & barred):
            return f"{names[cell]} holds what does not lie in there"
        if area & inside and not any(not area & ~part for part in enclosed.parts(cells, player)):
            return NOT_FREE
        if (area, taken) not in work.areas.enclosable(
            (standing, inside, barred, taken.bit_count())
        ):
            return NOT_DIVIDED if area & inside else NOT_BESIDE
        return self._price(cells, taken.bit_count())

    def _area(self, key: str) -> int:
        """The cells that a key names, with small letters too; none where it names others."""
        names = self.work.lattice.plan.names
        words = key.removeprefix(ENCLOSE).partition(WITH)[0].upper().split()
        if any(word not in names for word in words):
            return 0
        return sum(1 << names.index(word) for word in dict.fromkeys(words))

    def _price(self, cells: Sequence[int], number: int) -> str:
        """Why so many edges cannot be built now."""
        work = self.work
        left = work.left.count(cells, cells[ACTOR])
        if left < number:
            return f"it takes {number}, and there are {left} left to build"
        cost: Cost = work.payments[number][0].goods
        return f"it costs {work.purse.words(cost)}; {work.purse.shortage(cells, cost) or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        suffixes = dict.fromkeys(way.suffix for ways in self.work.payments for way in ways)
        areas = (self._called(area) for area in self.work.areas.listed)
        return tuple(f"{area}{suffix}" for area in areas for suffix in suffixes)

    def key_of(self, operands: tuple[int, ...]) -> str:
        area, number, way = operands
        return f"{self._called(area)}{self.work.payments[number][way].suffix}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        names = self.work.lattice.plan.names
        enclosed = tuple(names[cell] for cell in numbers(operands[0]))
        return Deed(verb_of(ENCLOSE), cells=enclosed, cost=self.payment_of(operands).goods)

    def _called(self, area: int) -> str:
        return called(self.work.lattice.plan, area)


@lru_cache(MOST_OPTIONS)
def called(plan: Plan, area: int) -> str:
    """What is enclosed, in words; whoever asks for all keys asks for the same areas again."""
    return ENCLOSE + " ".join([plan.names[cell] for cell in numbers(area)])


@frozen(eq=False, repr=False)
class CanEnclose(Predicate):
    """There is an area that the player may enclose, and can pay for."""

    work: Work

    def holds(self, cells: Sequence[int]) -> bool:
        return self.work.is_open(cells)

    def reads(self, row: Row) -> Goods | None:
        ways = (way.goods for ways in self.work.payments for way in ways)
        return paid_with(ways) | {row.good(self.work.taker)}


@frozen(eq=False, repr=False)
class StockAllows(ByValue):
    """A number, as far as the stock has so much."""

    number: Counter
    stock: Cell

    def count(self, cells: Sequence[int], player: int) -> int:
        return min(self.number.count(cells, player), max(cells[self.stock], 0))
