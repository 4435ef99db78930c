"""Steps: what a program is made of. Each runs on the cells and names the step that follows.

A step that asks stops the run by naming itself with ``~number``; its ``options`` are then what
may be chosen and ``choose`` goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..freezing import Freezing
from .operands import Beside, Flag, Routine, Spoken, StepNumber, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..words import Vocabulary
    from .acts import Act
    from .offering.deeds import Deed
    from .offering.options import Option
    from .predicates import Predicate
    from .recording.events import Log


@define(eq=False, repr=False)
class Step(Freezing):
    """One step. ``number`` is its place in the program, ``frames`` what lies on the stack here.

    ``frames`` are the kinds of the cells that the routine has pushed so far, from the bottom;
    ``routine`` is the number of the routine it belongs to (0: the main course), ``effect`` what
    it was linked from, on ``piece`` (empty: the rules themselves); ``secret``: others see nothing
    of what happens here. A step has these when it is added to a program.
    """

    number: StepNumber = field(init=False)
    routine: Routine = field(init=False)
    frames: tuple[Text, ...] = field(init=False)
    effect: Spoken = field(init=False)
    piece: Text = field(init=False)
    secret: Flag = field(init=False)

    def run(self, cells: list[int], log: Log) -> int:
        """Carry it out; the number of the next step, or ``~number`` to ask."""
        raise NotImplementedError

    def join(self, steps: Sequence[Step]) -> None:
        """Look through what follows; a program does it, once it is whole."""


@define(eq=False, repr=False)
class Asking(Step):
    """A step that asks the player in ACTOR. ``home`` is the identity of its table.

    ``skip`` is where it goes on when nothing can be chosen (any more); -1: something always can.
    ``tried``: only what leaves all that must be done afterwards possible is offered.
    """

    home: Beside = field(init=False)
    skip: StepNumber = field(init=False, default=-1)
    tried: Flag = field(init=False)

    def settle(self, home: tuple[object, ...]) -> None:
        """Belong to a table, with all that makes options here."""
        self.home = home

    def prompt(self, vocabulary: Vocabulary) -> str:
        """What is asked, in the words of the rules."""
        return "" if self.effect is None else self.effect.words(vocabulary)

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.number

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """What may be chosen, any-time exchanges aside."""
        raise NotImplementedError

    def is_open(self, cells: Sequence[int]) -> bool:
        """Can anything be chosen?"""
        return bool(self.options(cells))

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        """Carry out one of the options; the number of the next step, or ``~number``."""
        raise NotImplementedError

    def key_of(self, operands: tuple[int, ...]) -> str:
        """The key of an option of these operands, in words."""
        raise NotImplementedError

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        """What an option of these operands does, in its parts."""
        raise NotImplementedError

    def wished(self, cells: Sequence[int]) -> Iterable[tuple[str, Deed]]:
        """Keys that somebody may wish for now, offered or not, with what they do."""
        return ()

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        """The key in saves written before it changed; empty if it did not."""
        return ""

    def can_run_dry(self) -> bool:
        """Might an exchange of any time leave nothing that can be chosen?"""
        return False

    def needed(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """Exchanges that must be used because nothing else can be chosen."""
        return ()

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        """Why a key that is not offered is not; None where this step knows nothing of it."""
        return None

    def keys(self) -> tuple[str, ...]:
        """Every key this step may ever offer, as far as they can be listed."""
        return ()

    def may_offer(self, key: str) -> bool:
        """Is ``key`` one that this step offers at some time?"""
        return key in self.keys()

    def may_share(self, keys: frozenset[str]) -> bool:
        """Might one of these keys be that of an option here, or of an exchange needed here?"""
        return not keys.isdisjoint(self.keys())


@define(eq=False, repr=False)
class End(Asking):
    """The end of the game: nothing is asked any more."""

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return ()


@define(eq=False, repr=False)
class Run(Step):
    """An act, then on."""

    act: Act
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        self.act.do(cells, log)
        return self.follow


@define(eq=False, repr=False)
class Branch(Step):
    """One way or the other. Those that follow each other while all is so are one in a program."""

    test: Predicate
    then: StepNumber
    otherwise: StepNumber
    _row: tuple[tuple[Predicate, StepNumber], ...] = field(init=False, default=())
    _end: StepNumber = field(init=False, default=-1)

    def run(self, cells: list[int], log: Log) -> int:
        for test, otherwise in self._row:
            if not test.holds(cells):
                return otherwise
        return self._end

    def join(self, steps: Sequence[Step]) -> None:
        step: Step = self
        while isinstance(step, Branch) and len(self._row) < len(steps):
            self._row += ((step.test, step.otherwise),)
            self._end = step.then
            step = steps[step.then]


@define(eq=False, repr=False)
class Call(Step):
    """Into a routine; where to go on afterwards lies on the stack."""

    entry: StepNumber
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        cells.append(self.follow)
        return self.entry


@define(eq=False, repr=False)
class Return(Step):
    """Out of a routine."""

    def run(self, cells: list[int], log: Log) -> int:
        return cells.pop()
