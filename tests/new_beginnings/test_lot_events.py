"""Cases N19 to N21, N25 to N28, N35, N36: events that add to lots, or change what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import load
from homesteaders_rules.runtime.recording.kinds import Transfer
from new_beginnings.tables import at, auction, winner
from rulings.helpers import (
    RESOURCES,
    every_key,
    gains,
    happened,
    keys,
    owns,
    play,
    play_told,
    refused,
    starts,
)
from rulings.winning import PLENTY

if TYPE_CHECKING:
    from pathlib import Path

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

STOCKPILE = "Abandoned Stockpile"
TYPES = {"residential", "commercial", "industrial", "special"}


def types(state: State) -> set[str]:
    """The types that all buildings which may be built now show, as far as the goods allow."""
    layout = state.table.layout
    names = {key.removeprefix("build ") for key in starts(state, "build ")} & set(
        layout.piece_index
    )
    labels = [set(layout.pieces[layout.piece_index[name]].labels) & TYPES for name in names]
    return set().union(*labels)


def two_lots(rules: Rules, event: str, first: str, second: str, round: int = 1) -> State:
    """Player 0 has won lot 1 and player 1 lot 2, both with plenty; lot 1 is to be paid."""
    return at(
        rules,
        3,
        "building",
        round,
        event,
        holdings={0: PLENTY, 1: PLENTY},
        lots={1: first, 2: second},
        won={1: (0, 3), 2: (1, 3)},
    )


# ---------------------------------------------------------------------------------- Stockpile


def test_case_n19_no_discount_on_lot_2(rules: Rules) -> None:
    """The stockpile lies on lot 1: its winner leaves out one resource, the next pays all."""
    state = play(two_lots(rules, STOCKPILE, "A1-S1", "A2-S1"), "pay 3 silver")
    assert starts(state, "build Ranch") == [
        "build Ranch less 1 wood",
        "build Ranch less 1 food",
        "build Ranch less 1 steel",
    ]
    _, told = play_told(state, "build Ranch less 1 food")
    assert gains(told, 0) == {"wood": -1, "steel": -1, "trade": 1}
    state = play(state, "build nothing", "pay 3 silver")
    assert state.decision.player == 1
    assert starts(state, "build Ranch") == ["build Ranch"]
    refused(state, "build Ranch less 1 food")


def test_case_n19_the_resource_that_one_lacks(rules: Rules) -> None:
    """What is left out need not be in the hand; the rest must."""
    state = winner(rules, "A1-S1", STOCKPILE, wood=1, food=1)
    assert starts(state, "build Ranch") == ["build Ranch less 1 steel"]
    assert "Ranch costs 1 wood, 1 food, 1 steel" in refused(state, "build Ranch less 1 wood")


@pytest.mark.parametrize(
    ("lot", "name"), [("A1-S2", "Foundry"), ("A1-S1", "Saloon"), ("A1-S1", "Lumbermill")]
)
def test_case_n20_no_refund_on_a_free_building(rules: Rules, lot: str, name: str) -> None:
    """It is built as always, and nothing comes back."""
    state = winner(rules, lot, STOCKPILE)
    assert starts(state, f"build {name}") == [f"build {name}"]
    state, told = play_told(state, f"build {name}")
    assert not set(gains(told, 0)) & set(RESOURCES)
    assert owns(state, 0) == ["Homestead", name]


def test_case_n20_nor_on_a_second_building(rules: Rules) -> None:
    """The discount is for what the lot lets build, not for what a building lets build after it."""
    state = winner(rules, "A1-C1", STOCKPILE, holds=PLENTY)
    state = play(state, "build Train Station less 1 copper")
    assert starts(state, "build Terminal") == ["build Terminal"]


def test_case_n21_the_discount_is_on_what_is_really_paid(rules: Rules) -> None:
    """A steel replaced by wood and a point: the wood or the food may be left out, not the point."""
    pieces = ["Lumbermill"]
    state = winner(rules, "A1-T2", STOCKPILE, pieces=pieces, food=1, wood=1, point=1)
    instead = "build Hotel with wood and point as steel"
    assert starts(state, instead) == [f"{instead} less 1 wood", f"{instead} less 1 food"]
    _, told = play_told(state, f"{instead} less 1 wood")
    assert gains(told, 0) == {"food": -1, "point": -1, "silver": 1}
    _, told = play_told(state, f"{instead} less 1 food")
    assert gains(told, 0) == {"wood": -1, "point": -1, "silver": 1}
    _, told = play_told(state, "build Hotel less 1 steel")
    assert gains(told, 0) == {"food": -1, "silver": 1}


def test_case_n21_with_a_river_port(rules: Rules) -> None:
    """Gold that stands for copper may be left out too."""
    state = winner(rules, "A1-T1", STOCKPILE, pieces=["River Port"], gold=1, steel=1)
    assert set(starts(state, "build Bank")) == {
        "build Bank less 1 copper",
        "build Bank with gold as copper less 1 steel",
        "build Bank with gold as copper less 1 gold",
    }


# ---------------------------------------------------------------------------------- what lots add


def test_migrant_workers_and_union_pacific(rules: Rules) -> None:
    """Lot 1 also gives a worker, if wanted; or a rail line. Lot 2 does not."""
    workers = play(two_lots(rules, "Migrant Workers", "A1-S1", "A2-S1"), "pay 3 silver")
    workers = play(workers, "build nothing")
    assert keys(workers) == ["gain 1 worker", "decline"]
    assert play(workers, "gain 1 worker").holding(0, "worker") == 2
    later = play(workers, "decline", "pay 3 silver", "build nothing")
    assert later.phase == "income"
    state = play(two_lots(rules, "Union Pacific RR", "A1-S1", "A2-S1"), "pay 3 silver")
    state, told = play_told(state, "build nothing")
    assert gains(told, 0) == {"rail": 1}
    _, told = play_told(state, "pay 3 silver", "build nothing")
    assert "rail" not in gains(told, 1)


@pytest.mark.parametrize("lot", ["A1-S1", "A2-S1", "A3-S1", "A2-S4", "A4-S2"])
def test_case_n25_railroad_contracts(rules: Rules, lot: str) -> None:
    """Every winner may pay two silver for one advance, and a reward; once a lot."""
    state = winner(rules, lot, "Railroad Contracts", silver=4, positions={("Railroad", 0): 1})
    for key in ("build nothing", "decline", "gain 1 trade"):
        if key in keys(state) and "pay 2 silver to advance Railroad" not in keys(state):
            state = play(state, key)
    space = state.position("Railroad", 0)
    state, told = play_told(state, "pay 2 silver to advance Railroad")
    assert gains(told, 0) == {"silver": -2}
    assert state.position("Railroad", 0) == space + 1
    assert keys(state)[:2] == ["gain 1 trade", "gain 1 rail"]
    state, told = play_told(state, "gain 1 trade")
    assert gains(told, 0).get("trade") == 1
    assert "rail" not in gains(told, 0)
    assert state.phase == "income"


def test_case_n25_declined_or_not_affordable(rules: Rules) -> None:
    """Nobody must; with less than two silver nobody can."""
    rich = play(winner(rules, "A1-S1", "Railroad Contracts", silver=2), "build nothing")
    assert play(rich, "decline").phase == "income"
    poor = play(winner(rules, "A1-S1", "Railroad Contracts", silver=1), "build nothing")
    assert keys(poor) == ["decline"]
    refused(poor, "pay 2 silver to advance Railroad")


@pytest.mark.parametrize("lot", ["A2-S4", "A3-S4", "A4-S3"])
def test_case_n26_rapid_expansion_on_a_lot_without_a_building(rules: Rules, lot: str) -> None:
    """There is nothing to repeat."""
    state = winner(rules, lot, "Rapid Expansion", holds=PLENTY)
    while state.phase == "building":
        assert not [key for key in every_key(state) if key.startswith("build")]
        state = play(state, "decline" if "decline" in keys(state) else "gain 1 trade")


def test_case_n27_rapid_expansion_after_a_train_station(rules: Rules) -> None:
    """The station's own building is of any type, the one of the event of the types of the lot."""
    state = winner(rules, "A2-C1", "Rapid Expansion", pieces=["Forge"], holds=PLENTY)
    assert types(state) == {"commercial", "industrial"}
    state, told = play_told(state, "build Train Station")
    assert types(state) == TYPES - {"industrial"}  # there is no other industrial one in the city
    state, more = play_told(state, "build Town Hall", "decline")
    assert types(state) == {"commercial"}
    refused(state, "build Circus")
    state, last = play_told(state, "build Terminal")
    forged = [e.amount for e in happened(told + more + last, Transfer) if e.piece == "Forge"]
    assert forged == [1, 1, 1]
    assert owns(state, 0) == ["Homestead", "Forge", "Town Hall", "Terminal", "Train Station"]


