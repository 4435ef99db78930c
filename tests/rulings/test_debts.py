"""Cases 152 to 157: taking debt, paying it off, and pieces that run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import score
from rulings.helpers import (
    FINAL,
    bank,
    every_key,
    gains,
    held,
    keys,
    play,
    play_told,
    refused,
    situation,
    starts,
)
from rulings.winning import PLENTY, builder, winner

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

ANY_TIME = {"repay at any time": True}
MID_GAME = ("income", "bidding")


def settling(rules: Rules, **goods: int) -> State:
    """Player 0 of two trades at the end, and holds just this besides a worker."""
    return situation(rules, 2, "settling", FINAL, holdings={0: {"silver": 0, **goods}})


def test_case_152_any_debt_at_any_time(rules: Rules) -> None:
    """One or nine at once, and again: 2 silver for each."""
    state = situation(rules, 2, "income", 1)
    assert starts(state, "borrow") == ["borrow", *(f"borrow {n}" for n in range(2, 10))]
    state, told = play_told(state, "borrow")
    assert gains(told, 0) == {"debt": 1, "silver": 2}
    state, told = play_told(state, "borrow 9", "borrow 9", "borrow 4")
    assert gains(told, 0) == {"debt": 22, "silver": 44}
    assert len(starts(state, "borrow")) == 9


@pytest.mark.parametrize("phase", MID_GAME)
def test_case_153_debt_is_repaid_at_the_end_only(rules: Rules, phase: str) -> None:
    """In the middle of the game silver and gold enough do not help."""
    state = situation(rules, 3, phase, 5, holdings={0: {**PLENTY, "debt": 2}})
    for key in ("repay", "repay 2", "repay with gold as silver"):
        refused(state, key)
    income = situation(rules, 3, "income", FINAL, holdings={0: {**PLENTY, "debt": 2}})
    refused(income, "repay")


@pytest.mark.parametrize("phase", MID_GAME)
def test_case_153_other_debt_is_repaid_at_any_time(rules: Rules, phase: str) -> None:
    """By the other reading it is possible at any decision."""
    goods = {**PLENTY, "debt": 2}
    state = situation(rules, 3, phase, 5, options=ANY_TIME, holdings={0: goods})
    after, told = play_told(state, "repay 2")
    assert gains(told, 0) == {"debt": -2, "silver": -10}
    assert after.decision.prompt == state.decision.prompt
    _, told = play_told(state, "repay with gold as silver")
    assert gains(told, 0) == {"debt": -1, "gold": -1}


def test_case_153_other_also_while_building_and_at_the_end(rules: Rules) -> None:
    """Between paying for a lot and building, and when all is settled, each key once."""
    state = winner(rules, "A1-T4", options=ANY_TIME, silver=5, debt=1)
    assert play(state, "repay").holding(0, "debt") == 0
    goods = {0: {"silver": 10, "debt": 2}}
    end = situation(rules, 2, "settling", FINAL, options=ANY_TIME, holdings=goods)
    assert starts(end, "repay") == ["repay", "repay 2"]
    assert held(play(end, "repay 2"), 0) == {"worker": 1}


def test_case_154_a_debt_costs_five_silver_or_a_gold(rules: Rules) -> None:
    """Not 4 silver, and no change from the gold."""
    state = settling(rules, debt=2, silver=5, gold=1)
    assert starts(state, "repay") == ["repay", "repay with gold as silver"]
    _, told = play_told(state, "repay")
    assert gains(told, 0) == {"debt": -1, "silver": -5}
    _, told = play_told(state, "repay with gold as silver")
    assert gains(told, 0) == {"debt": -1, "gold": -1}
    assert held(play(state, "repay", "repay with gold as silver"), 0) == {"worker": 1}
    assert "you have 4 silver" in refused(settling(rules, debt=1, silver=4), "repay")


def test_case_155_no_debt_to_repay(rules: Rules) -> None:
    """Silver enough, no debt: refused, and the reason says so; nor two where there is one."""
    assert "you have 0 debt" in refused(settling(rules, silver=20), "repay")
    refused(settling(rules, silver=20, debt=1), "repay 2")


def test_case_156_debt_never_runs_out(rules: Rules) -> None:
    """36 lie in the box: the 37th is taken like any other, and counts."""
    state = settling(rules, debt=36)
    assert "debt" not in bank(state)
    state = play(state, "borrow", "borrow 9")
    assert (state.holding(0, "debt"), bank(state)["debt"]) == (46, -10)
    assert score(state)[0].line("debt") == -46 * 47 // 2


def test_case_156_debt_has_no_limit_under_strict_supply_either(rules: Rules) -> None:
    """Otherwise somebody could be unable to pay."""
    state = situation(
        rules, 2, "settling", FINAL, options={"strict supply": True}, holdings={0: {"debt": 36}}
    )
    assert play(state, "borrow 9").holding(0, "debt") == 45


def test_case_157_other_pieces_do_not_run_out(rules: Rules) -> None:
    """Everything of the box is in other hands: workers, rails and resources still come."""
    everything = {"worker": 25, "rail": 27, "wood": 14, "trade": 36, "silver": 63, "point": 51}
    state = situation(
        rules,
        2,
        "bidding",
        1,
        holdings={0: {"worker": 0, "silver": 0, "trade": 1, "food": 1}, 1: everything},
        positions={("Railroad", 0): 5},
    )
    assert play(state, "hire").holding(0, "worker") == 1
    state = play(state, "neutral bid on lot 1", "pass")
    for reward in ("gain 1 trade", "gain 1 rail", "gain 1 worker", "gain 1 wood", "gain 3 points"):
        _, told = play_told(state, reward)
        amount, good = reward.split()[1:]
        assert gains(told, 0) == {good.removesuffix("s"): int(amount)}


def test_case_157_buildings_are_limited_to_their_copies(rules: Rules) -> None:
    """What is counted on the tiles is a rule: a third Ranch does not exist."""
    first = builder(rules, "Ranch", "A2-S1", holds=PLENTY)
    assert first.copies("supply", "Ranch") == 1
    state = situation(
        rules,
        3,
        "building",
        1,
        holdings={0: PLENTY},
        pieces={1: ["Ranch"], 2: ["Ranch"]},
        lots={1: "A1-S1"},
        won={1: (0, 3)},
    )
    state = play(state, "pay 3 silver")
    assert refused(state, "build Ranch") == "no Ranch is on offer now"
    assert "build Ranch" not in every_key(state) + keys(state)
