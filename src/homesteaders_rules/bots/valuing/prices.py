"""What exchanges and bids cost by what goods are worth, and which of them would ruin a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import Item, TheBid
from ...commands.base import walk
from ...mechanisms.auction.steps import AskingForBids
from ...runtime.operands import Memory
from ...runtime.registers import ACTOR
from ..worths import swap_worths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...linking.table import Table
    from ...runtime.offering.options import Option


class Prices:
    """What a unit of each good of a table is worth, and what options cost by that."""

    def __init__(self, table: Table) -> None:
        layout, worths = table.layout, swap_worths(table)
        self.worths = tuple(worths[good.name] for good in layout.goods)
        self._width = len(layout.goods)
        paid = (each for each in walk(*table.definitions) if isinstance(each, Item))
        money = [each.good for each in paid if isinstance(each.amount, TheBid)]
        self._money = layout.goods_cell(0, money[0]) if money else -1
        self._brought = Memory(self._find_brought)

    def brought(self, exchange: Option) -> float:
        """What an exchange gives less what it takes; what follows from it does not count."""
        return self._brought[exchange]

    def _find_brought(self, exchange: Option) -> float:
        offer, (way, times) = exchange.offer, exchange.operands
        gained = sum([self.worths[good] * amount for good, amount in offer.gain]) * times
        paid = sum([self.worths[good] * amount for good, amount in offer.paid(way, times)])
        return float(gained - paid)

    def sound(self, cells: Sequence[int | None], options: tuple[Option, ...]) -> tuple[Option, ...]:
        """The options that do not ruin who decides.

        Exchanges of any time bring at least what they take; of those that must be used only the
        cheapest is left. Bids are of no more than there is.
        """
        first = options[:1]
        if not first or not (first[0].anytime or isinstance(first[0].offer, AskingForBids)):
            return options
        if first[0].needed:
            return (max(options, key=self.brought),)
        if first[0].anytime:
            return tuple([each for each in options if self.brought(each) >= 0])
        return self._covered(cells, options)

    def _covered(
        self, cells: Sequence[int | None], options: tuple[Option, ...]
    ) -> tuple[Option, ...]:
        """The bids that can be paid beside those that lead already, and the pass."""
        player = cells[ACTOR] or 0
        if self._money < 0:
            return options
        step: AskingForBids = options[0].offer
        lots = range(step.lots)
        led = sum(
            cells[step.standing + lot] or 0
            for lot in lots
            if cells[step.leaders + lot] == player + 1
        )
        most = (cells[self._money + player * self._width] or 0) - led
        covered = tuple([o for o in options if not o.operands or o.operands[1] <= most])
        return covered or options
