"""Steps that are forced, options that leave undone what is offered, and choices taken back."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from ...commands.control import Nothing
from ...commands.definitions.course import Action
from ...commands.effects import DECLINE
from ...linking.table import once_a_table
from ...mechanisms.auction.steps import PASS
from ...mechanisms.parts import STOP
from ...mechanisms.piles.commands import BUILD_NOTHING
from ...mechanisms.placing.filling import Placing
from ...mechanisms.placing.steps import DONE, PlaceGoods
from ...play.planning.reach import beyond
from ...runtime.offering.exchanges import ExchangeOffer

if TYPE_CHECKING:
    from ...linking.table import Table
    from ...play.saves import Game
    from ...play.state import State
    from ...runtime.offering.options import Option


def declines(table: Table, option: Option) -> bool:
    """Does an option leave undone what is offered, or end it?"""
    return not isinstance(option.offer, ExchangeOffer) and option.key in _declining(table)


@once_a_table
def _declining(table: Table) -> frozenset[str]:
    """The keys for doing nothing: those of the language, and actions that are a name for it."""
    effects = {each.name: each.effect for each in table.definitions if isinstance(each, Action)}
    named = {name for name, effect in effects.items() if effect == Nothing()}
    own = Nothing().words(table.layout.vocabulary)
    return frozenset({BUILD_NOTHING, DECLINE, DONE, PASS, STOP, own, *named})


def forced(state: State) -> Option | None:
    """The option that must be taken, since there is no other, now or after any exchanges.

    None where there is a choice; where the only option declines, which may be a slip; where it is
    an exchange, since nobody gets into debt by themselves; and where it is done in secret.
    """
    options = state.options
    if len(options) != 1 or state.secret:
        return None
    (only,) = options
    if isinstance(only.offer, ExchangeOffer) or declines(state.table, only):
        return None
    return only if opened_by_exchanges(state) == () else None


def may_slip(state: State) -> bool:
    """Is there only an option that declines? Whoever has nothing left to place only ends that."""
    if len(state.options) != 1 or not declines(state.table, state.options[0]):
        return False
    return not (is_placing(state) and opened_by_exchanges(state) == ())


def is_placing(state: State) -> bool:
    """Is asked where goods are to be put, one after the other?"""
    return isinstance(state.decision.step, PlaceGoods | Placing)


def opened_by_exchanges(state: State) -> tuple[str, ...] | None:
    """The keys of this decision that only exchanges bring; None where not all of them are known."""
    found = beyond(state)
    return found.keys if found.complete else None


def take_back(game: Game, player: int) -> tuple[str, ...]:
    """Undo the last choice of a player that was one, with the forced steps after it; their keys.

    Raises GameError, and changes nothing, where one of them cannot be taken back.
    """
    trial = copy(game)
    keys = [trial.undo(player)]
    while forced(trial.state) is not None:
        keys.append(trial.undo(player))
    for _ in keys:
        game.undo(player)
    return tuple(reversed(keys))
