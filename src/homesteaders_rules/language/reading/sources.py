"""Reading rule files, and making their text simple enough for the grammar.

Whatever a file contains, the result is a list of sources and a list of diagnostics, never an
exception. A source keeps the lines as they were written, for messages, and beside them the lines
the parser sees: without comments, with single blanks, without blanks at the end.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...words import Span
from ..messages.diagnostics import ERROR, WARNING, Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BYTES = 1_000_000
SUFFIX = ".rules"
HEADER = re.compile(r"^(game|pack)\b", re.MULTILINE)
NOT_PLAIN = re.compile(r"[^\x20-\x7e]")
ODD_BLANKS = re.compile(r"(?<=\S)(?: {2,}|\t[ \t]*| +\t[ \t]*)")
LOOKALIKES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u2013": "-"})


@frozen
class Source:
    """One rule file. ``columns`` maps, for lines with odd blanks, plain columns to written ones."""

    file: str
    written: tuple[str, ...]
    plain: tuple[str, ...]
    columns: Mapping[int, tuple[int, ...]] = field(factory=dict, eq=False)

    def line_text(self, line: int) -> str:
        """A line as it was written; empty outside of the file."""
        return self.written[line - 1] if 0 < line <= len(self.written) else ""

    def column(self, line: int, column: int) -> int:
        """The column in the file of a column of the plain text."""
        known = self.columns.get(line)
        if known is None:
            return column
        beyond = max(0, column - len(known))
        return known[column - beyond - 1] + beyond

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """A stretch of the plain text as a stretch of the file."""
        return Span(
            self.file,
            line,
            self.column(line, column),
            end_line,
            self.column(end_line, end_column),
        )


Reading = tuple[list[Source], list[Diagnostic]]


def whole_file(file: str) -> Span:
    """The span of a finding about a file as such."""
    return Span(file, 1, 1, 1, 1)


def read_sources(path: Path, shown: str) -> Reading:
    """The sources of a pack: a folder of rule files, or one rule file.

    ``shown`` is how messages name the path. The file with the header comes first, the others
    follow in the order of their names.
    """
    try:
        single = path.is_file()
        paths = [path] if single else sorted(p for p in path.iterdir() if p.suffix == SUFFIX)
    except OSError as error:
        return [], [_finding("E001", f"cannot be read: {error.strerror}", shown)]
    except ValueError:
        return [], [_finding("E001", "is no path of a file or folder", shown)]
    if not paths:
        hint = f'rules are text files whose names end in "{SUFFIX}"'
        return [], [_finding("E007", "the folder has no rule files", shown, hint)]
    sources: list[Source] = []
    found: list[Diagnostic] = []
    for each in paths:
        source, diagnostics = read_file(each, shown if single else f"{shown}/{each.name}")
        found += diagnostics
        if source is not None:
            sources.append(source)
    sources.sort(key=lambda source: not HEADER.search("\n".join(source.plain)))
    return sources, found


def read_file(path: Path, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    """One file; None where nothing of it can be used."""
    try:
        if path.stat().st_size > MOST_BYTES:
            limit = f"rule files have at most {MOST_BYTES} bytes"
            return None, [_finding("E005", "the file is too big", shown, limit)]
        data = path.read_bytes()
    except OSError as error:
        return None, [_finding("E001", f"cannot be read: {error.strerror}", shown)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        span = Span(shown, line, column, line, column + 1)
        message = "the file is not UTF-8 text"
        hint = "save it in the encoding UTF-8"
        return None, [Diagnostic("E002", ERROR, message, span, hint)]
    return read_text(text, shown)


def read_text(text: str, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    """A text as a source, with what is odd about its characters."""
    if not text.strip():
        return None, [_finding("W006", "the file is empty", shown, severity=WARNING)]
    written = tuple(text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n"))
    plain: list[str] = []
    columns: dict[int, tuple[int, ...]] = {}
    found: list[Diagnostic] = []
    for number, line in enumerate(written, 1):
        simple = line
        if NOT_PLAIN.search(line):
            finding = _odd_character(line, number, shown)
            if finding is not None:
                found.append(finding)
                plain.append("")
                continue
            simple = line.translate(LOOKALIKES)
        simple = _without_comment(simple).rstrip()
        if ODD_BLANKS.search(simple):
            columns[number] = _written_columns(simple)
            simple = ODD_BLANKS.sub(" ", simple)
        plain.append(simple)
    return Source(shown, written, tuple(plain), columns), found


def _without_comment(line: str) -> str:
    """Cut at the first ``#`` that does not stand between quotes."""
    start = line.find("#")
    while start >= 0:
        if line.count('"', 0, start) % 2 == 0:
            return line[:start]
        start = line.find("#", start + 1)
    return line


def _written_columns(line: str) -> tuple[int, ...]:
    """For each character of the line with single blanks, its column in the line as written."""
    columns: list[int] = []
    done = 0
    for blanks in ODD_BLANKS.finditer(line):
        columns += range(done + 1, blanks.start() + 2)
        done = blanks.end()
    return (*columns, *range(done + 1, len(line) + 2))


def _odd_character(line: str, number: int, shown: str) -> Diagnostic | None:
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        column = indentation.index("\t") + 1
        span = Span(shown, number, column, number, column + 1)
        hint = "indent with four blanks"
        message = "a tab in the indentation"
        return Diagnostic("E003", ERROR, message, span, hint, line)
    for column, character in enumerate(line, 1):
        if character != "\t" and unicodedata.category(character) in ("Cc", "Cs"):
            span = Span(shown, number, column, number, column + 1)
            message = f"a control character (U+{ord(character):04X})"
            return Diagnostic("E004", ERROR, message, span, "delete it", _printable(line))
    return None


def _printable(line: str) -> str:
    return "".join("\ufffd" if unicodedata.category(c) in ("Cc", "Cs") else c for c in line)


def _finding(
    code: str, message: str, shown: str, hint: str = "", severity: str = ERROR
) -> Diagnostic:
    return Diagnostic(code, severity, message, whole_file(shown), hint)
