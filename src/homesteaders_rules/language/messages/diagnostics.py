"""What is wrong with a text, where, and how to write it instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ...errors import expect
from ...values import ByValue
from ...words import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

WRITE = "write: "
"""So begins a hint that is the line as it should be."""
ERROR = "error"
WARNING = "warning"
TOGETHER = ("W541",)
"""What no line brings about alone, and follows where other slips are left."""


@frozen(eq=False, repr=False)
class Diagnostic(ByValue):
    """One finding. ``code`` is stable: tools and tests may rely on it.

    ``line_text`` is the line of the file as it stands there, for the caret below it. The columns of
    ``span`` count characters (code points), those in UTF-16 units count as editors do. Raises
    TypeError for a place that is none.
    """

    code: str
    severity: str
    message: str
    span: Span
    hint: str = ""
    line_text: str = ""
    utf16_column: int = field(kw_only=True)
    utf16_end_column: int = field(kw_only=True)

    @utf16_column.default
    def _column_in_line(self) -> int:
        expect(self.span, Span, "where it stands, as the span of a finding")
        expect(self.line_text, str, "the line that it is in, as text")
        return utf16_column(self.line_text, self.span.column)

    @utf16_end_column.default
    def _end_column_in_line(self) -> int:
        line = self.line_text if self.span.end_line == self.span.line else ""
        return utf16_column(line, self.span.end_column)

    @property
    def is_error(self) -> bool:
        """Whether the rules cannot be used before this is repaired."""
        return self.severity == ERROR

    @property
    def line_meant(self) -> str:
        """The line as it should be; empty where the hint is another."""
        return self.hint.removeprefix(WRITE) if self.hint.startswith(WRITE) else ""

    def __str__(self) -> str:
        return self.render()

    def render(self) -> str:
        """``file:line:column: CODE message``, the line with a caret, and the hint."""
        parts = [f"{self.span}: {self.code} {self.message}"]
        if self.line_text.strip():
            parts += self._marked_line()
        if self.hint:
            parts.append(f"  hint: {self.hint}")
        return "\n".join(parts)

    def _marked_line(self) -> list[str]:
        number = str(self.span.line)
        text = self.line_text.replace("\t", " ")
        start = min(self.span.column - 1, len(text))
        end = self.span.end_column - 1 if self.span.end_line == self.span.line else len(text)
        start, text = _shortened(text, start)
        width = max(1, min(end - self.span.column + 1, len(text) - start))
        margin = " " * len(number)
        return [f"  {number} | {text}", f"  {margin} | {' ' * start}{'^' * width}"]

    def to_json(self) -> dict[str, str | int]:
        """The finding as plain data, for editors and other tools."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "utf16_column": self.utf16_column,
            "utf16_end_column": self.utf16_end_column,
            "message": self.message,
            "hint": self.hint,
        }


LONGEST_LINE = 160


def utf16_column(line: str, column: int) -> int:
    """The column of a line in UTF-16 units, as editors count; both count from 1."""
    return column + sum(character > "\uffff" for character in line[: column - 1])


def _shortened(text: str, start: int) -> tuple[int, str]:
    """A very long line is cut to the part around the caret."""
    if len(text) <= LONGEST_LINE:
        return start, text
    first = max(0, start - LONGEST_LINE // 2)
    lead = "..." if first else ""
    part = text[first : first + LONGEST_LINE]
    tail = "..." if first + LONGEST_LINE < len(text) else ""
    return start - first + len(lead), f"{lead}{part}{tail}"


class RuleErrors(Exception):
    """The rules could not be read. ``diagnostics`` says why, warnings included."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return render(self.diagnostics)

    def __eq__(self, other: Any) -> bool:
        return self.args == other.args if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self.args))


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """All findings, one below the other."""
    return "\n".join(diagnostic.render() for diagnostic in diagnostics)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is more than a warning."""
    return any(diagnostic.is_error for diagnostic in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By place in the text, each finding once; last what several right lines do together."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=_place))


def _place(each: Diagnostic) -> tuple[bool, str, int, int, str]:
    span = each.span
    return each.code in TOGETHER, span.file, span.line, span.column, each.code


def listed(names: Iterable[str], most: int = 12) -> str:
    """``a, b, c``: some known names, for a hint."""
    every = sorted(set(names))
    more = ", ..." if len(every) > most else ""
    return ", ".join(every[:most]) + more
