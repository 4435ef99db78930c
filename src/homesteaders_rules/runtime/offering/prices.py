"""Prices: which of several payments can be made, by what is held of each good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from attrs import field, frozen

from ..footprint import Goods, Row, paid_with
from ..operands import Memory, PlayerCell
from ..packing import bits
from ..predicates import Predicate
from ..registers import ACTOR
from .options import Option
from .payments import Payment, Purse


class Prices:
    """Which of some payments, one bit each, can be made, by what is held of each good."""

    def __init__(self, payments: Sequence[Payment], purse: Purse) -> None:
        self.payments = payments
        self._rows = tuple(purse.rows())
        most: dict[int, int] = {}
        for payment in payments:
            for good, amount in payment.goods:
                most[good] = max(most.get(good, 0), amount)
        # Of each good: so much is enough for all of them; and less, for which it is enough.
        self._needs = [(good, most[good], Memory(self._enough_of(good))) for good in sorted(most)]
        masks = (mask for payment in payments for mask in payment.masks)
        self.asked = reduce(or_, masks, 0)
        """The bits of the pieces that give somebody a right."""
        self._rights = Memory(self._open_to)
        self._every = (1 << len(payments)) - 1
        alone = len(payments) == 1 and not self.asked
        self._alone = payments[0].goods if alone else None
        each = [payment.goods for payment in payments]
        single = not self.asked and all(len(goods) == 1 for goods in each)
        self._single = [goods[0] for goods in each] if single else None

    def _enough_of(self, good: int) -> Callable[[int], int]:
        """The bits of the payments for which so much of a good is enough, by how much is held."""
        needs = [dict(payment.goods).get(good, 0) for payment in self.payments]
        return lambda held: bits(need <= max(held, 0) for need in needs)

    def rights(self, owned: int) -> int:
        """The bits of the payments that what is owned gives the right to."""
        # What gives no right is left out: a player may own ever other pieces.
        return self._rights[owned & self.asked]

    def _open_to(self, owned: int) -> int:
        return bits(all(owned & mask for mask in way.masks) for way in self.payments)

    def open_now(self, cells: Sequence[int], owned: int) -> int:
        """The bits of those that the player in ACTOR can make, with the right and the goods.

        ``owned``: the cell of what the first player owns.
        """
        player = cells[ACTOR]
        if self._alone is not None:
            # One way, for everybody, as most costs have it: no look at more than is due.
            row = self._rows[player]
            for good, amount in self._alone:
                if cells[row + good] < amount:
                    return 0
            return 1
        return self.affordable(
            cells, self.rights(cells[owned + player]) if self.asked else self._every
        )

    def is_open(self, cells: Sequence[int], owned: int) -> bool:
        """Is there any of them?"""
        if self._single is None:
            return self.open_now(cells, owned) > 0
        # One good or another, from everybody: the first that is there will do.
        row = self._rows[cells[ACTOR]]
        for good, amount in self._single:
            if cells[row + good] >= amount:
                return True
        return False

    def affordable(self, cells: Sequence[int], wanted: int) -> int:
        """Those of the wanted bits whose goods the player in ACTOR has."""
        row = self._rows[cells[ACTOR]]
        for good, most, enough in self._needs:
            held = cells[row + good]
            if held < most:
                wanted &= enough[held]
        return wanted


@frozen(eq=False, repr=False)
class OneLook:
    """The options of several that are paid, by the bits of their ways, with one look at the goods.

    ``owned``: the cell of what the first player owns.
    """

    prices: Prices
    owned: int
    by_ways: Memory[int, tuple[Option, ...]]

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Those that are open now."""
        return self.by_ways[self.prices.open_now(cells, self.owned)]


@frozen(eq=False, repr=False)
class CanPay(Predicate):
    """One of some payments can be made, with what the player has and may."""

    payments: tuple[Payment, ...]
    purse: Purse
    owned: PlayerCell
    _prices: Prices = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_prices", Prices(self.payments, self.purse))

    def holds(self, cells: Sequence[int]) -> bool:
        return self._prices.is_open(cells, self.owned)

    def reads(self, row: Row) -> Goods | None:
        return paid_with(each.goods for each in self.payments)

    def or_else(self, other: Predicate) -> Predicate | None:
        if not isinstance(other, CanPay) or (other.purse, other.owned) != (self.purse, self.owned):
            return None
        every = dict.fromkeys((*self.payments, *other.payments))
        fewest = (each for each in every if not any(way.beats(each) for way in every))
        return CanPay(tuple(fewest), self.purse, self.owned)
