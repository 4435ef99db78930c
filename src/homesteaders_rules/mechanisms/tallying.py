"""Tallies: how much of some goods a moment has given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ..runtime.acts import Act
from ..runtime.operands import Amount, PlayerCell, Stride
from ..runtime.registers import ACTOR

if TYPE_CHECKING:
    from ..runtime.recording.events import Log


@define(eq=False, repr=False)
class Add(Act):
    """A number onto a cell of the player, up to ``most``; their cells lie ``stride`` apart."""

    cell: PlayerCell
    stride: Stride
    amount: Amount
    most: Amount

    def do(self, cells: list[int], log: Log) -> None:
        cell = self.cell + cells[ACTOR] * self.stride
        cells[cell] = min(cells[cell] + self.amount, self.most)
