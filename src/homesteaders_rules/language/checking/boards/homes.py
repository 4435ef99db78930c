"""Checks of homes: who has too many can always give up some, and nothing comes unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.amounts import Number
from ....commands.conditions import all_hold
from ....commands.definitions.course import Hook, Phase
from ....commands.definitions.definition import Exchange, Good
from ....commands.definitions.pieces import Piece
from ....commands.effects import Effect
from ....commands.flows import THE_PLAYER
from ....mechanisms.homes.commands import GainWithRoom
from ....mechanisms.homes.definitions import (
    HomesIn,
    HomesInside,
    HomesOf,
    HomesOutside,
    MayMove,
    TooMany,
)
from ..context import table_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....commands.base import Command
    from ..context import Checking

HOMES = (HomesIn, HomesInside, HomesOutside)
SAID = (
    (HOMES, "where their homes are: 1 in the house"),
    ((MayMove,), "that nobody is asked where each lives: they may move at any time"),
    ((TooMany,), "what becomes of those without one: who has too many <exchanges> some"),
)
"""The sentences that are needed, and how one is missed."""


def check_homes(checking: Checking) -> None:
    """All is said of homes, what has none can be given up, and what needs one is asked for it."""
    for homes in checking.rules.of(HomesOf):
        if not _is_said(checking, homes) or not _can_be_given_up(checking, homes):
            return
        _check_exchanges(checking, homes)
        _check_closed(checking, homes)
    _check_alone(checking)
    _check_young(checking)


def _is_said(checking: Checking, homes: HomesOf) -> bool:
    conditions = [*homes.conditions, *(c for line in homes.lines for c in line.conditions)]
    for table in checking.tables(conditions):
        if not all_hold(homes.conditions, *table):
            continue
        lines = [line for line in homes.lines if all_hold(line.conditions, *table)]
        said = {type(line) for line in lines}
        if unsaid := [hint for kinds, hint in SAID if said.isdisjoint(kinds)]:
            where = f" {table_words(table)}" if any(ln.conditions for ln in homes.lines) else ""
            checking.report_unsaid("E601", unsaid, "about homes", homes, where)
            return False
    return True


def _check_alone(checking: Checking) -> None:
    """Homes are for goods that all see, and those of a good are said once."""
    hidden = {good.name for good in checking.rules.of(Good) if good.hidden}
    known: set[str] = set()
    for homes in checking.rules.of(HomesOf):
        for good in homes.goods:
            if good in hidden:
                message = f"{good} is hidden: what is given up would tell how much somebody has"
                checking.report("E601", message, homes, "homes are for public goods")
                return
            if good in known:
                message = f"the homes of {good} are said twice"
                checking.report("E601", message, homes, "put all of it into one block")
                return
        known.update(homes.goods)


def _can_be_given_up(checking: Checking, homes: HomesOf) -> bool:
    """Of each good one can be given up by an exchange that all have, and that costs no more."""
    for good in homes.goods:
        if not any(_frees(each, good, homes) for each in checking.rules.of(Exchange)):
            message = f"nobody can give up {good} in each case"
            hint = f"an exchange named there: exchange let go: 1 {good} -> nothing, when offered"
            line = next(iter(homes.of(TooMany)), homes)
            checking.report("E602", message, line, hint)
            return False
    return True


def _frees(exchange: Exchange, good: str, homes: HomesOf) -> bool:
    """Is it open to all at any time, for one of a good and nothing else?"""
    one = [(item.good, item.amount) for item in exchange.cost.items] == [(good, Number(1))]
    is_free = not exchange.most and not exchange.in_turn and not exchange.conditions
    into_others = set(homes.goods).isdisjoint(exchange.gain.goods)
    named = any(exchange.is_of_kind(kind) for kind in homes.kinds)
    return one and is_free and into_others and named


def _check_exchanges(checking: Checking, homes: HomesOf) -> None:
    """Whoever gains what needs a home is asked for it: neither an exchange nor chance gives it."""
    for exchange in _exchanges(checking):
        for item in exchange.gain.items:
            if item.good in homes.goods:
                message = f"an exchange gives {item.good}, for which there may be no home"
                hint = f"write it as a line of an action: pay ... to gain 1 {item.good}"
                checking.report("E603", message, exchange, hint)
                return
    for command, _ in checking.placed_of(Effect):
        if command.asks_itself(checking.flow):
            continue
        for flow in command.flows():
            if flow.taker == THE_PLAYER and flow.item.good in homes.goods:
                message = f"nobody is asked for a home of {flow.item.good} here"
                hint = f"write it as a line of its own: gain 1 {flow.item.good}"
                checking.report("E603", message, command, hint)
                return


def _check_closed(checking: Checking, homes: HomesOf) -> None:
    """Where nobody can give any up, none comes but what finds a home."""
    freeing = {
        good: [each for each in checking.rules.of(Exchange) if _frees(each, good, homes)]
        for good in homes.goods
    }
    for phase in checking.rules.of(Phase):
        shut = {good for good, ways in freeing.items() if all(map(phase.closes, ways))}
        for command in _done_in(checking, phase) if shut else ():
            brought = {of for verb, of in command.causes(checking.flow) if verb == "gains"}
            if shut & brought and not isinstance(command, GainWithRoom):
                good = min(shut & brought)
                message = f"{good} may come in {phase.name}, where nobody can give up any"
                hint = "open one of the exchanges there, or let come: ..., as far as there is room"
                checking.report("E606", message, command, hint)
                return


def _done_in(checking: Checking, phase: Phase) -> Iterator[Command]:
    """What may happen while a phase goes on, exchanges of any time aside."""
    hooks = (hook for hook in checking.rules.of(Hook) if hook.around == phase.name)
    every = {verb for verb, _ in checking.flow.origins}
    for effect in (phase.effect, *(hook.effect for hook in hooks)):
        yield from checking.flow.done_by(effect, every)


def _exchanges(checking: Checking) -> Iterator[Exchange]:
    yield from checking.rules.of(Exchange)
    for piece in checking.rules.of(Piece):
        yield from piece.exchanges


def _check_young(checking: Checking) -> None:
    """As far as there is room means: as far as there are homes."""
    there = [homes for homes in checking.rules.of(HomesOf) if not homes.conditions]
    for command in checking.every(GainWithRoom):
        if not any(set(command.goods) <= set(homes.goods) for homes in there):
            message = f"{command.called} has no homes: there is room for all of it"
            hint = f"say where its homes are: homes of {command.called}: ..."
            checking.report("E604", message, command, hint)
            return
