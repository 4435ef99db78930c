"""Choosing: an option carried out, or why it cannot be."""

from __future__ import annotations

from ..errors import IllegalOption, expect, shown, suggestion
from ..runtime.offering.options import Option
from ..runtime.recording.events import Events, Sight, Viewer
from ..runtime.steps import Asking
from .lookups import seat_of
from .state import STATE, State

UNKNOWN = "nothing is called so"
"""How :func:`why_not` begins for a key that no decision of the game has."""
NO_KEY = (
    "it is neither an option nor the key of one, as decision.options and decision.keys have them; "
    "the key of an action by its number is table.actions[number]"
)


def apply(state: State, option: Option | str) -> tuple[State, Events]:
    """Carry out an option (or its key): the state after it, and what happened, in order.

    An option of an equal state is as good as its own, also one that comes from another process.
    Raises IllegalOption, with the reason, for anything that the decision does not list, and
    TypeError for what is no state.
    """
    try:
        return state._after(option) or _after_own(state, own_option(state, option))
    except AttributeError:
        expect(state, State, STATE)
        raise


def _after_own(state: State, option: Option) -> tuple[State, Events]:
    """The same for an option of the state, also where the machine in C leaves it to Python."""
    found = None if type(state) is State else state._after(option)
    found = found or State._after(state, option, own=True)
    assert found is not None, "it is one of its own"
    return found


def own_option(state: State, option: object) -> Option:
    """The option of a state for a key, or for an option of an equal table: that of the same key.

    Raises IllegalOption for anything else.
    """
    if isinstance(option, Option) and option.anytime:
        for known in state.anytime:
            if known is option:
                return option
    key = option.key if isinstance(option, Option) else option
    if not isinstance(key, str):
        raise IllegalOption(f"{shown(option)} cannot be chosen: {NO_KEY}", shown(option), NO_KEY)
    found = state.decision.find(key)
    at_home = not isinstance(option, Option) or option.offer.home == state.table.identity
    if found is None or not at_home:
        raise illegal(state, key)
    return found


def why_not(state: State, key: str, viewer: Viewer = Sight.WHOLE) -> str | None:
    """Why a key cannot be chosen now, in a sentence; None where it can.

    ``viewer``: whom it is told, a seat from 0 or an onlooker (None). They learn nothing that
    their view does not show: who does not decide hears only whose turn it is. Raises GameError
    for a seat that is not there, and TypeError for what is no state or no key.
    """
    expect(state, State, STATE)
    expect(key, str, "the key of an option, as Option.key has it")
    decision = state.decision
    if viewer is not None and not isinstance(viewer, Sight):
        seat_of(state.table.layout, viewer)
    if viewer not in (Sight.WHOLE, decision.player) and not state.over:
        return _not_your_turn(state, key)
    if decision.find(key) is not None:
        return None
    if state.over:
        return "the game is over"
    if state.table.program.takes_last_way(state.cells, key):
        return f"nothing would be left to choose then, and something must be: {decision.prompt}"
    reasons = [decision.step.why_not(state.cells, key)]
    reasons += [offer.why_not(state.cells, key) for offer in state.table.program.exchanges]
    found = next((reason for reason in reasons if reason), None)
    if found:
        return found
    if decision.step.may_offer(key):
        return "it is not possible now"
    steps = state.table.program.steps
    if any(step.may_offer(key) for step in steps if isinstance(step, Asking)):
        return f"the decision now is: {decision.prompt}"
    known = [option.key for option in decision.all]
    known += [key for offer in state.table.program.exchanges for key in offer.keys()]
    return f"{UNKNOWN}{suggestion(key, known, numbers=True)}"


def _not_your_turn(state: State, key: str) -> str:
    """What everybody knows of why a key cannot be chosen by who does not decide."""
    program = state.table.program
    known = any(step.may_offer(key) for step in program.steps if isinstance(step, Asking))
    if known or any(key in offer.keys() for offer in program.exchanges):
        return f"it is the turn of player {state.decision.player + 1}"
    return UNKNOWN


def illegal(state: State, key: str) -> IllegalOption:
    """The error for a key that is not offered."""
    reason = why_not(state, key) or "it is an option of another table"
    return IllegalOption(f'"{key}" cannot be chosen: {reason}', key, reason)
