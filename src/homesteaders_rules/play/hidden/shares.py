"""All ways to share so much among some holders, of which each is as likely as the others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Shares:
    """``total`` shared among holders of whom each has a least and a most.

    The ways are counted, not listed: one number below their count names each of them.
    """

    def __init__(self, total: int, bounds: Sequence[tuple[int, int]]) -> None:
        self._total = total
        self._bounds = tuple(bounds)
        self._ways = _counted(total, self._bounds)

    @property
    def count(self) -> int:
        """In how many ways it can be shared."""
        return self._ways[0][self._total]

    def draw(self, random: Random) -> list[int]:
        """One of the ways: what each holder has. There must be one."""
        way, left = random.randrange(self.count), self._total
        found: list[int] = []
        for (least, _), ways in zip(self._bounds, self._ways[1:], strict=True):
            amount = least
            while way >= ways[left - amount]:
                way -= ways[left - amount]
                amount += 1
            found.append(amount)
            left -= amount
        return found


@lru_cache(maxsize=1 << 10)
def _counted(total: int, bounds: tuple[tuple[int, int], ...]) -> tuple[list[int], ...]:
    """The ways to share each number up to the total among all holders, all but the first, ...

    Whoever looks ahead asks for the same ones again and again.
    """
    ways = [1, *[0] * total]
    found = [ways]
    for least, most in reversed(bounds):
        sums = [0]
        for each in ways:
            sums.append(sums[-1] + each)
        ways = [
            sums[max(number - least + 1, 0)] - sums[max(number - most, 0)]
            for number in range(total + 1)
        ]
        found.append(ways)
    return tuple(reversed(found))
