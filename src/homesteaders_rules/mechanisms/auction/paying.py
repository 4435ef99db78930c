"""Paying what was bid, for something that is then done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.counters import Counter
from ...runtime.offering.deeds import Deed
from ...runtime.offering.offers import NO_RIGHT, Offer
from ...runtime.offering.options import Option, Paying, option_of
from ...runtime.offering.payments import (
    Losses,
    Payment,
    Purse,
    Solver,
    affordable,
    lose,
)
from ...runtime.operands import (
    Amount,
    Cell,
    GoodIndex,
    Memory,
    RecordSource,
    StepNumber,
    Text,
)
from ...runtime.packing import last_up
from ...runtime.predicates import Wide
from ...runtime.registers import ACTOR, LOT
from ...values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...runtime.acts import Act
    from ...runtime.recording.events import Log

USE = "use "
"""What is done with a lot, before its name."""
Said = tuple[tuple[int, ...], str, tuple[str, ...]]
"""How much may be due, and the names of what may be done for it, behind a word for all of them."""


@frozen(eq=False, repr=False)
class Due(ByValue):
    """An amount of one good that is counted when it is asked, and the ways to pay it."""

    good: GoodIndex
    counter: Counter
    solver: Solver
    purse: Purse
    _said: Memory[Said, tuple[str, ...]] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_said", Memory(lambda said: tuple(self._each_said(*said))))

    def said(self, amounts: tuple[int, ...], use: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """The keys of all payments, each to do one of some things: made once for all lots."""
        return self._said[amounts, use, names]

    def _each_said(
        self, amounts: tuple[int, ...], use: str, names: tuple[str, ...]
    ) -> Iterator[str]:
        for amount in amounts:
            for payment in self.ways(amount):
                paid = self.paid(payment)
                yield from (f"{paid} to {use}{name}" for name in names)

    def paid(self, payment: Payment) -> str:
        """How a payment is said, what stands in for the good before the good itself."""
        goods = sorted(payment.goods, key=lambda item: item[0] == self.good)
        return f"pay {self.purse.words(tuple(goods)) or 'nothing'}"

    def now(self, cells: Sequence[int]) -> int:
        """How much it is."""
        return self.counter.count(cells, cells[ACTOR])

    def ways(self, amount: int) -> tuple[Payment, ...]:
        """Each payment of so much."""
        return self.solver.due(self.good, amount)

    def open_ways(self, cells: Sequence[int]) -> list[int]:
        """The numbers of those that the player can make."""
        player = cells[ACTOR]
        ways = self.solver.due(self.good, self.counter.count(cells, player))
        row = self.purse.row(cells)
        held = cells[row : row + len(self.purse.names)]
        return [*affordable(ways, held, cells[self.solver.owned + player])]


@frozen(eq=False, repr=False)
class CanPayDue(Wide):
    """What is counted can be paid, with what the player has and may."""

    due: Due

    def holds(self, cells: Sequence[int]) -> bool:
        return bool(self.due.open_ways(cells))


@define(eq=False, repr=False)
class PayBid(Offer, Paying):
    """``pay the bid in coins to use the lot``: one option for each way to pay.

    ``verb``: what is done; where ``lots`` are given it is done with the piece that lies on the lot
    being resolved, which has a name of ``names``. ``amounts``: all that may be due. Operands of its
    options: what is due, the number of the way, and the piece.
    """

    verb: Text
    lots: tuple[tuple[Cell, Cell], ...]
    names: tuple[Text, ...]
    due: Due
    amounts: tuple[Amount, ...]
    act: Act | None
    target: StepNumber
    source: RecordSource
    losses: Losses
    _options: Memory[tuple[int, ...], Option] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = Memory(lambda operands: option_of(self, *operands))

    def _piece(self, cells: Sequence[int]) -> int:
        order, turned = self.lots[cells[LOT]]
        return last_up(cells[order], cells[turned])

    def is_open(self, cells: Sequence[int]) -> bool:
        return len(self.due.open_ways(cells)) > 0

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        amount, piece = self.due.now(cells), self._piece(cells) if self.lots else 0
        return tuple([self._options[amount, way, piece] for way in self.due.open_ways(cells)])

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        amount, way, _ = operands
        return self.due.ways(amount)[way]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        amount, way, _ = option.operands
        goods = self.due.ways(amount)[way].goods
        self.due.purse.pay(cells, log, self.source, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        amount, piece = self.due.now(cells), self._piece(cells) if self.lots else 0
        cost = ((self.due.good, amount),)
        ways = range(len(self.due.ways(amount)))
        if key not in (self.key_of((amount, way, piece)) for way in ways):
            return f"what is due is {self.due.purse.words(cost)}, to {self._verb(piece)}"
        short = self.due.purse.shortage(cells, cost)
        return f"it costs {self.due.purse.words(cost)}; {short or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        use, names = (USE, self.names) if self.lots else ("", (self.verb,))
        return self.due.said(self.amounts, use, names)

    def key_of(self, operands: tuple[int, ...]) -> str:
        amount, way, piece = operands
        return f"{self.due.paid(self.due.ways(amount)[way])} to {self._verb(piece)}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        amount, way, piece = operands
        goods = self.due.ways(amount)[way].goods
        return Deed("pay", piece=piece if self.lots else None, amount=amount, cost=goods)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        amount, piece = self.due.now(cells), self._piece(cells) if self.lots else 0
        for way in range(len(self.due.ways(amount))):
            yield self.key_of((amount, way, piece)), self.deed_of((amount, way, piece))

    def _verb(self, piece: int) -> str:
        return f"{USE}{self.names[piece]}" if self.lots else self.verb
