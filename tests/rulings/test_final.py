"""Cases 158 to 160 and 173: the final round, and who sees what in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import score, view
from rulings.helpers import FINAL, every_key, gains, keys, play, play_told, refused, situation

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

PER_WORKER = ["Dude Ranch", "Circus", "Railworkers House"]
SECRET = {"wood": 3, "gold": 2, "silver": 17, "trade": 4, "debt": 1, "point": 9}


def test_case_158_the_final_income_is_a_whole_one(rules: Rules) -> None:
    """After round 10 each player places, collects and pays once more; no lots are turned up."""
    state = situation(
        rules, 2, "income", FINAL, holdings={0: {"silver": 0, "worker": 2}, 1: {"silver": 1}}
    )
    assert keys(state)[:2] == ["place worker Homestead 1", "place worker Homestead 2"]
    state = play(state, "place worker Homestead 1")
    state, told = play_told(state, "place worker Homestead 2", "done")
    assert gains(told, 0) == {"silver": 2, "wood": 1, "point": 1}
    assert keys(state) == ["pay 2 silver"]
    state = play(state, "pay 2 silver")
    assert (state.phase, state.decision.player) == ("income", 1)
    state, told = play_told(state, "done", "pay 1 silver")
    assert gains(told, 1) == {"silver": 1}
    assert (state.phase, state.decision.player) == ("settling", 0)
    assert not [key for key in every_key(state) if key.startswith(("bid", "pass", "build"))]
    assert play(state, "done", "done").over


def test_case_159_a_worker_hired_late_counts_and_is_not_paid(rules: Rules) -> None:
    """Hired when all is settled: no wage, but a point on each building that counts workers."""
    state = situation(
        rules,
        2,
        "settling",
        FINAL,
        holdings={0: {"trade": 1, "food": 1, "silver": 0}},
        pieces={0: PER_WORKER},
    )
    before = score(state)[0].line("bonuses")
    assert before == 3  # the one worker from the beginning, three times
    after, told = play_told(state, "hire", "done", "done")
    assert after.over
    assert gains(told, 0) == {"trade": -1, "food": -1, "worker": 1}
    assert score(after)[0].line("bonuses") == 6


def test_case_160_debt_in_the_final_step(rules: Rules) -> None:
    """It may be taken there, and paid off in any number: 10 silver make 2 debts less."""
    state = situation(
        rules, 2, "settling", FINAL, holdings={0: {"debt": 3, "silver": 8, "gold": 1}}
    )
    state = play(state, "borrow", "repay 2", "repay with gold as silver")
    assert (state.holding(0, "debt"), state.holding(0, "silver")) == (1, 0)
    assert keys(state) == ["done"]
    refused(state, "repay")
    assert play(state, "borrow 9").holding(0, "debt") == 10


# ---------------------------------------------------------------------------------- visibility


def final(rules: Rules, phase: str, **options: bool) -> State:
    """The final round, with hands that are worth hiding."""
    chosen = {name.replace("_", " "): value for name, value in options.items()}
    return situation(rules, 3, phase, FINAL, options=chosen, holdings={1: SECRET})


@pytest.mark.parametrize("phase", ["income", "settling"])
def test_case_173_hands_stay_hidden_in_the_final_round(rules: Rules, phase: str) -> None:
    """Until the points are counted a hand is its owner's; workers and rails are everybody's."""
    state = final(rules, phase)
    for onlooker in (0, 2, None):
        seen = view(state, onlooker)
        assert {good: seen.holding(1, good) for good in SECRET} == dict.fromkeys(SECRET)
        assert seen.holding(1, "worker") == 1
    own = view(state, 1)
    assert {good: own.holding(1, good) for good in SECRET} == SECRET


@pytest.mark.parametrize("phase", ["income", "settling"])
def test_case_173_other_all_hands_are_open_in_the_final_round(rules: Rules, phase: str) -> None:
    """The other choice: everybody sees everything there, and nothing before."""
    state = final(rules, phase, open_final=True)
    for onlooker in (0, 1, 2, None):
        seen = view(state, onlooker)
        assert {good: seen.holding(1, good) for good in SECRET} == SECRET
    earlier = situation(rules, 3, "bidding", 10, options={"open final": True}, holdings={1: SECRET})
    assert view(earlier, 0).holding(1, "silver") is None


def test_case_173_counted_hands_are_open(rules: Rules) -> None:
    """When the game is over all hands lie on the table: the points are counted from them."""
    state = play(final(rules, "settling"), "done", "done", "done")
    assert state.over
    for onlooker in (0, 2, None):
        seen = view(state, onlooker)
        assert {good: seen.holding(1, good) for good in SECRET} == SECRET
