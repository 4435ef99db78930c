"""Other places that a finding names: they become stretches, so that a page leads there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..words import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..language.messages.diagnostics import Diagnostic
    from .places import Places, Stretch

AT = re.compile(r":(\d{1,7}):(\d{1,7})(?!\d)")
"""What follows the name of a file where a place is named, see ``Span.__str__``."""


def related_of(finding: Diagnostic, places: Places) -> list[Stretch]:
    """The places that a message and its hint name, each from where it begins to its line's end."""
    found = {}
    for said in (finding.message, finding.hint):
        for span in _spans(said, places):
            found[str(span)] = span
    return [places.stretch(span) for name, span in found.items() if name != str(finding.span)]


def _spans(said: str, places: Places) -> Iterator[Span]:
    for at in AT.finditer(said):
        line, column = int(at[1]), int(at[2])
        before = said[: at.start()]
        # Of files whose names end alike the longest is meant.
        named = [file for file in places.files if before.endswith(file)]
        for file in sorted(named, key=len)[-1:]:
            end = len(places.line(Span(file, line, column, line, column)).rstrip()) + 1
            yield Span(file, line, column, line, max(end, column))
