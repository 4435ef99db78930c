"""Trying out: can what was begun be carried out to the end of what must be done in it?

Most guards are known from what a part needs. Where one part of a sequence may take or bring what
a later one needs, its steps are run on a copy, question by question, until one way ends well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from attrs import define, field, frozen

from ..acts import Act
from ..operands import Flag, StepNumber, Whole
from ..predicates import All, Predicate, Wide
from ..registers import ACTOR, NEXT_STEP
from ..steps import Asking, Return, Step
from .deeds import Deed
from .offers import Fruitful, Lister, Offer

if TYPE_CHECKING:
    from ..recording.events import Log
    from .options import Option

STOP = -(1 << 30)
"""A return address that stops a run which was begun for itself."""
MOST_TRIED, MOST_DEEP = 2000, 60
"""So many situations are looked at, and so many questions ahead; what is still open then is taken
to be possible."""
UNFIT = "what must be done in it cannot be done now"
"""The reason where something is in it, but not to the end."""


@define(eq=False, repr=False)
class Inline(Act):
    """A routine of steps that ask nothing, run at once."""

    program: Whole
    entry: StepNumber

    def do(self, cells: list[int], log: Log) -> None:
        steps = self.program.steps
        cells.append(STOP)
        step = self.entry
        while step >= 0:
            step = steps[step].run(cells, log)


@define(eq=False, repr=False)
class Need(Step):
    """What comes next must be done; ``last``: nothing of what comes later is in doubt.

    A game goes on in any case: nobody gets here where it cannot be done, unless somebody else
    has come between.
    """

    test: Predicate
    last: Flag
    follow: StepNumber

    def run(self, cells: list[int], log: Log) -> int:
        return self.follow


class Ended(Return):
    """Out of a routine that is tried out before it is offered."""

    __slots__ = ()


class Steps(Protocol):
    """A program, as far as a look ahead needs it."""

    steps: Sequence[Step]


class _Trial:
    """One look ahead. What was looked at once is not looked at again.

    ``depth``: how many cells there are where it begins; ``way``: the questions on the way.
    """

    def __init__(self, program: Steps, depth: int) -> None:
        self.program = program
        self.depth = depth
        self.known: dict[tuple[int, ...], bool] = {}
        self.way: list[tuple[int, ...]] = []

    def goes_on(self, cells: list[int], step: int) -> bool:
        """From a step on, until it is known whether what must be done can be. The cells change."""
        steps = self.program.steps
        log: Log = []
        while step >= 0:
            current = steps[step]
            if isinstance(current, Need):
                if not current.test.holds(cells):
                    return False
                if current.last:
                    return True
            elif isinstance(current, Ended):
                return True
            step = current.run(cells, log)
        cells[NEXT_STEP] = ~step
        return self.can_answer(cells)

    def can_answer(self, cells: list[int]) -> bool:
        """Is there an answer to a question with which it goes on?

        An answer that leads back to a question on the way (one more use of a window) does not.
        """
        place = (cells[NEXT_STEP], cells[ACTOR], *cells[self.depth :])
        if self.way.count(place) > 1:
            return False
        key = tuple(cells)
        if key not in self.known:
            if len(self.known) >= MOST_TRIED or len(self.way) >= MOST_DEEP:
                return True
            self.way.append(place)
            asking: Asking = self.program.steps[cells[NEXT_STEP]]  # type: ignore[assignment]
            listed = asking.options(cells) or asking.needed(cells)
            self.known[key] = any(self.leads_on(cells, option) for option in listed)
            self.way.pop()
        return self.known[key]

    def leads_on(self, cells: Sequence[int], option: Option) -> bool:
        """Does it go on after an option?"""
        tried = list(cells)
        if option.anytime:
            option.offer.take(tried, [], option)
            return self.can_answer(tried)
        asking: Asking = self.program.steps[cells[NEXT_STEP]]  # type: ignore[assignment]
        return self.goes_on(tried, asking.choose(tried, [], option))


def leading_on(
    program: Steps, cells: Sequence[int], options: tuple[Option, ...]
) -> tuple[Option, ...]:
    """Those options after which all that must follow can be done."""
    trial = _Trial(program, len(cells))
    return tuple([option for option in options if trial.leads_on(cells, option)])


@frozen(eq=False, repr=False)
class Completable(Wide):
    """A routine can be carried out to the end of what must be done in it: tried out."""

    effort = 1000
    program: Whole
    entry: StepNumber

    def holds(self, cells: Sequence[int]) -> bool:
        return _Trial(self.program, len(cells)).goes_on([*cells, STOP], self.entry)


@define(eq=False, repr=False)
class Guarded(Fruitful):
    """An option that is offered where it moves something, and ``can`` be done to its end."""

    can: Predicate
    _both: Predicate = field(init=False)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._both = All.of(self.can, self.test)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options if self._both.holds(cells) else ()

    def together(self, run: Sequence[Offer]) -> Lister | None:
        return None

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key == self.key and self.test.holds(cells):
            return UNFIT
        return super().why_not(cells, key)

    def is_always_open(self) -> bool:
        return False


@define(eq=False, repr=False)
class Tried(Offer):
    """The options of an offer after which what must follow can be done."""

    offer: Offer
    program: Whole

    def settle(self, home: tuple[object, ...]) -> None:
        super().settle(home)
        self.offer.settle(home)

    def each(self) -> Sequence[Offer]:
        return self.offer.each()

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        trial = _Trial(self.program, len(cells))
        found = []
        for option in self.offer.options(cells):
            tried = list(cells)
            if trial.goes_on(tried, option.offer.take(tried, [], option)):
                found.append(option)
        return tuple(found)

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if any(option.key == key for option in self.offer.options(cells)):
            return UNFIT
        return self.offer.why_not(cells, key)

    def keys(self) -> tuple[str, ...]:
        return self.offer.keys()

    def may_offer(self, key: str) -> bool:
        return self.offer.may_offer(key)

    def wished(self, cells: Sequence[int]) -> Iterator[tuple[str, Deed]]:
        return self.offer.wished(cells)
