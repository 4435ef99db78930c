"""What effects and pieces are worth to a player, read off their commands.

An estimate is a function of a state and a player. Effects whose worth cannot be read off count
nothing; a bot finds out what they do by trying them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..commands.amounts import Number
from ..commands.conditions import Has
from ..commands.control import Choose, Do, EachPlayer, If, May, Sequence
from ..commands.course import Action
from ..commands.definitions import Exchange
from ..commands.exchanges import UseExchange
from ..commands.goods import Discard, Gain, Pay, PayTo
from ..mechanisms.tracks import Advance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..commands.amounts import Bundle, Item
    from ..commands.effects import Effect
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

    def __init__(self, table: Table, worths: Mapping[str, float]) -> None:
        self.table = table
        self.worths = worths
        self.actions = {d.name: d.effect for d in table.definitions if isinstance(d, Action)}
        self.exchanges = {d.name: d for d in table.definitions if isinstance(d, Exchange)}

    def effect(self, effect: Effect) -> Estimate:
        """What it is worth to carry an effect out."""
        match effect:
            case Gain(bundle=bundle):
                return self.bundle(bundle, 1)
            case Pay(bundle=bundle):
                return self.bundle(bundle, -1)
            case Discard(bundle=bundle):
                return total([self._discarded(item) for item in bundle.items])
            case PayTo(cost=cost, effect=inner):
                return total([self.bundle(cost, -1), self.effect(inner)])
            case UseExchange(exchange=name):
                return self._exchange(self.exchanges[name])
            case Advance(track=name):
                return self._advance(name)
            case _:
                return self._composed(effect)

    def _composed(self, effect: Effect) -> Estimate:
        """An effect that is made of others."""
        match effect:
            case Sequence(effects=effects):
                return total([self.effect(inner) for inner in effects])
            case Choose(alternatives=alternatives):
                return _best([self.effect(inner) for inner in alternatives])
            case May(effect=inner):
                return _best([self.effect(inner), nothing])
            case EachPlayer(effect=inner):
                return self.effect(inner)
            case Do(action=action) if action in self.actions:
                return self.effect(self.actions[action])
            case If():
                return self._conditional(effect)
            case _:
                return nothing

    def _exchange(self, exchange: Exchange) -> Estimate:
        return total([self.bundle(exchange.cost, -1), self.bundle(exchange.gain, 1)])

    def bundle(self, bundle: Bundle, sign: int) -> Estimate:
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

    def _discarded(self, item: Item) -> Estimate:
        counter = item.amount.counter(self.table.layout)
        each, good = -self.worths[item.good], item.good
        return lambda state, player: (
            each * min(counter.count(state.cells, player), state.holding(player, good))
        )

    def _conditional(self, effect: If) -> Estimate:
        then = self.effect(effect.then)
        otherwise = nothing if effect.otherwise is None else self.effect(effect.otherwise)
        if not isinstance(effect.condition, Has):
            return lambda state, player: (then(state, player) + otherwise(state, player)) / 2
        good, least, most = effect.condition.good, effect.condition.least, effect.condition.most

        def decided(state: State, player: int) -> float:
            held = state.holding(player, good)
            holds = least <= held and (most is None or held <= most)
            return (then if holds else otherwise)(state, player)

        return decided

    def _advance(self, name: str) -> Estimate:
        track = next(track for track in self.table.layout.tracks if track.name == name)
        rewards = [self.effect(reward) for reward in track.rewards]
        if not rewards:
            return nothing
        return lambda state, player: sum([r(state, player) for r in rewards]) / len(rewards)


def _best(estimates: list[Estimate]) -> Estimate:
    return lambda state, player: max([estimate(state, player) for estimate in estimates])
