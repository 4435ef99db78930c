"""What the random numbers decide: where a marker stops, what a roll leads to, what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ...runtime.acts import Act
from ...runtime.ceiling import Ceiling
from ...runtime.counters import Counter
from ...runtime.operands import Amount, PlayerCell, RecordSource, StepNumber, Stride
from ...runtime.registers import ACTOR, RANDOM
from ...runtime.steps import Step
from ..piles.randomness import below

if TYPE_CHECKING:
    from ...runtime.recording.events import Log


@define(eq=False, repr=False)
class Spin(Act):
    """A marker comes to one of its spaces, from ``first`` to ``last``, each equally likely."""

    is_random = True

    source: RecordSource
    cell: PlayerCell
    stride: Stride
    first: Amount
    last: Amount

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        steps, cells[RANDOM] = below(self.last - self.first + 1, cells[RANDOM])
        cells[self.cell + player * self.stride] = self.first + steps
        log.append((self.source, player, self.first + steps))


@define(eq=False, repr=False)
class Roll(Step):
    """One of the faces of a die, each equally likely; for each where it goes on."""

    source: RecordSource
    entries: tuple[StepNumber, ...]

    def run(self, cells: list[int], log: Log) -> int:
        face, cells[RANDOM] = below(len(self.entries), cells[RANDOM])
        log.append((self.source, cells[ACTOR], face + 1))
        return self.entries[face]


Drawn = tuple[PlayerCell, Stride, PlayerCell, Stride, RecordSource, Act | None, Counter | None]
"""The giver's cell and the taker's, each with how far those of players lie apart; how a unit of the
good is told, and what follows from it; how much more of it the player may hold (None: any)."""


@define(eq=False, repr=False)
class Draw(Act):
    """So many units of some goods at random, each unit that lies there equally likely."""

    is_random = True

    count: Amount
    goods: tuple[Drawn, ...]
    ceiling: Ceiling

    def do(self, cells: list[int], log: Log) -> None:
        player = cells[ACTOR]
        for _ in range(self.count):
            there = [self._there(cells, player, each) for each in self.goods]
            if not any(there):
                return
            number, cells[RANDOM] = below(sum(there), cells[RANDOM])
            index = 0
            while number >= there[index]:
                number -= there[index]
                index += 1
            giver, giver_apart, taker, taker_apart, source, each, _ = self.goods[index]
            cells[giver + player * giver_apart] -= 1
            taken = taker + player * taker_apart
            cells[taken] += 1
            log.append((source, player, 1))
            if cells[taken] > self.ceiling.most:
                self.ceiling.hand_back(cells, log)
            if each is not None:
                each.do(cells, log)

    @staticmethod
    def _there(cells: list[int], player: int, drawn: Drawn) -> int:
        """How many units may come of one of the goods; none where there is no room for any."""
        cell, apart, *_, room = drawn
        if room is not None and room.count(cells, player) < 1:
            return 0
        return max(cells[cell + player * apart], 0)
