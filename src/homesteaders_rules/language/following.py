"""What comes of doing to the letter what a finding proposes: it is tried on all packs together.

A line may be right for itself, and not fit what others say; then the finding says that too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..spelling import words_meant
from .reading.characters import depth, without_comment
from .reading.sources import HEADER, Source, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..words import Span
    from .messages.diagnostics import Diagnostic
    from .packs.resolving import Bundled

MOST_FOLLOWED = 2
"""So many findings are tried, the first ones: all is read again for each."""
MOST_WRONG = 10
"""With more errors nothing is tried: each is explained anew then, and they hide what comes."""
AS_A_WHOLE = "E5"
"""So begin the codes of what must hold for rules as a whole."""
OPEN = re.compile(r"\.\.\.|<[a-z ]+>")
"""What an author has still to fill in."""


@frozen
class Proposal:
    """What to put in the place of a part of one line."""

    span: Span
    text: str

    def put_into(self, line: str) -> str:
        """The line with it."""
        return f"{line[: self.span.column - 1]}{self.text}{line[self.span.end_column - 1 :]}"


def proposals_of(finding: Diagnostic) -> list[Proposal]:
    """What a finding proposes word for word: a line, or words of which one is meant for another.

    None where an author must think.
    """
    if finding.span.line != finding.span.end_line:
        return []
    for said in (finding.hint, finding.message):
        words, more = words_meant(said)
        if words:
            return [] if more else [Proposal(finding.span, word) for word in words]
    line, bare = finding.line_meant, without_comment(finding.line_text).rstrip()
    whole = evolve(finding.span, column=depth(bare) + 1, end_column=len(bare) + 1)
    return [Proposal(whole, line)] if line and not OPEN.search(line) else []


@frozen
class Followed:
    """Packs with errors, and how packs are read: ``read`` gives all that is found in them."""

    packs: Sequence[Bundled]
    read: Callable[[Sequence[Bundled]], Iterable[Diagnostic]]

    def told(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The findings, of which the first say what is wrong once somebody has followed them."""
        errors = [each for each in found if each.is_error]
        wrong = errors[:MOST_FOLLOWED] if len(errors) <= MOST_WRONG else []
        known = {(each.code, each.message) for each in found}
        return [self._with_what_comes(each, known) if each in wrong else each for each in found]

    def _with_what_comes(self, finding: Diagnostic, known: set[tuple[str, str]]) -> Diagnostic:
        # What a header extends was looked for before.
        proposals = [] if HEADER.match(finding.line_text) else proposals_of(finding)
        if len(proposals) != 1:
            return finding
        line = proposals[0].put_into(finding.line_text)
        packs = [_changed(pack, finding, line) for pack in self.packs]
        if None in packs:
            return finding
        found = self.read([pack for pack in packs if pack is not None])
        new = (e for e in found if e.is_error and (e.code, e.message) not in known)
        comes = next((each for each in new if self._follows(each, finding)), None)
        if comes is None:
            return finding
        line = finding.line_meant
        said = f"say it so: {line}" if line else finding.hint
        joined = f"{said}{'' if said.endswith('?') else ';'} " if said else ""
        where = "" if comes.span.line == finding.span.line else f" in {comes.span}"
        return evolve(finding, hint=f"{joined}then this is wrong{where}: {comes.message}")

    def _follows(self, comes: Diagnostic, finding: Diagnostic) -> bool:
        """Whether it is the proposal that makes something wrong.

        What must hold for rules as a whole is asked only where nothing else is wrong: in another
        definition it may have been so before.
        """
        if not comes.code.startswith(AS_A_WHOLE):
            return True
        first, last = sorted((comes.span.line, finding.span.line))
        sources = (source for pack in self.packs for source in pack.sources)
        plain = next(each.plain for each in sources if each.file == finding.span.file)
        between = plain[first:last]
        return comes.span.file == finding.span.file and all(
            not line or line.startswith(" ") for line in between
        )


def _changed(pack: Bundled, finding: Diagnostic, line: str) -> Bundled | None:
    """The pack with another line in the place of that of a finding."""
    sources = [_with_line(each, finding, line) for each in pack.sources]
    known = [each for each in sources if each is not None]
    return evolve(pack, sources=tuple(known)) if len(known) == len(sources) else None


def _with_line(source: Source, finding: Diagnostic, line: str) -> Source | None:
    if source.file != finding.span.file:
        return source
    at = finding.span.line - 1
    lines = (*source.written[:at], line, *source.written[at + 1 :])
    return read_text("\n".join(lines) + "\n", source.file)[0]
