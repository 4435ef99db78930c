"""Building: pieces that may be taken from where they are offered, for their cost."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from ...freezing import fixed
from ...runtime.footprint import Goods, Row, paid_with
from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import NO_RIGHT, Offer
from ...runtime.offering.options import Option, Paying, by_bits, option_of
from ...runtime.offering.payments import Losses, Payment, Purse, lose
from ...runtime.offering.prices import Prices
from ...runtime.operands import (
    Amount,
    Bits,
    Cell,
    Cost,
    Flag,
    Memory,
    PieceIndex,
    PlayerCell,
    RecordSource,
    StepNumber,
    Text,
)
from ...runtime.packing import MOST_COPIES, bits, copies_of, every_copy, shift_of
from ...runtime.predicates import Predicate, Wide
from ...runtime.registers import ACTOR, BUILT
from ...runtime.steps import Step
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...runtime.recording.events import Log


LESS = " less "
"""What stands in a key before what is left out of a cost."""


@frozen(eq=False, repr=False)
class Needed(ByValue):
    """So many of some pieces, given as bits, are owned before; ``words`` say how many."""

    pieces: Bits
    least: Amount
    most: Amount | None
    words: Text

    def is_met(self, owned: int) -> bool:
        """By whoever owns these pieces."""
        number = (owned & self.pieces).bit_count()
        return self.least <= number and (self.most is None or number <= self.most)


@frozen(eq=False, repr=False)
class Buildable(ByValue):
    """A piece that can be built: its labels and cost, and every way to pay it.

    ``slots``: the bits of the places on it. ``needs``: what its builder owns before.
    """

    index: PieceIndex
    name: Text
    cost: Cost
    labels: tuple[Text, ...]
    ways: tuple[Payment, ...]
    slots: Bits = 0
    needs: tuple[Needed, ...] = ()

    @property
    def bit(self) -> int:
        """The bit of those who own it."""
        return 1 << self.index

    def key(self, way: int) -> str:
        """The words to build it and pay in one of the ways."""
        return f"build {self.name}{self.ways[way].suffix}"

    def way(self, key: str) -> Payment | None:
        """The way to pay that a key says; None if it is no key of this piece."""
        return next((each for n, each in enumerate(self.ways) if self.key(n) == key), None)


@frozen(eq=False, repr=False)
class PriceList:
    """All that can be built of a sort, with what is paid for one purpose: one for many offers."""

    kinds: tuple[Buildable, ...]
    purse: Purse
    _prices: Prices = field(init=False)
    _ways: tuple[tuple[Buildable, int], ...] = field(init=False)
    _rows: Memory[int, tuple[tuple[int, int, int], ...]] = field(init=False)
    _needing: tuple[tuple[Needed, int], ...] = field(init=False)
    _offered: Memory[tuple[int, int, int], int] = field(init=False)
    _fitting: Memory[tuple[Text, ...], tuple[int, Cost]] = field(init=False)
    _of_pieces: Memory[int, int] = field(init=False)
    _by_index: Mapping[int, Buildable] = field(init=False)
    _telling: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        ways = tuple((kind, way) for kind in self.kinds for way in range(len(kind.ways)))
        payments = [kind.ways[way] for kind, way in ways]
        object.__setattr__(self, "_ways", ways)
        of: dict[int, int] = {}
        for number, (kind, _) in enumerate(ways):
            of[kind.index] = of.get(kind.index, 0) | 1 << number
        rows = [(1 << each, MOST_COPIES << shift_of(each), found) for each, found in of.items()]
        object.__setattr__(
            self, "_rows", Memory(lambda some: tuple(r for r in rows if r[0] & some))
        )
        needing = ((each, of.get(kind.index, 0)) for kind in self.kinds for each in kind.needs)
        object.__setattr__(self, "_needing", tuple(needing))
        object.__setattr__(self, "_offered", Memory(lambda key: self.on_offer(*key)))
        object.__setattr__(self, "_of_pieces", Memory(self._ways_to_build))
        object.__setattr__(self, "_by_index", fixed((kind.index, kind) for kind in self.kinds))
        object.__setattr__(self, "_fitting", Memory(self._with_labels))
        object.__setattr__(self, "_prices", Prices(payments, self.purse))
        telling = (needed.pieces for needed, _ in self._needing)
        object.__setattr__(self, "_telling", reduce(or_, telling, self._prices.asked))

    def fitting(self, labels: tuple[Text, ...]) -> tuple[int, Cost]:
        """The bits of what carries one of some labels, and one of each good that may pay for it.

        Found once for all lots that allow the same; no labels allow everything.
        """
        return self._fitting[labels]

    def _with_labels(self, labels: tuple[Text, ...]) -> tuple[int, Cost]:
        wanted = set(labels)
        found = [kind for kind in self.kinds if not wanted or not wanted.isdisjoint(kind.labels)]
        goods = {good for kind in found for way in kind.ways for good, _ in way.goods}
        return sum(kind.bit for kind in found), tuple((good, 1) for good in sorted(goods))

    def _ways_to_build(self, pieces: int) -> int:
        return bits(bool(pieces & kind.bit) for kind, _ in self._ways)

    def on_offer(self, pieces: int, lying: int, owned: int) -> int:
        """The bits of the ways to build those of some pieces that lie there and are not owned."""
        found = 0
        for bit, copies, ways in self._rows[pieces]:
            if lying & copies and not owned & bit:
                found |= ways
        for needed, ways in self._needing:
            if found & ways and not needed.is_met(owned):
                found &= ~ways
        return found & self._prices.rights(owned)

    def telling(self, pieces: int) -> tuple[int, int]:
        """The bits of what lies there, and of what is owned, on which :meth:`on_offer` hangs."""
        return every_copy(pieces), pieces | self._telling

    def remembered(self, pieces: int, lying: int, owned: int) -> int:
        """The same, found once: for those who ask it of many pieces."""
        return self._offered[pieces, lying, owned & (pieces | self._telling)]

    def payable(self, cells: Sequence[int], pieces: int) -> int:
        """The bits of the ways to build one of some pieces, wherever they are, that can be paid."""
        return self._prices.affordable(cells, self._of_pieces[pieces])

    def affordable(self, cells: Sequence[int], wanted: int) -> int:
        """Those of the wanted bits whose goods the player in ACTOR has."""
        return self._prices.affordable(cells, wanted)

    def operands(self, number: int) -> tuple[int, int]:
        """The piece and the way of a bit."""
        kind, way = self._ways[number]
        return kind.index, way

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The words of every way."""
        return tuple(kind.key(way) for kind, way in self._ways)

    def kind(self, piece: int) -> Buildable:
        """What is said of a piece."""
        return self._by_index[piece]