def test_case_n27_the_station_by_way_of_the_event(rules: Rules) -> None:
    """Built second it gives its rail and a third building all the same."""
    state = winner(rules, "A2-C1", "Rapid Expansion", holds=PLENTY)
    state = play(state, "build Terminal", "decline", "build Train Station")
    assert state.holding(0, "rail") == 1
    assert play(state, "build Town Hall").phase == "income"


@pytest.mark.parametrize(("lot", "expected"), [("A1-S1", 2), ("A2-S2", 1), ("A2-S3", 4)])
def test_case_n27_the_same_types_again(rules: Rules, lot: str, expected: int) -> None:
    """Each lot repeats its own building right; using it once costs what the building costs."""
    state = winner(rules, lot, "Rapid Expansion", holds=PLENTY)
    first = types(state)
    state = play(state, "build nothing")
    assert types(state) == first
    assert len(first) == min(expected, 3)  # no special building in a settlement
    assert play(state, "build nothing").phase == "income"


def test_case_n28_the_extra_lot_does_not_leak(rules: Rules) -> None:
    """Lot 1 lets build any building besides its own; lot 2 keeps its own type."""
    state = play(two_lots(rules, "Extra Lot", "A1-S2", "A2-S1"), "pay 3 silver")
    assert types(state) == {"industrial"}
    state = play(state, "build Foundry")
    assert types(state) == TYPES - {"special"}
    state = play(state, "build Ranch", "pay 3 silver")
    assert types(state) == {"residential"}
    refused(state, "build Foundry")
    assert owns(state, 0) == ["Homestead", "Foundry", "Ranch"]
    assert play(state, "build Farm").phase == "income"


