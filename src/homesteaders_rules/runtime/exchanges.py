"""Mandatory payments, and the exchanges that may be used at any time."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from attrs import define, field

from .acts import Act
from .offers import NO_RIGHT, Offer, affordable, reader
from .options import Option
from .payments import Payment
from .registers import ACTOR
from .steps import Asking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .counters import Counter
    from .events import Log
    from .offers import Purse, Reader
    from .payments import Cost, Solver

Ways = tuple[tuple[Payment, Option], ...]
MOST_AT_ONCE = 9
"""How often an exchange can be used by one option."""
MOST_REMEMBERED = 1 << 12


@define(eq=False)
class Pay(Asking):
    """A payment of one good that must be made, counted when it is asked.

    Where no way to pay is open, exchanges that cost nothing are needed: as few uses as suffice.
    """

    source: int
    good: int
    counter: Counter
    solver: Solver
    purse: Purse
    raising: ExchangeOffer | None
    follow: int
    ways: Callable[[int], Ways] = field(init=False)
    _goods: tuple[int, ...] = field(init=False)
    _masks: int = field(init=False)
    _held: tuple[Reader, ...] = field(init=False)
    _found: Callable[[int, int, tuple[int, ...]], tuple[Option, ...]] = field(init=False)
    _lacking: Callable[[int, tuple[int, ...]], tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.ways = lru_cache(maxsize=512)(self._ways)
        fitting = [s for s in self.solver.substitutes if s.good == self.good]
        pays = {good for substitute in fitting for good, _ in substitute.pays}
        self._goods = tuple(sorted({self.good, *pays}))
        self._masks = reduce(or_, (substitute.mask for substitute in fitting), 0)
        self._held = self.purse.readers(self._goods)
        self._found = lru_cache(maxsize=1 << 12)(self._find)
        self._lacking = lru_cache(maxsize=1 << 12)(self._raise)

    def _ways(self, due: int) -> Ways:
        """Each payment of so much, and its option."""

        def option(payment: Payment) -> Option:
            ordered = tuple(sorted(payment.goods, key=lambda item: item[0] == self.good))
            return Option(f"pay {self.purse.words(ordered)}", offer=self, payload=payment)

        return tuple((payment, option(payment)) for payment in self.solver.due(self.good, due))

    def settle(self, home: tuple[object, ...]) -> None:
        self.home = home
        if self.raising is not None:
            self.raising.settle(home)

    def run(self, cells: list[int], log: Log) -> int:
        if self.counter.count(cells, cells[ACTOR]) <= 0:
            return self.follow
        # Whoever is asked for what they had when it was promised may have spent it since.
        lapses = self.raising is None and not self.options(cells)
        return self.follow if lapses else ~self.number

    def can_run_dry(self) -> bool:
        return self.raising is None

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        rights = cells[self.solver.owned + player] & self._masks
        return self._found(self.counter.count(cells, player), rights, self._held[player](cells))

    def _find(self, due: int, rights: int, held: tuple[int, ...]) -> tuple[Option, ...]:
        amounts = dict(zip(self._goods, held, strict=True))
        return affordable(self.ways(due), amounts, rights)

    def needed(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        return self._lacking(self.counter.count(cells, player), self._held[player](cells))

    def _raise(self, due: int, held: tuple[int, ...]) -> tuple[Option, ...]:
        if self.raising is None:
            return ()
        amounts = dict(zip(self._goods, held, strict=True))
        lacking = [lack for way, _ in self.ways(due) if (lack := self._lack(way, amounts))]
        return (self.raising.to_raise(self.good, min(lacking)),) if lacking else ()

    def _lack(self, payment: Payment, amounts: Mapping[int, int]) -> int:
        """How much of the good a payment lacks; 0 if it lacks others, which cannot be raised."""
        lack = 0
        for good, amount in payment.goods:
            if amounts[good] < amount:
                if good != self.good:
                    return 0
                lack = amount - amounts[good]
        return lack

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        self.purse.pay(cells, log, self.source, option.payload.goods)
        return self.follow

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if not key.startswith("pay "):
            return None
        ways = self.ways(self.counter.count(cells, cells[ACTOR]))
        amount = self.counter.count(cells, cells[ACTOR])
        due = f"the cost is {self.purse.words(((self.good, amount),))}"
        for payment, option in ways:
            if option.key == key:
                return f"{due}; {self.purse.shortage(cells, payment.goods)}"
        keys = ", ".join(f'"{option.key}"' for _, option in ways)
        return f"{due}: with nothing too much it can be paid as {keys}"

    def may_offer(self, key: str) -> bool:
        return key.startswith("pay ")


class ExchangeOffer(Offer):
    """An exchange: a cost, what it gives, and what follows from its use.

    ``mask``: the pieces whose owner may use it; 0: everybody.
    """

    def __init__(
        self,
        key: str,
        *,
        cost: Cost,
        gain: Cost,
        solver: Solver,
        purse: Purse,
        limited: frozenset[int],
        sources: tuple[int, int],
        after: Act | None,
        mask: int,
        together: bool = False,
    ) -> None:
        self.key = key
        self.cost = cost
        self.gain = gain
        self.solver = solver
        self.purse = purse
        self.limited = limited
        self.source, self.gain_source = sources
        self.after = after
        self.mask = mask
        self.target = -1
        self.plain = tuple(
            Option(
                self._key(times), anytime=True, offer=self, payload=(multiple(cost, times), times)
            )
            for times in range(1, MOST_AT_ONCE + 1)
        )
        self.substituted = tuple(
            (
                payment,
                self._substituted(payment, 1),
            )
            for payment in solver.payments(cost)
            if payment.suffix
        )
        if together:
            self.substituted += self._together()
        ways = (
            *(cost for cost, _ in (o.payload for o in self.plain)),
            *(p.goods for p, _ in self.substituted),
        )
        self.goods = tuple(sorted({good for goods in ways for good, _ in goods}))
        self.stocks = tuple(purse.stock + good for good, _ in gain if good in limited)
        self._rights = mask | reduce(
            or_, (bits for p, _ in self.substituted for bits in p.masks), 0
        )
        self._held = purse.readers(self.goods, self.stocks)
        self._found = lru_cache(maxsize=1 << 12)(self._find)
        self._raising = lru_cache(maxsize=256)(self._to_raise)

    def _together(self) -> tuple[tuple[Payment, Option], ...]:
        """Several uses at once, paid in one sum, in the ways that have substitutes."""
        found = []
        for times in range(2, MOST_AT_ONCE + 1):
            for payment in self.solver.payments(multiple(self.cost, times)):
                if payment.suffix:
                    found.append((payment, self._substituted(payment, times)))
        return tuple(found)

    def _substituted(self, payment: Payment, times: int) -> Option:
        words, before = self._key(times) + payment.suffix, self._key(times) + payment.formerly
        payload = payment.goods, times
        return Option(words, anytime=True, offer=self, payload=payload, formerly=before)

    def _key(self, times: int) -> str:
        return self.key if times == 1 else f"{self.key} {times}"

    def allowed(self, cells: Sequence[int]) -> bool:
        """Does the player in ACTOR have the right to use it?"""
        return not self.mask or bool(cells[self.solver.owned + cells[ACTOR]] & self.mask)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        player = cells[ACTOR]
        rights = cells[self.solver.owned + player] & self._rights
        if self.mask and not rights & self.mask:
            return ()
        return self._found(rights, self._held[player](cells))

    def _find(self, rights: int, held: tuple[int, ...]) -> tuple[Option, ...]:
        """By the pieces and the goods that matter, and the stock of limited ones."""
        amounts = dict(zip(self.goods, held, strict=False))
        stock = held[len(self.goods) :]
        times = min([amounts[good] // amount for good, amount in self.cost] + [MOST_AT_ONCE])
        found = self.plain[:times] + affordable(self.substituted, amounts, rights)
        if not stock:
            return found
        return tuple(option for option in found if not self._short(stock, *option.payload))

    def _short(self, stock: Sequence[int], goods: Cost, times: int) -> list[tuple[int, int]]:
        """The limited goods of which so many uses give more than there is, and what there is.

        What is paid goes back to the stock first, and may be given out again.
        """
        paid = dict(goods)
        gains = ((good, amount) for good, amount in self.gain if good in self.limited)
        there = [(g, max(left, 0), n) for (g, n), left in zip(gains, stock, strict=True)]
        return [(good, left) for good, left, n in there if left + paid.get(good, 0) < n * times]

    def to_raise(self, good: int, amount: int) -> Option:
        """The option that uses it as often as it takes to gain ``amount`` of a good."""
        each = dict(self.gain)[good]
        return self._raising(-(-amount // each))

    def _to_raise(self, times: int) -> Option:
        return Option(self._key(times), anytime=True, needed=True, offer=self, payload=((), times))

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        self.use(cells, log, *option.payload)
        return self.target

    def use(self, cells: list[int], log: Log, goods: Cost, times: int = 1) -> None:
        """So many uses at once: pay the goods, gain, and what follows from each use."""
        if goods:
            self.purse.pay(cells, log, self.source, goods)
        if self.gain:
            row = self.purse.row(cells)
            for good, amount in self.gain:
                cells[row + good] += amount * times
                cells[self.purse.stock + good] -= amount * times
            log.append((self.gain_source, cells[ACTOR], times))
        if self.after is not None:
            for _ in range(times):
                self.after.do(cells, log)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        ways = (*self.plain, *(option for _, option in self.substituted))
        option = next((option for option in ways if option.key == key), None)
        if option is None:
            return None
        if not self.allowed(cells):
            return "you do not own the piece that allows it"
        goods, times = option.payload
        words = self.purse.words
        # Their own goods first: what the stock has is only known to who could take it.
        short = self.purse.shortage(cells, goods)
        if not short and (left := self.too_few(cells, goods, times)):
            return f"it gives {words(self.gain)} each time; the stock has {words(left)}"
        return f"it costs {words(self.cost)} each time; {short or NO_RIGHT}"

    def too_few(self, cells: Sequence[int], goods: Cost, times: int = 1) -> Cost:
        """What the stock has left of limited goods that are fewer than so many uses give."""
        return tuple(self._short([cells[cell] for cell in self.stocks], goods, times))

    def keys(self) -> tuple[str, ...]:
        return tuple(o.key for o in self.plain) + tuple(
            option.key for _, option in self.substituted
        )


def multiple(cost: Cost, times: int) -> Cost:
    """A cost so many times over."""
    return tuple((good, amount * times) for good, amount in cost)


class UseOnce(Offer):
    """An exchange as an option of a question that goes on after it: used once, in a window."""

    def __init__(self, exchange: ExchangeOffer, target: int) -> None:
        self.exchange = exchange
        self.meaning = exchange.meaning
        self.target = target
        self._options = {
            option.key: Option(
                option.key, offer=self, payload=option.payload, formerly=option.formerly
            )
            for option in (*exchange.plain, *(o for _, o in exchange.substituted))
        }

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return tuple([self._options[option.key] for option in self.exchange.options(cells)])

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        self.exchange.take(cells, log, option)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return self.exchange.why_not(cells, key)

    def keys(self) -> tuple[str, ...]:
        return tuple(self._options)


class Anytime:
    """The exchanges of any time, remembered by all that they depend on."""

    def __init__(self, offers: Sequence[ExchangeOffer]) -> None:
        self.offers = offers
        self.names = frozenset(key for offer in offers for key in offer.keys())
        self._remembered: dict[tuple[int, ...], tuple[Option, ...]] = {}
        self._readers: tuple[Reader, ...] = ()
        if offers:
            purse, owned = offers[0].purse, offers[0].solver.owned
            goods = sorted({good for offer in offers for good in offer.goods})
            stocks = sorted({cell for offer in offers for cell in offer.stocks})
            self._readers = tuple(
                reader([owned + player, *(row + good for good in goods), *stocks])
                for player, row in enumerate(purse.rows())
            )

    def options(self, cells: Sequence[int], listed: Sequence[Option]) -> tuple[Option, ...]:
        """Those that may be used now; what is listed has another key."""
        if not self.offers:
            return ()
        key = self._readers[cells[ACTOR]](cells)
        found = self._remembered.get(key)
        if found is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            found = tuple(option for offer in self.offers for option in offer.options(cells))
            self._remembered[key] = found
        names = [option.key for option in listed if option.key in self.names]
        return tuple(option for option in found if option.key not in names) if names else found


@define(eq=False)
class OneUse(Act):
    """One use of an exchange at its plain cost, if the stock has what it gives."""

    exchange: ExchangeOffer

    def do(self, cells: list[int], log: Log) -> None:
        if not self.exchange.too_few(cells, self.exchange.cost):
            self.exchange.use(cells, log, self.exchange.cost)
