"""Walks: games played at random, step by step, from one number."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from ..play.choosing import apply
from ..play.setup import new_game
from ..play.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..runtime.recording.events import Events


@frozen
class Step:
    """One step of a walk."""

    before: State
    option: Option
    after: State
    events: Events

    def __repr__(self) -> str:
        return f"<Step: {self.option}>"


def walk(
    rules: Rules,
    players: int,
    seed: int,
    options: Mapping[str, bool] | None = None,
    *,
    anytime: float = 0.1,
    most: int = 100_000,
) -> Iterator[Step]:
    """A random game from setup on, until it is over or ``most`` steps are taken.

    With the chance ``anytime`` a step is an exchange of any time, if there is one; since such
    exchanges could go on for ever, every second step at least leads on.
    """
    random = Random(seed)
    state = new_game(rules, players, seed, options)
    rest = False
    for _ in range(most):
        if state.over:
            return
        decision = state.decision
        offered = decision.options
        if not rest and random.random() < anytime:
            offered = decision.anytime or offered
        option = random.choice(offered)
        rest = option.anytime
        after, events = apply(state, option)
        yield Step(state, option, after, events)
        state = after


def finish(state: State, seed: int = 0, most: int = 20_000) -> State:
    """Head for the end, without exchanges that are not needed; the state when the game is over.

    Raises AssertionError if ``most`` steps do not get there (promise 2).
    """
    random = Random(seed)
    for _ in range(most):
        if state.over:
            return state
        state, _ = apply(state, random.choice(state.decision.options))
    raise AssertionError(f"not over after {most} steps, in {state.phase}, round {state.round}")
