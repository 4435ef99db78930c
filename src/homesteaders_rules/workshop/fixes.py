"""Fixes: what a finding proposes, as a change of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..language.following import proposals_of
from ..language.reading.parser import parse_source
from ..language.reading.sources import read_text
from .places import Stretch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..language.messages.diagnostics import Diagnostic
    from .places import Places


@frozen
class Fix:
    """Put ``text`` in the place of a stretch, and the finding is gone."""

    at: Stretch
    text: str


def fix_of(finding: Diagnostic, places: Places) -> Fix | None:
    """The change that a finding proposes; None where it says several, or an author must think."""
    proposals = proposals_of(finding)
    if len(proposals) != 1:
        return None
    proposal, number = proposals[0], finding.span.line
    lines = [*places.lines(finding.span.file)]
    lines[number - 1 : number] = [proposal.put_into(places.line(finding.span))]
    if proposal.text == finding.line_meant and not _is_read(lines, number):
        return None
    return Fix(places.stretch(proposal.span), proposal.text)


def _is_read(lines: Sequence[str], number: int) -> bool:
    """Can one of some lines be read where it stands?"""
    source, found = read_text("\n".join(lines), "")
    if source is not None:
        found += parse_source(source)[1]
    return not any(each.is_error and each.span.line == number for each in found)
