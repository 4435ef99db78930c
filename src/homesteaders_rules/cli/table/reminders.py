"""What somebody leaves undone who ends a placing, declines what is offered, or pays too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.placing.filling import Placing
from ...mechanisms.placing.steps import PlaceGoods
from ...play.planning.how import how
from ...runtime.offering.due import PayOrElse
from ...runtime.offering.exchanges import ExchangeOffer, UseOnce
from .forced import declines, opened_by_exchanges

if TYPE_CHECKING:
    from ...play.state import State
    from ...runtime.offering.options import Option

FEW = 3
"""So many keys are named."""


def reminders(state: State, key: str) -> tuple[str, ...]:
    """What is left undone by an option, a sentence for each; none where nothing is."""
    option = state.decision.find(key)
    if option is not None and isinstance(option.offer, PayOrElse):
        return _missing(state, option)
    if option is None or not declines(state.table, option):
        return ()
    others = [each for each in state.options if each is not option]
    found = []
    step = state.decision.step
    if others and isinstance(step, PlaceGoods | Placing):
        idle = state.table.layout.vocabulary.count(_idle(state, step.good), step.good)
        found.append(f"{idle} would stay idle, and places are free")
    exchanges = [each for each in others if isinstance(each.offer, ExchangeOffer | UseOnce)]
    if exchanges:
        found.append(f"you could still: {_some([each.key for each in exchanges])}")
    if not others:
        found += _after_exchanges(state)
    return tuple(found)


def _missing(state: State, option: Option) -> tuple[str, ...]:
    """What would be missing of all that is due, where more can be paid, now or after exchanges."""
    owed, paid, _ = option.operands
    if paid >= owed:
        return ()
    more = [
        each.key for each in state.options if each.offer is option.offer and each.operands[1] > paid
    ]
    ways = [f"you could {more[0]}"] if more else _after_exchanges(state)
    return (f"{owed - paid} of {owed} would be missing", *ways) if ways else ()


def _idle(state: State, good: str) -> int:
    """How many of a good who decides has, and has not placed."""
    layout, player = state.table.layout, state.decision.player
    filled = state.cells[layout.placed + player]
    placed = sum(place.good == good and filled >> n & 1 for n, place in enumerate(layout.places))
    return state.holding(player, good) - placed


def _after_exchanges(state: State) -> list[str]:
    """What only exchanges would open, with the cheapest of them for each."""
    ways = []
    for key in (opened_by_exchanges(state) or ())[:FEW]:
        answer = how(state, key, 1)
        if answer:
            ways.append(f"{key} (after {answer.ways[0]})")
    return [f"after exchanges you could: {_some(ways)}"] if ways else []


def _some(keys: list[str]) -> str:
    left = len(keys) - FEW
    return ", ".join(keys[:FEW]) + (f" and {left} more" if left > 0 else "")
