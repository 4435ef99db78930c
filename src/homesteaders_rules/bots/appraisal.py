"""What effects and pieces are worth to a player, read off their commands.

An estimate is a function of the cells of a state and a player. Every effect says its own worth, in
terms of the :class:`Appraiser`; what depends on a choice among pieces counts nothing, and a bot
tries it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..commands.amounts import Number
from ..commands.conditions import Has
from ..commands.definitions.definition import Exchange
from ..linking.consequences import Consequences
from ..play.lookups import marker_cell
from ..runtime.counters import Fixed, InCell, Multiple, Owned, Together
from ..runtime.dividing import Divided, Halved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..commands.amounts import Bundle, Item
    from ..commands.conditions import Condition
    from ..commands.definitions.definition import Definition
    from ..commands.definitions.tracks import Track
    from ..commands.effects import Effect
    from ..commands.protocols import Happening
    from ..linking.layout import Layout
    from ..linking.table import Table
    from ..runtime.counters import Counter

Estimate = Callable[["Sequence[int]", int], float]
"""Of the cells of a state and a player."""


class Constant:
    """The same at any time: whatever is made of constants alone is one."""

    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        self.value = value

    def __call__(self, cells: Sequence[int], player: int) -> float:
        return self.value


class OfOwn:
    """It hangs on nothing but the pieces of the player, and on what they hold of some ``goods``."""

    __slots__ = ("estimate", "goods")

    def __init__(self, estimate: Estimate, goods: frozenset[int]) -> None:
        self.estimate = estimate
        self.goods = goods

    def __call__(self, cells: Sequence[int], player: int) -> float:
        return self.estimate(cells, player)


nothing = Constant(0.0)


def bare(estimates: Iterable[Estimate]) -> list[Estimate]:
    """Estimates as they are counted, without what is known of them."""
    return [each.estimate if isinstance(each, OfOwn) else each for each in estimates]


def made_of(parts: Iterable[Estimate], estimate: Estimate, goods: Iterable[int] = ()) -> Estimate:
    """An estimate made of others, of some ``goods`` of the player and of their pieces."""
    looked = frozenset(goods)
    for part in parts:
        if isinstance(part, OfOwn):
            looked |= part.goods
        elif not isinstance(part, Constant):
            return estimate
    return OfOwn(estimate, looked)


def counted(table: Table, counter: Counter, each: float = 1.0) -> Estimate:
    """So much for each that is counted."""

    def estimate(cells: Sequence[int], player: int) -> float:
        return counter.count(cells, player) * each

    goods = _counted_goods(table.layout, counter)
    return estimate if goods is None else OfOwn(estimate, goods)


def _counted_goods(layout: Layout, counter: Counter) -> frozenset[int] | None:
    """The goods it counts of the player, beside their pieces; None: it counts something else."""
    match counter:
        case Fixed():
            return frozenset()
        case InCell(first=first, stride=stride):
            own, width = range(layout.row(0), layout.row(1)), len(layout.goods)
            is_own = first in own and stride == width
            return frozenset({first - own.start}) if is_own else None
        case Owned(first=first):
            return frozenset() if first == layout.owned else None
        case Multiple(counter=inner) | Halved(counter=inner) | Divided(counter=inner):
            return _counted_goods(layout, inner)
        case Together(counters=several):
            found = [_counted_goods(layout, each) for each in several]
            known = [goods for goods in found if goods is not None]
            return frozenset().union(*known) if len(known) == len(found) else None
        case _:
            return None


def total(estimates: Sequence[Estimate]) -> Estimate:
    """The sum of some estimates."""
    fixed = sum([each.value for each in estimates if isinstance(each, Constant)])
    real = [each for each in estimates if not isinstance(each, Constant)]
    if not real:
        return Constant(fixed) if fixed else nothing
    if len(real) == 1 and not fixed:
        return real[0]
    every = bare(real)
    return made_of(real, lambda cells, player: sum([e(cells, player) for e in every]) + fixed)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """So many times as much."""
    if isinstance(estimate, Constant) or not factor:
        return total([Constant(estimate.value * factor)] if factor else [])  # type: ignore[attr-defined]
    (each,) = bare([estimate])
    return made_of([estimate], lambda cells, player: each(cells, player) * factor)


def best(estimates: Sequence[Estimate]) -> Estimate:
    """The highest of some estimates; nothing where there are none."""
    if all(isinstance(each, Constant) for each in estimates):
        return Constant(max([each.value for each in estimates], default=0.0))  # type: ignore[attr-defined]
    return made_of(estimates, lambda cells, player: max([e(cells, player) for e in estimates]))


def position_on(cells: Sequence[int], marker: tuple[int, tuple[int, ...]]) -> int:
    """Where a marker is: in a cell, with the values that its numbers stand for, if it has any."""
    cell, values = marker
    return values[cells[cell]] if values else cells[cell]


class Appraiser:
    """Estimates for the effects of a table; ``worths`` are those of a unit of each good."""

    nothing: Estimate = staticmethod(nothing)

    def __init__(self, table: Table, worths: Mapping[str, float]) -> None:
        self.table = table
        self.worths = worths
        self.consequences = Consequences(table.definitions)
        self.named: dict[str, list[Exchange]] = {}
        for definition in table.definitions:
            if isinstance(definition, Exchange):
                self.named.setdefault(definition.name, []).append(definition)
        self._led: dict[Happening, Estimate] = {}
        self._given: dict[str, list[Estimate]] = {}

    def effect(self, effect: Effect) -> Estimate:
        """What it is worth to carry an effect out."""
        return effect.worth(self)

    # ------------------------------------------------------------------ what effects ask

    def goods(self, bundle: Bundle, sign: int) -> Estimate:
        """What some goods are worth."""
        return total([self._counted(item, sign) for item in bundle.items])

    def _counted(self, item: Item, sign: int) -> Estimate:
        each = self.worths[item.good] * sign
        if isinstance(item.amount, Number):
            return Constant(item.amount.value * each)
        return counted(self.table, item.amount.counter(self.table.layout), each)

    def discarded(self, bundle: Bundle) -> Estimate:
        """Goods lost, no more than there are."""
        return total([self._discarded(item) for item in bundle.items])

    def _discarded(self, item: Item) -> Estimate:
        number = counted(self.table, item.amount.counter(self.table.layout))
        each, first, width = -self.worths[item.good], *self._goods(item.good)
        return made_of(
            [number],
            lambda cells, player: each * min(number(cells, player), cells[first + player * width]),
            [self.table.layout.good_index[item.good]],
        )

    def _goods(self, good: str) -> tuple[int, int]:
        """The cell of what the first player holds of a good, and how far apart those are."""
        layout = self.table.layout
        return layout.goods_cell(0, good), len(layout.goods)

    def one_of(self, goods: Iterable[str]) -> Estimate:
        """One unit of some goods, as the player likes."""
        return Constant(max(self.worths[good] for good in goods))

    def total(self, worths: list[Estimate]) -> Estimate:
        """All of them."""
        return total(worths)

    def mean(self, worths: list[Estimate]) -> Estimate:
        """One of them, by chance."""
        return scaled(total(worths), 1 / len(worths)) if worths else nothing

    def best(self, worths: list[Estimate]) -> Estimate:
        """One of them, as the player likes."""
        return best(worths)

    def times(self, count: int, worth: Estimate) -> Estimate:
        """As often as that."""
        return scaled(worth, count)

    def depending(self, condition: Condition, then: Estimate, otherwise: Estimate) -> Estimate:
        """One or the other: half of each, but where the player's own goods decide."""
        if then is nothing and otherwise is nothing:
            return nothing
        if not isinstance(condition, Has):
            return self.mean([then, otherwise])
        first, width = self._goods(condition.good)
        least, most = condition.least, condition.most

        def decided(cells: Sequence[int], player: int) -> float:
            held = cells[first + player * width]
            holds = least <= held and (most is None or held <= most)
            return (then if holds else otherwise)(cells, player)

        return made_of([then, otherwise], decided, [self.table.layout.good_index[condition.good]])

    def led_to(self, happening: Happening) -> Estimate:
        """All that a happening leads to for the player: of pieces, of those that are owned."""
        if happening not in self._led:
            self._led[happening] = nothing  # of what leads to itself, the rest
            origins = self.consequences.origins.get(happening, ())
            self._led[happening] = total([self._origin(*each) for each in origins])
        return self._led[happening]

    def _origin(self, definition: Definition, effect: Effect) -> Estimate:
        estimate = effect.worth(self)
        owners = [p for p in self.table.layout.pieces if definition in (p, *p.clauses)]
        if not owners or estimate is nothing:
            return estimate
        return self._if_owned(owners[0].name, estimate)

    def exchanges(self, names: Iterable[str] | None) -> list[Estimate]:
        """One use of each exchange with a name; None: of those open at any time."""
        if names is None:
            every = (each for listed in self.named.values() for each in listed)
            return [self._swap(each) for each in every if not each.offered_only]
        named = {*names}
        found = [self._swap(each) for name in sorted(named) for each in self.named.get(name, ())]
        pieces = self.table.layout.pieces
        return found + [
            self._if_owned(piece.name, self._swap(each))
            for piece in pieces
            for each in piece.exchanges
            if each.name in named
        ]

    def _swap(self, exchange: Exchange) -> Estimate:
        """One use of an exchange."""
        return total([self.goods(exchange.cost, -1), self.goods(exchange.gain, 1)])

    def _if_owned(self, piece: str, estimate: Estimate) -> Estimate:
        """As much to the owner of a piece, and nothing to others."""
        bit, owned = 1 << self.table.layout.piece_index[piece], self.table.layout.owned

        def of_owner(cells: Sequence[int], player: int) -> float:
            return estimate(cells, player) if cells[owned + player] & bit else 0.0

        return made_of([estimate], of_owner)

    def reward(self, track: str) -> Estimate:
        """A reward of a track, about the middle of all."""
        return self.mean(self._rewards(track))

    def moved(self, track: str, step: int) -> Estimate:
        """How much more the reward of the next advance is, from where the marker is then."""
        rewards = self._rewards(track)
        if not rewards:
            return nothing
        if self._track(track).common:
            return self._reached(track, step, rewards)
        last, earlier = len(rewards) - 1, self._track(track).any_earlier
        markers = [marker_cell(self.table.layout, track, p) for p in range(self.table.players)]

        def gained(cells: Sequence[int], player: int) -> float:
            worths = [reward(cells, player) for reward in rewards]
            here = min(position_on(cells, markers[player]), last)
            there = min(max(here + step, 0), last)
            if earlier:
                return max(worths[: there + 1]) - max(worths[: here + 1])
            return worths[there] - worths[here]

        return gained

    def _reached(self, track: str, step: int, rewards: list[Estimate]) -> Estimate:
        """How much more the reward of the space is that the marker for all comes to."""
        circle, last = self._track(track).circle, len(rewards)
        marker = marker_cell(self.table.layout, track, 0)

        def gained(cells: Sequence[int], player: int) -> float:
            here = max(position_on(cells, marker), 1)
            there = (here + step - 1) % last + 1 if circle else min(max(here + step, 1), last)
            return rewards[there - 1](cells, player) - rewards[here - 1](cells, player)

        return gained

    def _track(self, name: str) -> Track:
        return next(track for track in self.table.layout.tracks if track.name == name)

    def _rewards(self, track: str) -> list[Estimate]:
        """What the spaces of a track give; one that leads on along the track, no more for that."""
        if track not in self._given:
            self._given[track] = []
            self._given[track] = [reward.worth(self) for reward in self._track(track).rewards]
        return self._given[track]
