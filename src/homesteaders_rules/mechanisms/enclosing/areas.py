"""The areas of a grid: connected sets of cells, and which of them may be enclosed next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from attrs import define, evolve, field

from ...freezing import fixed
from ...runtime.operands import Amount, Flag, Memory
from ...runtime.packing import numbers
from ..grids.geometry import Plan
from .edges import is_connected, parts, rim

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


class Area(NamedTuple):
    """An area, the edges around it and the cells beside it."""

    cells: int
    edges: int
    beside: int


def areas(plan: Plan, size: int) -> Iterator[Area]:
    """The connected sets of so many cells at most, each once."""
    near = plan.near
    edges = [plan.outline(1 << cell) for cell in range(plan.size)]
    for first in range(plan.size):
        # Cells that come earlier belong to areas that were listed already.
        before = (1 << first + 1) - 1
        alone = Area(1 << first, edges[first], near[first])
        waiting = [(alone, near[first] & ~before, before | near[first])]
        while waiting:
            area, fringe, known = waiting.pop()
            yield area
            cells, around, beside = area
            if cells.bit_count() == size:
                continue
            while fringe:
                bit = fringe & -fringe
                fringe ^= bit
                cell = bit.bit_length() - 1
                # An edge between two cells of an area is around neither.
                more = Area(cells | bit, around ^ edges[cell], beside | near[cell])
                waiting.append((more, fringe | near[cell] & ~known, known | near[cell]))


def too_many(plan: Plan, size: int) -> bool:
    """Are there more areas of a size than a question can go through?"""
    return any(number >= MOST_AREAS for number, _ in enumerate(areas(plan, size)))


ByNumber = Mapping[int, tuple[Area, ...]]
"""Areas by a number of each, low numbers first."""


@lru_cache(maxsize=8)
def _in_order(plan: Plan, size: int) -> tuple[Area, ...]:
    """The areas of so many cells at most: small ones first, those with the first cells before."""
    first_before = sorted(areas(plan, size), key=lambda area: _text(area.cells, plan), reverse=True)
    return tuple(sorted(first_before, key=lambda area: area.cells.bit_count()))


def _text(cells: int, plan: Plan) -> str:
    """Cells as a text, ``1`` for each that is among them, the first before."""
    return f"{cells:0{plan.size}b}"[::-1]


def _by_cell(sets: Iterable[int], plan: Plan) -> list[int]:
    """Of each cell the sets that hold it: bits of an int, by their numbers."""
    columns = zip(*(_text(cells, plan) for cells in sets), strict=True)
    return [int("".join(column)[::-1], 2) for column in columns] or [0] * plan.size


class _Listed:
    """Some areas in their order, and sets of them: bits of an int, by their numbers.

    Of each cell those that hold it, and those that lie beside it; by the number of edges around
    them, few first. So a question looks at no area that holds a cell which is closed.
    """

    def __init__(self, areas: tuple[Area, ...], plan: Plan) -> None:
        self.areas = areas
        self._holding = _by_cell((area.cells for area in areas), plan)
        self._beside = _by_cell((area.beside for area in areas), plan)
        by_edges: dict[int, int] = {}
        for number, area in enumerate(areas):
            around = area.edges.bit_count()
            by_edges[around] = by_edges.get(around, 0) | 1 << number
        self.by_edges = sorted(by_edges.items())
        self._up_to = Memory(self._around_which)

    def open(self, closed: int, beside: int) -> int:
        """Those without a cell that is closed, next to one of some others; 0: next to any."""
        shut = near = 0
        for cell in numbers(closed):
            shut |= self._holding[cell]
        for cell in numbers(beside):
            near |= self._beside[cell]
        return (near if beside else (1 << len(self.areas)) - 1) & ~shut

    def up_to(self, edges: int) -> int:
        """Those around which so many edges go, or fewer."""
        return self._up_to[edges]

    def _around_which(self, edges: int) -> int:
        return reduce(or_, (areas for number, areas in self.by_edges if number <= edges), 0)

    def of(self, wanted: int) -> Iterator[Area]:
        """The areas of a set, in their order."""
        # Where numbers are so large their bits are found faster in a text than by arithmetic.
        text = f"{wanted:b}"[::-1]
        number = text.find("1")
        while number >= 0:
            yield self.areas[number]
            number = text.find("1", number + 1)


@lru_cache(maxsize=16)
def _fitting(plan: Plan, size: int, most: int, walls: int) -> tuple[_Listed, ByNumber]:
    """Those that so many edges can go around beside the walls: all, and by their first cell."""
    fitting = tuple(
        Area(cells, built, beside)
        for cells, edges, beside in _in_order(plan, size)
        if (built := edges & ~walls).bit_count() <= most
    )
    first: dict[int, list[Area]] = {}
    for area in fitting:
        first.setdefault(area.cells & -area.cells, []).append(area)
    return _Listed(fitting, plan), fixed((cell, tuple(some)) for cell, some in first.items())


def _fewest_of(found: Iterable[Enclosing]) -> int:
    return min((built.bit_count() for _, built in found), default=NEVER)


@define(eq=False, repr=False)
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
    _all: _Listed = field(init=False)
    _by_first: ByNumber = field(init=False)
    _within: dict[int, Areas] = field(init=False, factory=dict)
    _found: Memory[Now, tuple[Enclosing, ...]] = field(init=False)
    _parts: Memory[tuple[int, int], tuple[int, ...]] = field(init=False)
    _halves: Memory[int, tuple[Enclosing, ...]] = field(init=False)
    _fewest: Memory[tuple[int, int, int], int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._all, self._by_first = _fitting(self.plan, self.size, self.most, self.walls)
        self._parts = Memory(lambda key: tuple(parts(self.plan, *key)))
        self._halves = Memory(lambda whole: tuple(self._in_two(whole)))
        self._found = Memory(self._find, MOST_KEPT)
        self._fewest = Memory(self._least)

    def _find(self, now: Now) -> tuple[Enclosing, ...]:
        return (*self._new(now), *self._divisions(now))

    def _least(self, key: tuple[int, int, int]) -> int:
        """Few edges come first: no more of those around an area stand already than stand at all."""
        standing, enclosed, barred = key
        least = _fewest_of(self._divisions((*key, self.most)))
        free = self._free(enclosed, barred)
        for edges, areas in self._all.by_edges:
            if edges - standing.bit_count() >= least:
                break
            for area in self._all.of(areas & free):
                least = min(least, (area.edges & ~standing).bit_count())
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
        return (area.cells for area in self._all.areas)

    @property
    def every(self) -> tuple[Area, ...]:
        """The same, with the edges that are built around each, and the cells beside it."""
        return self._all.areas

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
        standing, enclosed, barred, budget = now
        few = self._all.up_to(budget + standing.bit_count())
        return [
            (cells, built)
            for cells, edges, _ in self._all.of(few & self._free(enclosed, barred))
            if (built := edges & ~standing).bit_count() <= budget
        ]

    def _free(self, enclosed: int, barred: int) -> int:
        return self._all.open(enclosed | barred, enclosed if self.beside else 0)

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
