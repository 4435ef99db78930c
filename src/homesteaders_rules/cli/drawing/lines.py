"""Lines of words: what stands together stays together, and nothing is cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GAP = 2
"""So many blanks are between two columns."""
LEAST = 16
"""A column of words is not narrower than this."""
MOST_LEVELS = 6
"""On so many lines heads stand by turns, at most."""
QUIET, LOUD = "dim", "bold"
Cells = Sequence["Text | list[Text]"]
"""Cells side by side."""


def wide(line: Text) -> int:
    """How many columns a line takes."""
    return cell_len(line.plain)


def split(text: str, style: str = "") -> list[Text]:
    """The words of a text, each by itself."""
    return [Text(word, style=style) for word in text.split()]


def listed(texts: Sequence[str | Text], separator: str = ",", style: str = "") -> list[Text]:
    """Things that are told one after the other; what is one thing stays in one line."""
    last = len(texts) - 1
    found = []
    for number, text in enumerate(texts):
        item = text.copy() if isinstance(text, Text) else Text(text, style=style)
        found.append(item.append(separator, QUIET) if number < last else item)
    return found


def flow(items: Iterable[Text], width: int, hanging: int = 2) -> list[Text]:
    """Items in lines, a blank between two; one that is longer than a line breaks at its blanks.

    Lines after the first are indented. A word that is longer than a line goes on in the next.
    """
    lines: list[Text] = []
    line, room = Text(), width
    for item in _short_enough(items, width - hanging):
        length = wide(item)
        if line.plain and length + 1 > room:
            lines.append(line)
            line, room = Text(" " * hanging), width - hanging
        elif line.plain:
            line.append(" ")
            room -= 1
        line.append_text(item)
        room -= length
    return [*lines, line] if line.plain.strip() else lines


def _short_enough(items: Iterable[Text], width: int) -> Iterable[Text]:
    for item in items:
        if wide(item) <= width:
            yield item
            continue
        for word in item.split(" "):
            rest = word
            while wide(rest) > width:
                yield rest[:width]
                rest = rest[width:]
            if rest.plain:
                yield rest


def table(rows: Sequence[Cells], width: int) -> list[Text]:
    """Rows of as many cells each: texts stay in one line, lists of items flow.

    Lists share the room that texts leave; where there is too little for them no lines are given.
    """
    count = max((len(row) for row in rows), default=0)
    flowing = {at for row in rows for at, cell in enumerate(row) if isinstance(cell, list)}
    fixed = [
        max((wide(cell) for row in rows if isinstance(cell := row[at], Text)), default=0)
        for at in range(count)
    ]
    taken = sum(fixed[at] + GAP for at in range(count) if at not in flowing)
    shares = _shares(rows, sorted(flowing), width - taken)
    if any(share < LEAST for share in shares.values()) or taken > width + GAP:
        return []
    widths = [shares.get(at, fixed[at]) for at in range(count)]
    lines: list[Text] = []
    for row in rows:
        cells = [
            flow(cell, widths[at], 0) if isinstance(cell, list) else [cell]
            for at, cell in enumerate(row)
        ]
        lines += beside(cells, widths)
    return lines


def _shares(rows: Sequence[Cells], flowing: Sequence[int], room: int) -> dict[int, int]:
    """How wide the columns that flow may be: none wider than it needs, the others alike."""
    needs = {}
    for at in flowing:
        lists = (cell for row in rows if isinstance(cell := row[at], list))
        needs[at] = max(sum(wide(item) + 1 for item in cell) for cell in lists)
    shares: dict[int, int] = {}
    left = room - GAP * (len(flowing) - 1)
    for number, at in enumerate(sorted(flowing, key=lambda each: needs[each])):
        shares[at] = min(max(needs[at], LEAST), left // (len(flowing) - number))
        left -= shares[at]
    return shares


def beside(columns: Sequence[Sequence[Text]], widths: Sequence[int]) -> list[Text]:
    """Columns of lines side by side."""
    lines = []
    for cells in zip_longest(*columns):
        line = Text()
        start = 0
        for cell, width in zip(cells, widths, strict=True):
            if cell is not None and cell.plain:
                line.append(" " * (start - wide(line)))
                line.append_text(cell)
            start += width + GAP
        lines.append(line)
    return lines


def packed(items: Sequence[Text], width: int) -> list[Text]:
    """Items in as many columns of one width as there is room for, read downwards."""
    if not items:
        return []
    each = max(wide(item) for item in items)
    count = max(1, (width + GAP) // (each + GAP))
    height = -(-len(items) // count)
    columns = [items[start : start + height] for start in range(0, len(items), height)]
    return beside(columns, [each] * len(columns))


def staggered(
    heads: Sequence[str], rows: Sequence[Sequence[Text]], width: int
) -> Iterator[list[Text]]:
    """Tables of short cells below long heads, which stand by turns on one line, on two or more.

    The more lines the heads take, the narrower is the table; none is wider than it may be.
    """
    widths = [max(wide(row[at]) for row in rows) for at in range(len(heads))]
    for levels in range(1, MOST_LEVELS + 1):
        found = _staggered(heads, rows, widths, levels)
        if max(wide(line) for line in found) <= width:
            yield found


def _staggered(
    heads: Sequence[str], rows: Sequence[Sequence[Text]], widths: Sequence[int], levels: int
) -> list[Text]:
    """Heads on a number of lines by turns: a column begins where all before it have room."""
    ends = [0] * levels
    starts = []
    start = 0
    for at, head in enumerate(heads):
        level = at % levels
        start = max(start, ends[level])
        starts.append(start)
        ends[level] = start + cell_len(head) + 1
        start += widths[at] + 1
    lines = []
    for level in range(levels):
        line = Text()
        for at in range(level, len(heads), levels):
            line.append(" " * (starts[at] - wide(line)))
            line.append(heads[at], QUIET)
        lines.append(line)
    for row in rows:
        line = Text()
        for at, cell in enumerate(row):
            line.append(" " * (starts[at] - wide(line)))
            line.append_text(cell)
        lines.append(line)
    return lines
