"""What is to be opened: an option of the decision, told by its key."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...mechanisms.building.steps import BuildOffer
from ...mechanisms.maps.steps import BuildOnMap
from ...mechanisms.placing.steps import DONE, PlaceGoods
from ...runtime.offering.exchanges import ExchangeOffer, UseOnce
from ...runtime.offering.offers import Offer, Paid, Question
from ...runtime.operands import Memory
from ...runtime.registers import NEXT_STEP
from .costs import Values
from .looks import ANY, PLENTY, Looks
from .searching import Brought, Search
from .swaps import Matters, Swaps

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ...linking.table import Table
    from ...runtime.steps import Asking

MOST_REMEMBERED = 1 << 14
ANYTIME = -1
"""Stands for the step of what can be chosen at nearly all of them."""

MattersTo = tuple[Matters, Matters | None]
"""What matters, and what matters with plenty of what there is for nothing, if there is."""


def is_tried(step: Asking) -> bool:
    """Is whatever may be chosen at a step tried out first, exchanges of any time too?"""
    return step.tried or step.can_run_dry()


class Goal:
    """One key at one step that asks: when it is there, and what matters to that.

    Without a step it is an exchange of any time, which most steps have nothing to do with.

    ``rich``: what matters where there is plenty of what there is for nothing; None where nothing
    of use is for nothing.
    """

    def __init__(
        self, planner: Planner, step: Asking | None, key: str, tight: frozenset[int]
    ) -> None:
        self._program = planner.table.program
        self._step = step
        self._key = key
        self._is_tried = step is not None and is_tried(step)
        self._offers: tuple[Any, ...] = () if step is None else (step,)
        if type(step) is Question:
            self._offers = planner.keys[step.number].get(key, ())
        self._exchanges = planner.exchanges.get(key, ())
        self.matters, self.rich = planner.matters(self._looks(planner), tight)

    def is_open(self, cells: Sequence[int]) -> bool:
        """Can it be chosen now?"""
        key = self._key
        if self._is_tried:
            listed = self._program.options(cells)
            every = listed + self._program.anytime(cells, listed)
            return any(option.key == key for option in every)
        for offer in self._offers:
            for option in offer.options(cells):
                if option.key == key:
                    return True
        for exchange in self._exchanges:
            for option in exchange.options(cells):
                if option.key == key:
                    return True
        return False

    @property
    def is_plain(self) -> bool:
        """Does nothing matter but having enough of something?"""
        return not self.matters.looks.ahead and not self.matters.looks.goods

    def can_matter(self, cells: Sequence[int]) -> bool:
        """Can exchanges open it at all? Not if plenty of all that they bring does not."""
        matters = self.matters
        if not matters.swaps and matters.source is None:
            return False
        if not self.is_plain:
            return True
        rich, row = list(cells), self._program.exchanges[0].purse.row(cells)
        swaps = (*matters.swaps, *([matters.source] if matters.source else []))
        for good in {good for swap in swaps for good in swap.brings}:
            rich[row + good] = PLENTY
        return self.is_open(rich)

    def _looks(self, planner: Planner) -> Looks:
        looks = Looks(planner.table.layout)
        if self._is_tried and self._step is not None:
            looks.joined_with(planner.steps[self._step.number])
        for offer in (*self._offers, *self._exchanges):
            self._look(planner, looks, offer)
        return looks

    def _look(self, planner: Planner, looks: Looks, offer: Any) -> None:
        """What decides whether an offer has the key."""
        key = self._key
        match offer:
            case PlaceGoods() if key != DONE:
                looks.want(looks.good_at(offer.goods), ANY, True)
                looks.cells |= {offer.owned, offer.placed}
            case BuildOffer() if type(offer) in (BuildOffer, BuildOnMap):
                looks.cells |= {offer.owned, offer.place}
                looks.each(way for kind in offer.prices.kinds if (way := kind.way(key)))
            case Paid() if type(offer) is Paid:
                looks.cells.add(offer.owned)
                looks.at(offer.payments[offer.keys().index(key)])
            case ExchangeOffer():
                looks.exchange(offer, [way for way in offer.ways() if offer.key_of(way) == key])
            case UseOnce():
                self._look(planner, looks, offer.exchange)
            case _:
                looks.joined_with(planner.whole[offer])


class Planner:
    """What is known of the exchanges of a table, found once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.swaps = Swaps(table)
        self.values = Values(table)
        found: dict[str, tuple[ExchangeOffer, ...]] = {}
        for offer in table.program.exchanges:
            for key in offer.keys():
                found[key] = (*found.get(key, ()), offer)
        self.exchanges = found
        self.fewer = dict(self._fewer())
        self.keys: Memory[int, dict[str, tuple[Offer, ...]]] = Memory(self._keys)
        self.steps: Memory[int, Looks] = Memory(self._step)
        self._goals: Memory[tuple[int, str, frozenset[int]], Goal]
        self._goals = Memory(self._goal, MOST_REMEMBERED)
        self.whole: Memory[Offer | Asking, Looks] = Memory(self._look_through)
        self._matters: dict[object, MattersTo] = {}
        self._brought = Brought(())
        self._anything = Memory(self._find_anything)

    def goal(self, cells: Sequence[int], key: str) -> Goal:
        """What is to be opened in a state."""
        return self.goals(cells, [key])[key]

    def goals(self, cells: Sequence[int], keys: Iterable[str]) -> dict[str, Goal]:
        """The same for several keys."""
        number, tight = cells[NEXT_STEP], self.swaps.tight(cells)
        asked: Collection[str] = self.keys[number]
        tried = is_tried(self.table.program.steps[number])  # type: ignore[arg-type]
        return {
            key: self._goals[
                ANYTIME if key in self.exchanges and key not in asked and not tried else number,
                key,
                tight,
            ]
            for key in keys
        }

    def search(self, matters: Matters, cells: Sequence[int]) -> Search:
        """A search for exchanges from some cells on."""
        brought = self._brought
        if brought.cells != list(cells):
            brought = self._brought = Brought(cells)
        return Search(self.table.program, matters, brought, self.values)

    def may_be(self, goal: Goal, search: Search) -> bool:
        """Is there a way with plenty of what there is for nothing? That is quickly seen."""
        if goal.rich is None or search.source is None:
            return True
        found, is_whole = self.with_plenty(goal.rich, goal, search)
        return found or not is_whole

    def with_plenty(self, rich: Matters, goal: Goal, search: Search) -> tuple[bool, bool]:
        """Was a way found with plenty of what there is for nothing, and was all looked at?"""
        quick = self.search(rich, search.plenty(search.start))
        found = any(goal.is_open(quick.plenty(reached.cells)) for reached in quick.each())
        return found, quick.is_whole

    def _fewer(self) -> Iterator[tuple[str, str]]:
        """For each key of several uses at once that of one less, without which it is not there."""
        for offer in self.table.program.exchanges:
            plain = [offer.key_of(way) for way in offer.ways() if not way[0]]
            for key, more in pairwise(plain):
                if self.exchanges[key] == self.exchanges[more] == (offer,):
                    yield more, key

    def _keys(self, number: int) -> dict[str, tuple[Offer, ...]]:
        """The keys of a step that asks, as far as they can be listed, each with its offers."""
        step: Asking = self.table.program.steps[number]  # type: ignore[assignment]
        if not isinstance(step, Question):
            return dict.fromkeys(step.keys(), ())
        found: dict[str, tuple[Offer, ...]] = {}
        for offer in step.offers:
            for key in offer.keys():
                found[key] = (*found.get(key, ()), offer)
        return found

    def matters(self, looks: Looks, tight: frozenset[int]) -> MattersTo:
        """What matters to what looks so; and what, with plenty of what there is for nothing.

        It is the same for all that look alike and ask for as much.
        """
        name = looks.at_what, frozenset(looks.wanted.items()), tight
        found = self._matters.get(name)
        if found is None:
            matters = self.swaps.mattering(looks, tight)
            found = self._matters[name] = matters, self._rich(matters, looks, tight)
        return found

    def _rich(self, matters: Matters, looks: Looks, tight: frozenset[int]) -> Matters | None:
        if matters.source is None:
            return None
        plenty = [good for good, _ in matters.source.offer.gain]
        return self.swaps.mattering(looks, tight, plenty)

    def anything(self, cells: Sequence[int]) -> MattersTo:
        """What matters to whatever the decision of a state may offer, exchanges included."""
        return self._anything[cells[NEXT_STEP], self.swaps.tight(cells)]

    def _step(self, number: int) -> Looks:
        return self.whole[self.table.program.steps[number]]  # type: ignore[index]

    def _look_through(self, part: Offer | Asking) -> Looks:
        """What an offer, or a step that asks, looks at in all that it has."""
        looks = Looks(self.table.layout)
        if isinstance(part, Offer):
            looks.at(part)
        else:
            looks.step(part)
        return looks

    def _find_anything(self, name: tuple[int, frozenset[int]]) -> MattersTo:
        number, tight = name
        looks = Looks(self.table.layout)
        looks.joined_with(self.steps[number])
        for swap in self.swaps.all:
            looks.joined_with(swap.looks)
        return self.matters(looks, tight)

    def _goal(self, name: tuple[int, str, frozenset[int]]) -> Goal:
        step, key, tight = name
        asking: Any = None if step == ANYTIME else self.table.program.steps[step]
        return Goal(self, asking, key, tight)
