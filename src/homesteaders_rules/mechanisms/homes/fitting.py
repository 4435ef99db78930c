"""Do all have a home? Homes for many of one kind, and homes for one of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from attrs import frozen

from ...values import ByValue

Numbers = tuple[int, ...]
"""So many of each kind."""


@frozen(eq=False, repr=False)
class Homes(ByValue):
    """``shared``: each holds so many, all of one kind; ``single``: so many hold one of any kind."""

    shared: Numbers = ()
    single: int = 0


def homeless(homes: Homes, held: Numbers) -> int:
    """How many of all kinds together have no home, where as many as possible have one.

    Exact: each shared home goes to each kind in turn. What is left of the kinds is all that matters
    to the homes that follow, and not of which kind it is.
    """
    left = {_in_order(held)}
    for size in sorted(homes.shared, reverse=True):
        if min(map(sum, left)) <= homes.single:
            break
        left = {_moved_in(rest, kind, size) for rest in left for kind in range(len(rest))}
    return max(min(map(sum, left)) - homes.single, 0)


def _moved_in(left: Numbers, kind: int, size: int) -> Numbers:
    """After as many of a kind as it holds have moved into a shared home."""
    return _in_order((*left[:kind], max(left[kind] - size, 0), *left[kind + 1 :]))


def _in_order(numbers: Sequence[int]) -> Numbers:
    return tuple(sorted(number for number in numbers if number)) or (0,)


def young(homes: Homes, held: Numbers, kinds: Numbers) -> tuple[Numbers, ...]:
    """The sets of some kinds of which one more finds a home beside all that are there.

    Those to which none can be added, larger ones first: another may be larger.
    """
    found: list[Numbers] = []
    for size in range(len(kinds), 0, -1):
        for some in combinations(kinds, size):
            more = tuple(number + (kind in some) for kind, number in enumerate(held))
            if not any(set(some) <= set(each) for each in found) and not homeless(homes, more):
                found.append(some)
    return tuple(found)
