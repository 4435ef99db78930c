"""Test a client: what it shows and what it sends, in every kind of state.

Put your own functions in the place of the two below.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import State, apply, load, view
from homesteaders_rules.testing.strategies import options, situations

RULES = load("new_beginnings")


def shown(state: State, seat: int) -> list[str]:
    """What your client shows to a seat."""
    seen = view(state, seat)
    return [f"{good.name}: {seen.holding(seat, good.name)}" for good in state.table.layout.goods]


def sent(key: str) -> str:
    """What your client sends when an option is clicked."""
    return key


@settings(deadline=None)
@given(situations(RULES))
def test_every_state_can_be_shown_to_every_seat(state: State) -> None:
    for seat in range(state.table.players):
        assert all(": None" not in line for line in shown(state, seat))


@settings(deadline=None)
@given(situations(RULES), st.data())
def test_what_is_clicked_is_what_happens(state: State, data: st.DataObject) -> None:
    if not state.over:
        option = data.draw(options(state))
        assert apply(state, sent(option.key)) == apply(state, option)
