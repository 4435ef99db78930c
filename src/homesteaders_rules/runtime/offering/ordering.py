"""Parts in the order that a player likes, and goods taken from a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...values import ByValue
from ..counters import Counter
from ..operands import Cell, Flag, Memory, StepNumber, Text
from ..predicates import Predicate
from ..registers import ACTOR
from ..steps import Asking
from .deeds import Deed, verb_of
from .offers import Question, Single
from .options import Option, option_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..recording.events import Log


AT_LEAST_ONE = "at least one of it must be done"
"""The reason where it is too early to stop."""


@frozen(eq=False, repr=False)
class PartOffer(ByValue):
    """A part: its key, whether there is anything in it, and where it begins.

    ``builds``: whether there is a building in it, of a part that is called so; where there is
    none its key is ``use``.
    """

    name: Text
    present: Predicate
    entry: StepNumber
    builds: Predicate | None = None
    use: Text = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key it may have."""
        return (self.name, self.use) if self.builds is not None else (self.name,)


@define(eq=False, repr=False)
class ChooseOrder(Asking):
    """Which part next. ``stop`` is the key of leaving out the rest, empty where none may be.

    ``least``: not before one of them was done, and no part begins by itself. ``rising``: whoever
    takes a part has passed over those before it.

    Operands of its options: the number of the part, and whether it goes by its name; none: stop.
    """

    follow: StepNumber
    stop: Text
    least: Flag = False
    rising: Flag = False
    parts: tuple[PartOffer, ...] = ()
    _options: Memory[tuple[int, ...], Option] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = Memory(lambda operands: option_of(self, *operands))

    def _left(self, cells: Sequence[int]) -> list[int]:
        done = cells[-1]
        passed = done.bit_length() if self.rising else 0
        return [
            number
            for number, part in enumerate(self.parts)
            if number >= passed and not done >> number & 1 and part.present.holds(cells)
        ]

    def _option(self, cells: Sequence[int], number: int) -> Option:
        """Each part by its name, or as what it is where there is no building in it."""
        builds = self.parts[number].builds
        return self._options[number, int(builds is None or builds.holds(cells))]

    def key_of(self, operands: tuple[int, ...]) -> str:
        if not operands:
            return self.stop
        number, is_named = operands
        return self.parts[number].name if is_named else self.parts[number].use

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed(verb_of(self.key_of(operands)))

    def former_key_of(self, operands: tuple[int, ...]) -> str:
        return self.parts[operands[0]].name if operands and not operands[1] else ""

    def run(self, cells: list[int], log: Log) -> int:
        left = self._left(cells)
        if not left:
            cells.pop()
            return self.follow
        begins = len(left) == 1 and not self.least
        return self._enter(cells, left[0]) if begins else ~self.number

    def _enter(self, cells: list[int], number: int) -> int:
        cells[-1] |= 1 << number
        return self.parts[number].entry

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found = tuple([self._option(cells, number) for number in self._left(cells)])
        may_stop = self.stop and (cells[-1] or not self.least)
        return (*found, self._options[()]) if may_stop else found

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if not option.operands:
            cells.pop()
            return self.follow
        return self._enter(cells, option.operands[0])

    def can_run_dry(self) -> bool:
        return self.least or not self.stop

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        if key == self.stop:
            return AT_LEAST_ONE
        return "that part was taken already, or there is nothing in it"

    def keys(self) -> tuple[str, ...]:
        keys = (key for part in self.parts for key in part.keys)
        return (*keys, self.stop) if self.stop else tuple(keys)


@define(eq=False, repr=False)
class Again(Question):
    """The same offers again and again; the last of them ends that.

    ``least``: it can only be chosen once another was, which lies on the stack.
    """

    follow: StepNumber
    least: Flag

    def run(self, cells: list[int], log: Log) -> int:
        for offer in self.offers[:-1]:
            if offer.is_open(cells):
                return ~self.number
        cells.pop()
        return self.follow

    def is_open(self, cells: Sequence[int]) -> bool:
        return bool(self.options(cells))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found = super().options(cells)
        return found[:-1] if self.least and not cells[-1] else found

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if option.offer is not self.offers[-1]:
            cells[-1] = 1
        return super().choose(cells, log, option)

    def can_run_dry(self) -> bool:
        return self.least

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return AT_LEAST_ONE if key in self.offers[-1].keys() else super().why_not(cells, key)


@define(eq=False, repr=False)
class FromHere(Single):
    """One good that lies on a piece, while it does, and while there is ``room`` for it."""

    here: Cell
    room: Counter | None

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options if cells[self.here] > 0 and self._fits(cells) else ()

    def _fits(self, cells: Sequence[int]) -> bool:
        return self.room is None or self.room.count(cells, cells[ACTOR]) > 0

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key != self.key:
            return None
        return "none lies there any more" if self._fits(cells) else "you may hold no more of it"
