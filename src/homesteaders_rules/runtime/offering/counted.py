"""What is paid for something, counted when it is asked."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...values import ByValue
from ..acts import Act
from ..counters import Counter
from ..operands import Cost, GoodIndex, Memory, RecordSource, StepNumber, Text
from ..predicates import Wide
from ..registers import ACTOR
from .deeds import Deed
from .listing import numbers_of
from .means import Having, Means
from .offers import NO_RIGHT, Offer
from .options import Option, option_of
from .payments import (
    MOST_WAYS,
    Losses,
    Payment,
    Purse,
    Solver,
    lose,
    most_ways,
    solve,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..recording.events import Log


@frozen(eq=False, repr=False)
class CountedCost(ByValue):
    """How much of each good something costs now, and the ways to pay that."""

    items: tuple[tuple[GoodIndex, Counter], ...]
    solver: Solver
    purse: Purse
    _plain: bool = field(init=False, eq=False, repr=False)
    _means: Means = field(init=False, eq=False, repr=False)
    _open: Memory[tuple[Cost, Having], tuple[int, ...]] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        due = {good for good, _ in self.items}
        fitting = [each for each in self.solver.substitutes if each.good in due]
        paying = due | {good for each in fitting for good, _ in each.pays}
        masks = [each.mask for each in fitting]
        # Nothing else pays for it: what each good costs is all that has to be there.
        object.__setattr__(self, "_plain", not fitting and len(due) == len(self.items))
        owned = self.solver.owned
        object.__setattr__(self, "_means", Means(paying, masks, self.purse, owned))
        object.__setattr__(self, "_open", Memory(self._find))

    def _find(self, key: tuple[Cost, Having]) -> tuple[int, ...]:
        cost, having = key
        return tuple(self._means.open_ways(self.ways(cost), having))

    def now(self, cells: Sequence[int]) -> Cost:
        """What it is for the player in ACTOR."""
        player = cells[ACTOR]
        counted = [(good, counter.count(cells, player)) for good, counter in self.items]
        return tuple([each for each in counted if each[1] > 0])

    def ways(self, cost: Cost) -> tuple[Payment, ...]:
        """Each payment; of too many only the one without substitutes."""
        if most_ways(cost, self.solver.substitutes) > MOST_WAYS:
            return solve(cost, ())
        return self.solver.payments(cost)

    def open_ways(self, cells: Sequence[int], cost: Cost) -> tuple[int, ...]:
        """The numbers of those that the player can make."""
        return self._open[cost, self._means.now(cells)]

    def is_open(self, cells: Sequence[int]) -> bool:
        """Can the player make one of them?"""
        if not self._plain:
            return bool(self.open_ways(cells, self.now(cells)))
        player, row = cells[ACTOR], self.purse.row(cells)
        for good, counter in self.items:
            if cells[row + good] < counter.count(cells, player):
                return False
        return True


@frozen(eq=False, repr=False)
class CanPayCounted(Wide):
    """What is counted can be paid, with what the player has and may."""

    cost: CountedCost

    def holds(self, cells: Sequence[int]) -> bool:
        return self.cost.is_open(cells)


@define(eq=False, repr=False)
class PaidCounted(Offer):
    """``pay 3 clay, 1 reed to renovate``: one option for each way to pay what it costs now.

    ``verb``: what is done then, in words; empty where nothing follows. It is counted once, before
    anything is paid. Operands of its options: the way, and for each good of the cost itself and
    how much.
    """

    verb: Text
    cost: CountedCost
    act: Act | None
    target: StepNumber
    source: RecordSource
    losses: Losses
    _options: Memory[tuple[int, ...], Option] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = Memory(lambda operands: option_of(self, *operands))

    def is_open(self, cells: Sequence[int]) -> bool:
        return self.cost.is_open(cells)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        cost = self.cost.now(cells)
        goods = tuple([number for item in cost for number in item])
        return tuple([self._options[way, *goods] for way in self.cost.open_ways(cells, cost)])

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        goods = self._payment(option.operands).goods
        if goods:
            self.cost.purse.pay(cells, log, self.source, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def _payment(self, operands: tuple[int, ...]) -> Payment:
        return self.cost.ways(_cost_in(operands))[operands[0]]

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self._key(_cost_in(operands), self._payment(operands))

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed("pay", cost=self._payment(operands).goods)

    def _key(self, cost: Cost, payment: Payment) -> str:
        to = f" to {self.verb}" if self.verb else ""
        return f"pay {self.cost.purse.words(cost) or 'nothing'}{to}{payment.suffix}"

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not self.may_offer(key):
            return None
        cost = self.cost.now(cells)
        words = self.cost.purse.words(cost)
        if key in [self._key(cost, payment) for payment in self.cost.ways(cost)]:
            return f"it costs {words}; {self.cost.purse.shortage(cells, cost) or NO_RIGHT}"
        return f"it costs {words} now"

    def keys(self) -> tuple[str, ...]:
        """None: there are as many as there are numbers."""
        return ()

    def keys_up_to(self, most: int) -> Iterator[str]:
        goods = [good for good, _ in self.cost.items]
        for numbers in product(*(sorted(numbers_of(each, most)) for _, each in self.cost.items)):
            cost = tuple((g, n) for g, n in zip(goods, numbers, strict=True) if n > 0)
            for payment in self.cost.ways(cost):
                yield self._key(cost, payment)

    def may_offer(self, key: str) -> bool:
        return key.startswith("pay ") and f" to {self.verb}".removesuffix(" to ") in key


def _cost_in(operands: tuple[int, ...]) -> Cost:
    _, *numbers = operands
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))
