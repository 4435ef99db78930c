"""The one payment solver: every way to pay a cost, substitutions and all.

A payment never holds a unit that could be taken back while the rest still covers the cost,
unless its substitution says ``even too much``. There is no change.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Cost = tuple[tuple[int, int], ...]
"""Pairs of the index of a good and an amount above 0."""


MOST_WAYS = 1000
"""In so many ways can something be paid: nobody reads more options, and making them takes long."""


@frozen
class Substitute:
    """``pays`` stands for ``units`` of one good: 1 gold for 5 silver.

    ``owners``: the cell of player 0's pieces and the bits of those that give the right; an
    empty mask: everybody has it. ``most``: the largest number of times it can make sense.
    """

    pays: Cost
    good: int
    units: int
    words: str
    mask: int = 0
    surplus: bool = False
    most: int = 0
    numbers: Callable[[int], str] | None = None

    def said(self, times: int) -> str:
        """So many uses in words: with all numbers, where without them they could be others."""
        return self.formerly(times) if self.numbers is None else self.numbers(times)

    def formerly(self, times: int) -> str:
        """The same without the numbers, as in saves written before."""
        return f"{times} {self.words}" if times > 1 else self.words


@frozen
class Payment:
    """One way to pay: the goods handed over, rights it needs, and its substitutions in words.

    ``formerly``: the words without numbers, as in saves written before. ``surplus``: some of it
    may be too much.
    """

    goods: Cost
    masks: tuple[int, ...]
    suffix: str
    formerly: str = ""
    surplus: bool = False

    def beats(self, other: Payment) -> bool:
        """Is it no more of anything, needs no other right, and is it less of something?"""
        paid = dict(other.goods)
        less = all(amount <= paid.get(good, 0) for good, amount in self.goods)
        return less and self.goods != other.goods and set(self.masks) <= set(other.masks)


def solve(cost: Cost, substitutes: Sequence[Substitute]) -> tuple[Payment, ...]:
    """Every distinct way to pay ``cost``, the plain one first.

    Where the same goods may pay in different numbers, what is less in everything beats the rest.
    """
    ways = [list(_ways(good, amount, substitutes)) for good, amount in cost]
    found: dict[Cost, Payment] = {}
    for combination in product(*ways):
        payment = _combine(combination)
        before = found.setdefault(payment.goods, payment)
        if set(payment.masks) < set(before.masks):
            found[payment.goods] = payment
    payments = tuple(found.values())
    if all(substitute.numbers is None for substitute in substitutes):
        return payments
    return tuple(p for p in payments if p.surplus or not any(q.beats(p) for q in payments))


def most_ways(cost: Cost, substitutes: Sequence[Substitute]) -> int:
    """How many ways to pay :func:`solve` has to look at, before any is made."""
    return prod(
        limit + 1
        for good, amount in cost
        for limit in _limits(amount, [s for s in substitutes if s.good == good])
    )


def solve_due(good: int, amount: int, substitutes: Sequence[Substitute]) -> tuple[Payment, ...]:
    """The ways to pay what is due of one good, however much that is; the plain one first.

    Where there are more than MOST_WAYS each way has one kind of substitute, and the first
    MOST_WAYS are left: what is due can always be paid as it stands.
    """
    cost = ((good, amount),)
    if most_ways(cost, substitutes) <= MOST_WAYS:
        return solve(cost, substitutes)
    found: dict[Cost, Payment] = {}
    fitting = [s for s in substitutes if s.good == good]
    for substitute in fitting:
        for way in islice(_ways(good, amount, [substitute]), MOST_WAYS // len(fitting)):
            payment = _combine([way])
            found.setdefault(payment.goods, payment)
    return tuple(found.values())


Uses = tuple[tuple[Substitute, int], ...]
Way = tuple[int, int, Uses]
"""A good, how much of it is paid itself, and how often each substitute is used."""


def _ways(good: int, amount: int, substitutes: Sequence[Substitute]) -> Iterator[Way]:
    fitting = [s for s in substitutes if s.good == good]
    for times in product(*(range(limit + 1) for limit in _limits(amount, fitting))):
        uses = tuple((s, n) for s, n in zip(fitting, times, strict=True) if n)
        covered = sum(s.units * n for s, n in uses)
        wasteful = any(covered - s.units >= amount and not s.surplus for s, _ in uses)
        if not wasteful:
            yield good, max(amount - covered, 0), uses


def _limits(amount: int, substitutes: Iterable[Substitute]) -> list[int]:
    """How often each of some substitutes of a good can make sense."""
    return [s.most if s.surplus else -(-amount // s.units) for s in substitutes]


def _combine(ways: Sequence[Way]) -> Payment:
    goods: dict[int, int] = {}
    masks: list[int] = []
    suffix: list[str] = []
    formerly: list[str] = []
    for good, amount, uses in ways:
        for substitute, times in uses:
            for paid, units in substitute.pays:
                goods[paid] = goods.get(paid, 0) + units * times
            if substitute.mask:
                masks.append(substitute.mask)
            suffix.append(substitute.said(times))
            formerly.append(substitute.formerly(times))
        if amount:
            goods[good] = goods.get(good, 0) + amount
    surplus = any(substitute.surplus for *_, uses in ways for substitute, _ in uses)
    return Payment(tuple(goods.items()), tuple(masks), _with(suffix), _with(formerly), surplus)


def _with(words: Sequence[str]) -> str:
    return f" with {', '.join(words)}" if words else ""


class Solver:
    """The payments of costs for one purpose: substitutes are those that hold for it."""

    def __init__(self, substitutes: Sequence[Substitute], owned: int) -> None:
        self.substitutes = tuple(substitutes)
        self.owned = owned
        self.payments = lru_cache(maxsize=1024)(self._payments)

    def _payments(self, cost: Cost) -> tuple[Payment, ...]:
        return solve(cost, self.substitutes)

    def due(self, good: int, amount: int) -> tuple[Payment, ...]:
        """The ways to pay what is counted while the game goes on."""
        return solve_due(good, amount, self.substitutes)
