"""A part of a screen: the same thing in several forms, from lean to rich."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rich.text import Text

Form = Callable[[int], "list[Text]"]
"""Lines of a width; none where the form needs more room than that."""
HIDDEN = -1
"""The level of a part that is not shown."""


@define(eq=False)
class Part:
    """Something that is to be seen. ``needed``: without it nobody can decide."""

    name: str
    forms: Sequence[Form]
    needed: bool = True
    _drawn: dict[tuple[int, int], list[Text]] = field(factory=dict, init=False)

    @property
    def least(self) -> int:
        """The leanest level."""
        return 0 if self.needed and self.forms else HIDDEN

    def lines(self, level: int, width: int) -> list[Text]:
        """The lines of a level, drawn once."""
        if level == HIDDEN or not self.forms:
            return []
        if (level, width) not in self._drawn:
            self._drawn[level, width] = self.forms[level](width)
        return self._drawn[level, width]

    def richest(self, width: int) -> list[Text]:
        """The lines of the richest level for which there is room."""
        levels = reversed(range(len(self.forms)))
        return next((lines for level in levels if (lines := self.lines(level, width))), [])

    def fits(self, level: int, width: int) -> bool:
        """Is there such a level, and room for it?"""
        return level < len(self.forms) and bool(self.lines(level, width))
