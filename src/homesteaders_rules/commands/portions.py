"""Any so many of a group of goods, or of some deeds, chosen at once."""

from __future__ import annotations

from collections import Counter as Totals
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, field, frozen

from ..runtime import acts, counters, offering, predicates
from ..trees import Node, nodes, tokens
from ..values import ByValue
from .amounts import Bundle, Number
from .base import GOOD, Vocabulary
from .control import Choose, Composed, May
from .definitions.exchanges import UseExchange
from .effects import Effect
from .goods import Gain, PayTo

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from ..runtime.offering.exchanges import ExchangeOffer
    from ..runtime.offering.offers import Offer
    from ..runtime.offering.portions import PaidTimes
    from ..runtime.predicates import Predicate
    from .protocols import Appraiser, Linker, Reader, W

ONE_KIND, DIFFERENT = "of one kind", "of different kinds"
"""What may be said of the goods that are chosen; without it they may be alike or not."""
MOST_PORTIONS = 200
"""So many ways to choose can be listed."""

Portion = tuple[tuple[str, int], ...]
"""So many of each of some goods."""


def portions(goods: Sequence[str], count: int, alike: str) -> Iterator[Portion]:
    """Every way to choose so many of some goods, those of the first good first."""
    if alike == ONE_KIND:
        yield from (((good, count),) for good in goods)
    elif alike == DIFFERENT:
        yield from (tuple((good, 1) for good in some) for some in combinations(goods, count))
    else:
        for some in combinations_with_replacement(goods, count):
            yield tuple((good, some.count(good)) for good in dict.fromkeys(some))


def how_many(goods: int, count: int, alike: str) -> int:
    """How many ways there are."""
    if alike == ONE_KIND:
        return goods
    return comb(goods, count) if alike == DIFFERENT else comb(goods + count - 1, count)


