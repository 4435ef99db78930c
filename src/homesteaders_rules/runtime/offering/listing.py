"""Every number that a counter may yield, for lists of all that can ever be chosen."""

from __future__ import annotations

from ..counters import Counter, Fixed, Multiple, Owned, Together
from ..dividing import Divided, Halved
from ..pointing import Listed


def numbers_of(counter: Counter, most: int) -> set[int]:
    """What a counter may yield where no more than ``most`` of anything are counted.

    Of what a text or a layout bounds exactly what it may be; of all else anything up to that.
    """
    match counter:
        case Fixed(value):
            return {value}
        case Owned(_, mask):
            return set(range(mask.bit_count() + 1))
        case Listed(_, values):
            return set(values)
        case Multiple(each, counted, cap):
            numbers = {each * number for number in numbers_of(counted, most)}
            return numbers if cap is None else {min(number, cap) for number in numbers}
        case Halved(counted):
            return {number // 2 for number in numbers_of(counted, most)}
        case Divided(counted, by):
            return {number // by for number in numbers_of(counted, most)}
        case Together(counters):
            return _sums([numbers_of(each, most) for each in counters])
        case _:
            return set(range(most + 1))


def _sums(parts: list[set[int]]) -> set[int]:
    sums = {0}
    for numbers in parts:
        sums = {before + number for before in sums for number in numbers}
    return sums
