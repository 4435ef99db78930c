"""Farms once more, slow and plain: cells are pairs, what stands between them are pairs of cells."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Cell = tuple[int, int]
Area = frozenset[Cell]
Edge = frozenset[Cell]
"""The two cells on its sides, one of which may lie outside."""


def names(cells: Iterable[Cell]) -> str:
    """Cells as the text names them."""
    return " ".join("ABCDEFGH"[row] + str(column + 1) for row, column in sorted(cells))


def named(text: str) -> Area:
    return frozenset(("ABCDEFGH".index(name[0]), int(name[1:]) - 1) for name in text.split())


def neighbours(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


@cache
def around(area: Area) -> frozenset[Edge]:
    """The edges between an area and anything else."""
    return frozenset(
        frozenset((cell, other)) for cell in area for other in neighbours(cell) if other not in area
    )


def is_connected(area: Area) -> bool:
    found: set[Cell] = set()
    waiting = list(area)[:1]
    while waiting:
        cell = waiting.pop()
        if cell in area and cell not in found:
            found.add(cell)
            waiting += neighbours(cell)
    return found == set(area)


@cache
def all_areas(rows: int, columns: int) -> tuple[Area, ...]:
    """Of all sets of cells those that are connected."""
    cells = list(product(range(rows), range(columns)))
    sets = (
        frozenset(cell for n, cell in enumerate(cells) if bits >> n & 1)
        for bits in range(1, 1 << len(cells))
    )
    return tuple(area for area in sets if is_connected(area))


def enclosable(
    size: tuple[int, int],
    barred: Area,
    parts: Iterable[Area],
    budget: int,
    *,
    beside: bool = True,
    divided: bool = True,
) -> Iterator[tuple[str, int]]:
    """Every area that may be enclosed next, by its cells, with the number of new edges."""
    there = list(parts)
    standing = {edge for part in there for edge in around(part)}
    closed = barred.union(*there)
    reach = {cell for part in there for each in part for cell in neighbours(each)}
    for area in all_areas(*size):
        new = len(around(area) - standing)
        if new > budget:
            continue
        if not area & closed:
            if not there or not beside or area & reach:
                yield names(area), new
            continue
        for part in there if divided else ():
            rest = part - area
            if area < part and min(part) in area and is_connected(rest):
                yield names(area), new