@frozen(eq=False, repr=False)
class Discount(ByValue):
    """What is built costs at least ``least`` and at most ``most`` units less of some goods.

    It comes off what is really paid, substitutes and all, as far as that has any of the goods.
    """

    least: Amount = 0
    most: Amount = 0
    goods: tuple[Text, ...] = ()

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
            found.append(evolve(payment, goods=left, suffix=suffix, formerly=before))
    return found or [payment]


@define(eq=False, repr=False)
class BuildOffer(Offer, Paying):
    """``build residential or commercial``: one option for each piece and way to pay it.

    ``pieces``: the bits of those that carry one of the ``labels``. Operands of its options: the
    piece, and the number of the way to pay.
    """

    place: Cell
    prices: PriceList
    pieces: Bits
    labels: tuple[Text, ...]
    purse: Purse
    owned: PlayerCell
    source: RecordSource
    pay_source: RecordSource
    back_source: RecordSource
    placed: PlayerCell
    losses: Losses
    target: StepNumber
    _offered: Memory[tuple[int, int], int] = field(init=False)
    _options: Memory[int, tuple[Option, ...]] = field(init=False)
    _lying: int = field(init=False)
    _telling: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        # What is offered hangs on no other pieces: neither on those that lie there nor on owned.
        self._lying, self._telling = self.prices.telling(self.pieces)
        self._offered = Memory(lambda key: self.prices.on_offer(self.pieces, *key))
        self._options = by_bits(lambda number: option_of(self, *self.prices.operands(number)))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        owned = cells[self.owned + cells[ACTOR]]
        offered = self._offered[cells[self.place] & self._lying, owned & self._telling]
        return self._options[self.prices.affordable(cells, offered)]

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        piece, way = operands
        return self.prices.kind(piece).ways[way]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        piece, way = option.operands
        payment = self.prices.kind(piece).ways[way]
        goods = self._due(cells, piece, payment.goods)
        if goods:
            self.purse.pay(cells, log, self.pay_source, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        if payment.returned:
            self._take_back(cells, log, payment.returned)
        self._leave(cells, piece)
        cells[self.owned + cells[ACTOR]] |= 1 << piece
        cells[BUILT] = piece + 1
        log.append((self.source, cells[ACTOR], piece))
        return self.target

    def _leave(self, cells: list[int], piece: int) -> None:
        """A copy leaves the place where it is on offer."""
        cells[self.place] -= 1 << shift_of(piece)

    def _take_back(self, cells: list[int], log: Log, returned: int) -> None:
        """A piece of the player is on offer again; what was placed on it is free."""
        player, piece = cells[ACTOR], returned.bit_length() - 1
        cells[self.owned + player] &= ~returned
        cells[self.placed + player] &= ~self.prices.kind(piece).slots
        cells[self.place] += 1 << shift_of(piece)
        log.append((self.back_source, player, piece))

    def _due(self, cells: Sequence[int], piece: int, goods: Cost) -> Cost:
        """What is paid for a piece: a payment for it, and what it costs where it lies."""
        return goods

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        for kind in self.prices.kinds:
            payment = kind.way(key)
            if payment is not None:
                return self._reason(cells, kind, payment)
        return None

    def _reason(self, cells: Sequence[int], kind: Buildable, payment: Payment) -> str:
        if not self.pieces & kind.bit:
            return f"{kind.name} is not {' or '.join(self.labels)}"
        if cells[self.owned + cells[ACTOR]] & kind.bit:
            return f"you own {kind.name} already"
        if not copies_of(cells[self.place], kind.index):
            return f"no {kind.name} is on offer now"
        if payment.returned & ~cells[self.owned + cells[ACTOR]]:
            name = self.prices.kind(payment.returned.bit_length() - 1).name
            return f"you do not own {name}, and so cannot return it"
        for needed in kind.needs:
            if not needed.is_met(cells[self.owned + cells[ACTOR]]):
                number = (cells[self.owned + cells[ACTOR]] & needed.pieces).bit_count()
                return f"{kind.name} {needed.words}, and you own {number}"
        short = self.purse.shortage(cells, payment.goods)
        way = f" (here {self.purse.words(payment.goods)})" if payment.suffix else ""
        return f"{kind.name} costs {self.purse.words(kind.cost)}{way}; {short or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        return self.prices.keys

    def key_of(self, operands: tuple[int, ...]) -> str:
        piece, way = operands
        return self.prices.kind(piece).key(way)

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        piece, way = operands
        return Deed("build", piece=piece, cost=self.prices.kind(piece).ways[way].goods)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        for kind in self.prices.kinds:
            if self.pieces & kind.bit and copies_of(cells[self.place], kind.index):
                for way in range(len(kind.ways)):
                    yield kind.key(way), self.deed_of((kind.index, way))

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        piece, way = operands
        kind = self.prices.kind(piece)
        return f"build {kind.name}{kind.ways[way].formerly}"


@frozen(eq=False, repr=False)
class CanBuild(Predicate):
    """One of some pieces lies in the place, may be owned and can be paid."""

    place: Cell
    prices: PriceList
    pieces: Bits
    owned: PlayerCell

    def holds(self, cells: Sequence[int]) -> bool:
        owned = cells[self.owned + cells[ACTOR]]
        offered = self.prices.remembered(self.pieces, cells[self.place], owned)
        return bool(self.prices.affordable(cells, offered))

    def reads(self, row: Row) -> Goods | None:
        return paid_with(way.goods for kind in self.prices.kinds for way in kind.ways)


@define(eq=False, repr=False)
class WhenBuilt(Step):
    """The routine of the piece built last."""

    entries: Mapping[PieceIndex, StepNumber]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        entry = self.entries.get(cells[BUILT] - 1)
        if entry is None:
            return self.follow
        cells.append(self.follow)
        return entry


@frozen(eq=False, repr=False)
class OwnsPiece(Wide):
    """The player owns one of the pieces in ``mask``; ``another``: not only the one just built."""

    owned: PlayerCell
    mask: Bits
    another: Flag = False

    def holds(self, cells: Sequence[int]) -> bool:
        held = cells[self.owned + cells[ACTOR]] & self.mask
        if self.another and cells[BUILT]:
            held &= ~(1 << (cells[BUILT] - 1))
        return bool(held)
