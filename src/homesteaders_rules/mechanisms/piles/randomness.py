"""Random numbers that live in one cell and are the same on every platform (SplitMix64)."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1
GOLDEN, MIXED_FIRST, MIXED_SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""


def following(state: int) -> tuple[int, int]:
    """A 64-bit number and the state after it."""
    state = (state + GOLDEN) & MASK
    mixed = ((state ^ (state >> 30)) * MIXED_FIRST) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * MIXED_SECOND) & MASK
    return mixed ^ (mixed >> 31), state


def below(bound: int, state: int) -> tuple[int, int]:
    """A number from 0 to ``bound - 1``, every one equally likely, and the state after it."""
    limit = MASK + 1 - (MASK + 1) % bound
    while True:
        number, state = following(state)
        if number < limit:
            return number % bound, state


def shuffled(values: list[T], state: int) -> tuple[list[T], int]:
    """The values in a random order, and the state after it (Fisher and Yates)."""
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other, state = below(last + 1, state)
        order[last], order[other] = order[other], order[last]
    return order, state
