"""Lines of words: what stands together stays together, and nothing is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

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
    starts = [sum(widths[:at]) + GAP * at for at in range(len(widths))]
    return [_at(starts, [cell or Text() for cell in cells]) for cells in zip_longest(*columns)]


def _at(starts: Sequence[int], cells: Iterable[Text]) -> Text:
    """A line in which each cell begins at its column; an empty one takes no room."""
    line, end = Text(), 0
    for start, cell in zip(starts, cells, strict=True):
        if cell.plain:
            line.append(" " * (start - end))
            line.append_text(cell)
            end = start + wide(cell)
    return line


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
    needs = [cell_len(head) for head in heads]
    for levels in range(1, MOST_LEVELS + 1):
        starts = _starts(needs, widths, levels)
        if (
            max(start + max(both) for start, *both in zip(starts, needs, widths, strict=True))
            <= width
        ):
            lines = []
            for level in range(levels):
                named = [Text(head, style=QUIET) for head in heads[level::levels]]
                lines.append(_at(starts[level::levels], named))
            yield [*lines, *(_at(starts, row) for row in rows)]


def _starts(needs: Sequence[int], widths: Sequence[int], levels: int) -> list[int]:
    """Where columns begin whose heads stand on a number of lines by turns: a head begins where
    the one before it on its line has ended, and a cell where the one before it has."""
    ends = [0] * levels
    starts: list[int] = []
    start = 0
    for at, (need, width) in enumerate(zip(needs, widths, strict=True)):
        start = max(start, ends[at % levels])
        starts.append(start)
        ends[at % levels] = start + need + 1
        start += width + 1
    return starts
