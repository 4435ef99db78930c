"""Offers: what may be chosen at a question, and what choosing does.

An offer is one source of options of a question; it knows its guard, so nothing is offered that
fails. Its options are made once and shared by all states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from ...freezing import Freezing
from ..acts import Act
from ..operands import Beside, Cost, Memory, PlayerCell, RecordSource, StepNumber, Text
from ..predicates import All, Predicate
from ..steps import Asking, Step
from .deeds import Deed, verb_of
from .options import Option, Paying, by_bits, option_of
from .payments import Losses, Payment, Purse, lose
from .prices import OneLook, Prices

if TYPE_CHECKING:
    from ..recording.events import Log

NO_RIGHT = "you have no right to pay that way"
"""The reason where goods are there, but no piece allows the substitution."""


class Lister(Protocol):
    """What lists options: an offer, or what does it for several."""

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Those that are open now."""


@define(eq=False, repr=False)
class Offer(Freezing):
    """A source of options. ``home`` is the identity of its table.

    ``meaning`` is what it does, as far as options of one key need to be told apart: two offers
    that mean the same may share a key. ``subject`` is the index of the piece whose use it is; None
    for other offers.
    """

    home: Beside = field(init=False)
    meaning: Beside = field(init=False, default=None)
    subject: Beside = field(init=False, default=None)

    def settle(self, home: tuple[object, ...]) -> None:
        """Belong to a table, and never change again; two questions may have it."""
        if not self.is_frozen:
            self.home = home
            self.freeze()

    def each(self) -> Sequence[Offer]:
        """The offers that it is made of; itself, where it is made of none."""
        return (self,)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Those whose guard holds for the player in ACTOR."""
        raise NotImplementedError

    def is_open(self, cells: Sequence[int]) -> bool:
        """Has it an option?"""
        return bool(self.options(cells))

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        """Carry out one of its own, not of the offers that it is made of; the next step."""
        raise NotImplementedError

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        """Why ``key`` is not offered; None if it is none of this offer's."""
        return None

    def keys(self) -> tuple[str, ...]:
        """Every key this offer can make, as far as they can be listed."""
        raise NotImplementedError

    def keys_up_to(self, most: int) -> Iterator[str]:
        """Every key this offer can make while no more than ``most`` of anything is counted."""
        for part in self.each():
            yield from self.keys() if part is self else part.keys_up_to(most)

    def may_offer(self, key: str) -> bool:
        """Is ``key`` one that this offer makes at some time?"""
        return key in self.keys()

    def key_of(self, operands: tuple[int, ...]) -> str:
        """The key of an option of these operands, in words."""
        raise NotImplementedError

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        """What an option of these operands does, in its parts."""
        raise NotImplementedError

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        """Keys that somebody may wish for now, offered or not, with what they do."""
        for part in self.each():
            if part is not self:
                yield from part.wished(cells)

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        """The key in saves written before it changed; empty if it did not."""
        return ""

    def is_always_open(self) -> bool:
        """Can something of it be chosen whatever the players hold?"""
        return False

    def together(self, run: Sequence[Offer]) -> Lister | None:
        """What lists the options of a run of its class, in one go; None: they are asked singly."""
        return None


@define(eq=False, repr=False)
class Question(Asking):
    """A question with the options of its offers."""

    offers: tuple[Offer, ...]
    _overlaps: bool | None = field(init=False, default=None)
    _quick: tuple[Offer, ...] = field(init=False, default=())
    _listers: tuple[Lister, ...] = field(init=False, default=())
    _before: tuple[Option, ...] = field(init=False, default=())
    _after: tuple[Option, ...] = field(init=False, default=())

    def settle(self, home: tuple[object, ...]) -> None:
        self.home = home
        for offer in self.offers:
            offer.settle(home)
        # Whether it is open is asked first of those that have one option at most.
        self._quick = tuple(sorted(self.offers, key=lambda offer: not isinstance(offer, Single)))
        # Those that are always possible, before and behind all others, are listed for all states.
        before = [*takewhile(_is_plain, self.offers[:-1])]
        others = self.offers[len(before) :]
        after = [*takewhile(_is_plain, reversed(others[1:]))][::-1]
        self._before, self._after = options_of(before), options_of(after)
        self._listers = tuple(_listers(others[: len(others) - len(after)]))

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number if self.skip < 0 or self.is_open(cells) else self.skip

    def is_open(self, cells: Sequence[int]) -> bool:
        for offer in self._quick or self.offers:
            if offer.is_open(cells):
                return True
        return False

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if len(self.offers) == 1:
            return self.offers[0].options(cells)
        found = self._before
        for lister in self._listers or self.offers:
            found += lister.options(cells)
        found += self._after
        if self._overlaps is None:
            self._overlaps = self._may_overlap()
        return each_once(found) if self._overlaps else found

    def _may_overlap(self) -> bool:
        """Can two offers make the same key? Found when first asked: offers may be set later."""
        keys = self.keys()
        return len(set(keys)) < len(keys)

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        offer: Offer = option.offer
        return offer.take(cells, log, option)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        for offer in self.offers:
            yield from offer.wished(cells)

    def can_run_dry(self) -> bool:
        return not any(offer.is_always_open() for offer in self.offers)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        reasons = (offer.why_not(cells, key) for offer in self.offers)
        return next((reason for reason in reasons if reason), None)

    def keys(self) -> tuple[str, ...]:
        return sum((offer.keys() for offer in self.offers), ())

    def keys_up_to(self, most: int) -> Iterator[str]:
        """Every key of its offers while no more than ``most`` of anything is counted."""
        for offer in self.offers:
            yield from offer.keys_up_to(most)

    def may_offer(self, key: str) -> bool:
        return any(offer.may_offer(key) for offer in self.offers)


