"""What a pack makes wrong in what it extends, told in the pack's own line.

Which line that is shows when it is left out: all is put together once more without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, frozen

from ..messages.diagnostics import in_order
from ..reading.syntax import ADD, REMOVE
from .blame import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from ...words import Span
    from ..messages.diagnostics import Diagnostic
    from ..reading.syntax import Entry

MOST_LEFT_OUT = 40
"""So many lines are tried, those first that replace or remove something."""
BEYOND = ("W513", "W516", "W517", "W531", "W532", "W533", "W534", "W535", "W536", "W538", "W541")
"""Warnings that are looked for in what a pack extends too: of what can happen there without it."""
LACKING = ("E501", "E502")
"""What is told in a header, because it stands nowhere."""
NAMES_BOTH = "E408"
"""Two packs do not agree, and the message names both."""
ENDLESS, NEVER_REACHED, SHORT = "W541", "W534", "W535"


@frozen(eq=False, repr=False)
class Found:
    """What was found where some lines are left out; ``checked``: could all be compiled?"""

    diagnostics: Sequence[Diagnostic]
    checked: bool


@define(eq=False, repr=False)
class Causes:
    """The lines of the last pack, and what is found ``without`` some of them.

    ``before`` are the entries of the packs that it extends, ``files`` those they stand in.
    """

    own: Sequence[Entry]
    before: Sequence[Entry]
    files: Collection[str]
    without: Callable[[Collection[int]], Found]

    def told_once(self, found: Found) -> list[Diagnostic]:
        """The findings, those that a line of the pack brings about elsewhere as one there."""
        own = [each for each in found.diagnostics if not self._is_beyond(each)]
        beyond = [each for each in in_order(found.diagnostics) if self._is_beyond(each)]
        if beyond and self.own:
            before = self._left(beyond, {id(each) for each in self.own}, found)
            caused = [each for each in beyond if each not in before]
            for line, gone in self._lines(caused, found):
                if not _is_told(gone[0], line, own):
                    own.append(self._told(line, gone))
                beyond = [each for each in beyond if each not in gone]
        return [*own, *(each for each in beyond if each.code not in BEYOND)]

    def _lines(
        self, caused: Sequence[Diagnostic], found: Found
    ) -> Iterator[tuple[Entry, list[Diagnostic]]]:
        """The lines that bring something about, each with what: alone, else together."""
        for is_alone in (True, False):
            out: set[int] = set()
            for entry in self._tried() if caused else ():
                out = {id(entry)} if is_alone else {*out, id(entry)}
                left = self._left(caused, out, found)
                if len(left) < len(caused):
                    yield entry, [each for each in caused if each not in left]
                    caused = left
                if not caused:
                    return

    def _left(
        self, caused: Sequence[Diagnostic], out: Collection[int], found: Found
    ) -> Sequence[Diagnostic]:
        """What of it is still found without some lines; all, if that cannot be said."""
        again = self.without(out)
        if again.checked < found.checked:
            return caused
        said = {*map(_said, again.diagnostics)}
        return [each for each in caused if _said(each) in said]

    def _is_beyond(self, finding: Diagnostic) -> bool:
        is_there = finding.span.file in self.files and finding.code != NAMES_BOTH
        return is_there or finding.code in LACKING

    def _tried(self) -> Iterable[Entry]:
        """What changes something first; no examples, on which no other line depends."""
        lines = [entry for entry in self.own if entry.kind != "example"]
        return sorted(lines, key=lambda each: (each.operation == ADD, each.kind == "piece"))[
            :MOST_LEFT_OUT
        ]

    def _told(self, entry: Entry, gone: Sequence[Diagnostic]) -> Diagnostic:
        first = gone[0]
        message = f"with this, {first.message}"
        if first.code not in LACKING:
            lines = "1 line" if len(gone) == 1 else f"{len(gone)} lines"
            verb = _verb(first, len(gone))
            message = f"with this, {lines} elsewhere {verb}, {shown(gone)}: {first.message}"
        return entry.finding(first.code, message, self._hint(entry, first))

    def _hint(self, entry: Entry, first: Diagnostic) -> str:
        if entry.operation == ADD:
            if first.code == NEVER_REACHED:
                return first.hint
            return "leave it out, or replace or remove what it does not go with"
        replaced = [
            each for each in self.before if (each.kind, each.name) == (entry.kind, entry.name)
        ]
        if entry.operation == REMOVE or len(replaced) != 1 or len(replaced[0].passage.lines) != 1:
            return f"leave it out, or {entry.operation} what it does not go with too"
        return f"what it replaces is: {replaced[0].passage.lines[0].strip()}"


def _is_told(finding: Diagnostic, line: Entry, own: Sequence[Diagnostic]) -> bool:
    """Is the same wrong in the line itself?"""
    same = (each for each in own if (each.code, each.message) == (finding.code, finding.message))
    return any(line.passage.holds(each.span) for each in same)


def _verb(first: Diagnostic, number: int) -> str:
    if first.code == ENDLESS:
        return "gives something for nothing" if number == 1 else "give something for nothing"
    if first.code == SHORT:
        return "runs short" if number == 1 else "run short"
    if first.is_error:
        return "is wrong" if number == 1 else "are wrong"
    return "never matters" if number == 1 else "never matter"


def _said(finding: Diagnostic) -> tuple[str, str, Span]:
    return finding.code, finding.message, finding.span
