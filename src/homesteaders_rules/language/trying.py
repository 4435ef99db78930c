"""Trying what a wrong line may mean: is it right in the game as it stands?

No proposal is made that was not tried: who follows it to the letter gets a text that is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from ..spelling import nearest
from .compiling.compiler import compile_entries
from .names.hints import fill
from .names.names import TABLES, collect
from .reading.characters import without_comment
from .reading.entries import entries_of
from .reading.parser import parse_passage
from .reading.rewriting import Broken, Unread, Way, ways_of
from .reading.slips import NEAR
from .reading.sources import Source
from .reading.syntax import ADD, REPLACE, Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .messages.diagnostics import Diagnostic
    from .names.names import Names
    from .reading.slips import Change
    from .reading.syntax import Entry

MEANT = re.compile(r'did you mean "([^"]+)"\?(?: (.+))?$')
NUMBERED = ("E345", "E393")
"""That a line comes at the wrong number: each is tried without those before it."""
UNKNOWN = ("E102", "E201", "E202")
MOST_TRIED = 20
"""So many findings are tried; with more of them something else is wrong."""


@define
class Trial:
    """The definitions that hold, the names they declare, and the files by name.

    ``complete``: all names are known. Where they are not, what can be read is taken for usable.
    """

    entries: Sequence[Entry]
    names: Names
    sources: Mapping[str, Source] = field(factory=dict)
    complete: bool = True
    tried: int = 0

    # ---- lines that cannot be read

    def settled(self, finding: Diagnostic) -> Diagnostic:
        """What is told of a line that cannot be read: the first way in which it could be used.

        Where none could be used, what is wrong is told without the line. A declared name is never
        taken for a misspelt word.
        """
        if not isinstance(finding, Unread):
            return finding
        misspelt = finding.misspelt
        if misspelt is not None and self.names.kind_of(misspelt.word):
            misspelt = None
        self.tried += 1
        if self.tried > MOST_TRIED:
            return finding.alone()
        ways = finding.search()
        if misspelt is not None:
            # What is said so elsewhere is meant rather than what is spelt like it.
            same = self._usable(w for w in ways if w.certain and w.word == misspelt.word)
            if same is not None:
                return same
            if self._errors(misspelt.around, misspelt.at) == 0:
                return misspelt.finding
        usable = self._usable(ways)
        if usable is not None:
            return usable
        if misspelt is not None:
            return misspelt.finding
        certain = next((self._with(way, "", "").finding for way in ways if way.certain), None)
        return certain or finding.otherwise or finding.alone()

    def _usable(self, ways: Iterable[Way]) -> Diagnostic | None:
        for way in ways:
            if way.spelling and self.names.kind_of(way.word):
                continue
            for meant in self._meant(way):
                if self._errors(meant.around, meant.at) == 0:
                    return evolve(meant.finding, hint=f"write: {meant.line.strip()}")
        return None

    def _meant(self, way: Way) -> Iterator[Way]:
        """The way with names in its gaps."""
        if NEAR not in way.line:
            yield self._with(way, "", "")
            return
        for table in TABLES.values():
            name = nearest(way.word, table(self.names))
            if name:
                yield self._with(way, NEAR, name)

    def _with(self, way: Way, gap: str, name: str) -> Way:
        def put(text: str) -> str:
            text = text.replace(gap, name) if gap else text
            return fill(text, self.names) if "<" in text else text

        line = put(way.line)
        around = (*way.around[: way.at], line, *way.around[way.at + 1 :])
        return evolve(way, line=line, around=around, finding=way.told(put))

    # ---- lines that can be read

    def improved(self, finding: Diagnostic) -> Diagnostic:
        """A finding about a name with a proposal that was tried, or without one."""
        source = self.sources.get(finding.span.file)
        meant = MEANT.search(finding.hint)
        if source is None or not (meant or finding.code in UNKNOWN) or self.tried > MOST_TRIED:
            return finding
        self.tried += 1
        broken = _broken(finding, source)
        start, end = broken.column, finding.span.end_column - finding.span.column + broken.column

        def report(change: Change) -> Diagnostic:
            span = source.span(finding.span.line, change.column, finding.span.line, change.end)
            return evolve(finding, code="E101", message=change.message, span=span)

        ways = ways_of(broken, report, within=range(start, end + 1))
        certain = self._usable(way for way in ways if way.certain)
        if certain is not None:
            return certain
        if meant is not None and self._is_better(finding, broken, meant[1]):
            return finding
        spare = evolve(finding, hint=(meant[2] or "") if meant else finding.hint)
        return self._usable(way for way in ways if not way.certain) or spare

    def _is_better(self, finding: Diagnostic, broken: Broken, word: str) -> bool:
        """Whether less is wrong in the line with another word in the place of what was found."""
        line, start = broken.line, broken.column
        end = start + finding.span.end_column - finding.span.column
        around, at = broken.around(f"{line[:start]}{word}{line[end:]}")
        return self._errors(around, at) < self._errors(*broken.around(line))

    def _errors(self, around: tuple[str, ...], at: int) -> int:
        """How much is wrong in a line, with those that it stands in."""
        lines = tuple(without_comment(line).rstrip() for line in around)
        if not lines[at]:
            return 0
        parsed, found = parse_passage(Passage(Source("", lines, lines), 1, lines))
        if not self.complete:
            return sum(each.span.line == at + 1 for each in found)
        entries = [
            entry
            for entry in entries_of(parsed, "")
            if entry.kind != "header" and entry.operation in (ADD, REPLACE)
        ]
        there = {(entry.kind, entry.name) for entry in self.entries}
        gone = (e for e in entries if e.operation == REPLACE and (e.kind, e.name) not in there)
        if any(entry.name for entry in gone):
            return len(lines)
        # What it declares itself is known in it.
        names = collect((*self.entries, *entries))
        _, wrong = compile_entries(entries, names, "")
        told = (each for each in (*found, *wrong) if each.is_error and each.code not in NUMBERED)
        return sum(each.span.line == at + 1 for each in told)


def _broken(finding: Diagnostic, source: Source) -> Broken:
    """The line of a finding in its definition."""
    at = finding.span.line - 1
    first = at
    while first > 0 and (not source.plain[first] or source.plain[first].startswith(" ")):
        first -= 1
    last = at + 1
    while last < len(source.plain) and (not source.plain[last] or source.plain[last][0] == " "):
        last += 1
    written = range(1, len(source.plain[at]) + 2)
    column = next((c for c in written if source.column(at + 1, c) >= finding.span.column), 1)
    end = column - 1 + finding.span.end_column - finding.span.column
    return Broken(source.plain[first:last], at - first, column - 1, (",",), end)
