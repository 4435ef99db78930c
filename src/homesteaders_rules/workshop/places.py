"""Places in texts as editors count them: offsets and columns in UTF-16 units."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from attrs import frozen

from ..language.messages.diagnostics import utf16_column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..language.reading.sources import Source
    from ..words import Span


@frozen
class Stretch:
    """A stretch of a file: ``start`` and ``end`` are offsets from 0; the rest counts from 1.

    Offsets and columns are in UTF-16 units, and a line break counts as one, as it does in the text
    areas of browsers. The end is exclusive.
    """

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


class Places:
    """The files of some packs, to find in them what spans mean.

    ``home`` is the pack whose files go by their own names; those of others have its name before
    them.
    """

    def __init__(self, sources: Iterable[Source], home: str) -> None:
        self._lines = {source.file: source.written for source in sources}
        self._begins: dict[str, list[int]] = {}
        self._home = f"{home}/"

    @property
    def files(self) -> Iterable[str]:
        """The files, as spans name them."""
        return self._lines

    def name(self, file: str) -> str:
        """A file as the workspace calls it."""
        return file.removeprefix(self._home)

    def is_own(self, span: Span | None) -> bool:
        """Does it stand in the pack of the workspace?"""
        return span is not None and span.file.startswith(self._home)

    def text(self, name: str) -> str | None:
        """The text of a file of the packs, by the name that the workspace gives it."""
        for file, lines in self._lines.items():
            if self.name(file) == name:
                return "\n".join(lines)
        return None

    def lines(self, file: str) -> tuple[str, ...]:
        """The lines of a file, as spans name it; none where there is no such file."""
        return self._lines.get(file, ())

    def line(self, span: Span) -> str:
        """The line at which a span begins; empty where there is no such file."""
        return self._line(span.file, span.line)

    def stretch(self, span: Span) -> Stretch:
        """A span with offsets."""
        column = utf16_column(self._line(span.file, span.line), span.column)
        end_column = utf16_column(self._line(span.file, span.end_line), span.end_column)
        start = self._begin(span.file, span.line) + column - 1
        end = self._begin(span.file, span.end_line) + end_column - 1
        name = self.name(span.file)
        return Stretch(name, start, end, span.line, column, span.end_line, end_column)

    def _line(self, file: str, number: int) -> str:
        lines = self.lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _begin(self, file: str, number: int) -> int:
        """The offset at which a line begins."""
        if file not in self._begins:
            units = (utf16_column(line, len(line) + 1) for line in self.lines(file))
            self._begins[file] = [0, *accumulate(units)]
        begins = self._begins[file]
        return begins[min(number, len(begins)) - 1]
