"""What environments share: the choice of a number, and a state as text."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from ..errors import GameError, expect, shown
from ..play.choosing import apply
from ..play.views import View, view
from ..rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..linking.table import Table
    from ..play.state import State

MOST_STEPS = 5000
"""A game that takes so many choices is broken off: exchanges of any time could go on for ever."""
RENDER_MODES = ("ansi", "human")
AFTER_RESET = (
    *("now", "steps", "agent_selection", "rewards", "terminations", "truncations", "infos"),
    "_cumulative_rewards",
)
"""What an environment has when a game has begun."""


class Beginning:
    """An environment that has no game before ``reset``: asked for one, it says so."""

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise GameError("no game has begun yet; call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def table_for(
    rules: Rules,
    players: int,
    options: Mapping[str, bool] | None,
    *,
    reward: Callable[[State, int], float],
    most: int,
    render_mode: str | None = None,
) -> Table:
    """The table of an environment, when all that it is made of is known to be right.

    Raises GameError for what is no table, no number of choices and no way to render, and TypeError
    for what are no rules and no reward.
    """
    expect(rules, Rules, "what load() returns")
    if not callable(reward):
        raise TypeError(f"wanted is a function of a state and a seat, not {shown(reward)}")
    if type(most) is not int or most < 1:
        raise GameError(f"a game has 1 choice or more before it is broken off, not {shown(most)}")
    if render_mode not in (None, *RENDER_MODES):
        raise GameError(f"it is rendered as {' or '.join(RENDER_MODES)}, not {shown(render_mode)}")
    return rules.for_table(players, options)


def chosen(state: State, action: SupportsIndex | None) -> State:
    """The state after the action of a number.

    Raises GameError where it is not offered, and TypeError for what is no whole number.
    """
    try:
        number = None if action is None else index(action)
    except TypeError:
        raise TypeError(f"wanted is a whole number of table.actions, not {shown(action)}") from None
    actions = state.table.actions
    known = number is not None and 0 <= number < len(actions)
    key = actions[number] if known and number is not None else ""
    option = None if state.over else state.decision.find(key)
    if option is None:
        name = f" ({key})" if known else ""
        raise GameError(f"the action {shown(number)}{name} is not offered; see the action_mask")
    return apply(state, option)[0]


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
