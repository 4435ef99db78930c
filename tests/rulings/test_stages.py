"""Cases 11 to 17: what leaves and what joins the supply, and the end of round 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import view
from homesteaders_rules.runtime.recording.events import Event
from homesteaders_rules.runtime.recording.kinds import Bid, Move, Revealed, Started
from rulings.helpers import (
    FINAL,
    gains,
    happened,
    held,
    idly,
    keys,
    owns,
    pass_all,
    play,
    play_told,
    refused,
    situation,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

SETTLEMENT = {"Grain Mill": 1, "Farm": 3, "Market": 3, "Foundry": 3, "Steel Mill": 1}
SETTLEMENT_AND_TOWN = {
    "Boarding House": 1,
    "Railworkers House": 1,
    "Ranch": 2,
    "Trading Post": 1,
    "General Store": 2,
    "Gold Mine": 2,
    "Copper Mine": 2,
    "River Port": 2,
}
TOWN = {
    "Church": 1,
    "Workshop": 2,
    "Depot": 2,
    "Stables": 1,
    "Bank": 1,
    "Meatpacking Plant": 1,
    "Forge": 2,
    "Factory": 1,
    "Rodeo": 1,
    "Lawyer": 1,
    "Fairgrounds": 1,
}
CITY = {
    "Dude Ranch": 2,
    "Town Hall": 1,
    "Terminal": 2,
    "Restaurant": 2,
    "Train Station": 2,
    "Circus": 1,
    "Rail Yard": 1,
}


def supply(state: State) -> dict[str, int]:
    """The buildings that can be built now, with their copies."""
    names = [piece.name for piece in state.table.layout.pieces if piece.sort == "building"]
    return {name: n for name in names if (n := state.copies("supply", name))}


def last_pass(state: State) -> tuple[State, list[Event]]:
    """Everybody passes; the state after the last of them, and what his pass set off."""
    told: list[Event] = []
    while state.phase == "bidding":
        state, told = idly(state)
    return state, told


def test_case_011_round_5_brings_the_town(rules: Rules) -> None:
    """Round 5, before its income: unbuilt settlement buildings leave, those of both stages stay,
    town buildings join.
    """
    before = situation(rules, 4, "bidding", 4, pieces={2: ["Farm", "Ranch"]})
    assert supply(before) == {**SETTLEMENT, "Farm": 2, **SETTLEMENT_AND_TOWN, "Ranch": 1}
    state = pass_all(before)
    assert (state.round, state.phase) == (5, "income")
    assert supply(state) == {**SETTLEMENT_AND_TOWN, "Ranch": 1, **TOWN}
    assert keys(play(state, "done", "pay 1 silver"))


def test_case_012_round_9_leaves_only_the_city(rules: Rules) -> None:
    """Round 9: every building of settlement and town that is not built leaves, city joins."""
    before = situation(rules, 4, "bidding", 8)
    assert supply(before) == SETTLEMENT_AND_TOWN | TOWN
    state = pass_all(before)
    assert (state.round, state.phase) == (9, "income")
    assert supply(state) == CITY


def test_case_012_what_left_cannot_be_built(rules: Rules) -> None:
    """A lot of any type in round 9 does not bring back what has left."""
    state = situation(rules, 4, "building", 9, won={1: (0, 3)}, holdings={0: {"wood": 9}})
    state = play(state, "pay 3 silver")
    for name in ("Farm", "River Port", "Workshop"):
        assert refused(state, f"build {name}") == f"no {name} is on offer now"


def test_case_013_what_is_built_stays_and_goes_on(rules: Rules) -> None:
    """Buildings whose stage is over stay with their owner and give income."""
    mine = ["Farm", "Steel Mill", "Trading Post", "Workshop"]
    expected = {"silver": 2 - 1 + 2, "trade": 2 + 1, "steel": 1, "point": 1}
    for before, after in ((4, 5), (8, 9)):
        state = situation(rules, 3, "bidding", before, pieces={0: mine})
        state = pass_all(state)
        assert state.round == after
        assert owns(state, 0) == ["Homestead", *mine]
        _, told = play_told(state, "place worker Farm 1", "done", "pay 1 silver")
        assert gains(told, 0) == expected


def test_case_014_town_buildings_wait_for_round_5(rules: Rules) -> None:
    """The winner of a lot in round 4 cannot build a town building, though all may look through
    the pile; the same right in round 5 allows it.
    """
    rich = {0: {"silver": 9, "steel": 1, "livestock": 1}}
    wins = {2: (0, 3)}
    four = situation(rules, 3, "building", 4, lots={2: "A2-S3"}, won=wins, holdings=rich)
    four = play(four, "pay 3 silver")
    assert keys(four) == ["build Foundry", "build General Store", "build nothing"]
    assert refused(four, "build Stables") == "no Stables is on offer now"
    assert view(four, 1).copies("box", "Stables") == 1
    five = situation(rules, 3, "building", 5, lots={2: "A2-T1"}, won=wins, holdings=rich)
    five = play(five, "pay 3 silver")
    assert keys(five) == ["build General Store", "build Workshop", "build Stables", "build nothing"]


RESIDENTIAL_OF_SETTLEMENT = ["Grain Mill", "Farm", "Boarding House", "Railworkers House", "Ranch"]


def test_case_015_a_lot_that_offers_nothing_new(rules: Rules) -> None:
    """Each building of the lot's type is owned already: the lot is paid all the same, and the
    one choice left is to build nothing.
    """
    state = situation(
        rules,
        3,
        "building",
        3,
        lots={2: "A2-S1"},
        won={2: (1, 4)},
        holdings={1: {"silver": 9, "wood": 5, "food": 5, "steel": 5, "gold": 5}},
        pieces={1: RESIDENTIAL_OF_SETTLEMENT},
    )
    assert state.decision.player == 1
    state = play(state, "pay 4 silver")
    assert keys(state) == ["build nothing"]
    assert refused(state, "build Farm") == "you own Farm already"
    assert refused(state, "build Market") == "Market is not residential"
    after = play(state, "build nothing")
    assert held(after, 1)["silver"] == 5
    assert (after.round, after.phase) == (4, "income")


def test_case_015_a_lot_whose_buildings_cannot_be_paid(rules: Rules) -> None:
    """Nothing of the lot's type can be paid: build nothing; the bonus may be taken all the same."""
    state = situation(rules, 3, "building", 5, won={1: (0, 3)}, lots={1: "A1-T2"})
    state = play(state, "pay 3 silver")
    assert keys(state) == ["build nothing"]
    assert refused(state, "build Ranch").startswith("Ranch costs 1 wood, 1 food, 1 steel")
    state = play(state, "build nothing")
    assert keys(state) == ["gain 1 worker", "decline"]
    assert held(play(state, "gain 1 worker"), 0)["worker"] == 2


