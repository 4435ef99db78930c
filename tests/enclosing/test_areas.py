"""What may be enclosed next on a grid: against brute force, and against another program."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from enclosing import plain
from homesteaders_rules.mechanisms.enclosing.areas import Areas, areas, too_many
from homesteaders_rules.mechanisms.enclosing.edges import closed_in, parts, rim
from homesteaders_rules.mechanisms.grids.geometry import Plan
from sizes import THOROUGH, size

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).parent / "data"
GRID = Plan(3, 5)
HOUSE = "B1 C1"


def bits(cells: plain.Area, columns: int = 5) -> int:
    return sum(1 << row * columns + column for row, column in cells)


def named(cells: int, columns: int = 5) -> str:
    return plain.names(divmod(n, columns) for n in range(cells.bit_length()) if cells >> n & 1)


class Ground:
    """A farm as the areas see it. Parts are enclosed one by one."""

    def __init__(self, table: Areas, barred: str = HOUSE, parts: Iterable[plain.Area] = ()) -> None:
        self.table = table
        self.barred = plain.named(barred)
        self.parts = set(parts)

    def next_ones(self, budget: int) -> dict[str, int]:
        standing = bits_of_edges(self.table.plan, self.parts)
        enclosed = sum(bits(part, self.table.plan.columns) for part in self.parts)
        barred = bits(self.barred, self.table.plan.columns)
        found = self.table.enclosable((standing, enclosed, barred, budget))
        assert tuple(parts(self.table.plan, enclosed, standing)) == tuple(
            bits(part, self.table.plan.columns) for part in sorted(self.parts, key=min)
        )
        listed = {named(cells, self.table.plan.columns): new.bit_count() for cells, new in found}
        assert len(listed) == len(found), "an area stands there twice"
        fewest = self.table.fewest((standing, enclosed, barred))
        assert min(listed.values(), default=budget + 1) == min(fewest, budget + 1)
        return listed

    def enclose(self, area: str) -> None:
        new = plain.named(area)
        self.parts = {part - new for part in self.parts} | {new}
        assert frozenset() not in self.parts


def bits_of_edges(plan: Plan, parts: set[plain.Area]) -> int:
    found = 0
    for part in parts:
        found |= plan.outline(bits(part, plan.columns))
    return found


def bare(most: int = 15, *, beside: bool = True, divided: bool = True) -> Areas:
    return Areas(GRID, GRID.size, most, beside, divided, walled=False)


@pytest.fixture(scope="module")
def table() -> Areas:
    return bare()


def test_edges_of_a_grid() -> None:
    assert (GRID.size, GRID.edges) == (15, 38)
    assert GRID.outline(bits(plain.named("A4 A5"))).bit_count() == 6
    assert rim(GRID).bit_count() == 16
    assert [named(near) for near in GRID.near[:2]] == ["A2 B1", "A1 A3 B2"]


@pytest.mark.parametrize(("rows", "columns", "number"), [(1, 4, 10), (2, 3, 40), (3, 5, 5726)])
def test_every_area_is_listed_once(rows: int, columns: int, number: int) -> None:
    found = [area.cells for area in areas(Plan(rows, columns), rows * columns)]
    assert len(found) == len(set(found)) == number
    assert set(found) == {bits(area, columns) for area in plain.all_areas(rows, columns)}


def test_areas_of_a_bounded_size() -> None:
    found = list(areas(GRID, 4))
    whole = [area for area in areas(GRID, 15) if area.cells.bit_count() <= 4]
    assert sorted(found) == sorted(whole)
    assert all(area == (area.cells, *around(area.cells)) for area in whole)


def around(cells: int) -> tuple[int, int]:
    """The edges around some cells and the cells beside them, counted anew."""
    return GRID.outline(cells), GRID.beside(cells)


def test_small_areas_come_first_and_of_one_size_those_with_the_first_cells() -> None:
    listed = [plain.named(named(cells)) for cells in bare().listed]
    assert listed == sorted(listed, key=lambda area: (len(area), sorted(area)))


def test_a_grid_may_have_too_many_areas() -> None:
    assert not too_many(GRID, 15)
    assert too_many(Plan(5, 5), 25)
    assert not too_many(Plan(5, 5), 4)
    assert too_many(Plan(20, 20), 400)


def test_the_first_one_on_the_bare_grid(table: Areas) -> None:
    """762 areas beside the house; the fewest edges are four, and they stand at the rim too."""
    found = Ground(table).next_ones(15)
    assert len(found) == 762
    assert found["A5"] == 4
    assert found["A4 A5"] == 6
    assert not {"A3 A4 A5", "B3 C3"} <= set(Ground(table).next_ones(6))
    assert "B3 C3" in Ground(table).next_ones(6)


Layout = frozenset[plain.Area]


def layouts(table: Areas, most: int) -> dict[Layout, int]:
    """All layouts that are reached by enclosing one area after the other, with their edges."""
    found: dict[Layout, int] = {frozenset(): 0}
    waiting = [frozenset[plain.Area]()]
    while waiting:
        parts = waiting.pop()
        for area, new in Ground(table, parts=parts).next_ones(most - found[parts]).items():
            ground = Ground(table, parts=parts)
            ground.enclose(area)
            layout, built = frozenset(ground.parts), found[parts] + new
            if layout not in found:
                waiting.append(layout)
            assert found.setdefault(layout, built) == built, "the order costs something"
    return found


def test_all_layouts_of_the_bare_grid(table: Areas) -> None:
    """Another program accepts the same 7,963; a few of them are looked for each time."""
    most = size(10, 15)
    found = layouts(table, most)
    by_edges = Counter(found.values())
    listed = json.loads(gzip.decompress((DATA / "fence-layouts.json.gz").read_bytes()))
    assert len(listed) == 7963
    wanted = {
        frozenset(map(plain.named, parts.split("|"))): edges
        for edges, parts in listed
        if edges <= most
    }
    assert {layout: edges for layout, edges in found.items() if layout} == wanted
    assert [by_edges[edges] for edges in range(4, 11)] == [13, 0, 18, 18, 42, 72, 172]
    if THOROUGH:
        assert [by_edges[edges] for edges in range(11, 16)] == [245, 633, 1001, 2118, 3631]
        assert Counter(map(len, found)) == {0: 1, 1: 762, 2: 3561, 3: 2853, 4: 758, 5: 29}
        for layout in found:
            standing = bits_of_edges(GRID, set(layout))
            assert sum(closed_in(GRID, standing)) == sum(map(bits, layout)), (
                "something nobody chose"
            )


FARMS = [
    json.loads(line)
    for line in gzip.decompress((DATA / "enclosures.jsonl.gz").read_bytes()).splitlines()
]


@pytest.mark.parametrize("farm", FARMS, ids=[str(n) for n, _ in enumerate(FARMS, 1)])
def test_farms_of_another_program(table: Areas, farm: dict[str, list[str]]) -> None:
    ground = Ground(table, " ".join((*farm["rooms"], *farm["fields"])))
    ground.parts = {plain.named(" ".join(part)) for part in farm["pastures"]}
    built = farm["fences_built"]
    assert bits_of_edges(GRID, ground.parts).bit_count() == built
    assert list(ground.next_ones(15 - int(str(built))).items())
    assert sorted(ground.next_ones(15 - int(str(built))).items()) == sorted(
        (area, edges) for area, edges in farm["can_enclose"]
    )


@pytest.mark.parametrize("seed", range(size(3, 400)))
def test_random_farms(seed: int) -> None:
    """Five farms each, of grids and by sentences of all kinds, question by question."""
    chance = Random(seed)
    for _ in range(5):
        rows, columns = chance.choice([(3, 5), (3, 5), (3, 4), (2, 5), (4, 3)])
        says = {"beside": chance.random() < 0.7, "divided": chance.random() < 0.7}
        most = chance.choice([8, 12, 15, 20])
        plan_of = Plan(rows, columns)
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        barred = plain.names(chance.sample(cells, chance.randrange(6)))
        ground = Ground(Areas(plan_of, plan_of.size, most, **says, walled=False), barred)
        left = chance.randrange(most + 1)
        while True:
            expected = plain.enclosable((rows, columns), ground.barred, ground.parts, left, **says)
            found = ground.next_ones(left)
            assert sorted(found.items()) == sorted(expected)
            if not found:
                break
            area = chance.choice(sorted(found))
            left -= found[area]
            ground.enclose(area)


def test_walls_around_the_grid_close_in() -> None:
    table = Areas(GRID, 15, 15, beside=True, divided=True, walled=True)
    found = Ground(table).next_ones(4)
    assert found["A5"] == 2
    assert found["A1"] == 2
    assert found["A2 A3 A4 A5 B2 B3 B4 B5 C2 C3 C4 C5"] == 3


def test_a_ring_closes_in_what_nobody_chose() -> None:
    """It takes 16 edges, those of the corners of a ring included or not; with fewer none does."""
    grid = Plan(3, 3)
    for ring in (0b111_101_111, 0b010_101_010):
        assert grid.outline(ring).bit_count() == 16
        assert sum(closed_in(grid, grid.outline(ring))) == ring | 0b000_010_000
    grid = Plan(3, 4)
    for cells in range(1 << grid.size):
        standing = grid.outline(cells)
        if standing.bit_count() < 16:
            assert sum(closed_in(grid, standing)) == cells


def test_a_question_takes_less_than_a_millisecond(table: Areas) -> None:
    times = []
    for budget in range(1, 16):
        start = perf_counter()
        table.enclosable((0, 0, bits(plain.named("B1 C1 A1 A2")), budget))
        times.append(perf_counter() - start)
    assert min(times) < 0.001
