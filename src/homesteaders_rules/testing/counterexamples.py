"""Counterexamples: a check that fails tells how to get there, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..play.saves import save
from ..telling.narration import narrate
from .checks import check_conserved, check_decision, check_holdings, check_step
from .walks import Step, Walk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


REWRITTEN = "\nassert "
"""How what pytest adds to the words of an assertion begins."""
MOST_SHOWN = 40
"""So many choices of a long walk are told, its last ones."""


class Counterexample(AssertionError):
    """A check that failed: ``fault`` says what is wrong, ``walk`` how to get there.

    Its text is the fault, what happened last, the transcript, and a program that plays it again.
    """

    def __init__(self, fault: str, walk: Walk) -> None:
        super().__init__(fault)
        self.fault = fault
        self.walk = walk

    def __str__(self) -> str:
        parts = [self.fault, self._happened(), self._transcript(), self.walk.python()]
        return "\n\n".join(part for part in parts if part)

    def save(self, file: Path) -> None:
        """Write the game for ``homesteaders replay FILE``. Raises OSError."""
        file.write_text(save(self.walk.game) + "\n", encoding="utf-8")

    def _happened(self) -> str:
        if not self.walk:
            return ""
        step = self.walk[-1]
        lines = narrate(step.events, step.after.table)
        return "\n".join([f"After {step.option}:", *(f"  {line}" for line in lines)])

    def _transcript(self) -> str:
        first, *lines = self.walk.transcript().split("\n")
        left_out = len(lines) - MOST_SHOWN
        if left_out > 0:
            lines = [f"     ... {left_out} choices before ...", *lines[left_out:]]
        return "\n".join([first, *lines])


def check_walk(walk: Walk, check: Callable[[Step], None] | None = None) -> None:
    """Check the beginning and every step of a walk; a fault is told with the way to it.

    ``check`` looks at one step and raises AssertionError; by default :func:`check_step`. Raises
    Counterexample, also where anything else goes wrong.
    """
    try:
        _check_beginning(walk)
    except Exception as error:
        raise Counterexample(fault_of(error), walk[:0]) from error
    for number, step in enumerate(walk, 1):
        try:
            if check is None:
                check_step(step.before, step.after, step.events, step.option)
            else:
                check(step)
        except Exception as error:
            raise Counterexample(fault_of(error), walk[:number]) from error


def fault_of(error: Exception) -> str:
    """What is wrong, in a line: what a check says, or what went wrong within the engine."""
    if isinstance(error, AssertionError) and str(error):
        return str(error).partition(REWRITTEN)[0]
    return f"{type(error).__name__}: {error}"


def _check_beginning(walk: Walk) -> None:
    """What the setup did, and what may be chosen first."""
    setup = walk.beginning.setup()
    if setup is not None:
        check_conserved(setup[0], walk.first, setup[1])
    check_holdings(walk.first)
    check_decision(walk.first)
