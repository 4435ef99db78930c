"""What the parts of a linked program look at, read off their fields.

Goods of which more never closes anything are told from those of which any change may matter: so
a search knows what it may pass over without losing an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Union, get_args

from ...freezing import fixed
from ...linking.image import form_of, operands_of
from ...linking.layout import LEAST_BOUND, Layout
from ...mechanisms.auction.paying import Due
from ...mechanisms.auction.steps import Bidding, Order
from ...mechanisms.building.steps import Buildable
from ...mechanisms.occupying.steps import LeaveOffer
from ...runtime import operands
from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.counters import Fixed, InCell, Multiple, Together
from ...runtime.offering.due import Pay, PayOrElse
from ...runtime.offering.exchanges import ExchangeOffer
from ...runtime.offering.payments import Payment, Purse, Substitute
from ...runtime.predicates import Cases, Opposite, Within
from ...runtime.registers import REGISTERS
from ...runtime.steps import Step

ANY = 1 << 40
"""Stands for an amount that nothing bounds."""
PLENTY = LEAST_BOUND >> 1
"""More of a good than anything costs, and less than the most that anybody can hold."""
SAID = ("losses", "cost")
SAID_ALONE = {LeaveOffer: ("left", "paid", "here")}
"""Operands of offers that say what is done or told, not when it can be."""
CELL, PLAYER_CELL, GOOD = (
    get_args(each)[1] for each in (operands.Cell, operands.PlayerCell, operands.GoodIndex)
)

Numbers = frozenset[int]
Looked = tuple[Numbers, Numbers, Numbers, Numbers, bool]
"""What some parts look at, as one value; not how much of it is asked for."""


class Looks:
    """What some parts look at, for the player in ACTOR.

    ``wanted``: goods of which more never closes anything, each with the largest amount that is
    asked for; ``goods``: those of which any change may matter, whoever holds them; ``stocks``:
    those of which there must be enough in the stock; ``cells``: all else; ``ahead``: steps are
    tried out, so that anything may matter.
    """

    def __init__(self, layout: Layout) -> None:
        self._width = len(layout.goods)
        self._stock = layout.row(layout.players)
        self.wanted: dict[int, int] = {}
        self.goods: set[int] = set()
        self.stocks: set[int] = set()
        self.cells: set[int] = set()
        self.ahead = False

    @classmethod
    def of(cls, layout: Layout, looked: Looked) -> Looks:
        """What looks so, amounts aside: none is asked for."""
        looks = cls(layout)
        wanted, goods, stocks, cells, looks.ahead = looked
        looks.wanted.update(dict.fromkeys(wanted, 0))
        looks.goods |= goods
        looks.stocks |= stocks
        looks.cells |= cells
        return looks

    @property
    def at_what(self) -> Looked:
        """All of it as one value, amounts aside."""
        parts = (self.wanted, self.goods, self.stocks, self.cells)
        return *map(frozenset, parts), self.ahead  # type: ignore[return-value]

    def joined_with(self, other: Looks) -> None:
        """From here on this looks at all that another looks at too."""
        for good, amount in other.wanted.items():
            self.want(good, amount, True)
        self.goods |= other.goods
        self.stocks |= other.stocks
        self.cells |= other.cells
        self.ahead = self.ahead or other.ahead

    def want(self, good: int, amount: int, more: bool) -> None:
        """So much of a good opens something; ``more``: and more of it closes nothing."""
        if not more:
            self.goods.add(good)
        self.wanted[good] = max(self.wanted.get(good, 0), amount)

    def at(self, part: object, more: bool = True) -> None:
        """Look through a part. ``more``: where it looks for enough, more opens more."""
        match part:
            case Act() | Step() | Purse() | Ceiling():
                return
            case Payment() | Substitute() | Due() | Buildable() | Order() | ExchangeOffer():
                self._price(part, more)
            case Within(most=None) if self._grows(part, more):
                return
            case Within() | Opposite():
                self._parts(part, False)
            case Cases():
                self.at(part.test, False)
                self.each((part.then, part.otherwise), more)
            case _:
                self._parts(part, more)

    def _price(self, part: object, more: bool) -> None:
        """What is paid, or must be had."""
        match part:
            case Payment():
                for good, amount in part.goods:
                    self.want(good, amount, more)
            case Substitute():
                for good, _ in part.pays:
                    self.want(good, ANY, more)
            case Due():
                self._due(part, more)
            case Buildable():
                self.each(part.ways, more)
            case Order() if part.money >= 0:
                self.want(self.good_at(part.money), ANY, more)
            case ExchangeOffer():
                self.exchange(part, part.ways(), more)

    def each(self, parts: Iterable[object], more: bool = True) -> None:
        """Look through some parts."""
        for part in parts:
            self.at(part, more)

    def step(self, step: Step) -> None:
        """Look through a step that asks, as far as it decides what is offered."""
        self.ahead = self.ahead or getattr(step, "tried", False)
        if isinstance(step, Pay):
            # Of what may be left, where no more may be than is missing, one payment is open.
            self._due(step, not (isinstance(step, PayOrElse) and step.all_there))
            return
        self._parts(step, True)
        if isinstance(step, Bidding) and step.first_bids and step.order.money >= 0:
            # Who can cover a bid must make one: then more takes the pass away.
            self.goods.add(self.good_at(step.order.money))

    def exchange(
        self, offer: ExchangeOffer, ways: Iterable[tuple[int, int]], more: bool = True
    ) -> None:
        """Look through an exchange, as far as it can be used in some ways, each so many times."""
        for way, times in ways:
            for good, amount in offer.paid(way, times):
                self.want(good, amount, more)
        self.cells.add(offer.owned)
        self.stocks |= {good for good, _ in offer.gain if good in offer.limited}
        self.goods |= {good for goods, _ in offer.bounds for good in goods}
        self.goods |= {good for good, _ in offer.refills}

    def _due(self, due: Due | Pay, more: bool) -> None:
        """A payment that is counted when it is asked."""
        for each in due.solver.substitutes:
            if each.good == due.good:
                self.at(each, more)
        self.want(due.good, ANY, more)
        self.at(due.counter, False)

    def _grows(self, within: Within, more: bool) -> bool:
        """Is it enough of what one holds oneself? Then more of it never closes anything."""
        parts: list[Any] = [within.counter]
        found: list[int] = []
        plain = isinstance(within.counter, InCell)
        while parts:
            match parts.pop():
                case Multiple(each=each, counter=counter) if each > 0:
                    parts.append(counter)
                case Together(counters=several):
                    parts += several
                case InCell() as cell if cell.stride == self._width and self._is_good(cell.first):
                    found.append(self.good_at(cell.first))
                case Fixed():
                    pass
                case _:
                    return False
        for good in found:
            self.want(good, within.least if plain else ANY, more)
        return True

    def _parts(self, part: object, more: bool) -> None:
        kind: Any = type(part)
        for name, holds in guards_of(kind):
            self._value(holds, getattr(part, name), more)

    def _value(self, holds: Any, value: Any, more: bool) -> None:
        form, inner = form_of(holds)
        if form == "part":
            self.at(value, more)
        elif form is Union:
            if value is not None:
                self._value(inner[0], value, more)
        elif form == "row":
            for each, entry in zip(inner, value, strict=True):
                self._value(each, entry, more)
        elif inner:
            for entry in value.items() if form is fixed else value:
                self._value(inner[0], entry, more)
        else:
            self._number(form, value)

    def _number(self, kind: operands.Kind, value: Any) -> None:
        if kind is operands.WHOLE:
            self.ahead = True
        elif kind is operands.CELLS:
            for cell in value:
                self._number(CELL, cell)
        elif kind is GOOD:
            self.goods.add(value)
        elif kind in (CELL, PLAYER_CELL) and value >= 0:
            if self._is_good(value):
                self.goods.add(self.good_at(value))
            else:
                self.cells.add(value)

    def _is_good(self, cell: int) -> bool:
        return REGISTERS <= cell < self._stock + self._width

    def good_at(self, cell: int) -> int:
        """The good in a cell of goods."""
        return (cell - REGISTERS) % self._width


@cache
def guards_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The operands of a class of parts that may decide what is offered, and what they hold."""
    said = (*SAID, *SAID_ALONE.get(kind, ()))
    wanted = (each for each in operands_of(kind) if each.name not in said)
    return tuple((each.name, each.holds) for each in wanted if _tells(each.holds))


def _tells(holds: Any) -> bool:
    """Does it hold a part, or a number that names something which may be looked at?"""
    form, inner = form_of(holds)
    if form == "part" or form in (CELL, PLAYER_CELL, GOOD, operands.CELLS, operands.WHOLE):
        return True
    return any(_tells(each) for each in inner)
