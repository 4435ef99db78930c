"""Building: pieces that may be taken from where they are offered, for their cost."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, frozen

from ...runtime.offers import NO_RIGHT, Offer, Priced, bits
from ...runtime.options import Option
from ...runtime.packing import copies_of, shift_of
from ...runtime.payments import Payment
from ...runtime.predicates import Test
from ...runtime.registers import ACTOR, BUILT
from ...runtime.steps import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...runtime.events import Log
    from ...runtime.offers import Purse
    from ...runtime.payments import Cost, Solver


LESS = " less "
"""What stands in a key before what is left out of a cost."""


@frozen
class Kind:
    """A piece that can be built: its bit, labels and cost, and the payments with their keys."""

    index: int
    name: str
    bit: int
    cost: Cost
    labels: tuple[str, ...]
    ways: dict[str, Payment]

    @classmethod
    def of(
        cls, index: int, name: str, cost: Cost, labels: tuple[str, ...], ways: Sequence[Payment]
    ) -> Kind:
        """The kind of a piece that may be paid in these ways."""
        keys = {f"build {name}{payment.suffix}": payment for payment in ways}
        return cls(index, name, 1 << index, cost, labels, keys)


@frozen
class Discount:
    """What is built costs at least ``least`` and at most ``most`` units less of some goods.

    It comes off what is really paid, substitutes and all, as far as that has any of the goods.
    """

    least: int = 0
    most: int = 0
    goods: tuple[str, ...] = ()

    def off(
        self, payments: Sequence[Payment], goods: frozenset[int], names: Sequence[str]
    ) -> list[Payment]:
        """What is left of some payments; ``goods`` are the indices of those it is for."""
        found: dict[Payment, None] = {}
        ways = list(payments)
        for units in range(self.most + 1):
            if units >= self.least:
                found.update(dict.fromkeys(ways))
            ways = _each_once(way for each in ways for way in cheaper(each, goods, names))
        return list(found)


def _each_once(payments: Iterable[Payment]) -> list[Payment]:
    """Without those that leave out the same in another order."""
    found: dict[tuple[str, ...], Payment] = {}
    for payment in payments:
        found.setdefault(tuple(sorted(payment.suffix.split(LESS))), payment)
    return list(found.values())


def cheaper(payment: Payment, goods: frozenset[int], names: Sequence[str]) -> list[Payment]:
    """The payment with one unit of one of some goods left out; itself, where it has none."""
    found = []
    for good, _ in payment.goods:
        if good in goods:
            left = tuple((g, n - (g == good)) for g, n in payment.goods if n - (g == good))
            suffix = f"{payment.suffix}{LESS}1 {names[good]}"
            before = f"{payment.formerly}{LESS}1 {names[good]}"
            found.append(Payment(left, payment.masks, suffix, before, payment.surplus))
    return found or [payment]


class BuildOffer(Offer):
    """``build residential or commercial``: one option for each piece and way to pay it."""

    def __init__(
        self,
        *,
        place: int,
        kinds: Sequence[Kind],
        labels: tuple[str, ...],
        solver: Solver,
        purse: Purse,
        sources: tuple[int, int],
        target: int,
    ) -> None:
        self.place = place
        self.solver = solver
        self.purse = purse
        self.labels = labels
        self.source, self.pay_source = sources
        self.target = target
        self.kinds = kinds
        self.open = [kind for kind in kinds if not labels or set(labels) & set(kind.labels)]
        ways = [(kind, key, way) for kind in self.open for key, way in kind.ways.items()]
        self._ways = [kind for kind, _, _ in ways]
        self._priced = Priced(
            [(way, self._option(kind, key, way)) for kind, key, way in ways], purse
        )
        self._offered = lru_cache(maxsize=1 << 12)(self._on_offer)

    def _option(self, kind: Kind, key: str, way: Payment) -> Option:
        before = f"build {kind.name}{way.formerly}"
        return Option(key, offer=self, payload=(kind, way), formerly=before)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        owned = cells[self.solver.owned + cells[ACTOR]]
        return self._priced.affordable(cells, self._offered(cells[self.place], owned))

    def _on_offer(self, lying: int, owned: int) -> int:
        """The bits of the ways to build what lies there and is not owned, with the right to pay."""
        free = bits(
            bool(copies_of(lying, kind.index)) and not owned & kind.bit for kind in self._ways
        )
        return free & self._priced.rights(owned)

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        kind, payment = option.payload
        if payment.goods:
            self.purse.pay(cells, log, self.pay_source, payment.goods)
        cells[self.place] -= 1 << shift_of(kind.index)
        cells[self.solver.owned + cells[ACTOR]] |= kind.bit
        cells[BUILT] = kind.index + 1
        log.append((self.source, cells[ACTOR], kind.index))
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        for kind in self.kinds:
            if key in kind.ways:
                return self._reason(cells, kind, key)
        return None

    def _reason(self, cells: Sequence[int], kind: Kind, key: str) -> str:
        if kind not in self.open:
            return f"{kind.name} is not {' or '.join(self.labels)}"
        if cells[self.solver.owned + cells[ACTOR]] & kind.bit:
            return f"you own {kind.name} already"
        if not copies_of(cells[self.place], kind.index):
            return f"no {kind.name} is on offer now"
        payment = kind.ways[key]
        short = self.purse.shortage(cells, payment.goods)
        way = f" (here {self.purse.words(payment.goods)})" if payment.suffix else ""
        return f"{kind.name} costs {self.purse.words(kind.cost)}{way}; {short or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        return tuple(key for kind in self.kinds for key in kind.ways)


@define(eq=False)
class WhenBuilt(Step):
    """The routine of the piece built last."""

    entries: dict[int, int]
    follow: int

    def run(self, cells: list[int], log: Log) -> int:
        entry = self.entries.get(cells[BUILT] - 1)
        if entry is None:
            return self.follow
        cells.append(self.follow)
        return entry


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
