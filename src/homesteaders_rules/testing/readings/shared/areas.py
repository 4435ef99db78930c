"""The areas that players enclose on their grids, as sets of names of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....mechanisms.enclosing.definitions import HoldsNo
from ..board import grid_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....play.spaces import GridCell
    from ..reading import Reading
    from ..text import Text

Area = frozenset[str]


def areas_on(grids: Sequence[Sequence[GridCell]]) -> dict[int, set[Area]]:
    """What is enclosed on the grids of all seats."""
    found: dict[int, set[Area]] = {}
    for seat, cells in enumerate(grids):
        numbers = {cell.area for cell in cells if cell.area}
        found[seat] = {frozenset(c.name for c in cells if c.area == n) for n in numbers}
    return found


def inside(game: Reading, seat: int) -> Area:
    """All cells that a player encloses."""
    return frozenset[str]().union(*game.board.areas.get(seat, ()))


def barred(text: Text, good: str) -> bool:
    """Does a tile not lie in what is enclosed?"""
    grid = grid_of(text)
    return grid is not None and any(good in line.goods for line in grid.of(HoldsNo))
