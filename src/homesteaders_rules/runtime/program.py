"""Program: the linked steps of a table, and the loop that runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from attrs import define, field

from ..freezing import Freezing
from . import offering
from .offering.anytime import Anytime
from .operands import BESIDE, Beside, Routine, StepNumber, Text
from .recording.records import Decoder
from .registers import NEXT_STEP
from .steps import Asking, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from .offering.exchanges import ExchangeOffer
    from .offering.options import Option, Options
    from .recording.events import Event, Log, Record


@define(eq=False, repr=False)
class Program(Freezing):
    """Numbered steps, the decoders of their records, and the exchanges of any time.

    ``course`` names the parts of a game in order: (phase, when), with ``when`` one of
    ``opening``, ``round`` and ``final``. ``returns`` holds, for each routine, where it may go
    back to; ``entries`` where each part begins, ``start`` where the game does. ``uncertain``:
    choices that must be made where one can be, and it is not sure that one can.
    """

    steps: Annotated[Sequence[Step], BESIDE] = ()
    decoders: Annotated[Sequence[Decoder], BESIDE] = ()
    exchanges: Sequence[ExchangeOffer] = ()
    course: Sequence[tuple[Text, Text]] = ()
    entries: Sequence[StepNumber] = ()
    start: StepNumber = 0
    uncertain: Annotated[Sequence[Any], BESIDE] = ()
    returns: Mapping[Routine, Set[StepNumber]] = field(factory=dict)
    home: Beside = field(init=False, default=())
    _exchanges: Anytime = field(init=False)
    _tell: Any = field(init=False)  # As every decision hands it on: made once.

    def settle(self, home: tuple[object, ...]) -> None:
        """Belong to a table of this identity, with all that makes options, and never change."""
        self.home = home
        for step in self.steps:
            if isinstance(step, Asking):
                step.settle(home)
            step.join(self.steps)
            step.freeze()
        for exchange in self.exchanges:
            exchange.settle(home)
        self._exchanges, self._tell = Anytime(self), self.tell
        self.freeze()

    def anytime(self, cells: Sequence[int], listed: Sequence[Option]) -> tuple[Option, ...]:
        """The exchanges that may be used now, those listed aside."""
        return self._exchanges.options(cells, listed)

    def takes_last_way(self, cells: Sequence[int], key: str) -> bool:
        """Is an exchange not offered because nothing that must be chosen could be chosen then?"""
        return self._exchanges.takes_last_way(cells, key)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        """What may be chosen at the step that asks: its options, or the exchanges it needs."""
        step: Asking = self.steps[cells[NEXT_STEP]]  # type: ignore[assignment]
        found = step.options(cells) or step.needed(cells)
        return (offering.trying.leading_on(self, cells, found) or found) if step.tried else found

    def run(self, cells: list[int], log: Log, step: int) -> None:
        """From a step on until one asks; its number is then in NEXT_STEP."""
        while step >= 0:
            step = self.steps[step].run(cells, log)
        cells[NEXT_STEP] = ~step

    def choose(self, cells: list[int], log: Log, option: Option, lists: bool = True) -> Options:
        """Carry out an option, and run on; the options of the next question, if it ``lists``."""
        steps: Sequence[Any] = self.steps
        asking: Asking = steps[cells[NEXT_STEP]]
        if option.anytime:
            option.offer.take(cells, log, option)
            is_over = asking.skip >= 0 and not asking.options(cells)
            step = asking.skip if is_over else ~asking.number
        else:
            step = asking.choose(cells, log, option)
        while step >= 0:
            step = steps[step].run(cells, log)
        cells[NEXT_STEP] = number = ~step
        if not lists:
            return ()
        asking = steps[number]
        if asking.tried:
            return self.options(cells)
        return asking.options(cells) or asking.needed(cells)

    def tell(self, record: Record) -> Iterator[Event]:
        """The events of a record."""
        return self.decoders[record[0]].tell(record)
