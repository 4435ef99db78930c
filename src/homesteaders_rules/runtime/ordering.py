"""Parts in the order that a player likes, and goods taken from a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from .offers import Offer
from .options import Option
from .steps import Asking, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .acts import Act
    from .events import Log
    from .predicates import Test


@frozen
class PartOffer:
    """A part: its key, whether there is anything in it, and where it begins.

    ``builds``: whether there is a building in it, of a part that is called so; where there is
    none its key is ``use``.
    """

    name: str
    present: Test
    entry: int
    builds: Test | None = None
    use: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key it may have."""
        return (self.name, self.use) if self.builds is not None else (self.name,)


@define(eq=False)
class ChooseOrder(Asking):
    """Which part next. ``stop`` is the key of leaving out the rest, empty where none may be."""

    follow: int
    stop: str
    parts: tuple[PartOffer, ...] = ()
    _options: tuple[tuple[Option, Option], ...] = field(init=False, default=())
    _stop: Option = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stop = Option(self.stop, offer=self)

    def _left(self, cells: Sequence[int]) -> list[int]:
        done = cells[-1]
        return [
            number
            for number, part in enumerate(self.parts)
            if not done >> number & 1 and part.present.holds(cells)
        ]

    def _all(self) -> tuple[tuple[Option, Option], ...]:
        """Each part by its name, and as what it is where there is no building in it.

        Made when first asked for, since parts are linked after their question.
        """
        if not self._options:
            self._options = tuple(
                (
                    Option(part.name, offer=self, payload=number),
                    Option(part.use, offer=self, payload=number, formerly=part.name),
                )
                for number, part in enumerate(self.parts)
            )
        return self._options

    def _option(self, cells: Sequence[int], number: int) -> Option:
        named, used = self._all()[number]
        builds = self.parts[number].builds
        return named if builds is None or builds.holds(cells) else used

    def run(self, cells: list[int], log: Log) -> int:
        left = self._left(cells)
        if not left:
            cells.pop()
            return self.follow
        return self._enter(cells, left[0]) if len(left) == 1 else ~self.number

    def _enter(self, cells: list[int], number: int) -> int:
        cells[-1] |= 1 << number
        return self.parts[number].entry

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        found = tuple([self._option(cells, number) for number in self._left(cells)])
        return (*found, self._stop) if self.stop else found

    def choose(self, cells: list[int], log: Log, option: Option) -> int:
        if option is self._stop:
            cells.pop()
            return self.follow
        return self._enter(cells, option.payload)

    def can_run_dry(self) -> bool:
        return not self.stop

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        if key not in self.keys():
            return None
        return "that part was taken already, or there is nothing in it"

    def keys(self) -> tuple[str, ...]:
        keys = (key for part in self.parts for key in part.keys)
        return (*keys, self.stop) if self.stop else tuple(keys)


class FromHere(Offer):
    """One good that lies on a piece, while it does."""

    def __init__(self, key: str, here: int, act: Act | None, target: int) -> None:
        self.here = here
        self.act = act
        self.target = target
        self._options = (Option(key, offer=self),)

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        return self._options if cells[self.here] > 0 else ()

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        if self.act is not None:
            self.act.do(cells, log)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return "none lies there any more" if key == self._options[0].key else None

    def keys(self) -> tuple[str, ...]:
        return (self._options[0].key,)


@define(eq=False)
class SkipIfEmpty(Step):
    """Ask only if the question has an option; else on, also when an exchange takes the last."""

    question: Asking
    follow: int

    def __attrs_post_init__(self) -> None:
        self.question.skip = self.follow

    def run(self, cells: list[int], log: Log) -> int:
        return ~self.question.number if self.question.options(cells) else self.follow
