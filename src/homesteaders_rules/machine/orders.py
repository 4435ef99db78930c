"""Orders: the pieces of a stack in one number, ``WIDTH`` bits for each, the first to be turned up lowest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 10
"""Bits for a piece: there are at most 1024 pieces."""

ONE = (1 << WIDTH) - 1


def packed(order: Iterable[int]) -> int:
    """The order as one number."""
    return sum(piece << WIDTH * position for position, piece in enumerate(order))


def piece_at(number: int, position: int) -> int:
    """The piece at a position, from 0."""
    return number >> WIDTH * position & ONE


def unpacked(number: int, size: int) -> list[int]:
    """The pieces in order."""
    return [piece_at(number, position) for position in range(size)]


def first_of(number: int, size: int) -> int:
    """The order as far as its first ``size`` pieces."""
    return number & ((1 << WIDTH * size) - 1)
