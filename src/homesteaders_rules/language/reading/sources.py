"""Reading rule files, and making their text simple enough for the grammar.

Whatever a file contains, the result is a list of sources and a list of diagnostics, never an
exception. A source keeps the lines as they were written, for messages, and beside them the lines
the parser sees: without comments, with single blanks, without blanks at the end, and with letters
and their accents as one character each.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ...paths import readable
from ...values import ByValue
from ...words import Span
from ..messages.diagnostics import ERROR, WARNING, Diagnostic, listed, utf16_column
from .characters import READ_AS, depth, lookalikes, odd_sign, printable, repaired, without_comment
from .files import (
    SUFFIX,
    NotPlain,
    TooBig,
    folders_in,
    has_rules,
    nearly_rule_files,
    read_plain,
    rule_files,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

MOST_BYTES = 1_000_000
MOST_REMEMBERED, LONGEST_REMEMBERED = 128, 50_000
"""So many texts of so many characters are not looked through again while nothing in them changes:
each reading of a pack looks at the games that come along."""
LINE_BREAK = re.compile(r"\r\n|\r|\n")
HEADER = re.compile(r"^(game|pack)\b", re.MULTILINE)
NOT_PLAIN = re.compile(r"[^\x20-\x7e]")
ODD_BLANKS = re.compile(r"(?<=\S)(?: {2,}|\t[ \t]*| +\t[ \t]*)")
LOOKALIKES = str.maketrans({sign: meant for sign, meant in READ_AS.items() if len(meant) == 1})
ALL_READ_AS = str.maketrans(READ_AS)
OPTION = re.compile(r"\boption [^:]+:")
EXAMPLE = re.compile(r"^(.*: )? *(replace )?example ")


@frozen(eq=False, repr=False)
class Source(ByValue):
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
        if self.columns:
            column, end_column = self.column(line, column), self.column(end_line, end_column)
        return Span(self.file, line, column, end_line, end_column)

    def finding(self, code: str, message: str, span: Span, hint: str = "") -> Diagnostic:
        """What is wrong in the file, with the line as it was written; W: a warning."""
        severity = WARNING if code.startswith("W") else ERROR
        return Diagnostic(code, severity, message, span, hint, self.line_text(span.line))


def in_units(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """A finding with the UTF-16 columns of its lines; ``sources`` are the files by name."""
    span = diagnostic.span
    source = sources.get(span.file)
    if source is None:
        return diagnostic
    return evolve(
        diagnostic,
        utf16_column=utf16_column(source.line_text(span.line), span.column),
        utf16_end_column=utf16_column(source.line_text(span.end_line), span.end_column),
    )


Reading = tuple[list[Source], list[Diagnostic]]


def whole_file(file: str) -> Span:
    """The span of a finding about a file as such."""
    return Span(file, 1, 1, 1, 1)


def read_sources(path: Path, shown: str) -> Reading:
    """The sources of a pack: the rule files in a folder, or one rule file.

    ``shown`` is how messages name the path. The file with the header comes first, the others
    follow in the order of their names.
    """
    found: list[Diagnostic] = []
    if readable(path).is_dir():
        try:
            paths = rule_files(path)
            deeper = [each for each in folders_in(path) if has_rules(each)]
            nearly = nearly_rule_files(path)
        except OSError as error:
            return [], [_finding("E001", f"cannot be read: {error.strerror}", shown)]
        if not paths:
            hint = _instead(deeper, nearly)
            return [], [_finding("E007", "the folder has no rule files", shown, hint)]
        named = [(each, f"{shown}/{printable(each.name)}") for each in paths]
        found += [_not_read(f"{shown}/{printable(each.name)}") for each in deeper]
        found += _passed_over([f"{shown}/{printable(each.name)}" for each in nearly])
    else:
        named = [(path, shown)]
    sources, diagnostics = _in_order(read_file(each, name) for each, name in named)
    return sources, found + diagnostics


def sources_of(texts: Mapping[str, str], shown: str) -> Reading:
    """The sources of a pack that lies in memory: texts by the names of its files."""
    named = sorted(texts.items())
    return _in_order(read_text(text, f"{shown}/{printable(name)}") for name, text in named)


def _in_order(readings: Iterable[tuple[Source | None, list[Diagnostic]]]) -> Reading:
    """What was read of each file; that with the header comes first."""
    sources: list[Source] = []
    found: list[Diagnostic] = []
    for source, diagnostics in readings:
        found += diagnostics
        if source is not None:
            sources.append(source)
    sources.sort(key=lambda source: not HEADER.search("\n".join(source.plain)))
    return sources, found


def _instead(deeper: Iterable[Path], nearly: Iterable[Path]) -> str:
    """What to do about a folder without rule files."""
    close = [printable(each.name) for each in nearly]
    if close:
        return f'give {listed(close)} a name that ends in "{SUFFIX}"'
    names = [printable(each.name) for each in deeper]
    if names:
        return f"name one of the folders in it that have some: {listed(names)}"
    return f'rules are text files whose names end in "{SUFFIX}"'


def _not_read(shown: str) -> Diagnostic:
    hint = "put its files beside the others, or name it as a pack of its own"
    message = "the rule files in this sub-folder are not read"
    return _finding("W007", message, shown, hint, WARNING)


def _passed_over(files: Sequence[str]) -> Iterator[Diagnostic]:
    """One warning for all files of a folder that are nearly called like rule files."""
    if files:
        others = f", and {len(files) - 1} more" if len(files) > 1 else ""
        message = f"the file is not read: its name does not end in {SUFFIX}{others}"
        yield _finding(
            "W008", message, files[0], f'rename it so that it ends in "{SUFFIX}"', WARNING
        )


def read_file(path: Path, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    """One file; None where nothing of it can be used."""
    data = _bytes_of(path, shown)
    if isinstance(data, Diagnostic):
        return None, [data]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(error.object, error.start, shown)]
    if text.count("\0") > len(text) // 4:  # In UTF-16 every second byte of a plain text is empty.
        return None, [_not_utf8(data, data.index(b"\0"), shown)]
    return read_text(text, shown)


def _bytes_of(path: Path, shown: str) -> bytes | Diagnostic:
    """The bytes of a file, or why it cannot be read."""
    try:
        if not path.name.isprintable():
            hint = "rename it, with letters, digits and _ in UTF-8"
            return _finding(
                "E010", "the name of the file has signs that cannot be shown", shown, hint
            )
        return read_plain(path, MOST_BYTES)
    except NotPlain as error:
        return _not_plain(error.kind, shown)
    except TooBig:
        limit = f"rule files have at most {MOST_BYTES} bytes"
        return _finding("E005", "the file is too big", shown, limit)
    except OSError as error:
        return _finding("E001", f"cannot be read: {error.strerror or error}", shown)
    except ValueError:
        return _finding("E001", "is no path of a file or folder", shown)


def _not_plain(kind: str, shown: str) -> Diagnostic:
    if kind == "a link":
        hint = "put a copy of the file there: what lies outside of the folder is not read"
        return _finding("E008", "this is a link, and links are not followed", shown, hint)
    hint = "rules are read from plain files only: delete it, or give it another name"
    return _finding("E009", f"this is {kind} and no plain file", shown, hint)


def _not_utf8(data: bytes, start: int, shown: str) -> Diagnostic:
    before = LINE_BREAK.split(data[:start].decode("utf-8"))
    after = LINE_BREAK.split(data[start:].decode("utf-8", "replace"), maxsplit=1)[0]
    line, column = len(before), len(before[-1]) + 1
    span = Span(shown, line, column, line, column + 1)
    message, hint = "the file is not UTF-8 text", "save it in the encoding UTF-8"
    return Diagnostic("E002", ERROR, message, span, hint, _printable(before[-1] + after))


def read_text(text: str, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    """A text as a source, with what is odd about its characters."""
    read = _known_text if len(text) <= LONGEST_REMEMBERED else _text
    source, found = read(text, shown)
    return source, [*found]


def _text(text: str, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    if not text.strip():
        return None, [_finding("W006", "the file is empty", shown, severity=WARNING)]
    written = tuple(LINE_BREAK.split(text))
    if not written[-1]:
        written = written[:-1]
    plain: list[str] = []
    columns: dict[int, tuple[int, ...]] = {}
    found: list[Diagnostic] = []
    alike: dict[str, list[tuple[int, int]]] = {}
    for number, line in enumerate(written, 1):
        simple = line
        own: tuple[int, ...] = ()
        if NOT_PLAIN.search(line):
            odd = odd_sign(line)
            if odd is not None and not (odd[0] == "E003" and _is_said(found, "E003")):
                found.append(_odd(odd, line, number, shown))
            simple, own = repaired(line)
            simple = simple.translate(LOOKALIKES)
            for sign, column in lookalikes(line):
                alike.setdefault(sign, []).append((number, column))
        simple = without_comment(simple).rstrip()
        if ("  " in simple.lstrip() or "\t" in simple) and ODD_BLANKS.search(simple):
            blanks = _written_columns(simple)
            own = tuple(own[column - 1] for column in blanks) if own else blanks
            simple = ODD_BLANKS.sub(" ", simple)
        if own:
            columns[number] = own
        plain.append(simple)
    source = Source(shown, written, tuple(plain), columns)
    return source, [*found, *_read_as(alike, source)]


_known_text = lru_cache(MOST_REMEMBERED)(_text)


def _read_as(
    alike: Mapping[str, Sequence[tuple[int, int]]], source: Source
) -> Iterator[Diagnostic]:
    """A warning for each sign that is read as another, at the first of its places; one for a line.

    What explains an option, and the name of an example, is prose, where they are right.
    """
    told: set[int] = set()
    for sign, places in alike.items():
        used = [(n, column) for n, column in places if sign == "\u00a0" or not _is_prose(source, n)]
        if not used or used[0][0] in told:
            continue
        number, column = used[0]
        lines = len({line for line, _ in used})
        name = "a blank that does not break" if sign == "\u00a0" else f'"{sign}"'
        others = f", in {lines} lines" if lines > 1 else ""
        message = f'{name} (U+{ord(sign):04X}) is read as "{READ_AS[sign]}"{others}'
        hint = "write an ordinary blank"
        if sign != "\u00a0":
            better = without_comment(source.line_text(number)).translate(ALL_READ_AS)
            hint = f"write: {better.strip()}"
            told.add(number)
        span = Span(source.file, number, column, number, column + 1)
        yield source.finding("W009", message, span, hint)


def _is_prose(source: Source, number: int) -> bool:
    line = source.plain[number - 1]
    blanks = depth(line)
    outer = (x for x in reversed(source.plain[: number - 1]) if x and x[:blanks].strip())
    return bool(EXAMPLE.match(line) or (blanks and OPTION.search(next(outer, ""))))


def _written_columns(line: str) -> tuple[int, ...]:
    """For each character of the line with single blanks, its column in the line as written."""
    columns: list[int] = []
    done = 0
    for blanks in ODD_BLANKS.finditer(line):
        columns += range(done + 1, blanks.start() + 2)
        done = blanks.end()
    return (*columns, *range(done + 1, len(line) + 2))


def _is_said(found: Iterable[Diagnostic], code: str) -> bool:
    """An editor that indents with tabs does so in every line: it is said once."""
    return any(each.code == code for each in found)


def _odd(odd: tuple[str, int, str, str], line: str, number: int, shown: str) -> Diagnostic:
    code, column, message, hint = odd
    span = Span(shown, number, column, number, column + 1)
    shown_line = line if code == "E003" else _printable(line)
    return Diagnostic(code, ERROR, message, span, hint, shown_line)


def _printable(line: str) -> str:
    return "".join(
        "\ufffd" if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in line
    )


def _finding(
    code: str, message: str, shown: str, hint: str = "", severity: str = ERROR
) -> Diagnostic:
    return Diagnostic(code, severity, message, whole_file(shown), hint)
