"""Cases N15 to N18: the tiles of the fourth auction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from new_beginnings.tables import at, auction, winner
from rulings.helpers import (
    RESOURCES,
    every_key,
    gains,
    held,
    keys,
    play,
    play_told,
    refused,
    starts,
)
from rulings.winning import PLENTY

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

BUILDING_RIGHTS = {
    "A4-S1": ("industrial", "commercial"),
    "A4-S2": ("residential",),
    "A4-T1": ("residential", "industrial"),
    "A4-T2": ("commercial", "special"),
    "A4-C2": ("residential", "commercial", "industrial", "special"),
}
"""What each tile lets its winner build; the others have no building right."""


@pytest.mark.parametrize("lot", BUILDING_RIGHTS)
def test_what_a_tile_lets_its_winner_build(rules: Rules, lot: str) -> None:
    """Every building on offer that carries one of the types of the tile, and no other."""
    state = winner(rules, lot, holds=PLENTY)
    layout = state.table.layout
    built = {key.removeprefix("build ") for key in starts(state, "build ")} - {"nothing"}
    on_offer = {
        piece.name
        for _, piece in layout.of_sort("building")
        if state.copies("supply", piece.name) and set(BUILDING_RIGHTS[lot]) & set(piece.labels)
    }
    assert built == on_offer
    assert play(state, "build nothing").phase == "income"


@pytest.mark.parametrize(
    ("debts", "left", "silver"),
    [(0, 0, 8), (1, 0, 6), (2, 0, 4), (3, 0, 2), (4, 0, 0), (6, 2, 0)],
)
def test_case_n15_four_debts(rules: Rules, debts: int, left: int, silver: int) -> None:
    """Up to four are gone for free; for each that there was not two silver."""
    state, told = play_told(auction(rules, "A4-T4", debt=debts, silver=3), "pay 3 silver")
    assert gains(told, 0).get("silver", 0) == silver - 3
    assert state.holding(0, "debt") == left
    assert state.phase == "income"


def test_case_n16_a_rail_and_then_an_advance(rules: Rules) -> None:
    """First the rail line, then the marker moves and a reward is chosen; nothing is built."""
    start = auction(rules, "A4-S3", silver=3, positions={("Railroad", 0): 1})
    state, told = play_told(start, "pay 3 silver")
    assert gains(told, 0) == {"silver": -3, "rail": 1}
    assert state.position("Railroad", 0) == 2
    assert keys(state) == ["gain 1 trade", "gain 1 rail"]
    assert not [key for key in every_key(state) if key.startswith("build")]
    state = play(state, "gain 1 rail")
    assert (state.holding(0, "rail"), state.phase) == (2, "income")


def test_case_n17_a_worker_and_an_advance(rules: Rules) -> None:
    """As lot A2-S4: a worker if wanted, then an advance. It is not an industrial lot."""
    start = winner(rules, "A4-T3", holds=PLENTY, positions={("Railroad", 0): 4})
    assert keys(start) == ["gain 1 worker", "decline"]
    assert not [key for key in every_key(start) if key.startswith("build")]
    for key, workers in (("gain 1 worker", 2), ("decline", 1)):
        state = play(start, key)
        assert state.position("Railroad", 0) == 5
        assert keys(state)[-1] == "gain 3 points"
        state = play(state, "gain 3 points")
        assert (state.holding(0, "worker"), state.phase) == (workers, "income")


@pytest.mark.parametrize("event", ["Rapid Expansion", "Extra Lot"])
def test_case_n17_no_building_by_way_of_an_event(rules: Rules, event: str) -> None:
    """Rapid Expansion repeats the right of a lot, and this has none; Extra Lot is for lot 1."""
    state = play(winner(rules, "A4-T3", event, holds=PLENTY), "decline", "gain 1 trade")
    assert state.phase == "income"


def test_case_n18_three_points_and_free_sales(rules: Rules) -> None:
    """Three points at once; then a sale costs no trade, and gives its price and a point."""
    goods = dict.fromkeys(RESOURCES, 1)
    start, told = play_told(auction(rules, "A4-C1", silver=3, holds=goods), "pay 3 silver")
    assert gains(told, 0) == {"silver": -3, "point": 3}
    prices = {"wood": 1, "food": 2, "steel": 3, "gold": 4}
    for good, silver in prices.items():
        _, told = play_told(start, f"sell freely {good}")
        assert gains(told, 0) == {good: -1, "silver": silver, "point": 1}
    for good in ("copper", "livestock"):
        _, told = play_told(start, f"sell freely {good}")
        assert gains(told, 0) == {good: -1, "gold": 1, "point": 1}
    sold = play(start, *(f"sell freely {good}" for good in RESOURCES))
    assert held(sold, 0) == {"silver": 10, "gold": 2, "point": 9, "worker": 1}
    assert keys(sold) == ["sell freely gold", "sell freely gold 2", "done"]


@pytest.mark.parametrize("lot", ["A4-S3", "A4-T3", "A4-T4", "A4-C1"])
def test_without_a_building_right_nothing_waits_for_a_building(rules: Rules, lot: str) -> None:
    """With "bonus only after building" these tiles give what they give all the same (case 106)."""
    goods = {"wood": 1, "debt": 1}
    states = [
        winner(rules, lot, options={"bonus only after building": value}, holds=goods)
        for value in (False, True)
    ]
    assert held(states[0], 0) == held(states[1], 0)
    assert keys(states[0]) == keys(states[1])
    assert states[0].phase == states[1].phase


def test_case_n18_a_general_store_gives_a_silver_each(rules: Rules) -> None:
    """A free sale is a sale."""
    state = winner(rules, "A4-C1", pieces=["General Store"], wood=2)
    _, told = play_told(state, "sell freely wood")
    assert gains(told, 0) == {"wood": -1, "silver": 2, "point": 1}
    _, told = play_told(state, "sell freely wood 2")
    assert gains(told, 0) == {"wood": -2, "silver": 4, "point": 2}


def test_case_n18_only_while_the_lot_is_resolved(rules: Rules) -> None:
    """Not before it is paid for, not when it is done, and not by others."""
    before = auction(rules, "A4-C1", wood=3, silver=3)
    refused(before, "sell freely wood")
    done = play(before, "pay 3 silver", "done")
    assert done.phase == "income"
    refused(done, "sell freely wood")
    bidding = at(rules, 5, "bidding", 9, lots={4: "A4-C1"}, holdings={0: {"wood": 1}})
    refused(bidding, "sell freely wood")
    wood = {seat: {"wood": 2, "silver": 3} for seat in range(5)}
    won = {3: (1, 3), 4: (0, 3)}
    others = at(rules, 5, "building", 9, lots={4: "A4-C1"}, holdings=wood, won=won)
    state = play(others, "pay 3 silver")
    assert state.decision.player == 1
    refused(state, "sell freely wood")
