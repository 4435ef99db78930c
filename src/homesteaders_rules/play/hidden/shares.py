"""All ways to share so much among some holders, of which each is as likely as the others."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Shares:
    """``total`` shared among holders of whom each has a least and a most.

    ``count``: in how many ways. They are counted, not listed: a number below names each of them.
    """

    def __init__(self, total: int, bounds: Sequence[tuple[int, int]]) -> None:
        self._total = total
        self._bounds = tuple(bounds)
        self.count, self._sums = _counted(total, self._bounds)

    def draw(self, random: Random) -> list[int]:
        """One of the ways: what each holder has. There must be one."""
        way, left = random.randrange(self.count), self._total
        found: list[int] = []
        for (least, _), sums in zip(self._bounds, self._sums, strict=True):
            # The less this holder has, the lower the number of the way.
            until = sums[left - least + 1] - way
            rest = bisect_left(sums, until) - 1
            way = sums[rest + 1] - until
            found.append(left - rest)
            left = rest
        return found


@lru_cache(maxsize=1 << 10)
def _counted(
    total: int, bounds: tuple[tuple[int, int], ...]
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The ways to share the total among all holders, and less than each number among the others.

    Those of all but the first, all but the first two, ... Whoever looks ahead asks for the same
    ones again and again.
    """
    ways = [1, *[0] * total]
    found: list[tuple[int, ...]] = []
    for least, most in reversed(bounds):
        sums = (0, *accumulate(ways))
        found.append(sums)
        ways = [
            sums[max(number - least + 1, 0)] - sums[max(number - most, 0)]
            for number in range(total + 1)
        ]
    return ways[total], tuple(reversed(found))
