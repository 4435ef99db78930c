"""Hypothesis strategies for games.

They draw one random number and play from it: shrinking works on the number of players, the
options and the length of the walk, and thousands of steps run in a minute. Each takes one or
several rules, of which it draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..commands.conditions import all_hold
from ..commands.definitions.definition import Needs
from .walks import walk

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ..play.state import State
    from ..rules import Rules
    from .walks import Step


def seats(rules: Rules) -> SearchStrategy[int]:
    """A number of players that the rules allow."""
    from hypothesis import strategies as st

    return st.sampled_from(list(rules.players))


def tables(*rules: Rules) -> SearchStrategy[dict[str, Any]]:
    """Arguments for :func:`new_game` and :func:`walk`: rules, players, options and seed."""
    from hypothesis import strategies as st

    return st.sampled_from(rules).flatmap(_tables)


def _tables(rules: Rules) -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    options = st.fixed_dictionaries({}, optional={name: st.booleans() for name in rules.options})
    table = {
        "rules": st.just(rules),
        "players": seats(rules),
        "options": options,
        "seed": st.integers(0, 2**64 - 1),
    }
    return st.fixed_dictionaries(table).map(_with_needs)


def _with_needs(table: dict[str, Any]) -> dict[str, Any]:
    """The table with the options that its number of players needs."""
    values = table["rules"].options | table["options"]
    needs = (need for need in table["rules"].of(Needs))
    needed = {n.option: True for n in needs if all_hold(n.conditions, table["players"], values)}
    return {**table, "options": {**table["options"], **needed}}


def walks(*rules: Rules, most: int = 60, anytime: float = 0.2) -> SearchStrategy[list[Step]]:
    """The steps of a random game at a random table, from setup on, at least one.

    The length is drawn up to ``most``; use :func:`states` for states deep in a game.
    """
    from hypothesis import strategies as st

    def steps(table: dict[str, Any], length: int) -> list[Step]:
        return list(walk(**table, anytime=anytime, most=length))

    return st.builds(steps, tables(*rules), st.integers(1, most))


def states(*rules: Rules, most: int = 400, anytime: float = 0.1) -> SearchStrategy[State]:
    """A state reached by random play, anywhere in a game, the end included."""
    return handfuls(*rules, most=most, anytime=anytime, count=1).map(lambda found: found[0])


def handfuls(
    *rules: Rules, most: int = 400, anytime: float = 0.1, count: int = 5
) -> SearchStrategy[list[State]]:
    """Up to ``count`` such states of different games at one table.

    A table takes longer to make than many steps of play.
    """
    from hypothesis import strategies as st

    def reached(table: dict[str, Any], lengths: list[int]) -> list[State]:
        found = []
        for number, length in enumerate(lengths):
            game = {**table, "seed": table["seed"] + number}
            *_, last = walk(**game, anytime=anytime, most=length)
            found.append(last.after)
        return found

    lengths = st.lists(st.integers(1, most), min_size=1, max_size=count)
    return st.builds(reached, tables(*rules), lengths)
