"""Playing with every promise of the engine checked at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import GameError
from ..play.state import State, apply
from ..testing.checks import check_cursor, check_decision, check_holdings, check_step
from .simulating import MOST_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..bots import Bot
    from .simulating import Tally


def play_verified(start: State, bots: Sequence[Bot], tally: Tally, seed: int) -> State:
    """One game, every step checked, replayed by its keys at the end; the last state."""
    state = start
    keys: list[str] = []

    def check(claim: Callable[[], None]) -> None:
        try:
            claim()
        except (AssertionError, GameError) as fault:
            where = f"seed {seed}, choice {len(keys) + 1}, round {state.round}, {state.phase}"
            tally.violations.append(f"{where}: {fault}")

    check(lambda: _check_start(start))
    while not state.over and len(keys) < MOST_STEPS:
        decision = state.decision
        check(lambda: _check_options(state))  # noqa: B023
        tally.decisions += 1
        tally.options += len(decision.options)
        option = bots[decision.player].choose(state)
        check(lambda: check_cursor(state, option))  # noqa: B023
        after, events = apply(state, option)
        check(lambda: check_step(state, after, events))  # noqa: B023
        keys.append(option.key)
        state = after
    if not state.over:
        tally.violations.append(f"seed {seed}: not over after {MOST_STEPS} choices")
    check(lambda: _check_replay(start, keys, state))
    return state


def _check_start(start: State) -> None:
    check_holdings(start)
    check_decision(start)


def _check_options(state: State) -> None:
    """Everything that is listed is accepted, and leads to a decision or to the end."""
    check_decision(state)
    for option in state.decision.all:
        after, _ = apply(state, option)
        assert after.over or after.decision.options, f"nothing can be chosen after {option.key}"


def _check_replay(start: State, keys: Sequence[str], end: State) -> None:
    state = start
    for key in keys:
        state, _ = apply(state, key)
    assert state == end, "the game replayed by its keys ends differently"
