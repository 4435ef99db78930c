"""Checks of grids: what must be said of one, what lies on it, and that nothing else moves tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ....commands.base import Command
from ....commands.conditions import Condition, all_hold
from ....commands.control import Do, If, Sequence
from ....commands.definitions.course import Action, Hook, Phase, Play
from ....commands.definitions.examples import Example
from ....commands.effects import Effect
from ....commands.repetition import EachPlayer, Times
from ....mechanisms.grids.commands import Lay
from ....mechanisms.grids.definitions import Counted, Grid, Holds, LieOn, Lies, Stays, Tiles
from ....mechanisms.grids.heaping import ForEachCell, PutThere, TakeThere
from ....mechanisms.holding.definitions import MayHold, RunsShort
from ....mechanisms.turning import TurnInto
from ..context import table_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ....commands.definitions.definition import Definition
    from ....rules import Rules
    from ..context import Checking, Conditions

C = TypeVar("C", bound=Command)
ON_A_GRID = (Lay, ForEachCell)
"""What means nothing at a table without a grid."""
SAID: Mapping[type[Definition], str] = {
    Holds: "what its cells hold: a cell holds 1 <good>",
    Stays: "what becomes of a tile: what was laid stays",
}
"""The sentences of a grid that are needed, and how one is missed."""


def check_grids(checking: Checking) -> None:
    """One grid at a table, all of it said once, and nothing of a grid where there is none."""
    grids = checking.rules.of(Grid)
    _check_used(checking, grids)
    if not grids:
        return
    if all(_is_alone(checking, grid) and _is_said(checking, grid) for grid in grids):
        _check_tiles(checking, grids)
        _check_moved(checking, grids)
        _check_heaps(checking, grids)
        _check_beginning(checking)


def _check_used(checking: Checking, grids: tuple[Grid, ...]) -> None:
    """What is about a grid stands where there is one."""
    given = [grid.conditions for grid in grids]
    for command, conditions in checking.placed_of(*ON_A_GRID):
        table = checking.missing_table(conditions, given)
        if table is not None:
            where = f" {table_words(table)}" if given else ""
            hint = "a grid is a block like: grid Garden, for each player, of 4 rows and ..."
            if isinstance(command, ForEachCell) and not grids:
                hint = "what is counted stands behind it: gain 1 <good> per <good>"
            checking.report("E591", f"there is no grid{where}", command, hint)
            return


def _tables(checking: Checking) -> Iterator[tuple[int, dict[str, bool]]]:
    """The tables at which what is said of grids may differ."""
    asked: list[Conditions] = []
    for grid in checking.rules.of(Grid):
        asked += [grid.conditions, *(line.conditions for line in grid.lines)]
    return checking.tables(condition for conditions in asked for condition in conditions)


def _is_alone(checking: Checking, grid: Grid) -> bool:
    for table in _tables(checking):
        here = [g for g in checking.rules.of(Grid) if all_hold(g.conditions, *table)]
        if grid in here[1:]:
            message = f"there are two grids {table_words(table)}"
            hint = "put each under conditions that exclude the other: with 2 players: grid ..."
            checking.report("E592", message, grid, hint)
            return False
    return True


def _is_said(checking: Checking, grid: Grid) -> bool:
    """Each sentence that is needed stands there, and none twice, at each table."""
    for table in _tables(checking):
        if not all_hold(grid.conditions, *table):
            continue
        lines = [line for line in grid.lines if all_hold(line.conditions, *table)]
        where = f" {table_words(table)}" if any(line.conditions for line in grid.lines) else ""
        kinds = {type(line) for line in lines}
        if unsaid := [hint for kind, hint in SAID.items() if kind not in kinds]:
            checking.report_unsaid("E593", unsaid, "of the grid", grid, where)
            return False
        known: set[tuple[object, str]] = set()
        for line in lines:
            for said in _subjects(line):
                if said in known:
                    message = f"the grid says this twice{where}"
                    checking.report("E593", message, line, "keep one of the two sentences")
                    return False
                known.add(said)
    return True


def _subjects(line: Definition) -> Iterator[tuple[object, str]]:
    """What a sentence is about: of each there is one."""
    match line:
        case Counted(name=name):
            yield Counted, name
        case Lies(goods=goods) | LieOn(goods=goods) | Holds(goods=goods):
            yield from ((type(line), good) for good in goods)
        case _:
            yield type(line), ""


def _check_tiles(checking: Checking, grids: tuple[Grid, ...]) -> None:
    """What is laid, and what sentences and effects call tiles, is what cells hold."""
    for grid in grids:
        tiles = set(grid.tiles)
        lines: list[tuple[Command, tuple[str, ...]]] = []
        for line in grid.of(Tiles):
            on = line.tiles if isinstance(line, LieOn) else line.goods
            lines += [(line, on), (line, line.beside if isinstance(line, Lies) else ())]
        lines += [(each, (each.good,)) for each in checking.every(Lay)]
        lines += [(each, each.goods) for each in checking.every(ForEachCell)]
        for command, goods in lines:
            for good in goods:
                if good not in tiles:
                    hint = f"write in the grid: a cell holds ... or 1 {good}"
                    checking.report("E594", f"no cell holds a {good}", command, hint)
                    return


def _check_moved(checking: Checking, grids: tuple[Grid, ...]) -> None:
    """Tiles come to players by being laid, and stay, or are turned into others where they lie."""
    tiles = {good for grid in grids for good in grid.tiles}
    for command, _ in checking.placed():
        if isinstance(command, Example) or (isinstance(command, Effect) and command.lays_tiles):
            continue
        if isinstance(command, TurnInto) and {command.before, command.after} <= tiles:
            continue
        for flow in command.flows():
            if flow.item.good in tiles:
                message = f"a {flow.item.good} lies on a cell of a grid, where it stays"
                hint = f"it comes to a player by: lay 1 {flow.item.good}"
                checking.report("E595", message, command, hint)
                return
    bounds: list[MayHold | RunsShort] = []
    bounds += (bound for bound in checking.rules.of(MayHold) if bound.gives_back)
    bounds += (bound for bound in checking.rules.of(RunsShort) if bound.back)
    for bound in bounds:
        if tiles & set(bound.goods):
            message = "tiles do not go back: they lie on the cells of a grid, and stay"
            checking.report("E595", message, bound, "end it with: , and gains no more")
            return


def _check_beginning(checking: Checking) -> None:
    """Before the first round one tile is laid on a cell, since it stays."""
    laid: dict[str, list[tuple[Lay, Conditions]]] = {}
    opening = {name for play in checking.rules.of(Play) for name in play.opening}
    begun: list[Phase | Hook] = [p for p in checking.rules.of(Phase) if p.name in opening]
    begun += [hook for hook in checking.rules.of(Hook) if hook.around in opening]
    certain = _Certain(checking.rules)
    for part in begun:
        for lay, conditions in certain.of(part.effect, part.conditions):
            others = laid.setdefault(lay.cell, [])
            for _, given in others:
                table = checking.missing_table((*conditions, *given), ())
                if table is not None:
                    message = f"something is laid on {lay.cell} already, and stays there"
                    if conditions or given:
                        message += f" {table_words(table)}"
                    hint = "lay it on another cell, or only one of the two"
                    checking.report("E605", message, lay, hint)
                    return
            others.append((lay, conditions))


Laid = tuple[Lay, "Conditions"]
"""A tile that is laid, and where."""


class _Certain:
    """What is laid on cells that the text names, whatever players choose."""

    def __init__(self, rules: Rules) -> None:
        self._actions = rules.of(Action)
        self._known: dict[str, tuple[Laid, ...]] = {}

    def of(self, effect: Command, outer: Conditions) -> Iterator[Laid]:
        """In an effect, and in the actions that it names, as often as it is done there."""
        if isinstance(effect, Lay) and effect.cell:
            yield effect, outer
        elif isinstance(effect, Do):
            for lay, conditions in self._of_action(effect.action):
                yield lay, (*outer, *conditions)
        elif isinstance(effect, Times):
            yield from (each for _ in range(effect.count) for each in self.of(effect.effect, outer))
        elif isinstance(effect, Sequence | EachPlayer | If):
            for child, also in effect.inner():
                if also or not isinstance(effect, If):
                    static = (each for each in also if isinstance(each, Condition))
                    yield from self.of(child, (*outer, *static))

    def _of_action(self, name: str) -> tuple[Laid, ...]:
        """Found once, each at most twice, which is once too often; in a circle nothing more."""
        if name not in self._known:
            self._known[name] = ()
            found = (
                laid
                for action in self._actions
                if action.name == name
                for laid in self.of(action.effect, action.conditions)
            )
            kept: list[Laid] = []
            for laid in found:
                if kept.count(laid) < 2:
                    kept.append(laid)
            self._known[name] = tuple(kept)
        return self._known[name]


def _check_heaps(checking: Checking, grids: tuple[Grid, ...]) -> None:
    """Goods are put where they may lie, and taken where something may."""
    for each in checking.every(ForEachCell):
        for grid in grids:
            lines = grid.of(LieOn)
            for put in _inside(each, PutThere):
                for item in put.bundle.items:
                    on = {t for line in lines if item.good in line.goods for t in line.tiles}
                    if missing := [good for good in each.goods if good not in on]:
                        message = f"{item.good} does not lie on a {missing[0]}"
                        hint = f"write in the grid: {item.good} lies on {each.said}"
                        checking.report("E596", message, put, hint)
                        return
            tiles = {tile for line in lines for tile in line.tiles}
            for taken in _inside(each, TakeThere):
                if not tiles & set(each.goods):
                    message = f"nothing ever lies on a {each.said}"
                    hint = f"write in the grid: <goods> lie on {each.said}"
                    checking.report("E596", message, taken, hint)
                    return


def _inside(command: ForEachCell, kind: type[C]) -> Iterator[C]:
    """What is done for its cells, and not for those of another one within it."""
    waiting: list[Command] = [command.effect]
    for each in waiting:
        if isinstance(each, kind):
            yield each
        if not isinstance(each, ForEachCell):
            waiting += each.children()
