"""The areas of a grid: connected sets of cells, and which of them may be enclosed next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, evolve, field

from ...freezing import fixed
from ...runtime.operands import Amount, Flag, Memory
from ..grids.geometry import Plan, cells_in
from .edges import is_connected, parts, rim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST_AREAS = 20_000
"""So many areas a question goes through. A grid with more bounds the size of those it encloses."""
NEVER = 1 << 16
"""More edges than any grid has."""
MOST_KEPT = 1 << 9
"""So many questions are remembered: a game asks a few for each player."""

Enclosing = tuple[int, int]
"""What may be enclosed: its cells, and the edges that are built for it."""
Now = tuple[int, int, int, int]
"""What stands on edges, the cells that are enclosed, those that cannot be, and how many edges may
still be built."""


def areas(plan: Plan, size: int) -> Iterator[int]:
    """The connected sets of so many cells at most, each once."""
    near = plan.near
    for first in range(plan.size):
        # Cells that come earlier belong to areas that were listed already.
        before = (1 << first + 1) - 1
        waiting = [(1 << first, near[first] & ~before, before | near[first])]
        while waiting:
            area, fringe, known = waiting.pop()
            yield area
            if area.bit_count() == size:
                continue
            while fringe:
                cell = fringe & -fringe
                fringe ^= cell
                beside = near[cell.bit_length() - 1] & ~known
                waiting.append((area | cell, fringe | beside, known | beside))


def too_many(plan: Plan, size: int) -> bool:
    """Are there more areas of a size than a question can go through?"""
    return any(number >= MOST_AREAS for number, _ in enumerate(areas(plan, size)))


class _Area(NamedTuple):
    """An area, the edges around it and the cells beside it."""

    cells: int
    edges: int
    beside: int


ByNumber = Mapping[int, tuple[_Area, ...]]
"""Areas by a number of each, low numbers first."""


@lru_cache(maxsize=8)
def _in_order(plan: Plan, size: int) -> tuple[_Area, ...]:
    """The areas of so many cells at most: small ones first, those with the first cells before."""
    found = (_Area(cells, plan.outline(cells), plan.beside(cells)) for cells in areas(plan, size))
    listed = ((area.cells.bit_count(), tuple(cells_in(area.cells)), area) for area in found)
    return tuple(area for *_, area in sorted(listed, key=lambda each: each[:2]))


@lru_cache(maxsize=16)
def _fitting(
    plan: Plan, size: int, most: int, walls: int
) -> tuple[tuple[_Area, ...], ByNumber, ByNumber]:
    """Those that so many edges can go around beside the walls: all, by first cell, by edges."""
    found = (area._replace(edges=area.edges & ~walls) for area in _in_order(plan, size))
    fitting = tuple(area for area in found if area.edges.bit_count() <= most)
    first = _listed_by(fitting, lambda area: area.cells & -area.cells)
    return fitting, first, _listed_by(fitting, lambda area: area.edges.bit_count())


def _listed_by(listed: Iterable[_Area], key: Callable[[_Area], int]) -> ByNumber:
    found: dict[int, list[_Area]] = {}
    for area in listed:
        found.setdefault(key(area), []).append(area)
    return fixed((number, tuple(found[number])) for number in sorted(found))


def _fewest_of(found: Iterable[Enclosing]) -> int:
    return min((built.bit_count() for _, built in found), default=NEVER)


@define(eq=False)
class Areas:
    """The areas that may be enclosed on a grid.

    ``size``: of so many cells at most; ``most``: so many edges can ever be built. ``beside``: each
    but the first lies next to one that is enclosed. ``divided``: an enclosed area may be made two.
    ``walled``: what lies around the grid closes in, and nothing is built there.
    """

    plan: Plan
    size: Amount
    most: Amount
    beside: Flag
    divided: Flag
    walled: Flag
    _all: tuple[_Area, ...] = field(init=False)
    _by_first: ByNumber = field(init=False)
    _by_edges: ByNumber = field(init=False)
    _within: dict[int, Areas] = field(init=False, factory=dict)
    _found: Memory[Now, tuple[Enclosing, ...]] = field(init=False)
    _parts: Memory[tuple[int, int], tuple[int, ...]] = field(init=False)
    _halves: Memory[int, tuple[Enclosing, ...]] = field(init=False)
    _up_to: Memory[int, tuple[_Area, ...]] = field(init=False)
    _fewest: Memory[tuple[int, int, int], int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._all, self._by_first, self._by_edges = _fitting(
            self.plan, self.size, self.most, self.walls
        )
        self._parts = Memory(lambda key: tuple(parts(self.plan, *key)))
        self._halves = Memory(lambda whole: tuple(self._in_two(whole)))
        self._up_to = Memory(self._around_which)
        self._found = Memory(self._find, MOST_KEPT)
        self._fewest = Memory(self._least)

    def _find(self, now: Now) -> tuple[Enclosing, ...]:
        return (*self._new(now), *self._divisions(now))

    def _least(self, key: tuple[int, int, int]) -> int:
        """Few edges come first: no more of those around an area stand already than stand at all."""
        now = (*key, self.most)
        least, standing = _fewest_of(self._divisions(now)), key[0].bit_count()
        for edges, areas in self._by_edges.items():
            if edges - standing >= least:
                break
            least = min(least, _fewest_of(self._free(areas, now)))
        return least

    def within(self, most: int) -> Areas:
        """Those for which no more edges are built than a player can ever have."""
        if most >= self.most:
            return self
        return self._within.setdefault(most, evolve(self, most=most))

    @property
    def walls(self) -> int:
        """The edges that close in without being built."""
        return rim(self.plan) if self.walled else 0

    @property
    def listed(self) -> Iterator[int]:
        """Every area that can ever be enclosed, small ones first."""
        return (area.cells for area in self._all)

    @property
    def every(self) -> tuple[_Area, ...]:
        """The same, with the edges that are built around each, and the cells beside it."""
        return self._all

    def parts_of(self, enclosed: int, standing: int) -> tuple[int, ...]:
        """The areas into which enclosed cells fall, in the order of their first cells."""
        return self._parts[enclosed, standing]

    def takes(self, cells: int, standing: int) -> int | None:
        """The edges that are missing around an area; None where it can never be enclosed."""
        for area in self._by_first.get(cells & -cells, ()):
            if area.cells == cells:
                return area.edges & ~standing
        return None

    def fewest(self, now: tuple[int, int, int]) -> int:
        """So few edges are enough to enclose something; :data:`NEVER` where nothing can be."""
        return self._fewest[now]

    def enclosable(self, now: Now) -> tuple[Enclosing, ...]:
        """What may be enclosed next: new areas, then parts of those that are enclosed."""
        return self._found[now]

    def _new(self, now: Now) -> list[Enclosing]:
        """Those that lie on free cells alone, and beside what is enclosed where they must."""
        standing, _, _, budget = now
        return self._free(self._up_to[budget + standing.bit_count()], now)

    def _around_which(self, edges: int) -> tuple[_Area, ...]:
        """Those around which so many edges go, in their order."""
        return tuple(area for area in self._all if area.edges.bit_count() <= edges)

    def _free(self, areas: Iterable[_Area], now: Now) -> list[Enclosing]:
        standing, enclosed, barred, budget = now
        closed, missing = enclosed | barred, ~standing
        beside = enclosed if self.beside and enclosed else self.plan.all
        return [
            (cells, built)
            for cells, edges, near in areas
            if not cells & closed
            and near & beside
            and (built := edges & missing).bit_count() <= budget
        ]

    def _divisions(self, now: Now) -> list[Enclosing]:
        """Of the two parts that one division makes the one with the first cell is named."""
        if not self.divided:
            return []
        standing, enclosed, _, budget = now
        return [
            (cells, built)
            for whole in self._parts[enclosed, standing]
            for cells, edges in self._halves[whole]
            if (built := edges & ~standing).bit_count() <= budget
        ]

    def _in_two(self, whole: int) -> Iterator[Enclosing]:
        """The areas that leave one other of a whole, and the edges around them."""
        for cells, edges, _ in self._by_first[whole & -whole]:
            if not cells & ~whole and cells != whole and is_connected(self.plan, whole & ~cells):
                yield cells, edges
