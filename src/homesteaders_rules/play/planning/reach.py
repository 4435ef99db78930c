"""Everything that some exchanges of any time open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, overload

from attrs import frozen

from ...errors import expect
from ...runtime.registers import NEXT_STEP
from ..state import STATE, State
from .goals import planner_of

if TYPE_CHECKING:
    from ...runtime.offering.options import Option
    from ...runtime.program import Program
    from .goals import Goal, Planner
    from .searching import Search


@frozen
class Reachable(Sequence[str]):
    """The keys that can be chosen now or after exchanges, in the place of a tuple of them.

    ``complete``: was everything looked at? If not, every key that is there can be had, and there
    may be more.
    """

    keys: tuple[str, ...]
    complete: bool = True

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.keys[index]


def reachable(state: State, among: Iterable[str] | None = None) -> Reachable:
    """The keys that can be chosen now, or after some sequence of exchanges of any time.

    Exchanges are among them. What can be chosen now comes first, in the order of
    :attr:`Decision.all`. The search ends as that of :func:`how` does, and
    :attr:`Reachable.complete` says so.

    ``among``: only these keys of the decision are looked for, which takes less time.

    Raises TypeError for what is no state.
    """
    expect(state, State, STATE)
    found: dict[str, None] = dict.fromkeys(option.key for option in state.decision.all)
    if among is not None:
        among = tuple(among)
        found = {key: None for key in found if key in among}
    if state.over or not state.table.program.exchanges:
        return Reachable(tuple(found))
    planner = planner_of(state.table)
    asked = planner.keys[state.cells[NEXT_STEP]]
    wanted = (*asked, *planner.exchanges) if among is None else among
    goals = {key: planner.goal(state.cells, key) for key in wanted if key not in found}
    complete = True
    closed: set[str] = set()
    for key, goal in goals.items():
        if goal.is_plain and planner.fewer.get(key) in closed:
            closed.add(key)
            continue
        opens, is_whole = _opens(planner, goal, state.cells)
        if opens:
            found[key] = None
        elif goal.is_plain:
            closed.add(key)
        complete &= opens or is_whole
    if (among is None and not asked) or not all(g.is_plain for g in goals.values()):
        search = _wide(planner, state.cells)
        met = _met(planner, search)
        found |= met if among is None else {key: None for key in met if key in among}
        complete &= search.is_whole
    return Reachable(tuple(found), complete)


def _opens(planner: Planner, goal: Goal, cells: Sequence[int]) -> tuple[bool, bool]:
    """Do exchanges open it, as far as nothing matters but having enough? And was all looked at?"""
    if not goal.is_plain or not goal.can_matter(cells):
        return False, True
    search = planner.search(goal.matters, cells)
    if search.source is not None and goal.rich is not None:
        return planner.with_plenty(goal.rich, goal, search)
    return any(goal.is_open(reached.cells) for reached in search.each()), search.is_whole


def _wide(planner: Planner, cells: Sequence[int]) -> Search:
    """One search for whatever the decision may offer."""
    matters, rich = planner.anything(cells)
    search = planner.search(matters, cells)
    if rich is not None and search.source is not None:
        return planner.search(rich, search.plenty(cells))
    return search


def _met(planner: Planner, search: Search) -> dict[str, None]:
    """All that is met in a search."""
    found: dict[int, Option] = {}
    for reached in search.each():
        every = _all(planner.table.program, search.plenty(reached.cells))
        found |= {id(option): option for option in every}
    return dict.fromkeys(option.key for option in found.values())


def _all(program: Program, cells: Sequence[int]) -> tuple[Option, ...]:
    listed = program.options(cells)
    return listed + program.anytime(cells, listed)
