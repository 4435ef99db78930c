"""Later rounds, linked: what is put off, and what is due in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ...runtime.acts import Act
from ...runtime.operands import Amount, PlayerCell, StepNumber
from ...runtime.registers import ACTOR, ROUND
from ...runtime.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.recording.events import Log

WIDTH = 4
"""So many bits of a cell count how often something is due in a round: the first round is lowest."""
MOST = (1 << WIDTH) - 1


@define(eq=False)
class PutOff(Act):
    """It is due once more in some rounds to come, of the ``rounds`` that there are.

    They are counted from now, as ``ahead`` says. Where it is empty it is every round to come, and
    of those the odd or the even ones where ``every`` is 1 or 2.
    """

    cell: PlayerCell
    rounds: Amount
    ahead: tuple[Amount, ...]
    every: Amount

    def do(self, cells: list[int], log: Log) -> None:
        cell = self.cell + cells[ACTOR]
        for number in coming(cells[ROUND], self.rounds, self.ahead, self.every):
            shift = WIDTH * (number - 1)
            if cells[cell] >> shift & MOST < MOST:
                cells[cell] += 1 << shift


def coming(now: int, rounds: int, ahead: Sequence[int], every: int) -> list[int]:
    """The rounds that are meant and that come; what would be due after the last is lost."""
    found = [now + number for number in ahead] or range(now + 1, rounds + 1)
    return [n for n in found if n <= rounds and (not every or n % 2 == every % 2)]


@define(eq=False)
class Due(Step):
    """What is due to the player in this round, as often as it is; then on."""

    cell: PlayerCell
    rounds: Amount
    follow: StepNumber
    body: StepNumber = -1

    def run(self, cells: list[int], log: Log) -> int:
        if not 0 < cells[ROUND] <= self.rounds:
            return self.follow
        cell, shift = self.cell + cells[ACTOR], WIDTH * (cells[ROUND] - 1)
        if not cells[cell] >> shift & MOST:
            return self.follow
        cells[cell] -= 1 << shift
        return self.body
