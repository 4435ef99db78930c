"""Tables of what may be enclosed: farms with every area that may come next, and all layouts.

Each farm is set up and asked by the rules, with the space for fences on the board and wood enough.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from homesteaders_rules import State, apply, load
from homesteaders_rules.testing.differential import Difference, Result
from homesteaders_rules.testing.situations import situation
from peer.agricola.names import ROOMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from homesteaders_rules.rules import Rules
    from peer.agricola.traces import Data

    Layout = frozenset[frozenset[str]]

TABLES = {"enclosures.jsonl.gz", "fence-layouts.json.gz"}
"""The names of the files that hold tables."""
FENCES = 15
"""So many fences a player has, and so much wood is enough."""
PLACE = "place person on Fences"
ENCLOSE = "enclose "
HOUSE = ("B1", "C1")


def is_table(path: Path) -> bool:
    """Does a file hold such a table?"""
    return path.name in TABLES


def compare(path: Path) -> Iterator[Result]:
    """Compare each line of a table with what the rules offer."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        if path.name.startswith("fence-layouts"):
            yield compare_layouts(path.name, json.load(lines))
            return
        for number, line in enumerate(lines, start=1):
            yield compare_farm(f"{path.name}, farm {number}", json.loads(line))


@cache
def _rules() -> Rules:
    return load("agricola")


# ---------------------------------------------------------------------------------- one farm


def compare_farm(name: str, farm: Data) -> Result:
    """Every area that may be enclosed next, with the fences that it takes."""
    state = standing_at(farm)
    theirs = dict(farm["can_enclose"])
    ours = {area: _wood_for(state, area) for area in enclosable(state)}
    missing = sorted(theirs.items() ^ ours.items())
    found = [Difference(area, ours.get(area), theirs.get(area)) for area, _ in missing]
    return Result(name, max(len(theirs), len(ours)), "what comes next", tuple(found))


def standing_at(farm: Data) -> State:
    """The farm of a player who has come to fence land, with all the wood that may be needed."""
    rooms = [cell for cell in farm["rooms"] if cell not in HOUSE]
    tiles = dict.fromkeys(rooms, ROOMS["wood"])
    tiles |= dict.fromkeys(farm["fields"], "field") | dict.fromkeys(farm["stables"], "stable")
    state = situation(
        _rules(),
        1,
        "work",
        holdings={0: {"wood": FENCES}},
        places={"Fences": "board"},
        cells={(0, cell): {tile: 1} for cell, tile in tiles.items()},
        areas=[(0, tuple(cells)) for cells in _in_order(farm["pastures"])],
    )
    assert state.holding(0, "fence") == farm["fences_built"]
    return apply(state, PLACE)[0] if state.decision.find(PLACE) else state


def _in_order(pastures: Iterable[list[str]]) -> Iterator[list[str]]:
    """Each but the first beside one that comes earlier."""
    left, there = list(pastures), list[str]()
    while left:
        area = next(each for each in left if not there or _beside(each, there))
        left.remove(area)
        there += area
        yield area


def _beside(some: Iterable[str], others: Iterable[str]) -> bool:
    pairs = product(some, others)
    return any(abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1 for a, b in pairs)


def enclosable(state: State) -> list[str]:
    """The areas that are offered."""
    keys = state.decision.keys
    return [key.removeprefix(ENCLOSE) for key in keys if key.startswith(ENCLOSE)]


def _wood_for(state: State, area: str) -> int:
    after, _ = apply(state, ENCLOSE + area)
    return state.holding(0, "wood") - after.holding(0, "wood")


# ---------------------------------------------------------------------------------- all layouts


def compare_layouts(name: str, table: Iterable[tuple[int, str]]) -> Result:
    """All layouts of the bare farm, each found by enclosing one area after the other."""
    theirs = {_layout(areas.split("|")): fences for fences, areas in table}
    ours = all_layouts()
    different = [each for each in {*theirs, *ours} if theirs.get(each) != ours.get(each)]
    found = [Difference(_said(each), ours.get(each), theirs.get(each)) for each in different]
    return Result(name, len(theirs), "layouts", tuple(found))


def all_layouts() -> dict[Layout, int]:
    """Every layout that can be come to from the bare farm, with its fences."""
    bare: Data = {"rooms": HOUSE, "fields": [], "stables": [], "pastures": [], "fences_built": 0}
    waiting = [standing_at(bare)]
    found: dict[Layout, int] = {}
    while waiting:
        state = waiting.pop()
        now = _pastures(state)
        for area in enclosable(state):
            new = frozenset(area.split())
            after = frozenset({*filter(None, (part - new for part in now)), new})
            if after not in found:
                there, _ = apply(state, ENCLOSE + area)
                assert _pastures(there) == after
                found[after] = there.holding(0, "fence")
                waiting.append(there)
    return found


def _pastures(state: State) -> Layout:
    areas: dict[int, set[str]] = {}
    for cell in state.grid(0):
        if cell.area:
            areas.setdefault(cell.area, set()).add(cell.name)
    return frozenset(map(frozenset, areas.values()))


def _layout(areas: Iterable[str]) -> Layout:
    return frozenset(frozenset(area.split()) for area in areas)


def _said(layout: Layout) -> str:
    return "|".join(sorted(" ".join(sorted(area)) for area in layout))
