"""Test a bot: it chooses what is offered, always the same, and comes to an end.

Put your own bot in the place of ``Cautious``.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import Option, State, View, apply, load, new_game
from homesteaders_rules.bots import ask
from homesteaders_rules.testing.strategies import situations

RULES = load("homesteaders")


class Cautious:
    """Your bot."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Option:
        """The last option that is offered."""
        return view.decision.options[-1]


@settings(deadline=None)
@given(situations(RULES))
def test_it_chooses_what_is_offered_and_the_same_again(state: State) -> None:
    if not state.over:
        # Asking it raises BotFault for what is not offered.
        assert ask(Cautious(1), state) == ask(Cautious(1), state)


@settings(deadline=None, max_examples=10)
@given(st.sampled_from(list(RULES.players)), st.integers(0, 2**32))
def test_it_comes_to_the_end(players: int, seed: int) -> None:
    state = new_game(RULES, players, seed)
    for _ in range(2_000):
        if state.over:
            return
        state, _ = apply(state, ask(Cautious(), state))
    raise AssertionError(f"not over: {state}")
