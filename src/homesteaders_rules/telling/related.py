"""What belongs to a definition: the actions it uses, its tracks, hooks and triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.base import walk
from ..commands.control import Collect, Do
from ..commands.course import Action, Hook, Phase, Track
from ..commands.definitions import Clause, Exchange, Price, Trigger
from ..commands.exchanges import UseExchange, Window
from ..commands.goods import Discard, Gain, Pay, PayTo
from ..commands.pieces import Piece
from ..mechanisms.auction.commands import NEUTRAL_BID, Auction, UsePiece
from ..mechanisms.piles.commands import Build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..commands.base import Command
    from ..commands.definitions import Definition
    from ..rules import Rules

Related = list[tuple[str, list["Definition"]]]
"""Headings with the definitions below them."""


def related(rules: Rules, definition: Definition) -> Related:
    """Headings with the definitions that belong to this one."""
    found: Related = []
    reach = list(reached(rules, definition))
    if isinstance(definition, Phase | Action):
        hooks = _hooks(rules, definition.name, isinstance(definition, Action))
        found.append(("around it", list(hooks)))
        reach += [command for hook in hooks for command in reached(rules, hook)]
    following = list(_following(rules, definition, reach))
    clauses = list(_clauses(rules, reach))
    reach += [command for other in (*following, *clauses) for command in reached(rules, other)]
    found += [
        ("collects, besides what pieces give", clauses),
        ("follows from it", following),
        ("uses", [d for d in _used(rules, reach) if d is not definition]),
    ]
    if isinstance(definition, Price):
        found.append(("used by", _exchanges_of(rules, definition.good)))
    return [(heading, definitions) for heading, definitions in found if definitions]


def _hooks(rules: Rules, name: str, of_action: bool) -> list[Hook]:
    return [h for h in rules.of(Hook) if (h.around, h.of_action) == (name, of_action)]


def reached(rules: Rules, definition: Definition) -> Iterator[Command]:
    """Every command of a definition, and of the actions and pieces it uses."""
    seen: set[str] = set()
    waiting: list[Definition] = [definition]
    while waiting:
        for command in walk(waiting.pop()):
            yield command
            if isinstance(command, Do) and command.action not in seen:
                seen.add(command.action)
                waiting += [a for a in rules.of(Action) if a.name == command.action]
                waiting += _hooks(rules, command.action, True)
            elif isinstance(command, UsePiece) and command.sort not in seen:
                seen.add(command.sort)
                waiting += [p for p in rules.of(Piece) if p.sort == command.sort]


def _used(rules: Rules, reach: list[Command]) -> list[Definition]:
    """Actions, tracks and exchanges by name."""
    actions = {command.action for command in reach if isinstance(command, Do)}
    tracks = {getattr(command, "track", None) for command in reach}
    exchanges = {command.exchange for command in reach if isinstance(command, UseExchange)}
    exchanges |= {name for command in reach if isinstance(command, Window) for name in command.also}
    return [
        *(a for a in rules.of(Action) if a.name in actions),
        *(t for t in rules.of(Track) if t.name in tracks),
        *(e for e in rules.of(Exchange) if e.name in exchanges),
    ]


def _clauses(rules: Rules, reach: list[Command]) -> Iterator[Definition]:
    moments = {command.moment for command in reach if isinstance(command, Collect)}
    return (clause for clause in rules.of(Clause) if clause.moment in moments)


def _following(rules: Rules, definition: Definition, reach: list[Command]) -> Iterator[Definition]:
    """The triggers that wait for what a definition can bring about."""
    occasions = set(_occasions(definition, reach))
    pieces = [trigger for piece in rules.of(Piece) for trigger in piece.triggers]
    for trigger in [*rules.of(Trigger), *pieces]:
        if (trigger.occasion.verb, trigger.occasion.of) in occasions:
            yield trigger


def _occasions(definition: Definition, reach: list[Command]) -> Iterator[tuple[str, str]]:
    if isinstance(definition, Exchange):
        yield "uses", definition.name
    for command in reach:
        match command:
            case Auction():
                yield "passes", ""
                yield "outbids", NEUTRAL_BID
            case Build(sort=sort):
                yield "builds", sort
                yield "declines", sort
            case UseExchange(exchange=name):
                yield "uses", name
            case Window(also=also):
                yield from (("uses", name) for name in also)
            case Gain(bundle=bundle):
                yield from (("gains", item.good) for item in bundle.items)
            case Pay(bundle=bundle) | Discard(bundle=bundle) | PayTo(cost=bundle):
                yield from (("loses", item.good) for item in bundle.items)


def _exchanges_of(rules: Rules, good: str) -> list[Definition]:
    return [exchange for exchange in rules.of(Exchange) if exchange.of == good]
