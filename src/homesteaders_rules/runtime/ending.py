"""An end that is reached: rounds go on until something says that the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve

from .acts import Act
from .operands import Amount, Cell, RecordSource, StepNumber
from .registers import ACTOR, ROUND
from .steps import End, Step
from .turns import RoundBegin

if TYPE_CHECKING:
    from .program import Program
    from .recording.events import Log


@define(eq=False, repr=False)
class RoundUntil(RoundBegin):
    """The next round begins, or the final one, after the round whose number is in ``end``.

    In the final round ROUND is one more than ``rounds``, as everywhere, and ``end`` has the number
    of the last round that was played.
    """

    end: Cell

    def run(self, cells: list[int], log: Log) -> int:
        number, last = cells[ROUND] + 1, cells[self.end] or self.rounds
        is_final = number > last
        cells[ROUND] = self.rounds + 1 if is_final else number
        if is_final:
            cells[self.end] = number - 1
        log.append((self.source, cells[ACTOR], number, int(is_final)))
        return self.final if is_final else self.body


@define(eq=False, repr=False)
class EndAfter(Act):
    """The game ends after this round, or so many ``more``, if it does not end before that.

    There are never more than ``rounds``.
    """

    source: RecordSource
    end: Cell
    rounds: Amount
    more: Amount

    def do(self, cells: list[int], log: Log) -> None:
        last = min(max(cells[ROUND], 1) + self.more, self.rounds)
        if cells[ROUND] <= self.rounds and (not cells[self.end] or last < cells[self.end]):
            cells[self.end] = last
            log.append((self.source, cells[ACTOR], last))


@define(eq=False, repr=False)
class EndNow(Step):
    """The game ends at once: all unfinished business is over, and no more rounds but the final one.

    ``first``: the cell from which on unfinished business lies; ``over``: cells that say what is
    going on. ``follow``: the next round, or the end in the final one.
    """

    source: RecordSource
    end: Cell
    rounds: Amount
    first: Cell
    over: tuple[Cell, ...]
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        del cells[self.first :]
        for cell in self.over:
            cells[cell] = 0
        if cells[ROUND] <= self.rounds:
            cells[ROUND] = cells[self.end] = max(cells[ROUND], 1)
            log.append((self.source, cells[ACTOR], cells[self.end]))
        return self.follow


def ended_with_round(program: Program) -> Program:
    """The same program, but that all is over where a round would begin: looks ahead end there."""
    steps = [_end_of(step) if isinstance(step, RoundBegin) else step for step in program.steps]
    found = evolve(program, steps=steps)
    found.home, found._exchanges = program.home, program._exchanges
    found.freeze()
    return found


def _end_of(step: Step) -> End:
    end = End()
    end.number, end.secret, end.tried = step.number, step.secret, False
    return end