@frozen(eq=False, repr=False)
class ChoosePortion(Choose):
    """``gain any 2 workers``: one alternative for each way to choose so many of some goods.

    ``gain 2 different workers`` is a shorter way to say ``of different kinds``.

    ``said`` are the goods as the text names them, ``alike`` what it says of their kinds.
    """

    rules: ClassVar[tuple[str, ...]] = ("portion_item", "portion_of_item", "different_item")
    example = "gain any 2 of <good> and <goods>"
    hints = (
        ("any", example),
        ("different", "gain 2 different <group>"),
    )
    count: int = 0
    said: str = ""
    alike: str = ""
    goods: tuple[str, ...] = field(default=(), metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        chosen = next(portions(self.goods, self.count, self.alike))
        one = ", ".join(vocabulary.count(number, good) for good, number in chosen)
        portion = " ".join(filter(None, (f"any {self.count} {self.said}", self.alike)))
        return self.alternatives[0].words(vocabulary).replace(one, portion, 1)


# ---------------------------------------------------------------------------------- up to


@frozen(eq=False, repr=False)
class Deed(ByValue):
    """One alternative of what is done up to so many times: its cost, and what comes of it.

    ``stocks``: the limited goods that one time takes from the stock. ``exchange``: the one it is.
    """

    key: str
    cost: Bundle
    act: Callable[[int], Act | None]
    stocks: tuple[tuple[int, int], ...] = ()
    exchange: ExchangeOffer | None = None


@frozen(eq=False, repr=False)
class UpTo(Composed):
    """``up to 7 times: pay 1 grain to move Wheel on``: how often is chosen at once, or not at all.

    Several deeds joined by "or" may be mixed: ``pave 2, plant 1``.
    """

    is_question = True
    rules = ("up_to_times",)
    example = "up to 3 times: pay 1 <good> to gain 2 <goods>"
    hints = (("up to", example),)
    count: int
    effect: Effect

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        token, body = tokens(node, "NUMBER")[0], nodes(node)[0]
        effect = reader.body(body)
        count, deeds = reader.number(token), cls.deeds_of(effect)
        for deed in deeds:
            if not isinstance(deed, PayTo | UseExchange):
                message = "this cannot be done so many times in one choice"
                hint = "what is repeated is an exchange, or: pay 1 <good> to gain 2 <goods>"
                reader.report("E314", message, deed.span or body, hint)
        if comb(count + len(deeds), count) > MOST_PORTIONS:
            message = f"there are more than {MOST_PORTIONS} ways to choose this"
            reader.report(
                "E313", message, token, f"let it be chosen one by one: {count} times: ..."
            )
            count = 1
        return cls(count, effect, span=reader.span(node))

    @staticmethod
    def deeds_of(effect: Effect) -> tuple[Effect, ...]:
        """The alternatives."""
        if isinstance(effect, Choose):
            return tuple(deed for each in effect.alternatives for deed in UpTo.deeds_of(each))
        return (effect,)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"up to {self.count} times: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        each = self.effect.worth(appraiser)
        return appraiser.best([appraiser.nothing, each, appraiser.times(self.count, each)])

    def link(self, linker: Linker, follow: int) -> int:
        return self.link_may(linker, follow, follow)

    def link_may(self, linker: Linker, follow: int, done: int) -> int:
        """What can only be paid for cannot be done often where it cannot be done once."""
        offered = self.offered(linker, done)
        deciding = offered[:1] if isinstance(self.effect, PayTo) else offered
        return linker.optional(offered, self.declined(linker, follow), follow, deciding)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        deeds = [deed for each in self.deeds_of(self.effect) for deed in _deeds(linker, each)]
        after = linker.renewed("", follow)
        listed: list[Offer] = [
            _several(linker, self, [(deeds[n], times) for n, times in way], after)
            for count in range(1, self.count + 1)
            for way in _times(len(deeds), count)
        ]
        return [*listed, offering.portions.TooOften(tuple(deed.key for deed in deeds), self.count)]

    def present(self, linker: Linker) -> Predicate:
        return self.effect.offered_if(linker)


def _times(deeds: int, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """So many deeds in all: the number of each, and how often."""
    for some in combinations_with_replacement(range(deeds), count):
        yield tuple((number, some.count(number)) for number in dict.fromkeys(some))


def _deeds(linker: Linker, effect: Effect) -> list[Deed]:
    if isinstance(effect, PayTo):
        words, inner = effect.words(linker.layout.vocabulary), effect.effect
        return [Deed(words, effect.cost, lambda times: _repeated(linker, inner, times))]
    assert isinstance(effect, UseExchange)
    return [_exchange(offer) for offer in linker.exchanges(effect.exchange)]


def _exchange(offer: ExchangeOffer) -> Deed:
    stocks = tuple((good, amount) for good, amount in offer.gain if good in offer.limited)
    cost: Bundle = offer.meaning.cost
    exchanged = offering.portions.Exchanged
    return Deed(offer.key, cost, lambda times: exchanged(offer, times), stocks, offer)


def _repeated(linker: Linker, effect: Effect, times: int) -> Act | None:
    """What is gained so many times is one gain."""
    if isinstance(effect, Gain) and effect.bundle.is_plain:
        one = effect.bundle
        items = (evolve(i, amount=Number(one.numbers[i.good] * times)) for i in one.items)
        return evolve(effect, bundle=Bundle(tuple(items))).act(linker)
    act = effect.act(linker)
    return act if act is None or times == 1 else offering.portions.Repeated(act, times)


def _several(linker: Linker, effect: UpTo, ways: list[tuple[Deed, int]], follow: int) -> PaidTimes:
    goods: Totals[int] = Totals()
    stocks: Totals[int] = Totals()
    for deed, times in ways:
        goods.update({good: amount * times for good, amount in linker.cost(deed.cost)})
        stocks.update({good: amount * times for good, amount in deed.stocks})
    cost = tuple(goods.items())
    linker.check_ways(effect, cost, linker.purpose)
    payments = linker.solver(linker.purpose).payments(cost)
    left = (
        predicates.Within(counters.InCell(linker.purse.stock + good), amount - goods[good])
        for good, amount in stocks.items()
    )
    keys = (f"{deed.key} {times}" if times > 1 else deed.key for deed, times in ways)
    return offering.portions.PaidTimes(
        ", ".join(keys),
        cost=cost,
        payments=payments,
        purse=linker.purse,
        owned=linker.layout.owned,
        act=acts.Several.of(*(deed.act(times) for deed, times in ways)),
        target=follow,
        source=linker.source(linker.paid_decoder(effect)),
        losses=linker.losses(payment.goods for payment in payments),
        test=predicates.All.of(*left, *_within_limits(ways)),
    )


def _within_limits(ways: list[tuple[Deed, int]]) -> Iterator[Predicate]:
    """What stands in one line has one limit for all its goods."""
    used = [(deed.exchange, times) for deed, times in ways if deed.exchange is not None]
    for exchange, _ in used:
        together = sum(times for each, times in used if each.limit is exchange.limit)
        if exchange.limit is not None or exchange.closed is not None:
            yield exchange.may_use(together)


@frozen(eq=False, repr=False)
class IfSo(Composed):
    """``if so: A`` below a line that may be left: A happens where it was not."""

    rules = ("if_so",)
    example = "may pay 1 <good> to gain 2 <goods>\nif so: gain 1 <good>"
    hints = (("if so", "if so: gain 1 <good>"),)
    first: UpTo | May
    effect: Effect

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.first.words(vocabulary)}; if so: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        both = appraiser.total([self.first.worth(appraiser), self.effect.worth(appraiser)])
        return appraiser.best([appraiser.nothing, both])

    def link(self, linker: Linker, follow: int) -> int:
        done = linker.link(self.effect, follow)
        return self.first.link_may(linker, follow, done)

    def present(self, linker: Linker) -> Predicate:
        return self.first.present(linker)
