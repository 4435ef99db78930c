"""How an option is had: the cheapest exchanges of any time after which it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...errors import GameError, IllegalOption, expect, shown
from ...linking.table import once
from ...runtime.offering.exchanges import MOST_AT_ONCE
from ...runtime.offering.options import Option
from ...runtime.registers import ACTOR
from ..choosing import apply, why_not
from ..scoring import score_of
from ..state import STATE, State
from .goals import Goal, Planner
from .searching import MOST_FOR_NOTHING, Reached, Search, Use, uses_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from .swaps import Swap

MOST_WAYS = 3
"""So many ways are told, if nobody asks for more."""


@frozen
class Way:
    """One sequence of exchanges of any time, and what it costs in all.

    ``keys``: what to choose, one after the other; none where the option is there already.
    ``goods``: what the player has more (above 0) or less of afterwards, in the order of the
    rules. ``points``: what their score is more, as the scoring of the text counts goods and
    debts. ``price``: what is given for good by the prices of the text, less what is got; a good
    without a price counts 1, one that scores nothing here.
    """

    keys: tuple[str, ...]
    goods: tuple[tuple[str, int], ...]
    points: int
    price: int

    def __str__(self) -> str:
        return ", ".join(self.keys)

    @property
    def cost(self) -> tuple[int, int, int]:
        """What ways are ordered by: points that are lost, what is given, how many choices."""
        return -self.points, self.price, len(self.keys)


@frozen
class How:
    """An answer to "how?": ``ways`` to the option of ``key``, the cheapest first.

    Where there is none, ``reason`` says why in a sentence (None otherwise). ``left_out``: keys of
    exchanges that were not followed, since chance decides what comes of them, or since somebody
    else decides after them. ``complete``: was everything looked at? If not, there may be more.
    """

    key: str
    ways: tuple[Way, ...]
    reason: str | None = None
    left_out: tuple[str, ...] = ()
    complete: bool = True

    def __bool__(self) -> bool:
        """Is there a way?"""
        return bool(self.ways)

    def __str__(self) -> str:
        if not self.ways:
            return f'"{self.key}": {self.reason}'
        return "; or ".join(str(way) or "it can be chosen now" for way in self.ways)


def how(state: State, key: str | Option, most: int = MOST_WAYS) -> How:
    """The cheapest sequences of any-time exchanges after which an option can be chosen.

    Of each sequence no exchange can be left out, and none is as good as another in nothing and
    worse in something. They are ordered by what they cost (:attr:`Way.cost`), and no more than
    ``most`` are told. All is from the view of who decides.

    Raises TypeError for what is no state or no key, and GameError for a number of ways below 1.
    """
    expect(state, State, STATE)
    key = key.key if isinstance(key, Option) else key
    expect(key, str, "the key of an option, as Option.key has it")
    if type(most) is not int or most < 1:
        raise GameError(f"at least 1 way can be asked for, not {shown(most)}")
    reason = why_not(state, key)
    if reason is None:
        return How(key, (Way((), (), 0, 0),))
    if state.over or not _is_asked(state, key):
        return How(key, (), reason)
    return _Asked(state, key).answer(most, reason)


def _is_asked(state: State, key: str) -> bool:
    """Is it a key of this decision, or of an exchange?"""
    exchanges = state.table.program.exchanges
    return state.decision.step.may_offer(key) or any(key in each.keys() for each in exchanges)


class _Asked:
    """One question for a key."""

    def __init__(self, state: State, key: str) -> None:
        self.state = state
        self.planner: Planner = once(state.table, Planner)
        self.program = state.table.program
        self.goal: Goal = self.planner.goal(state.cells, key)
        self.key = key
        self.player = state.cells[ACTOR]

    def answer(self, most: int, reason: str) -> How:
        """The cheapest ways, or why there is none."""
        matters = self.goal.matters
        search = self.planner.search(matters, self.state.cells)
        if not self.goal.can_matter(self.state.cells):
            return How(self.key, (), f"{reason}; no exchange changes that")
        if not self.planner.may_be(self.goal, search):
            return self._none(search, reason)
        found = self._found(search)
        if not found:
            return self._none(search, reason)
        ways = sorted(self._ways(found), key=lambda way: (way.cost, way.keys))
        return How(self.key, tuple(ways[:most]), None, self._left_out(search), search.is_whole)

    def _none(self, search: Search, reason: str) -> How:
        end = "no exchanges open it" if search.is_whole else "no exchanges were found to open it"
        left = self._left_out(search)
        more = f" ({', '.join(left)} left out)" if left else ""
        return How(self.key, (), f"{reason}; {end}{more}", left, search.is_whole)

    def _left_out(self, search: Search) -> tuple[str, ...]:
        """Exchanges that were not followed; those in which chance decides, wherever they are open.

        Nobody knows what they bring, so they are told whatever is asked for.
        """
        chancy = (swap.offer for swap in self.planner.swaps.all if swap.is_chancy)
        usable = (offer.key for offer in chancy if offer.allowed(self.state.cells))
        return tuple(dict.fromkeys((*usable, *search.by_chance, *search.leaving)))

    def _found(self, search: Search) -> dict[frozenset[tuple[Use, int]], tuple[Reached, int]]:
        """The situations in which it is open, none with more exchanges than another has."""
        found: dict[frozenset[tuple[Use, int]], tuple[Reached, int]] = {}
        uses: list[Counter[Use]] = []
        for reached in search.each():
            free = self._free(search, reached.cells)
            if free is None and not uses:
                continue
            mine = uses_of(search.source, reached, free or 0)
            if any(each <= mine for each in uses):
                search.close()
            elif free is not None:
                uses.append(mine)
                found[frozenset(mine.items())] = reached, free
            if free == 0:
                search.close()
        least = [each for each in uses if not any(other < each for other in uses)]
        return {name: found[name] for name in (frozenset(each.items()) for each in least)}

    def _free(self, search: Search, cells: Sequence[int]) -> int | None:
        """How many more uses of what gives for nothing open it; None where none do."""
        if search.source is None:
            return 0 if self.goal.is_open(cells) else None
        if not self.goal.is_open(search.plenty(cells)):
            return None
        if self.goal.is_open(cells):
            return 0
        after = search.with_free(cells, 1)
        for times in range(1, MOST_FOR_NOTHING):
            if self.goal.is_open(after):
                return times
            after = search.with_free(after, 1)
        return None

    def _ways(self, found: dict[frozenset[tuple[Use, int]], tuple[Reached, int]]) -> list[Way]:
        """As ways; none that is as good as another in nothing and worse in something."""
        values, layout = self.planner.values, self.state.table.layout
        row, width = layout.row(self.player), len(layout.goods)
        search = self.planner.search(self.goal.matters, self.state.cells)
        before = self.state.cells[row : row + width]
        ends = []
        for reached, free in found.values():
            cells = search.with_free(reached.cells, free)
            ends.append((cells[row : row + width], cells, reached, free))
        best = [
            end
            for end in ends
            if not any(
                other[0] != end[0] and values.is_no_worse(other[0], end[0]) for other in ends
            )
        ]
        points = score_of(self.state, self.player).total
        ways = []
        for held, cells, reached, free in best:
            changes = [now - then for now, then in zip(held, before, strict=True)]
            more = score_of(State(self.state.table, cells, ()), self.player).total - points
            names = ((g.name, n) for g, n in zip(layout.goods, changes, strict=True) if n)
            keys = self._keys(search.source, reached, free)
            ways.append(Way(keys, tuple(names), more, values.given(changes)))
        return ways

    def _keys(self, source: Swap | None, reached: Reached, free: int) -> tuple[str, ...]:
        """What to choose: equal exchanges at once, where that can be done."""
        offers = self.program.exchanges
        first = [(source.number, 0, 1)] * (reached.free + free) if source is not None else []
        apart = [(number, *option.operands) for number, option in reached.options]
        together: dict[tuple[int, int], list[int]] = {}
        for index, way, times in (*first, *apart):
            together.setdefault((index, way), []).append(times)
        short = tuple(
            offers[index].key_of((way, times))
            for (index, way), uses in together.items()
            for times in (uses if way else _portions(sum(uses)))
        )
        if self._can_be_done(short):
            return short
        free_keys = tuple(offers[i].key_of((way, times)) for i, way, times in first)
        return (*free_keys, *(option.key for _, option in reached.options))

    def _can_be_done(self, keys: Sequence[str]) -> bool:
        state = self.state
        try:
            for key in keys:
                state, _ = apply(state, key)
        except IllegalOption:
            return False
        return state.decision.player == self.player and state.decision.find(self.key) is not None


def _portions(count: int) -> Iterator[int]:
    """A number of uses in parts, of which each is one choice."""
    while count > 0:
        yield min(count, MOST_AT_ONCE)
        count -= MOST_AT_ONCE
