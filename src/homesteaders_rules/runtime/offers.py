"""Options and offers: what may be chosen, and what choosing does.

Options are made once, when the rules are linked, and shared by all states. An offer is one
source of options of a question; it knows its guard, so nothing is offered that fails.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from .options import Option
from .registers import ACTOR, REGISTERS
from .steps import Asking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .acts import Act
    from .events import Log, Record
    from .payments import Cost, Payment, Solver
    from .predicates import Test


NO_RIGHT = "you have no right to pay that way"
"""The reason where goods are there, but no piece allows the substitution."""


class Offer:
    """A source of options. ``home`` is the identity of its table.

    ``meaning`` is what it does, as far as options of one key need to be told apart: two offers
    that mean the same may share a key.
    """

    home: tuple[object, ...] = ()
    meaning: object = None

    def settle(self, home: tuple[object, ...]) -> None:
        """Belong to a table."""
        self.home = home

    def each(self) -> Sequence[Offer]:
        """The offers that it is made of; itself, where it is made of none."""
        return (self,)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Those whose guard holds for the player in ACTOR."""
        raise NotImplementedError

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        """Carry one out; the number of the next step."""
        raise NotImplementedError

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        """Why ``key`` is not offered; None if it is none of this offer's."""
        return None

    def keys(self) -> tuple[str, ...]:
        """Every key this offer can make."""
        raise NotImplementedError

    def is_always_open(self) -> bool:
        """Can something of it be chosen whatever the players hold?"""
        return False


@define(eq=False)
class Choice(Asking):
    """A question with the options of its offers."""

    offers: tuple[Offer, ...]
    _overlaps: bool | None = field(init=False, default=None)

    def settle(self, home: tuple[object, ...]) -> None:
        self.home = home
        for offer in self.offers:
            offer.settle(home)

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number if self.skip < 0 or self.options(cells) else self.skip

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if len(self.offers) == 1:
            return self.offers[0].options(cells)
        found: tuple[Option, ...] = ()
        for offer in self.offers:
            found += offer.options(cells)
        return _each_once(found) if self._may_overlap() else found

    def _may_overlap(self) -> bool:
        """Can two offers make the same key? Found when first asked: offers may be set later."""
        if self._overlaps is None:
            keys = self.keys()
            self._overlaps = len(set(keys)) < len(keys)
        return self._overlaps

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        offer: Offer = option.offer
        return offer.take(cells, log, option)

    def can_run_dry(self) -> bool:
        return not any(offer.is_always_open() for offer in self.offers)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        reasons = (offer.why_not(cells, key) for offer in self.offers)
        return next((reason for reason in reasons if reason), None)

    def keys(self) -> tuple[str, ...]:
        return sum((offer.keys() for offer in self.offers), ())