def _is_plain(offer: Offer) -> bool:
    return type(offer) is Plain


def options_of(plain: Iterable[Offer]) -> tuple[Option, ...]:
    """The options of offers that are always possible."""
    return tuple(option for offer in plain for option in offer.options(()))


def _listers(offers: Sequence[Offer]) -> Iterator[Lister]:
    """The offers in their order, with runs of them that can be listed in one go."""
    for _, several in groupby(offers, type):
        run = tuple(several)
        together = run[0].together(run) if len(run) > 1 else None
        yield from run if together is None else (together,)


def each_once(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Without those whose key another has already: the same thing, offered twice."""
    found: dict[str, Option] = {}
    for option in options:
        found.setdefault(option.key, option)
    return tuple(found.values())


@define(eq=False, repr=False)
class Single(Offer):
    """One option: an act, then on."""

    key: Text
    act: Act | None
    target: StepNumber
    _options: tuple[Option, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = (option_of(self),)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def is_always_open(self) -> bool:
        return True

    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self.key

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed(verb_of(self.key), piece=self.subject)


class Plain(Single):
    """An option that is always possible."""

    __slots__ = ()


@define(eq=False, repr=False)
class Fruitful(Plain):
    """An option that is offered where it moves anything; else its ``reason`` says why not."""

    test: Predicate
    reason: Text

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options if self.test.holds(cells) else ()

    def together(self, run: Sequence[Offer]) -> Lister | None:
        tests = [each.test for each in run if isinstance(each, Fruitful)]
        # Where one of a good is enough for several of them, few tests open them all, as mostly.
        most = [test for test in tests if not any(_follows(test, other) for other in tests)]
        return _AllOrEach(run, All.of(*most)) if 2 * len(most) <= len(tests) else None

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        yield self.key, self.deed_of(())

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return self.reason if key == self.key else None


@define(eq=False, repr=False)
class Paid(Offer, Paying):
    """An option with a cost: one for each way to pay it, then an act, then on.

    Operands of its options: the number of the way.
    """

    key: Text
    cost: Cost
    payments: tuple[Payment, ...]
    purse: Purse
    owned: PlayerCell
    act: Act | None
    target: StepNumber
    source: RecordSource
    losses: Losses
    _prices: Prices = field(init=False)
    _options: Memory[int, tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._prices = Prices(self.payments, self.purse)
        self._options = by_bits(lambda way: option_of(self, way))

    def is_open(self, cells: Sequence[int]) -> bool:
        return self._prices.is_open(cells, self.owned)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options[self._prices.open_now(cells, self.owned)]

    def together(self, run: Sequence[Offer]) -> Lister | None:
        paid = [each for each in run if isinstance(each, Paid)]
        if any((each.purse, each.owned) != (self.purse, self.owned) for each in paid):
            return None
        ways = [(each, way) for each in paid for way in range(len(each.payments))]
        prices = Prices([each.payments[way] for each, way in ways], self.purse)
        options = [each._options[1 << way][0] for each, way in ways]
        return OneLook(prices, self.owned, by_bits(options.__getitem__))

    def payment_of(self, operands: tuple[int, ...]) -> Payment | None:
        return self.payments[operands[0]]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        goods = self.payments[option.operands[0]].goods
        self.purse.pay(cells, log, self.source, goods)
        if self.losses:
            lose(cells, log, self.losses, goods)
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        short = self.purse.shortage(cells, self.cost)
        return f"it costs {self.purse.words(self.cost)}; {short or NO_RIGHT}"

    def keys(self) -> tuple[str, ...]:
        return tuple(self.key + payment.suffix for payment in self.payments)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return self.key + self.payments[operands[0]].suffix

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed(verb_of(self.key), piece=self.subject, cost=self.payments[operands[0]].goods)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        for way in range(len(self.payments)):
            yield self.key_of((way,)), self.deed_of((way,))

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        return self.key + self.payments[operands[0]].formerly


def _follows(test: Predicate, other: Predicate) -> bool:
    """Is a test met wherever another one is?"""
    return test != other and test.or_else(other) == test


class _AllOrEach:
    """The options of several offers: all of them where a test holds, else one by one."""

    def __init__(self, offers: Sequence[Offer], test: Predicate) -> None:
        self._offers, self._test = offers, test
        singles = (each for each in offers if isinstance(each, Single))
        self._all = tuple(option for each in singles for option in each._options)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if self._test.holds(cells):
            return self._all
        return tuple([option for offer in self._offers for option in offer.options(cells)])


@define(eq=False, repr=False)
class SkipIfAlone(Step):
    """Ask only if one of some offers of the question has an option; else on."""

    question: Asking
    offers: tuple[Offer, ...]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        for offer in self.offers:
            if offer.is_open(cells):
                return ~self.question.number
        return self.follow


@define(eq=False, repr=False)
class SkipIfEmpty(Step):
    """Ask only if the question has an option; else on, also when an exchange takes the last."""

    question: Asking
    follow: StepNumber

    def __attrs_post_init__(self) -> None:
        self.question.skip = self.follow

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.question.number if self.question.is_open(cells) else self.follow
