"""Cases 119 to 130: what a building gives at the moment it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.runtime.recording.events import STOCK, Event
from homesteaders_rules.runtime.recording.kinds import Marker, Move, Transfer
from rulings.helpers import (
    gains,
    happened,
    held,
    keys,
    owns,
    play,
    play_told,
    refused,
    situation,
    starts,
)
from rulings.winning import PLENTY, builder, winner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from homesteaders_rules.rules import Rules

TOWN = [
    "Boarding House", "Railworkers House", "Ranch", "Trading Post", "General Store", "Gold Mine",
    "Copper Mine", "River Port", "Church", "Workshop", "Depot", "Stables", "Bank",
    "Meatpacking Plant", "Factory", "Rodeo", "Lawyer", "Fairgrounds",
]  # fmt: skip
CITY = [
    "Dude Ranch", "Town Hall", "Terminal", "Restaurant", "Train Station", "Circus", "Rail Yard",
]  # fmt: skip


def from_forge(events: Iterable[Event]) -> list[tuple[int, str, int]]:
    """What a Forge gave: to whom, what, how much."""
    given = [event for event in happened(events, Transfer) if event.piece == "Forge"]
    return [(event.target, event.good, event.amount) for event in given]


def test_case_119_boarding_house_with_debt(rules: Rules) -> None:
    """Two debts: one is gone, and no silver comes of it."""
    _, told = play_told(winner(rules, "A2-S1", wood=2, debt=2), "build Boarding House")
    assert gains(told, 0) == {"wood": -2, "debt": -1}


def test_case_120_boarding_house_without_debt(rules: Rules) -> None:
    """No debt: one is taken for 2 silver and discarded at once."""
    state, told = play_told(winner(rules, "A2-S1", wood=2), "build Boarding House")
    assert held(state, 0) == {"silver": 2, "worker": 1}
    debts = [(e.source, e.target) for e in happened(told, Transfer) if e.good == "debt"]
    assert debts == [(STOCK, 0), (0, STOCK)]


def test_case_121_a_ranch_gives_a_trade_and_no_advance(rules: Rules) -> None:
    """One trade is all; the marker on the railroad stays."""
    state, told = play_told(winner(rules, "A2-S1", wood=1, food=1, steel=1), "build Ranch")
    assert gains(told, 0) == {"wood": -1, "food": -1, "steel": -1, "trade": 1}
    assert state.position("Railroad", 0) == 0
    assert state.phase == "income"


def test_case_122_a_workshop_brings_a_free_worker(rules: Rules) -> None:
    """No trade, no food: the worker just comes, unless the owner does not want it."""
    state = builder(rules, "Workshop", "A2-T1", steel=1)
    assert keys(state) == ["gain 1 worker", "decline"]
    taken, told = play_told(state, "gain 1 worker")
    assert gains(told, 0) == {"worker": 1}
    declined, told = play_told(state, "decline")
    assert gains(told, 0) == {}
    assert owns(taken, 0) == owns(declined, 0) == ["Homestead", "Workshop"]


@pytest.mark.parametrize(
    ("name", "lot", "goods"),
    [
        ("Depot", "A2-T1", {"wood": 1, "steel": 1}),
        ("Forge", "A2-T2", {"steel": 2}),
        ("Rail Yard", "A1-C1", {"steel": 2, "gold": 1, "copper": 1}),
    ],
)
def test_case_123_one_advance_on_the_railroad(
    rules: Rules, name: str, lot: str, goods: dict[str, int]
) -> None:
    """From space 1 to space 2, and a reward of the spaces up to there, which must be chosen."""
    state = winner(rules, lot, positions={("Railroad", 0): 1}, holds=goods)
    state, told = play_told(state, f"build {name}")
    assert [event.position for event in happened(told, Marker)] == [2]
    assert keys(state) == ["gain 1 trade", "gain 1 rail"]
    state = play(state, "gain 1 rail")
    assert held(state, 0) == {"worker": 1, "rail": 1}
    assert state.position("Railroad", 0) == 2
    assert "gain 1 rail" not in keys(state)


def test_case_124_train_station(rules: Rules) -> None:
    """On an industrial lot: a rail at once, then a special building if wanted, for its price."""
    goods = {"wood": 1, "copper": 1, "food": 2, "livestock": 1}
    state, told = play_told(winner(rules, "A2-C1", holds=goods), "build Train Station")
    assert gains(told, 0) == {"wood": -1, "copper": -1, "rail": 1}
    assert keys(state) == ["build Circus", "build nothing"]
    second, told = play_told(state, "build Circus")
    assert gains(told, 0) == {"food": -2, "livestock": -1}
    assert owns(second, 0) == ["Homestead", "Train Station", "Circus"]
    none = play(state, "build nothing")
    assert owns(none, 0) == ["Homestead", "Train Station"]
    assert keys(none) == ["pay 1 food to gain 2 points", "decline"]
    assert keys(second) == ["decline"]  # the food is gone


def test_case_124_the_rail_comes_first(rules: Rules) -> None:
    """Among the events: the building, its rail, then the second building."""
    state = winner(rules, "A2-C1", holds=PLENTY)
    _, told = play_told(state, "build Train Station", "build Town Hall")
    rail = next(e for e in happened(told, Transfer) if e.good == "rail")
    station, hall = happened(told, Move)
    assert told.index(station) < told.index(rail) < told.index(hall)


def test_case_125_the_second_building_comes_before_the_bonus_of_the_lot(rules: Rules) -> None:
    """Train Station, then Rail Yard with its advance; only after that food for 2 points."""
    goods = {"wood": 1, "copper": 2, "steel": 2, "gold": 1, "food": 1}
    state = play(winner(rules, "A2-C1", holds=goods), "build Train Station", "build Rail Yard")
    assert keys(state) == ["gain 1 trade"]
    refused(state, "pay 1 food to gain 2 points")
    state = play(state, "gain 1 trade")
    assert keys(state) == ["pay 1 food to gain 2 points", "decline"]
    state = play(state, "pay 1 food to gain 2 points")
    assert held(state, 0) == {"worker": 1, "rail": 1, "trade": 1, "point": 2}


def test_case_126_no_second_train_station(rules: Rules) -> None:
    """The other copy lies there, but nobody owns two of a name."""
    state = builder(rules, "Train Station", "A2-C1", holds=PLENTY)
    assert state.copies("supply", "Train Station") == 1
    assert refused(state, "build Train Station") == "you own Train Station already"


def test_case_127_a_forge_counts_both_buildings(rules: Rules) -> None:
    """Train Station and a second building: a point for each."""
    state = winner(rules, "A2-C1", pieces=["Forge"], holds=PLENTY)
    state, told = play_told(state, "build Train Station", "build Town Hall")
    assert from_forge(told) == [(0, "point", 1), (0, "point", 1)]
    assert state.holding(0, "point") == 2


def test_case_128_a_forge_does_not_count_itself_or_others(rules: Rules) -> None:
    """Nothing for the Forge when it is built, nothing when an opponent builds."""
    _, told = play_told(winner(rules, "A1-T3", steel=2), "build Forge")
    assert from_forge(told) == []
    assert "point" not in gains(told, 0)
    state = situation(
        rules,
        3,
        "building",
        5,
        holdings={0: PLENTY},
        pieces={1: ["Forge"]},
        lots={1: "A1-T3"},
        won={1: (0, 3)},
    )
    state, told = play_told(state, "pay 3 silver", "build River Port")
    assert from_forge(told) == []
    assert (state.holding(0, "point"), state.holding(1, "point")) == (0, 0)


def test_case_128_the_second_forge_counts_for_the_first_owner_only(rules: Rules) -> None:
    """Each of two owners builds: each gets the point of their own Forge."""
    state = situation(
        rules,
        3,
        "building",
        5,
        holdings=dict.fromkeys(range(3), PLENTY),
        pieces={0: ["Forge"], 1: ["Forge"]},
        lots={1: "A1-T4", 2: "A2-T3"},
        won={1: (0, 3), 2: (1, 3)},
    )
    _, told = play_told(
        state, "pay 3 silver", "build River Port", "pay 3 silver", "build River Port"
    )
    assert from_forge(told) == [(0, "point", 1), (1, "point", 1)]


@pytest.mark.parametrize(
    ("name", "lot"), [*((name, "A1-T4") for name in TOWN), *((name, "A1-C1") for name in CITY)]
)
def test_case_129_every_building_is_built(rules: Rules, name: str, lot: str) -> None:
    """Whatever the owner of a Forge builds, for whatever price: exactly one point."""
    state = winner(rules, lot, pieces=["Forge"], holds=PLENTY)
    _, told = play_told(state, f"build {name}")
    assert from_forge(told) == [(0, "point", 1)]


@pytest.mark.parametrize("second", [name for name in CITY if name != "Train Station"])
def test_case_129_by_way_of_a_train_station(rules: Rules, second: str) -> None:
    """The second building of a turn is built too."""
    state = winner(rules, "A1-C1", pieces=["Forge"], holds=PLENTY)
    state = play(state, "build Train Station")
    _, told = play_told(state, f"build {second}")
    assert from_forge(told) == [(0, "point", 1)]


def test_case_129_building_nothing_is_not_building(rules: Rules) -> None:
    """No point where the right is not used."""
    _, told = play_told(winner(rules, "A1-T4", pieces=["Forge"], holds=PLENTY), "build nothing")
    assert from_forge(told) == []


def test_case_130_the_forge_comes_before_the_bonus_of_the_building(rules: Rules) -> None:
    """First the point of the Forge, then the trade of the Ranch."""
    state = winner(rules, "A1-T2", pieces=["Forge"], holds=PLENTY)
    _, told = play_told(state, "build Ranch")
    given = [event.piece for event in happened(told, Transfer) if event.source == STOCK]
    assert given == ["Forge", "Ranch"]
    assert starts(state, "build Ranch") == ["build Ranch"]