def _each_once(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Without those whose key another has already: the same thing, offered twice."""
    found: dict[str, Option] = {}
    for option in options:
        found.setdefault(option.key, option)
    return tuple(found.values())


class Plain(Offer):
    """An option that is always possible: an act, then on."""

    def __init__(self, key: str, act: Act | None, target: int) -> None:
        self.act = act
        self.target = target
        self._options = (Option(key, offer=self),)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def is_always_open(self) -> bool:
        return True

    def keys(self) -> tuple[str, ...]:
        return (self._options[0].key,)


class Fruitful(Plain):
    """An option that is offered where it moves anything; else its ``reason`` says why not."""

    def __init__(self, key: str, act: Act | None, target: int, test: Test, reason: str) -> None:
        super().__init__(key, act, target)
        self.test = test
        self.reason = reason

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options if self.test.holds(cells) else ()

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return self.reason if key == self._options[0].key else None


@frozen
class Purse:
    """Where the goods of players and the stock lie, and the words for a payment."""

    names: tuple[str, ...]
    plurals: tuple[str, ...]
    stock: int

    def row(self, cells: Sequence[int]) -> int:
        """The first cell of the goods of the player in ACTOR."""
        return REGISTERS + cells[ACTOR] * len(self.names)

    def readers(self, goods: Sequence[int], others: Sequence[int] = ()) -> tuple[Reader, ...]:
        """For each player what reads the amounts they hold of some goods, and some other cells."""
        return tuple(reader([*(row + good for good in goods), *others]) for row in self.rows())

    def rows(self) -> range:
        """For each player the first cell of their goods."""
        return range(REGISTERS, self.stock, len(self.names))

    def pay(self, cells: list[int], log: Log, source: int, goods: Cost) -> None:
        """From the player to the stock."""
        row = self.row(cells)
        record: Record = (source, cells[ACTOR])
        for good, amount in goods:
            cells[row + good] -= amount
            cells[self.stock + good] += amount
            record += (good, -amount)
        log.append(record)

    def words(self, goods: Cost) -> str:
        """``1 gold, 2 silver``."""
        return ", ".join(
            f"{amount} {self.names[good] if amount == 1 else self.plurals[good]}"
            for good, amount in goods
        )

    def shortage(self, cells: Sequence[int], goods: Cost) -> str:
        """``you have 1 wood``: what of the goods a payment needs the player lacks; else empty."""
        row = self.row(cells)
        short = [(good, cells[row + good]) for good, n in goods if cells[row + good] < n]
        return f"you have {self.words(tuple(short))}" if short else ""


class Paid(Offer):
    """An option with a cost: one for each way to pay it, then an act, then on."""

    def __init__(
        self,
        key: str,
        *,
        cost: Cost,
        solver: Solver,
        purse: Purse,
        act: Act | None,
        target: int,
        source: int,
    ) -> None:
        self.key = key
        self.cost = cost
        self.solver = solver
        self.purse = purse
        self.act = act
        self.target = target
        self.source = source
        self.payments = tuple(
            (
                payment,
                Option(
                    key + payment.suffix,
                    offer=self,
                    payload=payment,
                    formerly=key + payment.formerly,
                ),
            )
            for payment in solver.payments(cost)
        )
        self._priced = Priced(self.payments, purse)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        rights = self._priced.rights(cells[self.solver.owned + cells[ACTOR]])
        return self._priced.affordable(cells, rights)

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        self.purse.pay(cells, log, self.source, option.payload.goods)
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        short = self.purse.shortage(cells, self.cost)
        return f"it costs {self.purse.words(self.cost)}; {short or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        return tuple(option.key for _, option in self.payments)


Reader = Callable[[Sequence[int]], tuple[int, ...]]


def reader(cells: Sequence[int]) -> Reader:
    """What reads a few cells at once."""
    if len(cells) > 1:
        return itemgetter(*cells)
    wanted = tuple(cells)
    return lambda all_cells: tuple([all_cells[cell] for cell in wanted])


def affordable(
    payments: Sequence[tuple[Payment, Option]], held: Mapping[int, int], owned: int
) -> tuple[Option, ...]:
    """The options of the payments that can be made with these goods and pieces."""
    return tuple(
        option
        for payment, option in payments
        if all(held[good] >= amount for good, amount in payment.goods)
        and all(owned & mask for mask in payment.masks)
    )


class Priced:
    """Options with payments, one bit each, and which of them can be paid: a look at each good."""

    def __init__(self, payments: Sequence[tuple[Payment, Option]], purse: Purse) -> None:
        self.payments = payments
        self.purse = purse
        self._enough = [(good, *self._up_to(good)) for good in self._goods()]
        self.rights = lru_cache(maxsize=1 << 12)(self._rights)
        self._options = lru_cache(maxsize=1 << 12)(self._of)

    def _goods(self) -> list[int]:
        """The goods that pay for something, what most payments need first."""
        needed = Counter(good for payment, _ in self.payments for good, _ in payment.goods)
        return [good for good, _ in needed.most_common()]

    def _up_to(self, good: int) -> tuple[list[int], list[int]]:
        """The amounts at which more can be paid, and the bits that are enough below each of them

        and above the last.
        """
        needs = [dict(payment.goods).get(good, 0) for payment, _ in self.payments]
        steps = sorted(set(needs) - {0})
        return steps, [bits(need <= held for need in needs) for held in (0, *steps)]

    def _rights(self, owned: int) -> int:
        """The bits of the payments that what is owned gives the right to."""
        return bits(all(owned & mask for mask in way.masks) for way, _ in self.payments)

    def _of(self, wanted: int) -> tuple[Option, ...]:
        return tuple(o for i, (_, o) in enumerate(self.payments) if wanted >> i & 1)

    def affordable(self, cells: Sequence[int], wanted: int) -> tuple[Option, ...]:
        """Those of the wanted bits whose goods the player in ACTOR has."""
        row = self.purse.row(cells)
        for good, steps, enough in self._enough:
            if not wanted:
                return ()
            wanted &= enough[bisect_right(steps, cells[row + good])]
        return self._options(wanted)


def bits(flags: Iterable[bool]) -> int:
    """The first flag is the lowest bit."""
    return sum(1 << number for number, flag in enumerate(flags) if flag)
