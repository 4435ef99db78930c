"""Unfinished business: what lies on the stack of a state, and what of it everybody knows."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import frozen

from ...linking.table import once_a_table
from ...runtime.registers import ACTOR, NEXT_STEP
from ...runtime.steps import Asking, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...linking.table import Table
    from ...runtime.program import Program

AMOUNT, PLAYER = "amount", "player"
"""Kinds of frames: what was counted before it is raised, and who was "you" before."""
Business = tuple[int | None, ...]
MOST_DEEP = 4
"""So many routines at most are not at their end in a secret that is made up."""


@frozen(eq=False)
class Level:
    """A routine that is not at its end: the step with which it goes on.

    Its frames begin at cell ``first``; below them lies the number of the step of the level before.
    """

    step: Step
    first: int

    @property
    def end(self) -> int:
        """The cell behind its frames."""
        return self.first + len(self.step.frames)


def levels(program: Program, cells: Sequence[int]) -> list[Level]:
    """The routines that are not at their end, the main course first."""
    step, end = program.steps[cells[NEXT_STEP]], len(cells)
    found: list[Level] = []
    while True:
        found.append(Level(step, end - len(step.frames)))
        if step.routine == 0:
            return found[::-1]
        end = found[-1].first - 1
        step = program.steps[cells[end]]


def ending(program: Program, step: Step) -> Step | None:
    """The step at which the secret ends in which another of its routine is; None: in none.

    It is emitted first of all that belongs to the secret.
    """
    before = (program.steps[number] for number in range(step.number, -1, -1))
    there = takewhile(lambda each: each.routine != step.routine or each.secret, before)
    own = (each for each in there if each.routine == step.routine)
    return next((each for each in own if getattr(each, "hides", None) is not None), None)


def known_business(table: Table, cells: Sequence[int], player: int | None) -> Business:
    """What a player may know of the unfinished business.

    Who decides knows all of it. Of an amount that somebody else has counted others know nothing
    as long as goods are hidden. Of what is done in secret others know who has yet to act: in the
    place of all that lies above it stands the number of the step at which the secret ends.
    """
    own, step = cells[ACTOR] == player, table.program.steps[cells[NEXT_STEP]]
    if (own or not step.secret) and not _hides_amounts(table):
        return tuple(cells[table.layout.size :])
    found = levels(table.program, cells)
    until, then = len(cells), list[int]()
    if found[-1].step.secret and not own:
        first = next(level for level in found if level.step.secret)
        last = ending(table.program, first.step)
        if last is not None:
            until, then = first.first + len(last.frames), [last.number]
    known: list[int | None] = list(cells)
    for level in reversed(found):
        for number, kind in reversed([*enumerate(level.step.frames)]):
            own = own and kind != PLAYER
            if kind == AMOUNT and not own and table.layout.hidden:
                known[level.first + number] = None
    return (*known[table.layout.size : until], *then)


@once_a_table
def _hides_amounts(table: Table) -> bool:
    """Is there ever an amount that only its owner knows?"""
    steps = table.program.steps if table.layout.hidden else ()
    return any(AMOUNT in step.frames for step in steps)


def questions(program: Program, last: Step) -> list[tuple[Step, ...]]:
    """Every question that may be asked in the secret that ends at a step.

    Each as the steps with which the routines go on that are not at their end, the outermost first.
    """
    if isinstance(last, Asking):
        return [(last,)]
    asking = (step for step in program.steps if isinstance(step, Asking) and step.secret)
    return [way for step in asking for way in _ways(program, last, (step,))]


def _ways(program: Program, last: Step, inner: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    routine = inner[0].routine
    if routine == last.routine:
        if ending(program, inner[0]) is last:
            yield inner
    elif len(inner) < MOST_DEEP:
        for number in sorted(program.returns.get(routine, ())):
            if program.steps[number].secret:
                yield from _ways(program, last, (program.steps[number], *inner))