# ---------------------------------------------------------------------------------- one steel


@pytest.mark.parametrize("lot", ["A1-T2", "A2-T2", "A3-T1", "A4-T3"])
def test_industrialization(rules: Rules, lot: str) -> None:
    """A steel for one more building of any type, at its price, on every lot."""
    state = winner(rules, lot, "Industrialization", holds={"steel": 2, "wood": 1})
    paid = "pay 1 steel to be allowed to build any"
    while paid not in keys(state):
        decline = next(k for k in keys(state) if k in ("build nothing", "decline", "gain 1 trade"))
        state = play(state, decline)
    state, told = play_told(state, paid)
    assert gains(told, 0) == {"steel": -1}
    assert {"build Workshop", "build General Store", "build River Port"} <= set(keys(state))
    state, told = play_told(state, "build General Store")
    assert gains(told, 0) == {"steel": -1}
    assert state.phase == "income"


def test_industrialization_declined_after_paying(rules: Rules) -> None:
    """The steel is gone."""
    state = play(winner(rules, "A2-T2", "Industrialization", steel=1), "build nothing")
    state = play(state, "pay 1 steel to be allowed to build any", "build nothing")
    assert (state.holding(0, "steel"), state.phase) == (0, "income")


# ---------------------------------------------------------------------------------- half the bid

DOMINANCE = "Commercial Dominance"
MOST = {"pieces": ["Market"]}


