"""The moves that a player can make any number of times: uses of exchanges, with all ways to pay."""

from __future__ import annotations

from itertools import product
from math import gcd
from typing import TYPE_CHECKING

from attrs import frozen

from ....commands.amounts import Number
from ....values import ByValue
from .following import add
from .solving import Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ....commands.base import Command
    from ....commands.definitions.definition import Exchange, Substitution
    from .following import Following

MOST_WAYS = 60
"""Ways to pay for one exchange that are looked at."""

Goods = dict[str, int]


@frozen(eq=False, repr=False)
class Offer(ByValue):
    """An exchange, and the piece that it stands on, if it stands on one."""

    exchange: Exchange
    piece: str = ""

    @property
    def name(self) -> str:
        """As a player says it."""
        return self.exchange.key(self.piece)


def moves_of(
    offer: Offer, substitutions: Iterable[Substitution], following: Following
) -> Iterator[Move]:
    """The uses of an exchange: one for each way to pay."""
    exchange = offer.exchange
    gain = exchange.gain.numbers
    for uses, cost, parts in _ways(exchange, tuple(substitutions)):
        whole = {good: uses * number for good, number in gain.items()}
        net = following.of_use(exchange, cost, whole)
        for name in {exchange.name, exchange.counts_as} - {""}:
            add(net, following.after(("uses", name)), uses - 1)
        yield Move(offer.name, net, uses, (exchange, *parts))


Way = tuple[int, Goods, tuple["Command", ...]]


def _ways(exchange: Exchange, substitutions: tuple[Substitution, ...]) -> Iterator[Way]:
    cost = exchange.cost.numbers
    yield 1, cost, ()
    options: list[list[tuple[Goods, Goods, tuple[Command, ...]]]] = []
    for good, number in cost.items():
        options.append([({good: number}, {}, ()), *_paid(good, number, substitutions)])
    for index, way in enumerate(product(*options)):
        parts = tuple(part for _, _, more in way for part in more)
        if index >= MOST_WAYS:
            return
        if parts:
            paid: Goods = {}
            for kept, given, _ in way:
                add(paid, kept)
                add(paid, given)
            yield 1, paid, parts
    if exchange.together:
        yield from _together(cost, substitutions)


def _paid(
    good: str, number: int, substitutions: Iterable[Substitution]
) -> Iterator[tuple[Goods, Goods, tuple[Command, ...]]]:
    """What is left to pay of a good, what is given in its place, and by which line."""
    for each in substitutions:
        stands_for = next((numbers_of for g, numbers_of in _items(each) if g == good), 0)
        for times in range(1, -(-number // stands_for) + 1) if stands_for else ():
            left = max(0, number - times * stands_for)
            given = {g: times * n for g, n in each.pays.numbers.items()}
            yield ({good: left} if left else {}), given, (each,)


def _items(substitution: Substitution) -> Iterator[tuple[str, int]]:
    for item in substitution.items:
        if isinstance(item.amount, Number):
            yield item.good, item.amount.value


def _together(cost: Mapping[str, int], substitutions: Iterable[Substitution]) -> Iterator[Way]:
    """Several uses at once are paid in one sum, so that nothing given is wasted."""
    for each in substitutions:
        for good, worth in _items(each):
            number = cost.get(good, 0)
            if number and worth:
                uses = worth // gcd(number, worth)
                times = uses * number // worth
                paid = {g: uses * n for g, n in cost.items() if g != good}
                add(paid, {g: times * n for g, n in each.pays.numbers.items()})
                yield uses, paid, (each,)
