"""The one payment solver: every way to pay a cost, substitutions and all.

A payment never holds a unit that could be taken back while the rest still covers the cost,
unless its substitution says ``even too much``. There is no change.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Cost = tuple[tuple[int, int], ...]
"""Pairs of the index of a good and an amount above 0."""


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


@frozen
class Payment:
    """One way to pay: the goods handed over, rights it needs, and its substitutions in words."""

    goods: Cost
    masks: tuple[int, ...]
    suffix: str


def solve(cost: Cost, substitutes: Sequence[Substitute]) -> tuple[Payment, ...]:
    """Every distinct way to pay ``cost``, the plain one first."""
    ways = [list(_ways(good, amount, substitutes)) for good, amount in cost]
    found: dict[Cost, Payment] = {}
    for combination in product(*ways):
        payment = _combine(combination)
        found.setdefault(payment.goods, payment)
    return tuple(found.values())


Uses = tuple[tuple[Substitute, int], ...]
Way = tuple[int, int, Uses]
"""A good, how much of it is paid itself, and how often each substitute is used."""


def _ways(good: int, amount: int, substitutes: Sequence[Substitute]) -> Iterator[Way]:
    fitting = [s for s in substitutes if s.good == good]
    limits = [s.most if s.surplus else -(-amount // s.units) for s in fitting]
    for times in product(*(range(limit + 1) for limit in limits)):
        uses = tuple((s, n) for s, n in zip(fitting, times, strict=True) if n)
        covered = sum(s.units * n for s, n in uses)
        wasteful = any(covered - s.units >= amount and not s.surplus for s, _ in uses)
        if not wasteful:
            yield good, max(amount - covered, 0), uses


def _combine(ways: Sequence[Way]) -> Payment:
    goods: dict[int, int] = {}
    masks: list[int] = []
    suffix: list[str] = []
    for good, amount, uses in ways:
        for substitute, times in uses:
            for paid, units in substitute.pays:
                goods[paid] = goods.get(paid, 0) + units * times
            if substitute.mask:
                masks.append(substitute.mask)
            suffix.append(f"{times} {substitute.words}" if times > 1 else substitute.words)
        if amount:
            goods[good] = goods.get(good, 0) + amount
    with_ = f" with {', '.join(suffix)}" if suffix else ""
    return Payment(tuple(goods.items()), tuple(masks), with_)


class Solver:
    """The payments of costs for one purpose: substitutes are those that hold for it."""

    def __init__(self, substitutes: Sequence[Substitute], owned: int) -> None:
        self.substitutes = tuple(substitutes)
        self.owned = owned
        self.payments = lru_cache(maxsize=1024)(self._payments)

    def _payments(self, cost: Cost) -> tuple[Payment, ...]:
        return solve(cost, self.substitutes)