@pytest.mark.parametrize(
    ("bid", "due"), [(3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (9, 4), (12, 6), (16, 8), (21, 10)]
)
def test_case_n35_half_of_the_bid(rules: Rules, bid: int, due: int) -> None:
    """The player with the most commercial buildings pays half, rounded down."""
    state = auction(rules, "A1-C1", DOMINANCE, bid=bid, silver=30, **MOST)
    assert keys(state) == [f"pay {due} silver"]
    _, told = play_told(state, f"pay {due} silver")
    assert gains(told, 0) == {"silver": -due}


def test_case_n35_nobody_has_a_commercial_building(rules: Rules) -> None:
    """Then nobody has the most, and everybody pays all."""
    assert keys(auction(rules, "A1-C1", DOMINANCE, bid=9, silver=30)) == ["pay 9 silver"]


def test_case_n35_all_who_are_tied_pay_half(rules: Rules) -> None:
    """One commercial building each, for two players; the third pays all."""
    silver = {seat: {"silver": 9} for seat in range(4)}
    won = {1: (0, 9), 2: (1, 9), 3: (2, 9)}
    pieces = {0: ["Market"], 1: ["Saloon"]}
    state = at(rules, 4, "building", 9, DOMINANCE, holdings=silver, pieces=pieces, won=won)
    due = []
    while state.phase == "building":
        if keys(state)[0].startswith("pay ") and "silver" in keys(state)[0]:
            due.append(keys(state)[0])
            state = play(state, keys(state)[0])
        else:
            state = play(state, keys(state)[-1])
    assert due == ["pay 4 silver", "pay 4 silver", "pay 9 silver"]


def test_case_n35_in_gold(rules: Rules) -> None:
    """The half is a payment like any other."""
    state = auction(rules, "A1-C1", DOMINANCE, bid=21, silver=5, gold=2, **MOST)
    assert keys(state) == ["pay 1 gold, 5 silver", "pay 2 gold"]


@pytest.mark.parametrize(("built", "due"), [("build Terminal", 9), ("build nothing", 4)])
def test_case_n36_counted_when_it_is_paid(rules: Rules, built: str, due: int) -> None:
    """Tied before the first lot: what its winner builds counts when the second is paid for."""
    state = at(
        rules,
        3,
        "building",
        9,
        DOMINANCE,
        holdings={0: {"silver": 9, "steel": 2}, 1: {"silver": 9}},
        pieces={0: ["Market"], 1: ["Saloon"]},
        lots={1: "A1-C1", 2: "A2-C1"},
        won={1: (0, 9), 2: (1, 9)},
    )
    assert keys(state) == ["pay 4 silver"]
    state = play(state, "pay 4 silver", built, "decline")
    assert (state.decision.player, keys(state)) == (1, [f"pay {due} silver"])


def test_case_n36_a_tie_made_by_the_first_building(rules: Rules) -> None:
    """Behind when paying for lot 1, equal after building: half only from then on."""
    state = at(
        rules,
        3,
        "building",
        9,
        DOMINANCE,
        holdings={0: {"silver": 9, "steel": 2}, 1: {"silver": 9}},
        pieces={1: ["Saloon"]},
        lots={1: "A1-C1", 2: "A2-C1"},
        won={1: (0, 9), 2: (1, 9)},
    )
    assert keys(state) == ["pay 9 silver"]
    state = play(state, "pay 9 silver", "build Terminal", "decline")
    assert (state.decision.player, keys(state)) == (1, ["pay 4 silver"])


# ---------------------------------------------------------------------------------- the peer


def test_the_peer_need_not_use_the_stockpile() -> None:
    """There its winner may leave out one resource, or pay the whole cost; the next pays all."""
    peer = load("peer_new_beginnings")
    state = winner(peer, "A1-S1", STOCKPILE, holds=PLENTY)
    whole = ["build Ranch", *(f"build Ranch less 1 {good}" for good in ("wood", "food", "steel"))]
    assert starts(state, "build Ranch") == whole
    _, told = play_told(state, "build Ranch")
    assert gains(told, 0) == {"wood": -1, "food": -1, "steel": -1, "trade": 1}
    _, told = play_told(state, "build Ranch less 1 food")
    assert gains(told, 0) == {"wood": -1, "steel": -1, "trade": 1}
    free = winner(peer, "A1-S2", STOCKPILE)
    assert starts(free, "build Foundry") == ["build Foundry"]
    second = two_lots(peer, STOCKPILE, "A1-S1", "A2-S1")
    second = play(second, "pay 3 silver", "build nothing", "pay 3 silver")
    assert starts(second, "build Ranch") == ["build Ranch"]


def test_the_peer_replaces_and_leaves_out() -> None:
    """With a Lumbermill: each way to pay the whole, and each with one resource left out."""
    state = winner(
        load("peer_new_beginnings"),
        "A1-T2",
        STOCKPILE,
        pieces=["Lumbermill"],
        food=1,
        wood=1,
        point=1,
        steel=1,
    )
    state = play(state, "build")
    instead = "build Hotel with wood and point as steel"
    assert set(starts(state, "build Hotel")) == {
        "build Hotel",
        "build Hotel less 1 steel",
        "build Hotel less 1 food",
        instead,
        f"{instead} less 1 wood",
        f"{instead} less 1 food",
    }


def test_two_units_less_are_one_option_in_any_order(tmp_path: Path) -> None:
    """What is left out of a cost is a set of units, and each set is offered once."""
    cheap = tmp_path / "cheap.rules"
    cheap.write_text(
        "pack Cheap, version 1, extends New Beginnings\n"
        "with events: replace action develop the lot: use the lot, for up to 2 resources less\n",
        encoding="utf-8",
    )
    state = winner(load(cheap), "A1-S1", STOCKPILE, holds=PLENTY)
    assert starts(state, "build Ranch") == [
        "build Ranch",
        *(f"build Ranch less 1 {good}" for good in ("wood", "food", "steel")),
        *(
            f"build Ranch less 1 {one} less 1 {other}"
            for one, other in (("wood", "food"), ("wood", "steel"), ("food", "steel"))
        ),
    ]
