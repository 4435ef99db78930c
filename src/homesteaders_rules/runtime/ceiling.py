"""The ceiling: what nobody can hold more of, so that every state that play reaches can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from .operands import Amount, Cell, GoodIndex, RecordSource
from .registers import ACTOR

if TYPE_CHECKING:
    from .recording.events import Log

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

    def move(self, cells: list[int], log: Log, moves: Moves, told: Log) -> None:
        """Goods change hands, with the records of it."""
        most, too_much = self.most, False
        for giver, taker, amount in moves:
            cells[giver] -= amount
            held = cells[taker] = cells[taker] + amount
            if held > most:
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
