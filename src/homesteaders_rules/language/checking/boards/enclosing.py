"""Checks of enclosing: what must be said of it, how much there is to ask, and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.base import Vocabulary
from ....commands.definitions.definition import Good, Limited
from ....commands.definitions.examples import Example
from ....mechanisms import enclosing
from ....mechanisms.enclosing.commands import Enclose
from ....mechanisms.enclosing.definitions import (
    Encloses,
    HasAtMost,
    HoldsNo,
    OfEnclosed,
    OnEdges,
    OneIn,
    Rim,
)
from ....mechanisms.grids.definitions import Grid
from ....mechanisms.holding.definitions import MayHold, RunsShort
from ....mechanisms.homes.definitions import HomesInside, HomesOutside
from ....words import a_or_an
from ..context import table_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....commands.definitions.definition import Definition
    from ..context import Checking, Conditions

NEEDS_BOTH = "say in the grid both what lies on the edges of cells, and what it encloses"
RING = 3 * 4 + 4
"""So many edges close in a cell that nobody chose, and no fewer: four outside of it for each side
of a ring, and its own."""


def check_enclosing(checking: Checking) -> None:
    """What is enclosed is said whole, has not too many shapes, and what encloses it stays."""
    grids = checking.rules.of(Grid)
    _check_said(checking, grids)
    for grid in grids:
        _check_names(checking, grid)
        _check_areas(checking, grid)
        _check_rings(checking, grid)
    _check_built(checking, grids)


def _check_said(checking: Checking, grids: Sequence[Grid]) -> None:
    """Both what stands on edges and what it makes, where anything is said of either."""
    there: list[Conditions] = []
    for grid in grids:
        for built in grid.of(OnEdges):
            for line in grid.of(Encloses):
                there.append((*grid.conditions, *built.conditions, *line.conditions))
    about = (Enclose, OfEnclosed, OneIn, OnEdges, Encloses, HomesInside, HomesOutside)
    for command, conditions in checking.placed_of(*about):
        table = checking.missing_table(conditions, there)
        if table is not None:
            where = f" {table_words(table)}" if there else ""
            checking.report("E597", f"nothing can be enclosed{where}", command, NEEDS_BOTH)
            return


def _check_names(checking: Checking, grid: Grid) -> None:
    """All of it is said of one kind of area, of one good, and of tiles."""
    kinds, built = grid.of(Encloses), grid.of(OnEdges)
    if not kinds or not built:
        return
    said: list[tuple[Definition, str, str]] = [(line, line.name, kinds[0].name) for line in kinds]
    said += [(line, line.name, kinds[0].name) for line in grid.of(OfEnclosed)]
    said += [(line, line.inside, kinds[0].name) for line in grid.of(OneIn)]
    said += [(line, line.good, built[0].good) for line in built]
    said += [(line, line.good, built[0].good) for line in grid.of(Rim)]
    said += [(line, line.good or built[0].good, built[0].good) for line in kinds]
    for line, name, wanted in said:
        if name != wanted:
            message = f"{a_or_an(name)} is none: what is enclosed here is {a_or_an(wanted)}"
            hint = "a grid has one kind of enclosed areas"
            if wanted == built[0].good:
                message = f"{name} does not stand on the edges of cells"
                hint = f"{wanted} does, and nothing else"
            checking.report("E597", message, line, hint)
            return
    tiles = set(grid.tiles)
    inside = [(line, line.goods) for line in grid.of(HoldsNo)]
    counted = [(line, line.goods) for line in grid.of(OneIn)]
    for where, goods in (*inside, *counted):
        for good in goods:
            if good not in tiles:
                hint = f"write in the grid: a cell holds ... or 1 {good}"
                checking.report("E594", f"no cell holds {a_or_an(good)}", where, hint)
                return


def _check_areas(checking: Checking, grid: Grid) -> None:
    """A question can go through all areas that may be enclosed."""
    if not grid.of(Encloses):
        return
    bounds = grid.of(HasAtMost)
    size = min([grid.plan.size, *(line.most for line in bounds if not line.conditions)])
    if enclosing.areas.too_many(grid.plan, size):
        name = a_or_an(grid.of(Encloses)[0].name)
        message = f"there are more than {enclosing.areas.MOST_AREAS} areas that could be enclosed"
        hint = f"write in the grid: {name} has at most {max(2, min(size, 5) - 1)} cells"
        checking.report("E598", message, bounds[0] if bounds else grid.of(Encloses)[0], hint)


def _check_rings(checking: Checking, grid: Grid) -> None:
    """Where what was chosen and what is closed in differ, the text says which of the two counts."""
    walls = any(line.closes for line in grid.of(Rim))
    for line in grid.of(Encloses):
        if line.chosen or not grid.of(OnEdges):
            continue
        good = grid.of(OnEdges)[0].good
        chosen = f"{a_or_an(line.name)} is what was enclosed"
        if walls:
            message = "the edge of the grid closes in all of it from the beginning"
            checking.report("E599", message, line, f"write: {chosen}")
        elif not line.rings and grid.rows > 2 < grid.columns and _most(checking, good) >= RING:
            message = f"with {RING} {line.said} a ring closes in cells that nobody chose"
            hint = f"say which: {line.words(Vocabulary())}, chosen or not; or: {chosen}"
            checking.report("E599", message, line, hint)


def _most(checking: Checking, good: str) -> int:
    """So many of a good a player can ever have, as far as anything bounds that at each table."""
    rules = checking.rules
    bounds = [b.count for b in rules.of(MayHold) if good in b.goods and not b.conditions]
    if any(good in mark.goods and not mark.conditions for mark in rules.of(Limited)):
        bounds += [max(each.count for each in rules.of(Good) if each.name == good)]
    return min(bounds, default=RING)


def _check_built(checking: Checking, grids: Sequence[Grid]) -> None:
    """What stands on edges came there by enclosing, and stays: no other line moves it."""
    built = {line.good for grid in grids for line in grid.of(OnEdges)}
    for command, _ in checking.placed() if built else ():
        if isinstance(command, (Example, Enclose)):
            continue
        for flow in command.flows():
            if flow.item.good in built:
                message = f"{a_or_an(flow.item.good)} stands on an edge of a grid, where it stays"
                hint = "it comes to a player by enclosing an area"
                checking.report("E595", message, command, hint)
                return
    for bound in _giving_back(checking):
        if built & set(bound.goods):
            message = "what stands on the edges of a grid does not go back"
            checking.report("E595", message, bound, "end it with: , and gains no more")
            return


def _giving_back(checking: Checking) -> Iterator[MayHold | RunsShort]:
    yield from (bound for bound in checking.rules.of(MayHold) if bound.gives_back)
    yield from (bound for bound in checking.rules.of(RunsShort) if bound.back)
