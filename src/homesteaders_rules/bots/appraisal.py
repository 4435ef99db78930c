"""What effects and pieces are worth to a player, read off their commands.

An estimate is a function of a state and a player. Every effect says its own worth, in terms of the
:class:`Appraiser`; what depends on a choice among pieces counts nothing, and a bot tries it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..commands.amounts import Number
from ..commands.conditions import Has
from ..commands.definitions.definition import Exchange
from ..linking.consequences import Consequences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..commands.amounts import Bundle, Item
    from ..commands.conditions import Condition
    from ..commands.definitions.course import Track
    from ..commands.definitions.definition import Definition
    from ..commands.effects import Effect
    from ..commands.protocols import Happening
    from ..linking.table import Table
    from ..play.state import State

Estimate = Callable[["State", int], float]


def constant(value: float) -> Estimate:
    """The same at any time."""

    def estimate(*_: object) -> float:
        return value

    return estimate


nothing = constant(0.0)


def total(estimates: list[Estimate]) -> Estimate:
    """The sum of some estimates."""
    real = [estimate for estimate in estimates if estimate is not nothing]
    if not real:
        return nothing
    if len(real) == 1:
        return real[0]
    return lambda state, player: sum([estimate(state, player) for estimate in real])


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

    def effect(self, effect: Effect) -> Estimate:
        """What it is worth to carry an effect out."""
        return effect.worth(self)

    # ------------------------------------------------------------------ what effects ask

    def goods(self, bundle: Bundle, sign: int) -> Estimate:
        """What some goods are worth."""
        fixed = sum(
            item.amount.value * self.worths[item.good] * sign
            for item in bundle.items
            if isinstance(item.amount, Number)
        )
        estimates = [
            self._counted(item, sign)
            for item in bundle.items
            if not isinstance(item.amount, Number)
        ]
        if fixed:
            estimates.append(constant(fixed))
        return total(estimates)

    def _counted(self, item: Item, sign: int) -> Estimate:
        counter = item.amount.counter(self.table.layout)
        each = self.worths[item.good] * sign
        return lambda state, player: counter.count(state.cells, player) * each

    def discarded(self, bundle: Bundle) -> Estimate:
        """Goods lost, no more than there are."""
        return total([self._discarded(item) for item in bundle.items])

    def _discarded(self, item: Item) -> Estimate:
        counter = item.amount.counter(self.table.layout)
        each, good = -self.worths[item.good], item.good
        return lambda state, player: (
            each * min(counter.count(state.cells, player), state.holding(player, good))
        )

    def one_of(self, goods: Iterable[str]) -> Estimate:
        """One unit of some goods, as the player likes."""
        return constant(max(self.worths[good] for good in goods))

    def total(self, worths: list[Estimate]) -> Estimate:
        """All of them."""
        return total(worths)

    def mean(self, worths: list[Estimate]) -> Estimate:
        """One of them, by chance."""
        if not worths:
            return nothing
        return lambda state, player: sum([w(state, player) for w in worths]) / len(worths)

    def best(self, worths: list[Estimate]) -> Estimate:
        """One of them, as the player likes."""
        return best(worths)

    def times(self, count: int, worth: Estimate) -> Estimate:
        """As often as that."""
        if worth is nothing or not count:
            return nothing
        return lambda state, player: worth(state, player) * count

    def depending(self, condition: Condition, then: Estimate, otherwise: Estimate) -> Estimate:
        """One or the other: half of each, but where the player's own goods decide."""
        if then is nothing and otherwise is nothing:
            return nothing
        if not isinstance(condition, Has):
            return lambda state, player: (then(state, player) + otherwise(state, player)) / 2
        good, least, most = condition.good, condition.least, condition.most

        def decided(state: State, player: int) -> float:
            held = state.holding(player, good)
            holds = least <= held and (most is None or held <= most)
            return (then if holds else otherwise)(state, player)

        return decided

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
        return lambda state, player: (
            estimate(state, player) if piece in state.pieces(player) else 0.0
        )

    def reward(self, track: str) -> Estimate:
        """A reward of a track, about the middle of all."""
        return self.mean(self._rewards(track))

    def moved(self, track: str, step: int) -> Estimate:
        """How much more the reward of the next advance is, from where the marker is then."""
        rewards = self._rewards(track)
        if not rewards:
            return nothing
        earlier = self._track(track).any_earlier
        if self._track(track).common:
            return self._reached(track, step, rewards)

        def gained(state: State, player: int) -> float:
            worths = [reward(state, player) for reward in rewards]
            last = len(worths) - 1
            here = min(state.position(track, player), last)
            there = min(max(here + step, 0), last)
            if earlier:
                return max(worths[: there + 1]) - max(worths[: here + 1])
            return worths[there] - worths[here]

        return gained

    def _reached(self, track: str, step: int, rewards: list[Estimate]) -> Estimate:
        """How much more the reward of the space is that the marker for all comes to."""
        circle, last = self._track(track).circle, len(rewards)

        def gained(state: State, player: int) -> float:
            here = max(state.position(track), 1)
            there = (here + step - 1) % last + 1 if circle else min(max(here + step, 1), last)
            return rewards[there - 1](state, player) - rewards[here - 1](state, player)

        return gained

    def _track(self, name: str) -> Track:
        return next(track for track in self.table.layout.tracks if track.name == name)

    def _rewards(self, track: str) -> list[Estimate]:
        return [reward.worth(self) for reward in self._track(track).rewards]


def best(estimates: list[Estimate]) -> Estimate:
    """The highest of some estimates; nothing where there are none."""
    real = [estimate for estimate in estimates if estimate is not nothing]
    if not real:
        return nothing
    return lambda state, player: max([estimate(state, player) for estimate in estimates])
