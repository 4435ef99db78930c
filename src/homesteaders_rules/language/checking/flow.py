"""Checks of the course: every effect ends, and what must be paid can be raised."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import (
    Amount,
    Bundle,
    Count,
    GoodCount,
    Item,
    Number,
    Per,
    Sum,
    SumCount,
)
from ...commands.conditions import Both, Condition, Has
from ...commands.control import Choose, Do, If, May, Sequence
from ...commands.definitions.course import Action, Hook
from ...commands.definitions.definition import Exchange, Slot, Substitution
from ...commands.definitions.exchanges import UseExchange
from ...commands.definitions.pieces import Piece, Sort
from ...commands.effects import Effect
from ...commands.goods import Gain, Pay, PayTo
from ...commands.portions import UpTo
from ...commands.repetition import Times
from ...mechanisms.grids.heaping import ForEachCell
from ...mechanisms.parts import AnyOrder, AsOften, Part
from ...mechanisms.sets import SetCount
from .context import is_closed, parts_of
from .ways_out import ways_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from ...commands.definitions.definition import Definition
    from ...commands.protocols import Happening
    from .context import Checking, Conditions, Flow


# ---------------------------------------------------------------------------------- circles


def check_circles(checking: Checking) -> None:
    """Nothing may lead to itself: actions, triggers, rewards and clauses form no circle.

    What follows from building is left out: each build takes a piece, and the pieces come to an
    end.
    """
    flow = checking.flow
    done: set[Happening] = set()
    for happening in flow.origins:
        if happening not in done:
            _follow(checking, flow, happening, done)


def _follow(checking: Checking, flow: Flow, start: Happening, done: set[Happening]) -> None:
    """Go on from one happening to those it leads to, and report where the way meets itself."""
    way = [start]
    ahead = [iter(flow.following(start))]
    while way:
        step = next(ahead[-1], None)
        if step is None:
            done.add(way.pop())
            ahead.pop()
            continue
        following, command = step
        if following in way:
            circle = [*way[way.index(following) :], following]
            words = " -> ".join(_happening_words(each) for each in circle)
            message = f"this goes round in a circle and never ends: {words}"
            checking.report("E511", message, command, "break the circle at one of these places")
        elif following in flow.origins and following not in done:
            way.append(following)
            ahead.append(iter(flow.following(following)))


def _happening_words(happening: Happening) -> str:
    return " ".join(part for part in happening if part)


# ---------------------------------------------------------------------------------- payments


def check_payments(checking: Checking) -> None:
    """A player who must pay can always raise it by exchanges that are open at any time.

    What was offered as a whole was offered to players who can pay it: that asks for nothing more.
    """
    begun, owned = actions_begun(checking), _owned(checking)
    for definition in checking.rules.definitions:
        offered = _is_open(definition, owned) or begun.get(_action_of(definition), False)
        _check_effects(checking, definition, definition.conditions, {}, offered)


def _owned(checking: Checking) -> frozenset[str]:
    """The sorts of which players own pieces."""
    return frozenset(sort.name for sort in checking.rules.of(Sort) if sort.is_owned)


def _is_open(command: Command, owned: frozenset[str]) -> bool:
    """Is it a piece of all? Its places are free only for those who can do what they give."""
    return isinstance(command, Piece) and command.sort not in owned


def _action_of(definition: Definition) -> str:
    """The action that a definition is a part of; empty: of none."""
    match definition:
        case Action(name=name):
            return name
        case Hook(around=name, of_action=True):
            return name
        case _:
            return ""


def actions_begun(checking: Checking) -> dict[str, bool]:
    """Each action that is used: is it only begun where it is offered as a whole?"""
    parts: dict[str, list[Command]] = {}
    for definition in checking.rules.definitions:
        parts.setdefault(_action_of(definition), []).append(definition)
    begun: dict[str, bool] = {}
    owned = _owned(checking)
    waiting = [(each, _is_open(each, owned)) for each in parts.pop("", [])]
    while waiting:
        for name, offered in _calls(*waiting.pop()):
            if name not in begun or (begun[name] and not offered):
                begun[name] = offered
                waiting += [(each, offered) for each in parts.get(name, ())]
    return begun


def _calls(command: Command, offered: bool) -> Iterator[tuple[str, bool]]:
    """The actions that a command uses, each with whether it is offered as a whole."""
    if isinstance(command, Do):
        yield command.action, offered
    for child in parts_of(command):
        yield from _calls(child, _is_offered(command, offered))


OFFERED_AS_A_WHOLE = (Action, Hook, Sequence, If, Times, PayTo, Part, Piece, Slot)
"""What is not done in parts: where it is offered, so is all in it."""


def _is_offered(command: Command, offered: bool) -> bool:
    """Is what a command holds offered as a whole, or a part of what is?"""
    if isinstance(command, (Choose, May, UpTo, AnyOrder, AsOften)):
        return True
    if isinstance(command, ForEachCell) and command.chosen:
        return True
    return offered and isinstance(command, OFFERED_AS_A_WHOLE)


def _check_effects(
    checking: Checking,
    command: Command,
    conditions: Conditions,
    held: dict[str, int],
    offered: bool = False,
) -> None:
    """Look for mandatory payments; ``held`` are goods that a condition says the player has.

    ``offered``: it is a part of what was offered to players who can carry out all of it.
    """
    match command:
        case May(effect=effect) | UpTo(effect=effect) | AsOften(effect=effect):
            _check_offered(checking, effect, conditions, held)
            return
        case ForEachCell(effect=effect, chosen=True):
            _check_offered(checking, effect, conditions, held)
            return
        case Part(effect=effect) if offered:
            _check_offered(checking, effect, conditions, held)
            return
        case Choose(alternatives=alternatives):
            _check_choice(checking, alternatives, conditions, held, offered)
            return
        case UseExchange(exchange=name) if not offered:
            _check_use(checking, name, command, held)
        case Pay(bundle=bundle) | PayTo(cost=bundle):
            if not offered:
                _check_payment(checking, bundle, conditions, held)
            if isinstance(command, Pay) and not command.counted_first:
                _check_growing(checking, bundle, conditions)
        case _:
            pass
    inside = _is_offered(command, offered)
    for child in parts_of(command):
        known = held
        if isinstance(command, If) and child is command.then:
            known = held | _held(command.condition)
        own = getattr(child, "conditions", ())
        _check_effects(checking, child, (*conditions, *own), known, inside)


def _held(condition: Condition) -> dict[str, int]:
    """The goods that a player has where a condition holds."""
    parts = condition.conditions if isinstance(condition, Both) else (condition,)
    return {part.good: part.least for part in parts if isinstance(part, Has)}


def _check_offered(
    checking: Checking, command: Effect, conditions: Conditions, held: dict[str, int]
) -> None:
    """What is optional is only offered to players who can pay it, as far as it can be counted."""
    match command:
        case Choose(alternatives=alternatives):
            for each in alternatives:
                _check_offered(checking, each, conditions, held)
        case PayTo(effect=effect):
            _check_effects(checking, effect, conditions, held, True)
        case Pay(bundle=bundle) if bundle.is_plain:
            pass
        case UseExchange():
            pass
        case _:
            _check_effects(checking, command, conditions, held, True)


def _must_be_plain(checking: Checking, bundle: Bundle) -> None:
    """Ways to pay are made once, when the rules are linked, and so the numbers must be known."""
    for item in (each for each in bundle.items if not isinstance(each.amount, Number)):
        message = "what a piece, an exchange or so many times cost is a plain number"
        hint = f"write a number: {checking.rules.vocabulary.count(2, item.good)}"
        checking.report("E522", message, item, hint)


def _check_choice(
    checking: Checking,
    alternatives: tuple[Effect, ...],
    conditions: Conditions,
    held: dict[str, int],
    offered: bool,
) -> None:
    """Of payments only one must be made, and so it is enough if one can be raised."""
    for each in alternatives:
        _check_offered(checking, each, conditions, held)
    payments = [each.bundle for each in alternatives if isinstance(each, Pay)]
    if (
        not offered
        and len(payments) == len(alternatives)
        and all(_lacking(checking, bundle, conditions, held) for bundle in payments)
    ):
        _check_payment(checking, payments[0], conditions, held)


def _check_use(checking: Checking, name: str, command: Command, held: dict[str, int]) -> None:
    """An exchange that must be used costs nothing, or what the player has."""
    for exchange in checking.every(Exchange):
        costs = exchange.cost.numbers.items()
        short = [good for good, number in costs if number > held.get(good, 0)]
        if exchange.name == name and short:
            plural = checking.rules.vocabulary.plural(short[0])
            message = f"a player without enough {plural} could not {name}, and must"
            checking.report("E512", message, command, f"let them choose: may {name}")
            return


def _check_payment(
    checking: Checking, bundle: Bundle, conditions: Conditions, held: dict[str, int]
) -> None:
    for item in _lacking(checking, bundle, conditions, held):
        plural = checking.rules.vocabulary.plural(item.good)
        message = f"a player without enough {plural} could not pay this, and could not go on"
        checking.report("E512", message, item, ways_out(checking, bundle, item.good))


def _lacking(
    checking: Checking, bundle: Bundle, conditions: Conditions, held: dict[str, int]
) -> list[Item]:
    """What of a payment a player may be without, and cannot raise."""

    def has(item: Item) -> bool:
        fixed = item.amount.value if isinstance(item.amount, Number) else None
        return fixed is not None and fixed <= held.get(item.good, 0)

    return [
        item
        for item in bundle.items
        if not has(item) and not _raisable(checking, item.good, conditions)
    ]


def _check_growing(checking: Checking, bundle: Bundle, conditions: Conditions) -> None:
    """What is due must not grow as fast as it is raised: 2 silver per debt, raised by debts."""
    for item in bundle.items:
        growing = growth(item.amount)
        for exchange in _open_exchanges(checking, conditions) if growing else ():
            gains = exchange.gain.numbers
            grown = sum(each * min(gains.get(good, 0) for good in of) for each, of in growing)
            if 0 < gains.get(item.good, 0) <= grown:
                message = f"with each {exchange.name} to pay this, as much more is due"
                hint = f"write: {item.words(checking.rules.vocabulary)}, counted first"
                checking.report("E516", message, item, hint)
                return


def growth(amount: Amount) -> list[tuple[int, tuple[str, ...]]]:
    """By how much an amount grows, without a bound, for each unit of a good or set of several."""
    if isinstance(amount, Sum):
        return [pair for part in amount.amounts for pair in growth(part)]
    if not isinstance(amount, Per) or amount.most is not None:
        return []
    counts = amount.count.counts if isinstance(amount.count, SumCount) else (amount.count,)
    return [(amount.each, goods) for count in counts if (goods := _goods_of(count))]


def _goods_of(count: Count) -> tuple[str, ...]:
    """The goods of which one more of each is one more counted; none where that is not enough."""
    if isinstance(count, SetCount):
        parts = [_goods_of(each) for each in count.counts]
        return tuple(good for part in parts for good in part) if all(parts) else ()
    return (count.good,) if isinstance(count, GoodCount) else ()


def _open_exchanges(checking: Checking, conditions: Conditions) -> list[Exchange]:
    """The exchanges of any time that hold wherever the conditions do, and never run dry."""
    endless = checking.kept(_endless_exchanges)
    return [each for each in endless if set(each.conditions) <= set(conditions)]


def _endless_exchanges(checking: Checking) -> list[Exchange]:
    """The exchanges of any time that never run dry."""
    return [
        exchange
        for exchange in checking.rules.of(Exchange)
        if exchange.is_always_open
        and not is_closed(checking, exchange)
        and not any(good in checking.bounded for good in exchange.gain.goods)
    ]


def _raisable(checking: Checking, good: str, conditions: Conditions) -> bool:
    """Can every player gain a good at any time, from nothing, wherever the conditions hold?"""
    given = [
        exchange.conditions
        for exchange in checking.kept(_endless_exchanges)
        if not exchange.cost.items and good in exchange.gain.goods
    ]
    return bool(given) and checking.missing_table(conditions, given) is None


def check_declined(checking: Checking) -> None:
    """What is gained behind a payment that may be declined, in one line, was meant to be paid."""
    words = checking.rules.vocabulary
    for each in checking.every(Sequence):
        for paid, gained in pairwise(each.effects):
            is_paid = isinstance(paid, May) and isinstance(paid.effect, Pay)
            first, last = paid.span, gained.span
            if is_paid and isinstance(gained, Gain) and first and last and first.line == last.line:
                what = gained.words(words)
                message = f'"{what}" happens whether or not it was paid for'
                both = evolve(first, end_column=last.end_column)
                checking.report("W590", message, both, f"write: {paid.words(words)} to {what}")


def check_repeated(checking: Checking) -> None:
    """What is done up to so many times in one choice asks nothing but how it is paid."""
    for command in checking.every(UpTo):
        for deed in command.deeds_of(command.effect):
            if isinstance(deed, PayTo):
                _must_be_plain(checking, deed.cost)
            if isinstance(deed, PayTo) and deed.effect.asks(checking.flow):
                message = "this would ask something each time, and it is done in one choice"
                hint = f"let it be done one by one: {command.count} times: may ..."
                checking.report("E314", message, deed, hint)


# ---------------------------------------------------------------------------------- exchanges


def check_exchanges(checking: Checking) -> None:
    """Exchanges and substitutions that change nothing; and what pieces and they cost."""
    for piece in checking.rules.of(Piece):
        for cost in (piece.cost, *piece.instead):
            _must_be_plain(checking, cost)
    for exchange in checking.every(Exchange):
        _must_be_plain(checking, exchange.cost)
        _must_be_plain(checking, exchange.gain)
        if exchange.cost == exchange.gain:
            hint = "let it give other goods than it costs, or leave it out"
            checking.report("E513", "the exchange changes nothing", exchange, hint)
    for substitution in checking.every(Substitution):
        _must_be_plain(checking, substitution.pays)
        _must_be_plain(checking, Bundle(substitution.items))
        for item in substitution.items:
            if item.good in substitution.pays.goods:
                hint = "name another good on one side"
                checking.report("E514", f"{item.good} would pay for itself", item, hint)
