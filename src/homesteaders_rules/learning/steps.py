"""What environments share: the choice of a number, and a state as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from ..errors import GameError, shown
from ..play.choosing import apply
from ..play.views import View, view

if TYPE_CHECKING:
    from ..play.state import State

MOST_STEPS = 5000
"""A game that takes so many choices is broken off: exchanges of any time could go on for ever."""
RENDER_MODES = ("ansi", "human")


def chosen(state: State, action: SupportsIndex | None) -> State:
    """The state after the action of a number. Raises GameError where it is not offered."""
    number = action.__index__() if action is not None else None
    actions = state.table.actions
    if number not in actions.offered(state):
        known = number is not None and 0 <= number < len(actions)
        name = f" ({actions[number]})" if known and number is not None else ""
        raise GameError(f"the action {shown(number)}{name} is not offered; see the action_mask")
    return apply(state, actions[number])[0]


def rendered(state: State, mode: str | None) -> str | None:
    """What all may see, as text: returned in the mode ``ansi``, written in the mode ``human``."""
    if mode not in RENDER_MODES:
        return None
    text = described(view(state, None))
    if mode == "ansi":
        return text
    print(text)
    return None


def described(seen: View) -> str:
    """What is seen of a table, a line for each player."""
    now = "over" if seen.over else f"player {seen.decider + 1} decides"
    head = f"round {seen.round}, {seen.phase}: {now}"
    return "\n".join([head, *(_line(seen, seat) for seat in seen.seats)])


def _line(seen: View, seat: int) -> str:
    names = [good.name for good in seen.layout.goods]
    held = [(name, seen.holding(seat, name)) for name in names]
    goods = [f"{'?' if number is None else number} {name}" for name, number in held if number != 0]
    said = "; ".join(filter(None, [", ".join(goods), ", ".join(seen.pieces(seat))]))
    return f"player {seat + 1}: {said or 'nothing'}"
