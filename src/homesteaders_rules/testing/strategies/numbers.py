"""Numbers that Hypothesis draws one by one, and chance where it would repeat itself.

Hypothesis tries six variations of whatever it has drawn, each with one part copied over another
like it. Parts are what strategies draw; of two hundred walks drawn by strategies, hardly seventy
begin differently. Numbers taken from its source without a strategy around each are no such parts,
and shrink as well: a number is left out or lowered.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol, TypeVar

from hypothesis.strategies import SearchStrategy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypothesis.internal.conjecture.data import ConjectureData

T = TypeVar("T")
MOST_SEED = 2**16 - 1


class Source(Protocol):
    """Where numbers come from: Hypothesis, or a seed."""

    def draw_integer(self, least: int, most: int) -> int:
        """A number from ``least`` to ``most``."""


class Seeded:
    """Numbers of a seed: the same ones whatever else is loaded.

    Hypothesis mixes in the constants of all modules that it finds, those of tests too.
    """

    def __init__(self, seed: int | str) -> None:
        self.draw_integer = Random(seed).randint


class Numbers:
    """Drawn numbers: the least is the simplest. ``chance`` is for what need not be simple."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.chance = Random(self.number(0, MOST_SEED))

    def number(self, least: int, most: int) -> int:
        """A number from ``least`` to ``most``."""
        return self._source.draw_integer(least, most) if least < most else least

    def flip(self) -> bool:
        """Yes or no; no is simpler."""
        return bool(self.number(0, 1))

    def pick(self, things: Sequence[T]) -> T:
        """One of some things, the first of which is the simplest."""
        return things[self.number(0, len(things) - 1)]

    def some(self, things: Iterable[T], most: int) -> list[T]:
        """Up to ``most`` different things, in an order of chance."""
        left = self.mixed(dict.fromkeys(things))[: 2 * most]
        found: list[T] = []
        while left and len(found) < most and (index := self.number(0, len(left))):
            found.append(left.pop(index - 1))
        return found

    def mixed(self, things: Iterable[T]) -> list[T]:
        """All of some things in an order of chance."""
        listed = list(things)
        self.chance.shuffle(listed)
        return listed


class _Strategy(SearchStrategy[Numbers]):
    def do_draw(self, data: ConjectureData) -> Numbers:
        return Numbers(data)


def numbers() -> SearchStrategy[Numbers]:
    """Numbers to be drawn while a strategy or a test goes on."""
    return _Strategy()
