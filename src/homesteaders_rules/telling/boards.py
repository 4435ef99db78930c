"""The grid of a player drawn with letters: what lies on cells, and what stands between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ..play.spaces import GridCell

MARGIN = 2
RIGHT, BELOW, LEFT, ABOVE = range(4)
LEAST_GAP = 3
"""So much is free between two grids that are drawn side by side."""


def drawn(cells: Sequence[GridCell], width: int, named: Collection[str] = ()) -> list[str]:
    """The lines of a grid: a head, then two for each row and one above each, and one below.

    A cell shows what lies on it, cut to ``width`` letters, and its name if that is among ``named``
    and it is empty. What stands on an edge is a line, and where nothing does the edge is left out.
    """
    columns = 1 + max(cell.column for cell in cells)
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    head = "".join(f" {cell.name[1:]:^{width}}" for cell in rows[0])
    lines = [" " * MARGIN + head]
    for row in rows:
        lines.append(_across([cell.built[ABOVE] for cell in row], width))
        said = [_said(cell, width, named) for cell in row]
        letter = row[0].name[0]
        for number in range(2):
            words = (f"{each[number][:width]:{width}}" for each in said)
            lines.append(_along(letter if not number else "", row, words))
    lines.append(_across([cell.built[BELOW] for cell in rows[-1]], width))
    return [line.rstrip() for line in lines]


def beside_each_other(grids: Sequence[Sequence[str]], room: int) -> list[str]:
    """Drawings side by side, as many as the page has room for, and the others below them."""
    widest = max(len(line) for lines in grids for line in lines) + LEAST_GAP
    each = max(1, (room + LEAST_GAP) // widest)
    found: list[str] = []
    for start in range(0, len(grids), each):
        group = grids[start : start + each]
        height = max(len(lines) for lines in group)
        padded = [[*lines, *[""] * (height - len(lines))] for lines in group]
        rows = zip(*padded, strict=True)
        found += ["".join(f"{line:{widest}}" for line in row).rstrip() for row in rows]
    return found


def _said(cell: GridCell, width: int, named: Collection[str]) -> tuple[str, str]:
    """What lies there, on two lines if it is long, and how much of which goods."""
    name = cell.name if cell.name in named else ""
    goods = " ".join(f"{amount} {good}" for good, amount in cell.lying)
    if not cell.tile:
        return name, goods
    first, _, rest = cell.tile.partition(" ") if len(cell.tile) > width else (cell.tile, "", "")
    return first, goods or rest


def _across(standing: Iterable[bool], width: int) -> str:
    return " " * MARGIN + "+" + "+".join(("-" if each else " ") * width for each in standing) + "+"


def _along(letter: str, row: Sequence[GridCell], words: Iterable[str]) -> str:
    """One line of the cells of a row, with what stands between them."""
    line = f"{letter:{MARGIN}}{'|' if row[0].built[LEFT] else ' '}"
    for cell, word in zip(row, words, strict=True):
        line += word + ("|" if cell.built[RIGHT] else " ")
    return line
