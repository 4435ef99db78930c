"""What triggers add to the use of an exchange, counted with care: at least so much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ....commands.amounts import GoodCount, Number, Per, PieceCount
from ....commands.conditions import Has, Static
from ....commands.control import Do, If, Sequence
from ....commands.definitions.exchanges import UseExchange
from ....commands.goods import Discard, Gain
from ....commands.repetition import EachPlayer, Times
from ....values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ....commands.amounts import Bundle, Item
    from ....commands.base import Command
    from ....commands.definitions.definition import Exchange, Trigger
    from ....commands.effects import Effect

Net = dict[str, int]
Happening = tuple[str, str]


@frozen(eq=False, repr=False)
class Following(ByValue):
    """The triggers that wait at a table, and the actions they use. There are no circles."""

    triggers: Mapping[Happening, list[Trigger]]
    actions: Mapping[str, list[Effect]]
    exchanges: Mapping[str, Exchange]
    players: int
    options: Mapping[str, bool]

    def of_use(self, exchange: Exchange, cost: Mapping[str, int], gain: Mapping[str, int]) -> Net:
        """The whole change by one use that costs and gives so much."""
        net = self.of_goods(gain, 1)
        add(net, self.of_goods(cost, -1))
        for name in {exchange.name, exchange.counts_as} - {""}:
            add(net, self.after(("uses", name)))
        return net

    def of_goods(self, goods: Mapping[str, int], sign: int) -> Net:
        """Goods that come (1) or go (-1), and what follows from each unit."""
        net = {good: sign * number for good, number in goods.items()}
        verb = "gains" if sign > 0 else "loses"
        for good, number in goods.items():
            add(net, self.after((verb, good)), number)
        return net

    def after(self, happening: Happening) -> Net:
        """What the triggers of something do."""
        net: Net = {}
        for trigger in self.triggers.get(happening, ()):
            add(net, self.of(trigger.effect))
        return net

    def of(self, command: Command) -> Net:
        """What an effect does at least: of what only may happen, the worse."""
        match command:
            case Gain(bundle=bundle):
                return self.of_goods(_numbers(bundle), 1)
            case Discard(bundle=bundle):
                return self.of_goods(_numbers(bundle), -1)
            case Sequence(effects=effects):
                return self._all(effects)
            case Times(count=count, effect=effect):
                net: Net = {}
                add(net, self.of(effect), count)
                return net
            case EachPlayer(effect=effect, who=None):
                return self.of(effect)
            case Do(action=name):
                return self._all(self.actions.get(name, ()))
            case UseExchange(exchange=name) if name in self.exchanges:
                used = self.exchanges[name]
                return self.of_use(used, _numbers(used.cost), _numbers(used.gain))
            case If():
                return self._of_if(command)
            case _:
                return {}

    def _of_if(self, command: If) -> Net:
        condition = command.condition
        then = self.of(command.then)
        other = {} if command.otherwise is None else self.of(command.otherwise)
        match condition:
            case Static():
                return then if condition.decide(self.players, self.options) else other
            case Has(most=None):
                return then  # Whoever has enough of it keeps enough of it.
            case _:
                goods = {*then, *other}
                return {good: min(then.get(good, 0), other.get(good, 0)) for good in goods}

    def _all(self, effects: Iterable[Effect]) -> Net:
        net: Net = {}
        for effect in effects:
            add(net, self.of(effect))
        return net


def add(total: Net, more: Mapping[str, int], times: int = 1) -> None:
    """Add a change to another."""
    for good, number in more.items():
        total[good] = total.get(good, 0) + times * number


def _numbers(bundle: Bundle) -> dict[str, int]:
    return {item.good: _least(item) for item in bundle.items}


def _least(item: Item) -> int:
    """Of what is counted, as much as for one of it: that one is kept."""
    match item.amount:
        case Number(value=value):
            return value
        case Per(each=each, count=GoodCount() | PieceCount(), every=1):
            return each
        case _:
            return 0
