"""Where spaces lie: tiles in rows, turned or not, and who lies beside whom.

Hexes have axial coordinates: to the right is (1, 0), down to the right (0, 1), and a space has the
corner upwards. Squares count columns and rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Spot = tuple[int, int]
HEXES, SQUARES, CORNERS, LISTED = (
    "hexes",
    "squares",
    "squares that also meet at corners",
    "as listed",
)
"""What spaces are, and so which of them are neighbours."""
SIXTH: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbours of a hex, clockwise from the right."""
SIDES: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
ALL_ROUND: tuple[Spot, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
DIRECTIONS: Mapping[str, tuple[Spot, ...]] = {HEXES: SIXTH, SQUARES: SIDES, CORNERS: ALL_ROUND}
"""For each shape the ways to a neighbour, clockwise; the opposite of one is half of them on."""
TURNS = len(SIXTH)
"""So many ways to turn a tile of seven."""
BESIDE: Mapping[bool, Spot] = {True: (2, 1), False: (1, 0)}
"""From one tile of hexes to the next in its row: where a tile is seven of them, and where one."""


def spots(shape: str, ring: bool, rows: Sequence[int]) -> tuple[Spot, ...]:
    """The middle of each tile of an arrangement, row by row."""
    found: list[Spot] = []
    column, line = BESIDE[ring]
    down = (-line, column + line) if shape == HEXES else (0, 1)
    start = (0, 0)
    for number, length in enumerate(rows):
        if number:
            longer = shape == HEXES and length > rows[number - 1]
            start = _moved(start, down)
            start = _moved(start, (-column, -line)) if longer else start
        found += (_moved(start, (column * n, line * n)) for n in range(length))
    return tuple(found)


def around(middle: Spot, ring: bool, turn: int) -> Iterator[Spot]:
    """Where the spaces of a tile lie: the middle, then those around it from the first on."""
    yield middle
    if ring:
        yield from (_moved(middle, SIXTH[(turn + n) % TURNS]) for n in range(TURNS))


def beside(spot: Spot, directions: Sequence[Spot]) -> Iterator[Spot]:
    """The neighbouring spots, in the order of the directions."""
    return (_moved(spot, way) for way in directions)


def _moved(spot: Spot, way: Spot) -> Spot:
    return spot[0] + way[0], spot[1] + way[1]
