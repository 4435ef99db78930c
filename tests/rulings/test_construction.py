"""Cases 99 to 112: paying for a lot, and what may be built on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.runtime.recording.events import STOCK
from homesteaders_rules.runtime.recording.kinds import Move, Started, Transfer
from rulings.helpers import (
    every_key,
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
    transfers,
)
from rulings.winning import BUILDING_RIGHTS, LOTS, PLENTY, auction, builder, winner

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

NO_BONUS_WITHOUT_BUILDING = {"bonus only after building": True}

TYPES = {
    "residential": "Grain Mill, Farm, Boarding House, Railworkers House, Ranch, Church, Workshop, "
    "Dude Ranch, Town Hall",
    "commercial": "Market, Trading Post, General Store, Depot, Stables, Bank, Terminal, Restaurant",
    "industrial": "Foundry, Steel Mill, Gold Mine, Copper Mine, River Port, Meatpacking Plant, "
    "Forge, Train Station",
    "special": "Factory, Rodeo, Lawyer, Fairgrounds, Circus, Rail Yard",
}
STAGES = {
    "S": "Grain Mill, Farm, Market, Foundry, Steel Mill, Boarding House, Railworkers House, Ranch, "
    "Trading Post, General Store, Gold Mine, Copper Mine, River Port",
    "T": "Boarding House, Railworkers House, Ranch, Trading Post, General Store, Gold Mine, "
    "Copper Mine, River Port, Church, Workshop, Depot, Stables, Bank, Meatpacking Plant, Forge, "
    "Factory, Rodeo, Lawyer, Fairgrounds",
    "C": "Dude Ranch, Town Hall, Terminal, Restaurant, Train Station, Circus, Rail Yard",
}
"""By the letter of the lots: what is on offer in a stage."""


def names(text: str) -> set[str]:
    return set(text.split(", "))


# ---------------------------------------------------------------------------------- the order


def test_case_099_each_lot_is_finished_before_the_next(rules: Rules) -> None:
    """Three winners, not in order of seats: each pays, builds, takes the bonus; then the next."""
    state = situation(
        rules,
        4,
        "building",
        5,
        holdings={seat: {"silver": 9, "wood": 1, "steel": 1} for seat in range(4)},
        lots={1: "A1-T1", 2: "A2-T4", 3: "A3-T3"},
        won={1: (2, 6), 2: (0, 4), 3: (1, 3)},
    )
    chosen = (
        (2, "pay 6 silver"),
        (2, "build General Store"),
        (2, "gain 1 worker"),
        (0, "pay 4 silver"),
        (0, "build nothing"),
        (0, "pay 1 wood to gain 1 rail"),
        (1, "pay 3 silver"),
        (1, "build River Port"),
        (1, "decline"),
    )
    told = []
    for seat, key in chosen:
        assert (state.phase, state.decision.player) == ("building", seat)
        state, events = play_told(state, key)
        told += [event.number for event in happened(events, Started) if event.what == "lot"]
    assert told == [2, 3]  # lot 1 was open from the beginning
    assert (state.round, state.phase) == (6, "income")


def test_case_100_a_bid_of_nine(rules: Rules) -> None:
    """With 2 gold and 9 silver there are just three ways to pay 9, gold never gives change."""
    state = auction(rules, "A1-T4", bid=9, gold=2, silver=9)
    assert keys(state) == ["pay 9 silver", "pay 1 gold, 4 silver", "pay 2 gold"]
    after, told = play_told(state, "pay 1 gold, 4 silver")
    assert transfers(told) == [("gold", 1, 0, STOCK), ("silver", 4, 0, STOCK)]
    after, told = play_told(state, "pay 2 gold")
    assert transfers(told) == [("gold", 2, 0, STOCK)]
    assert held(after, 0) == {"silver": 9, "worker": 1}


def test_case_101_what_the_lot_gives_comes_after_its_payment(rules: Rules) -> None:
    """The lot gives a worker and an advance, the bid is 3, the winner has nothing: debt first."""
    state = auction(rules, "A2-S4", wood=1)
    assert keys(state) == ["borrow 2"]
    assert every_key(state)[1:] == ["borrow", *(f"borrow {n}" for n in range(3, 10))]
    for key in ("gain 1 worker", "gain 1 trade", "sell wood"):
        refused(state, key)
    state = play(state, "borrow 2")
    assert keys(state) == ["pay 3 silver"]
    refused(state, "gain 1 worker")
    state = play(state, "pay 3 silver", "gain 1 worker", "gain 1 trade")
    expected = {"wood": 1, "silver": 1, "trade": 1, "debt": 2, "worker": 2}
    assert held(state, 0) == expected


def test_case_102_a_building_does_not_help_to_pay_for_itself(rules: Rules) -> None:
    """A Ranch gives a trade, which could buy the steel it needs: but only after it is paid."""
    broke = auction(rules, "A2-S1", wood=1, food=1, silver=2)
    assert starts(broke, "buy ") == starts(broke, "sell ") == []
    state = play(broke, "borrow", "pay 3 silver", "borrow")
    assert "you have 0 steel" in refused(state, "build Ranch")
    assert "you have 0 trade" in refused(state, "buy steel")

    rich = winner(rules, "A2-S1", wood=1, food=1, steel=1)
    _, told = play_told(rich, "build Ranch")
    built = [event for event in told if isinstance(event, Move)]
    assert [(event.name, event.target) for event in built] == [("Ranch", "player 1")]
    bonus = next(event for event in happened(told, Transfer) if event.good == "trade")
    paid = [event for event in happened(told, Transfer) if event.source == 0]
    assert [event.good for event in paid] == ["wood", "food", "steel"]
    assert told.index(bonus) > max(told.index(event) for event in (*paid, *built))


def test_case_103_a_building_helps_to_pay_for_the_bonus_of_its_lot(rules: Rules) -> None:
    """The trade of the Ranch buys the wood that the lot turns into a rail."""
    state = winner(rules, "A2-T4", wood=1, food=1, steel=1, silver=1)
    state = play(state, "build Ranch")
    assert "you have 0 wood" in refused(state, "pay 1 wood to gain 1 rail")
    state = play(state, "buy wood", "pay 1 wood to gain 1 rail")
    assert held(state, 0) == {"worker": 1, "rail": 1}


def test_case_104_a_winner_must_pay(rules: Rules) -> None:
    """3 silver for a bid of 9: no way back, but trades, gold and debt until it can be paid."""
    state = auction(rules, "A1-T4", bid=9, silver=3, wood=1, trade=1)
    assert keys(state) == ["borrow 3"]
    for key in ("pass", "decline", "build nothing", "pay 3 silver"):
        refused(state, key)
    sold = play(state, "sell wood")
    assert keys(sold) == ["borrow 3"]
    paid, told = play_told(sold, "borrow 3", "pay 9 silver")
    assert gains(told, 0) == {"silver": -3, "debt": 3}
    assert held(paid, 0) == {"silver": 1, "debt": 3, "point": 1, "worker": 1}
    golden = auction(rules, "A1-T4", bid=9, silver=3, gold=1)
    assert keys(play(golden, "borrow")) == ["pay 1 gold, 4 silver"]


# ---------------------------------------------------------------------------------- the right


def test_case_105_building_is_optional_and_cannot_wait(rules: Rules) -> None:
    """Somebody who could build need not; the right is gone then, and so is the lot."""
    state = winner(rules, "A1-T4", holds=PLENTY)
    assert "build Forge" in keys(state)
    assert keys(state)[-1] == "build nothing"
    state = play(state, "build nothing")
    assert (state.phase, state.round) == ("income", 6)
    assert state.lots()[0].piece != "A1-T4"
    assert owns(state, 0) == ["Homestead"]
    refused(state, "build Forge")


def test_case_106_a_bonus_needs_no_building(rules: Rules) -> None:
    """Who builds nothing may still take the bonus of the lot."""
    state = play(winner(rules, "A2-C1", food=1), "build nothing")
    assert keys(state) == ["pay 1 food to gain 2 points", "decline"]


def test_case_106_other_a_bonus_needs_a_building(rules: Rules) -> None:
    """The other reading: no building, no bonus; a lot that has no building right still gives it."""
    state = winner(rules, "A2-C1", options=NO_BONUS_WITHOUT_BUILDING, food=2, wood=1, livestock=1)
    assert play(state, "build nothing").round == 10
    built = play(state, "build Restaurant")
    assert keys(built) == ["pay 1 food to gain 2 points", "decline"]
    unbuildable = winner(rules, "A3-C2", options=NO_BONUS_WITHOUT_BUILDING, food=1)
    assert keys(unbuildable) == ["pay 1 food to gain 2 points", "decline"]
    assert keys(winner(rules, "A2-S4", options=NO_BONUS_WITHOUT_BUILDING)) == [
        "gain 1 worker",
        "decline",
    ]


@pytest.mark.parametrize("lot", LOTS)
def test_case_107_a_building_has_a_type_of_its_lot(rules: Rules, lot: str) -> None:
    """A rich winner is offered all that is on offer and has a type of the lot; grey means any."""
    state = winner(rules, lot, holds=PLENTY)
    types = BUILDING_RIGHTS.get(lot, "").split()
    fitting = set().union(
        *(names(TYPES[kind]) for kind in TYPES if kind in types or "any" in types)
    )
    expected = {f"build {name}" for name in fitting & names(STAGES[lot[3]])}
    offered = set(starts(state, "build ")) - {"build nothing"}
    assert offered == expected
    assert ("build nothing" in keys(state)) == bool(types)


def test_case_107_another_type_is_refused(rules: Rules) -> None:
    """A commercial lot and a residential building: refused, and the reason says so."""
    state = winner(rules, "A1-S3", holds=PLENTY)
    assert refused(state, "build Farm") == "Farm is not commercial"


def test_case_108_only_what_is_on_offer(rules: Rules) -> None:
    """Of a later stage, taken by others, or gone with its stage: none can be built."""
    state = winner(rules, "A2-S3", holds=PLENTY)
    for later in ("Church", "Circus"):
        assert refused(state, f"build {later}") == f"no {later} is on offer now"
    town = winner(rules, "A1-T4", holds=PLENTY)
    for gone in ("Farm", "Circus"):
        assert refused(town, f"build {gone}") == f"no {gone} is on offer now"
    city = winner(rules, "A1-C1", holds=PLENTY)
    for gone in ("Farm", "Ranch", "Church"):
        assert refused(city, f"build {gone}") == f"no {gone} is on offer now"
    taken = situation(
        rules,
        3,
        "building",
        1,
        holdings={0: PLENTY},
        pieces={1: ["Grain Mill"]},
        lots={2: "A2-S1"},
        won={2: (0, 3)},
    )
    assert (
        refused(play(taken, "pay 3 silver"), "build Grain Mill") == "no Grain Mill is on offer now"
    )


def test_case_109_nobody_owns_two_of_a_name(rules: Rules) -> None:
    """Another copy lies there, but the player has one: refused, also as a second building."""
    state = winner(rules, "A1-T2", pieces=["Ranch"], holds=PLENTY)
    assert state.copies("supply", "Ranch") == 1
    assert refused(state, "build Ranch") == "you own Ranch already"
    second = builder(rules, "Train Station", "A1-C1", pieces=["Terminal"], holds=PLENTY)
    assert refused(second, "build Terminal") == "you own Terminal already"
    assert "build Restaurant" in keys(second)


def test_case_109_foundry_and_forge_are_two_names(rules: Rules) -> None:
    """One translation calls both by the same word: they do not shut each other out."""
    state = winner(rules, "A1-T3", pieces=["Foundry"], holds=PLENTY)
    assert "build Forge" in keys(state)


def test_case_110_the_earlier_lot_gets_the_last_copy(rules: Rules) -> None:
    """Two want the one Grain Mill: the winner of lot 1 has it, whichever seat that is."""
    for first, second in ((0, 2), (2, 0)):
        state = situation(
            rules,
            3,
            "building",
            1,
            holdings={seat: {"wood": 1, "steel": 1} for seat in range(3)},
            lots={1: "A1-S1", 2: "A2-S1"},
            won={1: (first, 3), 2: (second, 6)},
        )
        state = play(state, "pay 3 silver", "build Grain Mill", "pay 6 silver")
        assert state.decision.player == second
        assert refused(state, "build Grain Mill") == "no Grain Mill is on offer now"
        assert "Grain Mill" in owns(state, first)


def test_case_111_a_foundry_is_free_on_an_industrial_lot(rules: Rules) -> None:
    """Somebody with nothing builds a Foundry, but not on a lot of another type."""
    state = winner(rules, "A1-S2")
    assert keys(state) == ["build Foundry", "build nothing"]
    state, told = play_told(state, "build Foundry")
    assert transfers(told) == []
    assert owns(state, 0) == ["Homestead", "Foundry"]
    assert refused(winner(rules, "A1-S3"), "build Foundry") == "Foundry is not commercial"


def test_case_112_what_is_missing_may_be_bought_while_building(rules: Rules) -> None:
    """One trade and one silver are a wood, and the wood is a Farm."""
    state = winner(rules, "A2-S1", trade=1, silver=1)
    assert refused(state, "build Farm") == "Farm costs 1 wood; you have 0 wood"
    state = play(state, "buy wood", "build Farm")
    assert held(state, 0) == {"worker": 1}
    assert owns(state, 0) == ["Homestead", "Farm"]
