"""What exchanges cost as the text counts it: points by its scoring, goods by its prices."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ...commands.definitions.definition import Price

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...linking.table import Table


class Values:
    """What the goods of a table are worth by its text."""

    def __init__(self, table: Table) -> None:
        self._layout = table.layout
        self._prices = {d.good: d.bundle for d in table.definitions if isinstance(d, Price)}
        terms = [term for line in table.scoring.lines for term in line.terms]
        plain = [t for t in terms if not t.on and t.kind in ("per good", "rising")]
        self._scores = {t.of: t.series[0] if t.kind == "rising" else t.each for t in plain}

    @cached_property
    def burdens(self) -> frozenset[int]:
        """The goods of which one more costs points at the end."""
        index = self._layout.good_index
        return frozenset(index[good] for good, each in self._scores.items() if each < 0)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """What each good counts: its price, all in units of what has none.

        One without a price counts 1; but 0 where it scores, since then its points count.
        """
        return tuple(self._unit(good.name, frozenset()) for good in self._layout.goods)

    def _unit(self, good: str, within: frozenset[str]) -> int:
        price = self._prices.get(good)
        if price is None or good in within:
            return 0 if self._scores.get(good) else 1
        paid = price.numbers.items()
        return sum(number * self._unit(each, within | {good}) for each, number in paid)

    def given(self, changes: Sequence[int]) -> int:
        """What is given away for good by changes of all goods, less what is got."""
        return -sum(change * unit for change, unit in zip(changes, self.units, strict=True))

    def is_no_worse(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """Is one holding at least as good as another in everything?"""
        return all(
            mine <= theirs if good in self.burdens else mine >= theirs
            for good, (mine, theirs) in enumerate(zip(one, other, strict=True))
        )
