"""What players may do as often as they like comes to an end, and what they begin they do.

Each time uses something up: every way to do it takes more of a good than it gives, and nothing
that is left to do brings that good again. What is proven so can be left out of account, and the
rest looked at once more, until nothing is left of it.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice, product
from math import inf
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ....commands.amounts import Number
from ....commands.base import walk
from ....commands.control import Choose, Do, If, May, OnlyIf, Sequence
from ....commands.definitions.course import Action
from ....commands.definitions.definition import Exchange, Substitution
from ....commands.definitions.exchanges import UseExchange, Window
from ....commands.effects import Effect
from ....commands.goods import Gain, Pay, PayTo
from ....commands.repetition import Times
from ....mechanisms.parts import AnyOrder, AsOften
from ....values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ....commands.amounts import Bundle
    from ....commands.base import Command
    from ..context import Checking

MOST_WAYS = 500


def check_begun(checking: Checking) -> None:
    """Where at least one part must be done, whoever begins one does it."""
    for command in checking.every(AnyOrder):
        for part in command.parts if command.at_least_one else ():
            if _may_be_left(checking, part.effect):
                message = f"{part.name} could be begun and left, and nothing would have been done"
                hint = 'leave out "may", or write: as often as you like, at least once: ...'
                checking.report("E316", message, part, hint)


def _may_be_left(checking: Checking, effect: Effect) -> bool:
    match effect:
        case May() | AsOften(at_least_once=False):
            return True
        case Sequence(effects=effects):
            return all(_may_be_left(checking, each) for each in effects)
        case Do(action=name):
            actions = (each for each in checking.rules.of(Action) if each.name == name)
            return any(_may_be_left(checking, each.effect) for each in actions)
        case _:
            return False


@frozen(eq=False, repr=False)
class Way(ByValue):
    """One way to do something: by how much it changes each good at most, and what it is.

    ``ends``: it takes something that no game brings back, as a building takes a piece. ``idle``:
    nothing in it is done, so that nobody is offered it.
    """

    net: Mapping[str, float] = field(factory=dict)
    ends: bool = False
    name: str = ""
    idle: bool = False

    def then(self, other: Way) -> Way:
        """Both of them."""
        goods = self.net.keys() | other.net.keys()
        net = {good: self.net.get(good, 0) + other.net.get(good, 0) for good in goods}
        return Way(net, self.ends or other.ends, idle=self.idle and other.idle)


NOTHING = Way()
IDLE = Way(idle=True)


def check_loops(checking: Checking) -> None:
    """Each loop whose end is open uses something up each time."""
    for loop in checking.every(AsOften):
        ways = _Ways(checking)
        listed = [*islice(ways.of(loop.effect), MOST_WAYS + 1)]
        others = [*_moves(checking, loop, ways)]
        if len(listed) > MOST_WAYS:
            listed = [NOTHING]
        left = _left(listed, others)
        if left is not None:
            words = loop.effect.words(checking.rules.vocabulary)
            message = f'"{words}" could go on without end: {_why(left, others)}'
            hint = "say how often: up to 3 times: ..., or let it take what nothing brings back"
            checking.report("E542", message, loop, hint)


def _left(ways: list[Way], others: list[Way]) -> Way | None:
    """A way that may be gone without end; None where each comes to one."""
    left = [way for way in ways if not way.ends]
    while left:
        moves = [*left, *others]
        goods = {good for move in moves for good, number in move.net.items() if number < 0}
        raised = {good for move in moves for good, number in move.net.items() if number > 0}
        falling = goods - raised
        if not falling:
            return left[0]
        left = [way for way in left if not falling & _taken(way)]
        others = [way for way in others if not falling & _taken(way)]
    return None


def _taken(way: Way) -> set[str]:
    return {good for good, number in way.net.items() if number < 0}


def _why(way: Way, others: Iterable[Way]) -> str:
    for good in sorted(_taken(way)):
        bringing = next((o.name for o in others if o.name and o.net.get(good, 0) > 0), "")
        return f'{good} comes again by "{bringing}"' if bringing else f"{good} comes again by it"
    return "it takes nothing away"


def _moves(checking: Checking, loop: AsOften, ways: _Ways) -> Iterator[Way]:
    """What else can be done meanwhile: exchanges, and what pays for something else."""
    opens = any(isinstance(c, Window) for c in checking.flow.done_by(loop.effect))
    for exchange in checking.every(Exchange):
        if opens or not exchange.offered_only:
            yield evolve(ways.of_exchange(exchange), name=exchange.name or "an exchange")
    for each in checking.every(Substitution):
        for item in each.items:
            paid = _net(each.pays, -1)
            words = each.words(checking.rules.vocabulary)
            yield Way({**paid, item.good: paid.get(item.good, 0) + 1}, name=words)


def _net(bundle: Bundle, sign: int) -> dict[str, float]:
    """At most so much more: what is counted may be any number that is gained, and none paid."""
    counted = inf if sign > 0 else 0
    return {
        item.good: sign * item.amount.value if isinstance(item.amount, Number) else counted
        for item in bundle.items
    }


class _Ways:
    """The ways to do an effect, with all that follows from it."""

    def __init__(self, checking: Checking) -> None:
        self.checking = checking

    def of(self, effect: Effect) -> Iterator[Way]:
        """Every way, and after it what comes of it by the way."""
        own = [*self._own(effect, set())]
        gained: dict[str, float] = dict.fromkeys(self._following(effect), inf)
        yield from (way.then(Way(gained)) for way in own if not way.idle)

    def of_exchange(self, exchange: Exchange) -> Way:
        """One use."""
        way = Way(_net(exchange.cost, -1)).then(Way(_net(exchange.gain, 1)))
        return way.then(Way(dict.fromkeys(self._following(exchange), inf)))

    def _following(self, command: Command) -> Iterator[str]:
        """The goods that come because of something, and not by what it says itself."""
        flow = self.checking.flow
        own = {id(each): each for each in flow.done_by(command)}
        seen = {h for each in own.values() for h in each.causes(flow)}
        waiting = [*seen]
        while waiting:
            for effect in flow.effects(waiting.pop()):
                for each in flow.done_by(effect):
                    found = {h for h in each.causes(flow) if id(each) not in own}
                    yield from (of for verb, of in found if verb == "gains")
                    waiting += found - seen
                    seen |= found

    def _own(self, effect: Effect, known: set[str]) -> Iterator[Way]:
        """What an effect itself does; ``known`` are the actions it stands in."""
        match effect:
            case Sequence(effects=effects):
                yield from self._each(effects, known)
            case Choose(alternatives=alternatives):
                for each in alternatives:
                    yield from self._own(each, known)
            case May(effect=inner) | AsOften(effect=inner, at_least_once=False):
                yield NOTHING
                yield from self._own(inner, known)
            case AsOften(effect=inner) | Times(effect=inner) | OnlyIf(then=inner):
                yield from self._own(inner, known)
            case If(then=then, otherwise=otherwise):
                yield from self._own(then, known)
                yield from [IDLE] if otherwise is None else self._own(otherwise, known)
            case AnyOrder():
                yield from self._of_parts(effect, known)
            case Do(action=name) if name not in known:
                for action in self.checking.rules.of(Action):
                    if action.name == name:
                        yield from self._own(action.effect, {*known, name})
            case _:
                yield from self._single(effect, known)

    def _single(self, effect: Effect, known: set[str]) -> Iterator[Way]:
        match effect:
            case PayTo(cost=cost, effect=inner):
                paid = Way(_net(cost, -1))
                yield from (paid.then(way) for way in self._own(inner, known))
            case Pay(bundle=bundle):
                yield Way(_net(bundle, -1))
            case Gain(bundle=bundle):
                yield Way(_net(bundle, 1))
            case UseExchange(exchange=name):
                for exchange in self.checking.every(Exchange):
                    if exchange.name == name:
                        yield self.of_exchange(exchange)
            case _:
                yield self._of_others(effect)

    def _each(self, effects: Iterable[Effect], known: set[str]) -> Iterator[Way]:
        """One way of each of them."""
        for chosen in product(*(self._own(each, known) for each in effects)):
            yield reduce(Way.then, chosen, IDLE)

    def _of_parts(self, effect: AnyOrder, known: set[str]) -> Iterator[Way]:
        """One part at least, or none: whatever more is done is another way, done after it."""
        if not effect.at_least_one:
            yield NOTHING
        for part in effect.parts:
            yield from self._own(part.effect, known)

    def _of_others(self, effect: Effect) -> Way:
        """What is no choice and no payment: it may bring whatever it names."""
        flow = self.checking.flow
        causes = flow.caused(walk(effect))
        gained = dict.fromkeys((of for verb, of in causes if verb == "gains"), inf)
        return Way(gained, ends=effect.uses_up)
