"""Cases 18 to 29: placing workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game
from homesteaders_rules.runtime.recording.kinds import Placed
from rulings.helpers import (
    every_key,
    gains,
    happened,
    held,
    idle_until,
    keys,
    play,
    play_told,
    refused,
    situation,
    starts,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules


def income(rules: Rules, workers: int, *buildings: str, **goods: int) -> State:
    """Seat 0 is about to place so many workers on the Homestead and these buildings, in round 5."""
    return situation(
        rules,
        3,
        "income",
        5,
        holdings={0: {"silver": 20, "worker": workers, **goods}},
        pieces={0: buildings},
    )


def earned(state: State, *places: str) -> dict[str, int]:
    """What workers on these places bring, besides the 2 silver of the Homestead."""
    _, told = play_told(state, *(f"place worker {place}" for place in places), "done")
    found = gains(told, 0)
    found["silver"] = found.get("silver", 0) - 2
    return {good: amount for good, amount in found.items() if amount}


def test_case_018_one_worker_on_the_river_port(rules: Rules) -> None:
    """One worker on the double place of the River Port brings nothing."""
    assert earned(income(rules, 1, "River Port"), "River Port 1") == {}


def test_case_019_two_workers_on_the_river_port(rules: Rules) -> None:
    """Two workers on it bring 1 gold, not 2."""
    state = income(rules, 2, "River Port")
    assert earned(state, "River Port 1", "River Port 2") == {"gold": 1}


@pytest.mark.parametrize(
    ("building", "first", "second"),
    [
        ("Farm", {"silver": 2, "trade": 1}, {"food": 1}),
        ("Homestead", {"wood": 1}, {"point": 1}),
        ("Meatpacking Plant", {"point": 2}, {"point": 2}),
    ],
)
def test_case_020_single_places_work_each_for_itself(
    rules: Rules, building: str, first: dict[str, int], second: dict[str, int]
) -> None:
    """Two single places on one building: either gives its goods with one worker, without the
    other; with both, both are given.
    """
    state = income(rules, 2, *{building} - {"Homestead"})
    assert earned(state, f"{building} 1") == first
    assert earned(state, f"{building} 2") == second
    both = {g: first.get(g, 0) + second.get(g, 0) for g in {*first, *second}}
    assert earned(state, f"{building} 1", f"{building} 2") == both
    assert earned(state, f"{building} 2", f"{building} 1") == both


def test_case_021_a_place_holds_one_worker(rules: Rules) -> None:
    """No second worker on a single place, no third on a double one."""
    state = income(rules, 4, "Foundry", "River Port")
    state = play(state, "place worker Foundry 1")
    assert refused(state, "place worker Foundry 1") == "that place is taken"
    refused(state, "place worker Foundry 2")
    state = play(state, "place worker River Port 1", "place worker River Port 2")
    assert refused(state, "place worker River Port 2") == "that place is taken"
    refused(state, "place worker River Port 3")
    assert keys(state) == ["place worker Homestead 1", "place worker Homestead 2", "done"]
    assert state.placed(0) == (("Foundry", 1), ("River Port", 1), ("River Port", 2))


def test_case_022_only_on_buildings_of_ones_own(rules: Rules) -> None:
    """Neither a building of somebody else nor one that nobody owns takes a worker of mine."""
    state = situation(
        rules, 3, "income", 5, holdings={0: {"worker": 3}}, pieces={0: ["Forge"], 1: ["Farm"]}
    )
    assert refused(state, "place worker Farm 1") == "you do not own that piece"
    assert refused(state, "place worker Gold Mine 1") == "you do not own that piece"
    assert starts(state, "place") == [
        "place worker Homestead 1",
        "place worker Homestead 2",
        "place worker Forge 1",
    ]


def test_case_023_a_worker_may_stay_idle(rules: Rules) -> None:
    """Nobody is placed though there is room: he is paid all the same, and buildings give what
    they give without workers.
    """
    state = income(rules, 1, "Market")
    assert "place worker Homestead 1" in keys(state)
    state, told = play_told(state, "done", "pay 1 silver")
    assert gains(told, 0) == {"silver": 2 - 1, "trade": 1}
    assert held(state, 0)["worker"] == 1


def test_case_024_more_workers_than_places(rules: Rules) -> None:
    """Five workers, two places: the other three are idle, stay with the player and are paid."""
    state = income(rules, 5)
    state = play(state, "place worker Homestead 1", "place worker Homestead 2")
    assert keys(state) == ["done"]
    state = play(state, "done")
    assert "pay 5 silver" in keys(state)
    state = play(state, "pay 5 silver")
    assert held(state, 0)["worker"] == 5


def test_case_025_all_workers_move_every_round(rules: Rules) -> None:
    """At the next income every place is free again, and every worker may go anywhere."""
    state = income(rules, 2, "Farm")
    state = play(state, "place worker Farm 1", "place worker Farm 2", "done", "pay 2 silver")
    state, _ = idle_until(state, "income", 6)
    assert state.placed(0) == ()
    state = play(state, "place worker Homestead 2", "place worker Farm 2", "done")
    assert state.placed(0) == (("Homestead", 2), ("Farm", 2))


def test_case_025_workers_move_at_no_other_time(rules: Rules) -> None:
    """Not while workers are paid, not in the auction, not while building."""
    paying = play(income(rules, 2), "done")
    bidding = situation(rules, 3, "bidding", 5, holdings={0: {"worker": 2}})
    building = situation(rules, 3, "building", 5, won={1: (0, 3)}, holdings={0: {"worker": 2}})
    for state in (paying, bidding, building):
        assert not starts(state, "place")
        assert refused(state, "place worker Homestead 1").startswith("the decision now is")


def test_case_026_a_worker_hired_now_works_now(rules: Rules) -> None:
    """1 trade and 1 food while workers are placed: he is placed at once, earns, and is paid."""
    state = income(rules, 1, trade=1, food=1)
    state = play(state, "place worker Homestead 1")
    assert keys(state) == ["done"]
    state, told = play_told(state, "hire")
    assert gains(told, 0) == {"trade": -1, "food": -1, "worker": 1}
    assert keys(state) == ["place worker Homestead 2", "done"]
    state, told = play_told(state, "place worker Homestead 2", "done")
    assert gains(told, 0) == {"silver": 2, "wood": 1, "point": 1}
    assert "pay 2 silver" in keys(state)
    assert refused(state, "pay 1 silver").startswith("the cost is 2 silver")


def test_case_027_the_food_may_be_bought_for_the_hire(rules: Rules) -> None:
    """2 trade and 2 silver, in two steps, are a worker. With 1 trade it ends with the food."""
    state = income(rules, 1, trade=2)
    assert refused(state, "hire") == "it costs 1 trade, 1 food each time; you have 0 food"
    state, told = play_told(state, "buy food", "hire")
    assert gains(told, 0) == {"trade": -2, "silver": -2, "worker": 1}
    state = play(income(rules, 1, trade=1), "buy food")
    assert "hire" not in every_key(state)


@pytest.mark.parametrize("start", range(4))
def test_case_028_players_place_in_order_from_the_start_player(rules: Rules, start: int) -> None:
    """One after the other from the start player on: so everybody may see those before him."""
    state = situation(rules, 4, "income", 1, start_player=start)
    told: list[Placed] = []
    while state.phase == "income":
        state, events = play_told(state, keys(state)[0])
        told += happened(events, Placed)
    assert [event.player for event in told] == [(start + turn) % 4 for turn in range(4)]


@pytest.mark.parametrize("by_steps", [False, True])
@pytest.mark.parametrize("start", range(3))
def test_case_028_the_order_changes_nothing(rules: Rules, start: int, by_steps: bool) -> None:
    """Whoever begins, and whether all pay at the end or each in his turn: with the same places
    everybody has the same after income.
    """
    mine = {0: "Farm 1", 1: "Homestead 2", 2: "River Port 1"}
    state = situation(
        rules,
        3,
        "income",
        5,
        options={"income step by step": by_steps},
        start_player=start,
        holdings={2: {"rail": 2}},
        pieces={0: ["Farm"], 1: ["Bank"], 2: ["River Port", "Rodeo"]},
    )
    while state.phase == "income":
        player = state.decision.player
        ways = (f"place worker {mine[player]}", "done", "pay 1 silver")
        offered = keys(state)
        choice = next((way for way in ways if way in offered), offered[0])
        state = play(state, choice)
    assert [held(state, player) for player in range(3)] == [
        {"silver": 6 + 2 + 2 - 1, "trade": 1, "worker": 1},
        {"silver": 6 + 2 + 2 - 1, "point": 1, "worker": 1},
        {"silver": 6 + 2 + 1 + 2 - 1, "rail": 2, "worker": 1},
    ]


def test_case_028_step_by_step_everybody_collects_before_anybody_pays(rules: Rules) -> None:
    """With the option, the payments come last; without it each player pays before the next one
    places.
    """
    whole = play(situation(rules, 2, "income", 1), "done")
    assert (whole.decision.player, keys(whole)) == (0, ["pay 1 silver"])
    steps = situation(rules, 2, "income", 1, options={"income step by step": True})
    steps = play(steps, "done")
    assert (steps.decision.player, keys(steps)[0]) == (1, "place worker Homestead 1")
    steps = play(steps, "done")
    assert (steps.decision.player, keys(steps)) == (0, ["pay 1 silver"])


@pytest.mark.parametrize("debts", [0, 2])
def test_case_029_placing_again_gives_the_income_back(rules: Rules, debts: int) -> None:
    """Income was taken, the Bank's discard included, and the player wants to place again: all of
    it is given back, and is then collected once, for the new places.
    """
    state = situation(
        rules, 3, "income", 5, holdings={0: {"debt": debts}}, pieces={0: ["Bank", "Farm"]}
    )
    game = Game(rules, 3, 0, {}, {}, state)
    game.choose("place worker Farm 1")
    placed = game.state
    game.choose("done")
    discard = keys(game.state)[0]
    game.choose(discard)
    paying = game.state
    assert held(paying, 0) != held(state, 0)
    assert game.undo(0) == discard
    assert game.undo(0) == "done"
    assert game.state == placed
    assert game.undo(0) == "place worker Farm 1"
    assert game.state == state
    again, told = play_told(game.state, "place worker Farm 2", "done", discard)
    forgiven = {"silver": 2, "debt": -1} if debts else {"silver": 2 + 2}
    assert gains(told, 0) == {"food": 1, **forgiven}
    assert keys(again)[0].startswith("pay 1 ")
