"""What triggers give and take when an exchange is used: is anything left of what it raises?"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

from ...commands.amounts import Number
from ...commands.base import walk
from ...commands.conditions import OptionIs, all_hold
from ...commands.control import Choose, If
from ...commands.definitions.definition import Exchange, Trigger
from ...commands.definitions.exchanges import UseExchange
from ...commands.definitions.pieces import Piece
from ...commands.flows import THE_PLAYER
from ...commands.goods import Discard, Gain, Pay, PayTo
from ...commands.portions import UpTo
from ...commands.repetition import Times
from ...linking.folding import fold
from ...mechanisms.chance.commands import Draw
from ...mechanisms.occupying.commands import Leave, LeaveTo
from ...mechanisms.owing import PayOrElse
from ...mechanisms.storage import TakeFrom
from .context import Flow, is_closed
from .flow import growth
from .reach.tables import MOST_ANSWERS, tables_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...commands.base import Command
    from ...commands.definitions.definition import Definition
    from ...commands.flows import Moved
    from ...commands.protocols import Happening
    from .context import Checking

Moves = tuple[tuple[tuple[str, str], float], ...]
SAYS_HOW_MUCH = (Discard, Draw, Gain, Leave, LeaveTo, Pay, PayOrElse, PayTo, TakeFrom)
"""Phrases of which the flows say what they move at most; all others may move any number."""


def check_raising(checking: Checking) -> None:
    """An exchange that raises what is due leaves some of it, whatever its use sets off."""
    if any(finding.code == "E511" for finding in checking.found):
        return
    payments = [*checking.every(Pay)]
    due = {item.good: item for payment in payments for item in payment.bundle.items}
    due |= {item.good: item for each in checking.every(PayTo) for item in each.cost.items}
    aftermath = Aftermath(checking.rules.definitions, checking.flow)
    for payment in payments:
        if not payment.counted_first:
            _check_growing(checking, aftermath, payment)
    for exchange in free_exchanges(checking):
        for good in exchange.gain.numbers:
            is_lost = partial(_is_lost, exchange, good)
            if good in due and (found := _where(checking, aftermath, exchange, is_lost)):
                _report(checking, found, exchange, good)


def _left(exchange: Exchange, good: str, aftermath: Aftermath) -> float:
    """What is left of a good after one use of an exchange."""
    return exchange.gain.numbers.get(good, 0) - aftermath.of_exchange(exchange, ("loses", good))


def _is_lost(exchange: Exchange, good: str, aftermath: Aftermath) -> bool:
    return _left(exchange, good, aftermath) <= 0


def _where(
    checking: Checking,
    everywhere: Aftermath,
    exchange: Exchange,
    is_so: Callable[[Aftermath], bool],
) -> Aftermath | None:
    """A table where the use of an exchange has an effect; None if there is none.

    Asked of one table after another only where all triggers together would do it, since fewer of
    them never do more.
    """
    if not is_so(everywhere):
        return None
    return next(filter(is_so, _at_tables(checking, everywhere, exchange)), None)


def _at_tables(
    checking: Checking, everywhere: Aftermath, exchange: Exchange
) -> Iterator[Aftermath]:
    """At each table that differs in what an exchange sets off; of too many, all at once."""
    reached = {id(command) for command in everywhere.reached(exchange)}
    conditions = [*exchange.conditions]
    for command, around in checking.placed():
        is_part = id(command) in reached or isinstance(command, Exchange)
        conditions += around if is_part else ()
    if len({each.option for each in conditions if isinstance(each, OptionIs)}) > MOST_ANSWERS:
        yield everywhere
        return
    for table in tables_asked(checking, conditions):
        if all_hold(exchange.conditions, *table):
            definitions = fold(checking.rules.definitions, *table)
            yield Aftermath(definitions, Flow(definitions))


def _check_growing(checking: Checking, aftermath: Aftermath, payment: Pay) -> None:
    """What is due must not grow as fast as it is raised, by what triggers give and take."""
    for item in payment.bundle.items:
        growing = growth(item.amount)
        for exchange in free_exchanges(checking) if growing else ():
            grows = partial(_grows, exchange, item.good, growing)
            found = _where(checking, aftermath, exchange, grows)
            if found and not _is_lost(exchange, item.good, found):
                message = f"with each {exchange.name} to pay this, as much more is due by triggers"
                hint = f"write: {item.words(checking.rules.vocabulary)}, counted first"
                checking.report("E516", message, item, hint)
                return


def _grows(
    exchange: Exchange, good: str, growing: list[tuple[int, tuple[str, ...]]], aftermath: Aftermath
) -> bool:
    """Does as much more fall due by what an exchange sets off as it leaves?"""
    gains = exchange.gain.numbers

    def after(each: str) -> float:
        return gains.get(each, 0) + aftermath.of_exchange(exchange, ("gains", each))

    own = sum(n * min(gains.get(each, 0) for each in of) for n, of in growing)
    grown = sum(n * min(map(after, of)) for n, of in growing)
    return grown > own and _left(exchange, good, aftermath) <= grown


def _report(checking: Checking, aftermath: Aftermath, exchange: Exchange, good: str) -> None:
    vocabulary = checking.rules.vocabulary
    gained = next(item for item in exchange.gain.items if item.good == good)
    takers = [(t, n) for t, n in aftermath.triggers_after(exchange, ("loses", good)) if n]
    told = []
    for trigger, amount in takers:
        line = trigger.span.line if trigger.span is not None else 1
        told.append(f"line {line} takes {'all of it' if amount == inf else f'{amount:.0f}'} away")
    trip = f"{exchange.name} gives {gained.words(vocabulary)}, {' and '.join(told)}"
    plural = vocabulary.plural(good)
    message = f"{trip}: a player without enough {plural} could not pay what is due, nor go on"
    hint = f"let it take less than {exchange.name} gives"
    checking.report("E512", message, takers[0][0], hint)


def free_exchanges(checking: Checking) -> list[Exchange]:
    """The exchanges of the rules without a cost that are open at any time and never run dry."""
    return [
        exchange
        for exchange in checking.rules.of(Exchange)
        if exchange.is_always_open
        and not is_closed(checking, exchange)
        and not exchange.cost.items
        and not any(good in checking.bounded for good in exchange.gain.goods)
    ]


class Aftermath:
    """How much of a good changes hands at most because of something, triggers and all."""

    def __init__(self, definitions: Sequence[Definition], flow: Flow) -> None:
        self.flow = flow
        self.exchanges = [each for each in walk(*definitions) if isinstance(each, Exchange)]
        self.triggers: dict[Happening, list[tuple[str, str, Trigger]]] = {}
        for definition in definitions:
            stack = definition.stack if isinstance(definition, Piece) else ""
            for trigger in walk(definition):
                if isinstance(trigger, Trigger):
                    occasion = trigger.occasion.verb, trigger.occasion.of
                    name = getattr(definition, "name", "") if stack else ""
                    self.triggers.setdefault(occasion, []).append((stack, name, trigger))

    def of_exchange(self, exchange: Exchange, counted: Happening) -> float:
        """By one use of an exchange, what it gives and costs itself aside."""
        return sum(n * self._after(h, counted, ()) for h, n in _moves_of(exchange))

    def reached(self, exchange: Exchange) -> Iterator[Command]:
        """Every command that one use may set off."""
        seen = {happening for happening, _ in _moves_of(exchange)}
        waiting = [*seen]
        while waiting:
            for command in walk(*self.flow.effects(waiting.pop())):
                yield command
                following = {*self.flow.direct(command)} - seen
                seen |= following
                waiting += following

    def triggers_after(
        self, exchange: Exchange, counted: Happening
    ) -> Iterator[tuple[Trigger, float]]:
        """Each trigger that one use sets off, and how much moves because of it."""
        for happening, times in _moves_of(exchange):
            for _, _, trigger in self.triggers.get(happening, ()):
                yield trigger, times * self._by(trigger.effect, counted, (happening,))

    def _after(self, happening: Happening, counted: Happening, way: tuple[Happening, ...]) -> float:
        """By all triggers of a happening; of pieces of one stack only one lies up."""
        if happening in way:
            return inf
        of_piece: dict[tuple[str, str], float] = {}
        for stack, name, trigger in self.triggers.get(happening, ()):
            moved = self._by(trigger.effect, counted, (*way, happening))
            of_piece[stack, name] = of_piece.get((stack, name), 0) + moved
        highest: dict[str, float] = {}
        for (stack, _), moved in of_piece.items():
            highest[stack] = max(highest.get(stack, 0), moved)
        return sum(highest.values())

    def _by(self, command: Command, counted: Happening, way: tuple[Happening, ...]) -> float:
        moved: float = 0
        for happening, amount in self._moves(command):
            follows = (happening == counted) + self._after(happening, counted, way)
            moved += amount * follows if follows else 0
        for happening in self.flow.direct(command):
            if happening[0] not in ("gains", "loses", "uses"):
                effects = self.flow.effects(happening)
                moved += sum(self._by(effect, counted, way) for effect in effects)
        inner = [self._by(child, counted, way) for child in command.children()]
        if isinstance(command, If | Choose):
            return moved + max(inner, default=0)
        return moved + sum(inner) * (command.count if isinstance(command, Times | UpTo) else 1)

    def _moves(self, command: Command) -> Moves:
        """The goods that a command itself moves, at most; what is counted may be any number.

        So may what a phrase moves that does not say how much.
        """
        if isinstance(command, UseExchange):
            used = (each for each in self.exchanges if each.name == command.exchange)
            return tuple(move for each in used for move in _moves_of(each))
        if not isinstance(command, SAYS_HOW_MUCH):
            caused = (each for each in self.flow.direct(command) if each[0] in ("gains", "loses"))
            return tuple((happening, inf) for happening in caused)
        flows = [("loses", each) for each in command.flows() if each.giver == THE_PLAYER]
        flows += [("gains", each) for each in command.flows() if each.taker == THE_PLAYER]
        items = ((verb, each.item) for verb, each in flows)
        return tuple(((verb, item.good), _at_most(item)) for verb, item in items)


def _at_most(item: Moved) -> float:
    amount = getattr(item, "amount", None)
    return amount.value if isinstance(amount, Number) else inf


def _moves_of(exchange: Exchange) -> Moves:
    used = [(("uses", name), 1) for name in (exchange.name, exchange.counts_as) if name]
    goods = [("gains", item) for item in exchange.gain.items]
    goods += [("loses", item) for item in exchange.cost.items]
    plain = ((verb, item.good, item.amount) for verb, item in goods)
    return (*used, *(((v, g), n.value) for v, g, n in plain if isinstance(n, Number)))
