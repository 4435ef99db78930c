"""Several deeds at once, each so many times, for one price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ..acts import Act
from ..operands import Amount, Text
from ..predicates import ALWAYS, Predicate
from .exchanges import ExchangeOffer
from .offers import Lister, Offer, Paid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..recording.events import Log
    from .options import Option

UNFIT = "it is not possible so many times"


@define(eq=False, repr=False)
class PaidTimes(Paid):
    """What is paid for all of them, where what they give is there too."""

    test: Predicate

    def is_open(self, cells: Sequence[int]) -> bool:
        return super().is_open(cells) and self.test.holds(cells)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        # First the price: mostly it is that which somebody cannot pay.
        ways = self._prices.open_now(cells, self.owned)
        return self._options[ways] if ways and self.test.holds(cells) else ()

    def together(self, run: Sequence[Offer]) -> Lister | None:
        tests = [each.test for each in run if isinstance(each, PaidTimes)]
        return super().together(run) if all(test == ALWAYS for test in tests) else None

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key in self.keys() and super().options(cells):
            return UNFIT
        return super().why_not(cells, key)


@define(eq=False, repr=False)
class TooOften(Offer):
    """Of what is done more often than that it says why not; it has no options."""

    names: tuple[Text, ...]
    most: Amount

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return ()

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        name, _, times = key.rpartition(" ")
        if name in self.names and times.isdecimal() and int(times[:9]) > self.most:
            return f"it can be done {self.most} times at most"
        return None

    def keys(self) -> tuple[str, ...]:
        return ()


@define(eq=False, repr=False)
class Repeated(Act):
    """An act so many times, one after the other."""

    act: Act
    times: Amount

    def do(self, cells: list[int], log: Log) -> None:
        for _ in range(self.times):
            self.act.do(cells, log)


@define(eq=False, repr=False)
class Exchanged(Act):
    """What so many uses of an exchange give, and what follows from them; they are paid already."""

    exchange: ExchangeOffer
    times: Amount

    def do(self, cells: list[int], log: Log) -> None:
        self.exchange.use(cells, log, (), self.times)
