"""Everything that some exchanges of any time open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from attrs import frozen

from ...errors import expect
from ...linking.table import once
from ...runtime.offering.exchanges import UseOnce
from ...runtime.offering.offers import Question
from ...runtime.registers import NEXT_STEP
from ..state import STATE, State
from .goals import Goal, MattersTo, Planner

if TYPE_CHECKING:
    from ...runtime.offering.options import Option
    from ...runtime.program import Program
    from .searching import Search

    Offered = Callable[[Program, Sequence[int]], tuple[Option, ...]]


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
    planner = once(state.table, Planner)
    asked = planner.keys[state.cells[NEXT_STEP]]
    wanted = (*asked, *planner.exchanges) if among is None else among
    goals = planner.goals(state.cells, [key for key in wanted if key not in found])
    search = _Searches(planner, state.cells)
    found |= search.opened(goals)
    if not all(goal.is_plain for goal in goals.values()):
        met = search.anything()
    elif among is None and not asked:
        met = search.unlisted()
    else:
        met = {}
    found |= {key: None for key in met if among is None or key in among}
    return Reachable(tuple(found), search.is_whole)


def beyond(state: State) -> Reachable:
    """The keys of this decision that only exchanges bring; those of exchanges are left out.

    So is what takes off more of a burden than the player bears, who would take it on for that.
    """
    found, step = reachable(state), state.decision.step
    left_out = {option.key for option in state.decision.all} | _vain(state)
    left_out |= {key for each in state.table.program.exchanges for key in each.keys()}
    keys = (key for key in found if key not in left_out and step.may_offer(key))
    return Reachable(tuple(keys), found.complete)


def _vain(state: State) -> set[str]:
    """The exchanges asked for that cost more than there is of what counts against the player."""
    step, cells = state.decision.step, state.cells
    if not isinstance(step, Question):
        return set()
    burdens = once(state.table, Planner).values.burdens
    row = state.table.layout.row(state.decision.player)
    parts = (part for offer in step.offers for part in offer.each() if isinstance(part, UseOnce))
    return {
        part.key_of(way)
        for part in parts
        for way in part.exchange.ways()
        if any(n > cells[row + good] for good, n in part.exchange.paid(*way) if good in burdens)
    }


class _Searches:
    """All that is looked for in one state. ``is_whole``: was everything looked at?"""

    def __init__(self, planner: Planner, cells: Sequence[int]) -> None:
        self.planner = planner
        self.program = planner.table.program
        self.cells = cells
        self.is_whole = True
        self._met: dict[int, _Situations] = {}

    def opened(self, goals: Mapping[str, Goal]) -> dict[str, None]:
        """The keys that exchanges open, of those to which nothing matters but having enough."""
        found: dict[str, None] = {}
        closed: set[str] = set()
        for key, goal in goals.items():
            if not goal.is_plain:
                continue
            if self.planner.fewer.get(key) not in closed and self._opens(goal):
                found[key] = None
            else:
                closed.add(key)
        return found

    def _opens(self, goal: Goal) -> bool:
        if not goal.can_matter(self.cells):
            return False
        # Goals to which the same matters share what is met on the way.
        met = self._met.get(id(goal.matters))
        if met is None:
            met = self._met[id(goal.matters)] = self._situations((goal.matters, goal.rich))
        if any(map(goal.is_open, met)):
            return True
        self.is_whole &= met.search.is_whole
        return False

    def anything(self) -> dict[str, None]:
        """All that may be chosen on the way of a search for whatever the decision may offer."""
        return self._keys(self.planner.anything(self.cells), _all)

    def unlisted(self) -> dict[str, None]:
        """The same for a step of which nobody can list the keys, exchanges aside."""
        planner, step = self.planner, self.planner.steps[self.cells[NEXT_STEP]]
        matters = planner.matters(step, planner.swaps.tight(self.cells))
        return self._keys(matters, type(self.program).options)

    def _keys(self, matters: MattersTo, offered: Offered) -> dict[str, None]:
        found: dict[int, Option] = {}
        met = self._situations(matters)
        for cells in met:
            found |= {id(option): option for option in offered(self.program, cells)}
        self.is_whole &= met.search.is_whole
        return dict.fromkeys(option.key for option in found.values())

    def _situations(self, matters: MattersTo) -> _Situations:
        every, rich = matters
        search = given = self.planner.search(every, self.cells)
        if rich is not None and given.source is not None:
            search = self.planner.search(rich, given.plenty(given.start))
        return _Situations(search, given)


class _Situations:
    """The cells that a search meets, with plenty of what there is for nothing: each found once."""

    def __init__(self, search: Search, given: Search) -> None:
        self.search = search
        self._rest = (given.plenty(reached.cells) for reached in search.each())
        self._met: list[list[int]] = []

    def __iter__(self) -> Iterator[list[int]]:
        yield from self._met
        for cells in self._rest:
            self._met.append(cells)
            yield cells


def _all(program: Program, cells: Sequence[int]) -> tuple[Option, ...]:
    listed = program.options(cells)
    return listed + program.anytime(cells, listed)
