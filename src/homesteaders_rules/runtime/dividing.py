"""Counters that divide: half of a number, and how often it holds another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..values import ByValue
from .operands import Amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counters import Counter


@frozen(eq=False, repr=False)
class Halved(ByValue):
    """Half of a number, rounded down."""

    counter: Counter

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.counter.count(cells, player) // 2


@frozen(eq=False, repr=False)
class Divided(ByValue):
    """How often a number goes into another one."""

    counter: Counter
    by: Amount

    def count(self, cells: Sequence[int], player: int) -> int:
        return self.counter.count(cells, player) // self.by
