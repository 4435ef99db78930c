"""Tiles that are paid for as they are laid: one option for each cell and each way to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import NO_RIGHT
from ...runtime.offering.options import Option, Paying, option_of
from ...runtime.offering.payments import Losses, Payment, Purse, lose
from ...runtime.offering.prices import Prices
from ...runtime.operands import Memory, PlayerCell, RecordSource
from ...runtime.packing import numbers
from ...runtime.registers import ACTOR
from .steps import LayOffer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log


@define(eq=False, repr=False)
class PaidLayOffer(LayOffer, Paying):
    """As laying for nothing, to whoever can pay. Operands: the cell, and the number of the way."""

    paid: RecordSource
    payments: tuple[Payment, ...]
    purse: Purse
    owned: PlayerCell
    losses: Losses
    _prices: Prices = field(init=False)
    _ways: Memory[tuple[int, int], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._prices = Prices(self.payments, self.purse)
        self._ways = Memory(lambda key: self._paid(*key))

    def _paid(self, cells: int, ways: int) -> tuple[Option, ...]:
        return tuple(option_of(self, cell, way) for cell in numbers(cells) for way in numbers(ways))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if not self.can.holds(cells):
            return ()
        ways, laying = self._prices.open_now(cells, self.owned), self.laying
        if not ways:
            return ()
        return self._ways[laying.lattice.open_to(cells, cells[ACTOR], laying.kind), ways]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        cell, way = option.operands
        goods = self.payments[way].goods
        self.purse.pay(cells, log, self.paid, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        self.laying.lay(cells, log, cell)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        keys = self.keys()
        if key not in keys:
            return None
        cell, way = divmod(keys.index(key), len(self.payments))
        reason = self.refusal(cells, cell)
        if reason:
            return reason
        cost = self.payments[way].goods
        short = self.purse.shortage(cells, cost)
        return f"it costs {self.purse.words(cost)}; {short or NO_RIGHT}"

    def payment_of(self, operands: tuple[int, ...]) -> Payment:
        return self.payments[operands[1]]

    def keys(self) -> tuple[str, ...]:
        return tuple(f"{key}{way.suffix}" for key in super().keys() for way in self.payments)

    def key_of(self, operands: tuple[int, ...]) -> str:
        cell, way = operands
        return f"{super().key_of((cell,))}{self.payments[way].suffix}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return evolve(super().deed_of(operands), cost=self.payment_of(operands).goods)
