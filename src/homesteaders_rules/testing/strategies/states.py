"""Strategies of states: new games, and situations anywhere in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import note
from hypothesis import strategies as st

from ...play.setup import new_game
from ..beginnings import Beginning
from ..walks import walk
from .drawing import Drawing
from .numbers import MOST_SEED, Numbers, numbers
from .tables import choices, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from ...play.state import State
    from ...rules import Rules

SITUATIONS = 5
"""So many situations are drawn for one game from its setup on."""


@st.composite
def beginnings(draw: st.DrawFn, *rules: Rules) -> Beginning:
    """The first decision of a game, or mostly one of a situation, with the call that makes it."""
    return begun(draw(numbers()), rules)


@st.composite
def situations(draw: st.DrawFn, *rules: Rules) -> State:
    """A state in any phase and round: pieces, goods, tracks, lots, and what lies on pieces.

    Nothing limited is overdrawn, and nothing is there twice. The call that makes it is told.
    """
    source = draw(numbers())
    beginning = _situation(source, source.pick(rules))
    note(f"state = {beginning!r}")
    return beginning.state


def begun(source: Numbers, rules: Sequence[Rules]) -> Beginning:
    """A beginning made of drawn numbers. Where a situation leads to no decision, it is a game."""
    chosen = source.pick(rules)
    if source.number(0, SITUATIONS):
        drawn = _situation(source, chosen)
        if not drawn.state.over:
            return drawn
    players, options = source.pick(choices(chosen))
    arguments = {"players": players, "options": dict(options), "seed": source.number(0, MOST_SEED)}
    if source.flip():
        arguments["deal"] = _deal(chosen, {**arguments, "seed": source.number(0, MOST_SEED)})
    return Beginning.of_game(chosen, **arguments)


def _deal(rules: Rules, arguments: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Every stack as it lies in another game."""
    other = new_game(rules, **arguments)
    return {name: other.stack(name) for name in other.table.layout.stacks}


def _situation(source: Numbers, rules: Rules) -> Beginning:
    table = rules.for_table(*source.pick(choices(rules)))
    return Drawing(source, rules, table).beginning()


def states(*rules: Rules, most: int = 400, anytime: float = 0.1) -> SearchStrategy[State]:
    """A state reached by random play, anywhere in a game, the end included."""
    return handfuls(*rules, most=most, anytime=anytime, count=1).map(lambda found: found[0])


@st.composite
def handfuls(
    draw: st.DrawFn, *rules: Rules, most: int = 400, anytime: float = 0.1, count: int = 5
) -> list[State]:
    """Up to ``count`` such states of different games at one table.

    A table takes longer to make than many steps of play. They are played from one number, which
    is faster than :func:`walks` and shrinks less.
    """
    table = draw(tables(*rules))
    lengths = draw(st.lists(st.integers(1, most), min_size=1, max_size=count))
    found = []
    for number, length in enumerate(lengths):
        game = {**table, "seed": table["seed"] + number}
        *_, last = walk(**game, anytime=anytime, most=length)
        found.append(last.after)
    return found