def test_case_015_the_bonus_may_depend_on_building(rules: Rules) -> None:
    """With the option, whoever builds nothing gets no bonus."""
    strict = {"bonus only after building": True}
    state = situation(rules, 3, "building", 5, won={1: (0, 3)}, lots={1: "A1-T2"}, options=strict)
    state = play(state, "pay 3 silver", "build nothing")
    assert (state.round, state.phase) == (6, "income")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_case_016_no_auction_after_round_10(rules: Rules, players: int) -> None:
    """After round 10: one more income for all, then trading for all, then the game is over. No
    lot is turned up and nobody is asked for a bid.
    """
    state, told = last_pass(situation(rules, players, "bidding", 10))
    assert [(e.what, e.name) for e in happened(told, Started)][-2:] == [
        ("final round", ""),
        ("phase", "income"),
    ]
    asked = []
    while not state.over:
        asked.append((state.phase, state.decision.player))
        state, events = idly(state)
        told += events
    turns = [(phase, p) for phase in ("income", "settling") for p in order(state, players)]
    assert list(dict.fromkeys(asked)) == turns
    assert not happened(told, Revealed) and not happened(told, Bid)
    assert state.decision.options == ()


def order(state: State, players: int) -> list[int]:
    """The seats in turn order from the start player."""
    return [(state.start_player + turn) % players for turn in range(players)]


def test_case_016_the_final_income_pays_once_and_costs_once(rules: Rules) -> None:
    """The final income gives what any income gives, and workers are paid once more."""
    state = situation(rules, 3, "income", FINAL, holdings={0: {"silver": 0, "rail": 3}})
    state, told = play_told(state, "place worker Homestead 2", "done", "pay 1 silver")
    assert gains(told, 0) == {"silver": 2 + 3 - 1, "point": 1}


def test_case_017_new_buildings_come_before_income_and_auction(rules: Rules) -> None:
    """At a change of stage: the supply changes, then comes income, then the auction. So no town
    building is anybody's at the income of round 5.
    """
    _, told = last_pass(situation(rules, 4, "bidding", 4))
    kinds = [e for e in told if isinstance(e, (Move, Revealed, Started))]
    words = [
        (e.what, e.name) if isinstance(e, Started) else type(e).__name__.lower() for e in kinds
    ]
    beginning = words.index(("phase", "prepare"))
    leaving, joining = len(SETTLEMENT), len(TOWN)
    assert words[beginning:] == [
        ("phase", "prepare"),
        *["move"] * (leaving + joining),
        *["revealed"] * 3,
        ("phase", "income"),
    ]
    moved = [(e.name, e.source, e.target) for e in happened(told, Move)]
    assert [name for name, *way in moved if way == ["supply", "box"]] == list(SETTLEMENT)
    assert [name for name, *way in moved if way == ["box", "supply"]] == list(TOWN)
