"""The ceiling: what nobody can hold more of, so that every state that play reaches can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .operands import Amount, Cell, GoodIndex, RecordSource
from .registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .recording.events import Log

Moved = tuple[Cell, Cell, Amount]
"""Where a player holds a good, where it lies in the stock, and how much more of it they get."""
Moves = tuple[tuple[Cell, Cell, Amount], ...]
"""From which cell to which, and how many."""


@frozen(eq=False, repr=False)
class Ceiling:
    """Nobody holds more than ``most`` of a good, and no more lies on a piece.

    ``stock``: the cell of the first good there. ``holders``: each a cell, the good in it, and the
    holder as events name them. Told as (source, player, holder, good, amount).
    """

    source: RecordSource
    most: Amount
    stock: Cell
    holders: tuple[tuple[Cell, GoodIndex, Amount], ...]

    def move(self, cells: list[int], log: Log, moved: Sequence[Moved], told: Log) -> None:
        """Goods between a player and the stock, with the records of it."""
        most, too_much = self.most, False
        for held, stock, more in moved:
            cells[stock] -= more
            cells[held] = has = cells[held] + more
            if has > most:
                too_much = True
        log += told
        if too_much:
            self.hand_back(cells, log)

    def hand_back(self, cells: list[int], log: Log) -> None:
        """What somebody holds above it goes to the stock at once, and nothing follows from that."""
        for cell, good, holder in self.holders:
            excess = cells[cell] - self.most
            if excess > 0:
                cells[cell] -= excess
                cells[self.stock + good] += excess
                player = holder if holder >= 0 else cells[ACTOR]
                log.append((self.source, player, holder, good, excess))
