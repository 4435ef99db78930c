"""Fixes: what a finding proposes, as a change of the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..language.following import word_meant
from ..language.reading.characters import depth, without_comment
from ..language.reading.parser import parse_source
from ..language.reading.sources import read_text
from .places import Stretch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..language.messages.diagnostics import Diagnostic
    from ..words import Span
    from .places import Places

WRITE = re.compile(r"(?:^|; )write: (.+)$")
QUOTED = re.compile(r'"([^"]+)"')
OPEN = re.compile(r"\.\.\.|<[a-z ]+>")
"""What an author has still to fill in."""


@frozen
class Fix:
    """Put ``text`` in the place of a stretch, and the finding is gone."""

    at: Stretch
    text: str


def fix_of(finding: Diagnostic, places: Places) -> Fix | None:
    """The change that a finding proposes word for word; None where an author must think."""
    if finding.span.line != finding.span.end_line:
        return None
    word = word_meant(finding)
    if word:
        return Fix(places.stretch(_misspelt(finding, places)), word)
    whole = WRITE.search(finding.hint)
    if whole is None or OPEN.search(whole[1]):
        return None
    return _whole_line(finding, whole[1], places)


def _misspelt(finding: Diagnostic, places: Places) -> Span:
    """The word that is meant: the first that the message quotes, where it stands in the finding."""
    span, quoted = finding.span, QUOTED.search(finding.message)
    text = places.line(span)[span.column - 1 : span.end_column - 1]
    at = text.find(quoted[1]) if quoted else -1
    if quoted is None or at < 0:
        return span
    column = span.column + at
    return evolve(span, column=column, end_column=column + len(quoted[1]))


def _whole_line(finding: Diagnostic, text: str, places: Places) -> Fix | None:
    """A line anew, but for its indentation and its comment; None where it could not be read so."""
    line = places.line(finding.span)
    bare = without_comment(line).rstrip()
    blanks = depth(bare)
    written = line[:blanks] + text + line[len(bare) :]
    lines = places.lines(finding.span.file)
    number = finding.span.line
    if not _is_read([*lines[: number - 1], written, *lines[number:]], number):
        return None
    at = evolve(finding.span, column=blanks + 1, end_column=len(bare) + 1)
    return Fix(places.stretch(at), text)


def _is_read(lines: Sequence[str], number: int) -> bool:
    """Can one of some lines be read where it stands?"""
    source, found = read_text("\n".join(lines), "")
    if source is not None:
        found += parse_source(source)[1]
    return not any(each.is_error and each.span.line == number for each in found)
