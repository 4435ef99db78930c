"""Strict supply: what the box no longer holds cannot be gained (section 6, case 157)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import view
from homesteaders_rules.testing.checks import check_step
from homesteaders_rules.testing.walks import walk
from rulings.helpers import (
    FINAL,
    NOTHING,
    RESOURCES,
    bank,
    gains,
    held,
    keys,
    play,
    play_told,
    refused,
    situation,
    starts,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

STRICT = {"strict supply": True}
BOX = {
    "wood": 14, "food": 14, "steel": 14, "gold": 12, "copper": 10, "livestock": 10, "silver": 63,
    "trade": 36, "debt": 36, "point": 51, "worker": 25, "rail": 27,
}  # fmt: skip
"""What lies in the box before a game begins."""

LIMITED = (*RESOURCES, "trade", "point", "worker", "rail")


def scarce(
    rules: Rules,
    phase: str,
    left: Mapping[str, int],
    *pieces: str,
    holds: Mapping[str, int] = NOTHING,
    options: Mapping[str, bool] = STRICT,
    round_number: int = 5,
    lot: str = "",
    at: int = 0,
    **goods: int,
) -> State:
    """Of the goods in ``left`` so many are left in the box, player 1 of three has the others.

    Player 0 has ``holds`` and ``goods`` and a worker, is ``at`` a space of the railroad, and has
    won ``lot`` for 3 silver.
    """
    own = {"silver": 0, "worker": 1, **holds, **goods}
    rest = {good: BOX[good] - n - own.get(good, 0) - (good == "worker") for good, n in left.items()}
    return situation(
        rules,
        3,
        phase,
        round_number,
        options=options,
        holdings={0: own, 1: rest, 2: {"silver": 0}},
        pieces={0: pieces},
        positions={("Railroad", 0): at},
        lots={1: lot} if lot else None,
        won={1: (0, 3)} if lot else None,
    )


def test_what_is_limited(rules: Rules) -> None:
    """All but silver and debt; by default nothing is."""
    assert rules.for_table(3, STRICT).layout.limited == set(LIMITED)
    assert rules.for_table(3).layout.limited == set()


@pytest.mark.parametrize("good", RESOURCES)
def test_nothing_left_to_buy(rules: Rules, good: str) -> None:
    """The last one is somebody's: it is not offered, by default it is."""
    goods = {"trade": 3, "silver": 9, **({} if good == "gold" else {"gold": 2})}
    state = scarce(rules, "income", {good: 0}, holds=goods)
    assert bank(state).get(good, 0) == 0
    assert starts(state, f"buy {good}") == []
    assert f"the stock has 0 {good}" in refused(state, f"buy {good}")
    free = scarce(rules, "income", {good: 0}, options={}, holds=goods)
    assert play(free, f"buy {good}").holding(0, good) == 1


def test_fewer_left_than_wanted(rules: Rules) -> None:
    """Two steel are left: two can be bought at once, three cannot; then none."""
    state = scarce(rules, "income", {"steel": 2}, trade=5, silver=15)
    assert starts(state, "buy steel") == ["buy steel", "buy steel 2"]
    assert "the stock has 2 steel" in refused(state, "buy steel 3")
    assert starts(play(state, "buy steel 2"), "buy steel") == []


def test_what_is_given_back_can_be_gained_again(rules: Rules) -> None:
    """A sold wood lies in the box, and may be bought."""
    state = scarce(rules, "income", {"wood": 0}, wood=1, trade=2, silver=1)
    assert starts(state, "buy wood") == []
    assert held(play(state, "sell wood", "buy wood"), 0) == {
        "wood": 1, "silver": 1, "point": 1, "worker": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "missing", "pieces"),
    [
        ("hire", "worker", []),
        ("sell wood", "point", []),
        ("sell copper", "gold", []),
        ("use Market for food", "food", ["Market"]),
        ("use Market for steel", "steel", ["Market"]),
    ],
)
def test_other_exchanges_need_what_they_give(
    rules: Rules, key: str, missing: str, pieces: Sequence[str]
) -> None:
    """Each is offered while there is something to gain, and not without."""
    goods = {"trade": 1, "food": 1, "wood": 1, "copper": 1}
    some = scarce(rules, "income", {missing: 1}, *pieces, holds=goods)
    _, told = play_told(some, key)
    assert gains(told, 0)[missing] == 1
    none = scarce(rules, "income", {missing: 0}, *pieces, holds=goods)
    assert f"the stock has 0 {missing}" in refused(none, key)


def test_silver_and_debt_do_not_run_out(rules: Rules) -> None:
    """Everybody must be able to pay: debt is always to be had, and so is silver."""
    state = scarce(rules, "income", {"silver": 0, "debt": 0}, "Bank", trade=1)
    assert bank(state).get("debt", 0) == bank(state).get("silver", 0) == 0
    state = play(state, "borrow 9", "use Bank for silver")
    assert (state.holding(0, "debt"), state.holding(0, "silver")) == (9, 19)


