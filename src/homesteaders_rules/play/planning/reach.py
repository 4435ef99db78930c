"""Everything that some exchanges of any time open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import expect
from ...runtime.registers import NEXT_STEP
from ..state import STATE, State
from .goals import planner_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.offering.options import Option
    from ...runtime.program import Program
    from .goals import Goal, Planner


def reachable(state: State) -> tuple[str, ...]:
    """The keys that can be chosen now, or after some sequence of exchanges of any time.

    Exchanges are among them. What can be chosen now comes first, in the order of
    :attr:`Decision.all`. The search ends as that of :func:`how` does.

    Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    found: dict[str, None] = dict.fromkeys(option.key for option in state.decision.all)
    if state.over or not state.table.program.exchanges:
        return tuple(found)
    planner = planner_of(state.table)
    wanted = [*planner.keys[state.cells[NEXT_STEP]], *planner.exchanges]
    goals = {key: planner.goal(state.cells, key) for key in wanted if key not in found}
    opened = {key: None for key, goal in goals.items() if _opens(planner, goal, state.cells)}
    if not planner.keys[state.cells[NEXT_STEP]] or not all(g.is_plain for g in goals.values()):
        opened |= _met(planner, state.cells)
    return tuple(found | opened)


def _opens(planner: Planner, goal: Goal, cells: Sequence[int]) -> bool:
    """Do exchanges open it, as far as nothing matters but having enough?"""
    if not goal.is_plain or not goal.can_matter(cells):
        return False
    search = planner.search(goal.matters, cells)
    if search.source is not None:
        return planner.may_be(goal, search)
    return any(goal.is_open(reached.cells) for reached in search.each())


def _met(planner: Planner, cells: Sequence[int]) -> dict[str, None]:
    """All that is met in one search for whatever the decision may offer."""
    matters, rich = planner.anything(cells)
    search = planner.search(matters, cells)
    if rich is not None and search.source is not None:
        search = planner.search(rich, search.plenty(cells))
    found: dict[int, Option] = {}
    for reached in search.each():
        every = _all(planner.table.program, search.plenty(reached.cells))
        found |= {id(option): option for option in every}
    return dict.fromkeys(option.key for option in found.values())


def _all(program: Program, cells: Sequence[int]) -> tuple[Option, ...]:
    listed = program.options(cells)
    return listed + program.anytime(cells, listed)
