"""Many small numbers in one: the order of a stack, and how many copies lie in a place.

A state holds one cell for each stack and place instead of one for each piece, so that copying it
stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

WIDTH = 10
"""Bits for a piece in an order, the first to be turned up lowest: at most 1024 pieces."""

ONE = (1 << WIDTH) - 1

EMPTY = ONE
"""In an order, in place of a piece: nothing lies there."""


def packed(order: Iterable[int]) -> int:
    """The order as one number."""
    return sum(piece << WIDTH * position for position, piece in enumerate(order))


def piece_at(number: int, position: int) -> int:
    """The piece at a position, from 0."""
    return number >> WIDTH * position & ONE


def last_up(number: int, turned: int) -> int:
    """The piece turned up last, of so many that were; -1 where none was."""
    return piece_at(number, turned - 1) if turned else -1


def unpacked(number: int, size: int) -> list[int]:
    """The pieces in order, of at most ``size``."""
    order = (piece_at(number, position) for position in range(size))
    return [piece for piece in order if piece != EMPTY]


def laid(order: Sequence[int], size: int) -> int:
    """The order as one number, with nothing behind it up to ``size``."""
    return packed((*order, *[EMPTY] * (size - len(order))))


@lru_cache(maxsize=1 << 12)
def first_of(number: int, first: int, size: int) -> int:
    """The order with its first pieces only; of the others, that they lie there."""
    order = [piece_at(number, position) for position in range(size)]
    rest = (piece if piece == EMPTY else 0 for piece in order[first:])
    return packed((*order[:first], *rest))


COPIES = 6
"""Bits for the copies of a piece in a place: at most 63."""


MOST_COPIES = (1 << COPIES) - 1


def shift_of(piece: int) -> int:
    """Where the number of copies of a piece begins in the number of a place."""
    return COPIES * piece


def copies_of(number: int, piece: int) -> int:
    """How many copies of a piece lie in a place."""
    return number >> COPIES * piece & MOST_COPIES


def bits(flags: Iterable[bool]) -> int:
    """The first flag is the lowest bit."""
    return sum(1 << number for number, flag in enumerate(flags) if flag)


def numbers(wanted: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while wanted:
        lowest = wanted & -wanted
        yield lowest.bit_length() - 1
        wanted ^= lowest


@lru_cache(maxsize=1 << 8)
def every_copy(pieces: int) -> int:
    """The bits, in the number of a place, of all copies of some pieces, which are bits."""
    return sum(MOST_COPIES << shift_of(piece) for piece in numbers(pieces))