def test_income_is_cut_to_what_is_left(rules: Rules) -> None:
    """One food and two points are left: Grain Mill, Church and Stables give no more than that."""
    pieces = ("Grain Mill", "Church", "Stables", "Workshop")
    state = scarce(rules, "income", {"food": 1, "point": 2, "trade": 0}, *pieces)
    state, told = play_told(state, "done")
    assert gains(told, 0) == {"silver": 2, "food": 1, "point": 2}
    assert bank(state).get("point", 0) == bank(state).get("food", 0) == 0


def test_who_collects_first_gets_the_last(rules: Rules) -> None:
    """Players 0 and 2 both mine the last gold: the first in order of play has it."""
    state = situation(
        rules,
        3,
        "income",
        5,
        options=STRICT,
        start_player=2,
        holdings={0: {"worker": 1}, 1: {"gold": BOX["gold"] - 1}, 2: {"worker": 1}},
        pieces={0: ["Gold Mine"], 2: ["Gold Mine"]},
    )
    moves = "place worker Gold Mine 1", "done", "pay 1 silver"
    state = play(state, *moves, *moves, "done", "pay 1 silver")
    assert (state.holding(0, "gold"), state.holding(2, "gold")) == (0, 1)


@pytest.mark.parametrize(
    ("reward", "good"),
    [
        ("gain 1 trade", "trade"), ("gain 1 rail", "rail"), ("gain 1 worker", "worker"),
        ("gain 1 gold", "gold"), ("gain 3 points", "point"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("left", [0, 1, 3])
def test_rewards_of_the_track_are_cut(rules: Rules, reward: str, good: str, left: int) -> None:
    """A pass at the end of the track: the reward is what the box can give, and none if nothing."""
    state = scarce(rules, "bidding", {good: left}, at=5)
    state = play(state, "pass")
    if not left:
        assert refused(state, reward) == "there is nothing to gain"
        return
    _, told = play_told(state, reward)
    assert gains(told, 0) == {good: min(left, int(reward.split()[1]))}


def test_bonuses_are_cut(rules: Rules) -> None:
    """No free worker where none is left, and 4 points of which there are 3."""
    state = scarce(rules, "building", {"worker": 0}, lot="A1-T1", silver=3)
    state = play(state, "pay 3 silver", "build nothing")
    assert refused(state, "gain 1 worker") == "there is nothing to gain"

    left = {"point": 3}
    state = scarce(rules, "building", left, round_number=9, lot="A1-C1", silver=3, copper=1)
    state = play(state, "pay 3 silver", "build nothing")
    _, told = play_told(state, "pay 1 copper to gain 4 points")
    assert gains(told, 0) == {"copper": -1, "point": 3}


def test_bonuses_of_buildings_and_triggers_are_cut(rules: Rules) -> None:
    """No trade for a new Ranch, no point from the Forge; the General Store still gives silver."""
    goods = {"wood": 1, "food": 1, "steel": 1, "silver": 3}
    left = {"trade": 0, "point": 0}
    state = scarce(rules, "building", left, "Forge", lot="A1-T2", holds=goods)
    state, told = play_told(state, "pay 3 silver", "build Ranch")
    assert gains(told, 0) == {"silver": -3, "wood": -1, "food": -1, "steel": -1}
    store = scarce(rules, "income", {"silver": 0}, "General Store", wood=1, trade=1)
    _, told = play_told(store, "sell wood")
    assert gains(told, 0) == {"wood": -1, "trade": -1, "silver": 2, "point": 1}


def test_by_default_nothing_is_cut(rules: Rules) -> None:
    """The same incomes with an empty box: everything is paid."""
    pieces = ("Grain Mill", "Church", "Stables", "Workshop")
    left = {"food": 0, "point": 0, "trade": 0}
    state = scarce(rules, "income", left, *pieces, options={})
    state, told = play_told(state, "done")
    assert gains(told, 0) == {"silver": 2, "food": 1, "point": 4, "trade": 1}
    assert bank(state)["point"] == -4


def test_what_is_left_of_limited_goods_is_public(rules: Rules) -> None:
    """Whether more can be gained depends on it, so everybody may count it; hands stay hidden."""
    state = scarce(rules, "income", {"wood": 3})
    assert view(state, 2).holding(-1, "wood") == 3
    assert view(state, 2).holding(1, "wood") is None
    assert view(scarce(rules, "income", {"wood": 3}, options={}), 2).holding(-1, "wood") is None


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_stays_within_the_box(rules: Rules, players: int) -> None:
    """Played at random, with many trades: nobody gains what is not there, and all is conserved."""
    last = None
    for step in walk(rules, players, seed=players, options=STRICT, anytime=0.5):
        check_step(step.before, step.after, step.events)
        stock = bank(step.after)
        assert not [good for good in LIMITED if stock.get(good, 0) < 0]
        last = step.after
    assert last is not None
    assert last.over


def test_the_final_trades_within_the_box(rules: Rules) -> None:
    """Nothing to hire, nothing to buy and no points for sales: done is still there."""
    left = dict.fromkeys((*RESOURCES, "worker", "point"), 0)
    state = scarce(rules, "settling", left, round_number=FINAL, trade=5, silver=20, food=1)
    assert starts(state, "buy ") == starts(state, "sell ") == starts(state, "hire") == []
    assert keys(state) == ["done"]
    assert play(state, "done", "done", "done").over
