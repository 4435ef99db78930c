"""Everything that some exchanges of any time open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import expect
from ..state import STATE, State
from .goals import planner_of
from .searching import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.offering.options import Option
    from ...runtime.program import Program


def reachable(state: State) -> tuple[str, ...]:
    """The keys that can be chosen now, or after some sequence of exchanges of any time.

    Exchanges are among them. What can be chosen now comes first, in the order of
    :attr:`Decision.all`; then what needs exchanges, as few as possible first. The search ends as
    that of :func:`how` does. Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    found: dict[str, None] = dict.fromkeys(option.key for option in state.decision.all)
    if state.over or not state.table.program.exchanges:
        return tuple(found)
    program, planner = state.table.program, planner_of(state.table)
    matters, rich = planner.anything(state.cells)
    search = Search(program, matters, state.cells, planner.values)
    if rich is not None and search.source is not None:
        search = Search(program, rich, search.plenty(state.cells), planner.values)
    seen: set[int] = set()
    for reached in search.each():
        for option in _all(program, search.plenty(reached.cells)):
            if id(option) not in seen:
                seen.add(id(option))
                found[option.key] = None
    return tuple(found)


def _all(program: Program, cells: Sequence[int]) -> tuple[Option, ...]:
    listed = program.options(cells)
    return listed + program.anytime(cells, listed)
