"""Cases 131 to 138: what a lot gives besides its building right."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game, IllegalOption, apply, score
from rulings.helpers import gains, held, keys, play, play_told, refused, situation, transfers
from rulings.winning import BONUSES, BUILDING_RIGHTS, LOTS, PLENTY, winner

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

WITHOUT_BUILDING = ("A2-S4", "A3-S4")


@pytest.mark.parametrize(("lot", "bonus"), BONUSES.items())
def test_case_131_a_bonus_is_taken_once(rules: Rules, lot: str, bonus: str) -> None:
    """The winner could pay for it five times over: used once, it is not offered again."""
    state = play(winner(rules, lot, holds=PLENTY), "build nothing", bonus)
    refused(state, bonus)
    assert state.phase == "income"


@pytest.mark.parametrize("lot", ["A1-T1", "A1-T2", "A1-T3"])
def test_case_132_a_free_worker(rules: Rules, lot: str) -> None:
    """Without trade and food, after building; it can be left."""
    state = play(winner(rules, lot, trade=1, food=1), "build nothing")
    assert keys(state) == ["gain 1 worker", "decline"]
    _, told = play_told(state, "gain 1 worker")
    assert gains(told, 0) == {"worker": 1}
    state, told = play_told(state, "decline")
    assert (state.phase, gains(told, 0)) == ("income", {})


@pytest.mark.parametrize("lot", WITHOUT_BUILDING)
def test_case_133_worker_and_advance(rules: Rules, lot: str) -> None:
    """No building: a worker first, then an advance whose reward must be taken."""
    state = winner(rules, lot)
    assert keys(state) == ["gain 1 worker", "decline"]
    state = play(state, "gain 1 worker")
    assert (state.position("Railroad", 0), keys(state)) == (1, ["gain 1 trade"])
    refused(state, "decline")
    state = play(state, "gain 1 trade")
    assert held(state, 0) == {"worker": 2, "trade": 1}
    assert state.phase == "income"


@pytest.mark.parametrize("lot", WITHOUT_BUILDING)
def test_case_133_the_worker_may_be_left(rules: Rules, lot: str) -> None:
    """Who does not want the worker advances all the same."""
    state = play(winner(rules, lot), "decline")
    assert (state.position("Railroad", 0), keys(state)) == (1, ["gain 1 trade"])


def test_case_134_six_points_at_once(rules: Rules) -> None:
    """Paying for the lot gives 6 points; then a food may become 2 more; undo takes the 6 away."""
    won = winner(rules, "A3-C2", food=1)
    assert held(won, 0) == {"food": 1, "point": 6, "worker": 1}
    assert keys(won) == ["pay 1 food to gain 2 points", "decline"]
    assert held(play(won, "pay 1 food to gain 2 points"), 0)["point"] == 8
    assert held(play(won, "decline"), 0)["point"] == 6

    unpaid = situation(rules, 4, "building", 9, lots={3: "A3-C2"}, won={3: (0, 3)})
    game = Game(rules, 4, 0, {}, {}, unpaid)
    game.choose("pay 3 silver")
    assert (game.state.holding(0, "point"), game.state.holding(0, "silver")) == (6, 3)
    game.undo(0)
    assert game.state == unpaid
    assert (game.state.holding(0, "point"), game.state.holding(0, "silver")) == (0, 6)


@pytest.mark.parametrize("lot", LOTS)
def test_case_135_only_the_bonus_of_this_lot(rules: Rules, lot: str) -> None:
    """A winner with one of everything, debt too, is offered what the lot says and no other swap."""
    state = winner(rules, lot, holds=PLENTY, debt=2)
    if lot in BUILDING_RIGHTS:
        state = play(state, "build nothing")
    if lot in BONUSES:
        assert keys(state) == [BONUSES[lot], "decline"]
    elif lot in WITHOUT_BUILDING:
        assert keys(state) == ["gain 1 worker", "decline"]
    elif lot == "A3-C2":
        assert keys(state) == ["pay 1 food to gain 2 points", "decline"]
    else:
        assert state.phase == "income"
    for other in {*BONUSES.values(), "pay 1 debt to gain 4 points"} - set(keys(state)):
        refused(state, other)


@pytest.mark.parametrize(
    ("lot", "bonus"), [(lot, bonus) for lot, bonus in BONUSES.items() if bonus.startswith("pay")]
)
def test_case_136_not_without_the_cube(rules: Rules, lot: str, bonus: str) -> None:
    """The good is missing: only declining is offered, the refusal says so, nothing changes."""
    good = bonus.split()[2]
    state = play(winner(rules, lot, holds={**PLENTY, good: 0}), "build nothing")
    assert keys(state) == ["decline"]
    assert refused(state, bonus) == f"it costs 1 {good}; you have 0 {good}"


def test_case_137_a_wood_for_one_rail(rules: Rules) -> None:
    """One rail comes for one wood; undo takes just this one away."""
    before = situation(
        rules,
        4,
        "building",
        5,
        holdings={0: {"wood": 1}},
        lots={2: "A2-T4"},
        won={2: (0, 3), 3: (1, 3)},
    )
    before = play(before, "pay 3 silver", "build nothing")
    game = Game(rules, 4, 0, {}, {}, before)
    events = game.choose("pay 1 wood to gain 1 rail")
    assert transfers(events) == [("wood", 1, 0, -1), ("rail", 1, -1, 0)]
    assert game.state.holding(0, "rail") == 1
    game.undo(0)
    assert game.state == before
    assert game.state.holding(0, "rail") == 0


def test_case_137_the_rail_is_counted_in_one_place(rules: Rules) -> None:
    """The rail earns its silver in the next income, and a Depot scores the same one."""
    state = play(winner(rules, "A2-T4", pieces=["Depot"], wood=1), "build nothing")
    state = play(state, "pay 1 wood to gain 1 rail")
    assert score(state)[0].line("bonuses") == 1
    while state.decision.player:
        state = play(state, "done")
    _, told = play_told(state, "done")
    assert gains(told, 0) == {"silver": 2 + 2 + 1}  # Homestead, Depot, rail


def test_case_138_the_reward_comes_from_the_lot(rules: Rules) -> None:
    """A player names an option and can add nothing to it; what no option says cannot be had."""
    assert list(inspect.signature(apply).parameters) == ["state", "option"]
    state = play(winner(rules, "A1-T1", holds=PLENTY), "build nothing")
    for wish in ("gain 1 rail", "gain 4 points", "gain 2 workers", "pay 1 copper to gain 4 points"):
        refused(state, wish)


def test_case_138_an_option_of_another_lot_is_refused(rules: Rules) -> None:
    """Even as the object that another state listed."""
    copper = play(winner(rules, "A1-C1", holds=PLENTY), "build nothing")
    food = play(winner(rules, "A2-C1", holds=PLENTY), "build nothing")
    option = copper.decision.options[0]
    with pytest.raises(IllegalOption):
        apply(food, option)
