"""Hypothesis strategies for games.

They draw one random number and play from it: shrinking works on the number of players, the
options and the length of the walk, and thousands of steps run in a minute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .walks import walk

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ..commands.rules import Rules
    from ..machine.state import State
    from .walks import Step


def seats(rules: Rules) -> SearchStrategy[int]:
    """A number of players that the rules allow."""
    from hypothesis import strategies as st

    return st.sampled_from(list(rules.players))


def tables(rules: Rules) -> SearchStrategy[dict[str, Any]]:
    """Arguments for :func:`new_game`: players, options and seed."""
    from hypothesis import strategies as st

    options = st.fixed_dictionaries({}, optional={name: st.booleans() for name in rules.options})
    return st.fixed_dictionaries(
        {"players": seats(rules), "options": options, "seed": st.integers(0, 2**64 - 1)}
    )


def walks(rules: Rules, most: int = 60, anytime: float = 0.2) -> SearchStrategy[list[Step]]:
    """The steps of a random game at a random table, from setup on, at least one.

    The length is drawn up to ``most``; use :func:`states` for states deep in a game.
    """
    from hypothesis import strategies as st

    def steps(table: dict[str, Any], length: int) -> list[Step]:
        return list(walk(rules, **table, anytime=anytime, most=length))

    return st.builds(steps, tables(rules), st.integers(1, most))


def states(rules: Rules, most: int = 400, anytime: float = 0.1) -> SearchStrategy[State]:
    """A state reached by random play, anywhere in a game, the end included."""
    from hypothesis import strategies as st

    def state(table: dict[str, Any], length: int) -> State:
        *_, last = walk(rules, **table, anytime=anytime, most=length)
        return last.after

    return st.builds(state, tables(rules), st.integers(1, most))
