"""Cases 30 to 39: income."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import view
from rulings.helpers import (
    FINAL,
    STOCK,
    gains,
    held,
    keys,
    play,
    play_told,
    refused,
    situation,
    transfers,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules
    from homesteaders_rules.runtime.recording.events import Event


def income(rules: Rules, *buildings: str, round: int = 5, **goods: int) -> State:
    """Seat 0 is about to place workers, with these buildings and goods besides the Homestead."""
    holdings = {0: {"silver": 0, **goods}}
    return situation(rules, 3, "income", round, holdings=holdings, pieces={0: buildings})


def collected(state: State, *chosen: str) -> dict[str, int]:
    """What income brings, besides the 2 silver of the Homestead, after these choices."""
    _, told = play_told(state, *chosen, "done")
    found = gains(told, 0)
    found["silver"] = found.get("silver", 0) - 2
    return {good: amount for good, amount in found.items() if amount}


def test_case_030_income_without_the_worker(rules: Rules) -> None:
    """A building with both kinds of income: what it gives by itself comes with an empty place
    too; the worker's comes on top.
    """
    state = income(rules, "Market")
    assert collected(state) == {"trade": 1}
    assert collected(state, "place worker Market 1") == {"trade": 1, "silver": 2}


@pytest.mark.parametrize("rails", [0, 1, 5])
def test_case_031_a_silver_for_each_rail(rules: Rules, rails: int) -> None:
    """Each rail line gives 1 silver by itself."""
    assert collected(income(rules, rail=rails)) == ({"silver": rails} if rails else {})


@pytest.mark.parametrize(("workers", "silver"), [(1, 1), (3, 3), (5, 5), (7, 5)])
def test_case_032_the_rodeo_counts_workers(rules: Rules, workers: int, silver: int) -> None:
    """1 silver per worker owned, 5 at most; it does not matter that they are idle or placed."""
    state = income(rules, "Rodeo", worker=workers)
    assert collected(state) == {"silver": silver}
    assert collected(state, "place worker Homestead 1") == {"silver": silver, "wood": 1}


def test_case_032_the_rodeo_counts_a_worker_just_hired(rules: Rules) -> None:
    """A worker hired while workers are placed counts already."""
    state = income(rules, "Rodeo", worker=3, trade=1, food=1)
    _, told = play_told(state, "hire", "done")
    assert gains(told, 0) == {"trade": -1, "food": -1, "worker": 1, "silver": 2 + 4}


@pytest.mark.parametrize("debts", [1, 3])
def test_case_033_the_bank_takes_one_debt(rules: Rules, debts: int) -> None:
    """With debt, the Bank's income takes one of them, not more, and gives no silver."""
    state = income(rules, "Bank", debt=debts)
    state, told = play_told(state, "done", "forgive a debt")
    assert transfers(told) == [("silver", 2, STOCK, 0), ("debt", 1, 0, STOCK)]
    assert held(state, 0).get("debt", 0) == debts - 1


def test_case_034_the_bank_without_a_debt(rules: Rules) -> None:
    """Without debt, one is taken for 2 silver and discarded: 2 silver more, still no debt."""
    state, told = play_told(income(rules, "Bank"), "done", "forgive a debt")
    homestead, *bank = transfers(told)
    assert homestead == ("silver", 2, STOCK, 0)
    assert bank == [("debt", 1, STOCK, 0), ("silver", 2, STOCK, 0), ("debt", 1, 0, STOCK)]
    assert held(state, 0) == {"silver": 4, "worker": 1}


@pytest.mark.parametrize("debts", [0, 2])
def test_case_035_the_bank_may_be_declined(rules: Rules, debts: int) -> None:
    """The rulebooks leave it open; here the owner may keep the debt. Accepting comes first."""
    state = play(income(rules, "Bank", debt=debts), "done")
    assert keys(state) == ["forgive a debt", "decline"]
    after = play(state, "decline")
    assert held(after, 0) == held(state, 0)
    assert keys(after) == ["pay 1 silver"]


@pytest.mark.parametrize(("debts", "kept", "silver"), [(2, 1, 2), (0, 0, 4)])
def test_case_035_the_bank_may_be_made_mandatory(
    rules: Rules, debts: int, kept: int, silver: int
) -> None:
    """The other value of the option: the debt is taken without a question."""
    state = situation(
        rules,
        3,
        "income",
        5,
        options={"optional bank discard": False},
        holdings={0: {"silver": 0, "debt": debts}},
        pieces={0: ["Bank"]},
    )
    state = play(state, "done")
    assert keys(state) == ["pay 1 silver"]
    assert held(state, 0).get("debt", 0) == kept
    assert held(state, 0)["silver"] == silver


def test_case_036_all_other_income_is_taken(rules: Rules) -> None:
    """Everything that buildings, rails and workers give is given at once, without a question:
    nobody may leave a part of it.
    """
    buildings = ("Farm", "Trading Post", "Railworkers House", "Church", "Steel Mill", "Fairgrounds")
    state = income(rules, *buildings, worker=1, rail=2)
    state, told = play_told(state, "place worker Farm 1", "done")
    assert gains(told, 0) == {
        "silver": 2 + 2 + 1 + 2,
        "trade": 1 + 2 + 1,
        "point": 2,
        "steel": 1,
        "gold": 1,
    }
    assert keys(state) == ["pay 1 silver", "pay 1 gold"]
    assert refused(state, "decline").startswith("the decision now is")


def test_case_037_gains_are_public_and_totals_are_not(rules: Rules) -> None:
    """What a player takes at income is told to all; what he then has stays behind his screen."""

    def told(silver: int) -> tuple[State, list[Event]]:
        state = income(rules, "Grain Mill", silver=silver, wood=silver)
        return play_told(state, "place worker Homestead 1", "done", "pay 1 silver")

    (poor, events), (rich, others) = told(1), told(9)
    assert transfers(events) == [
        ("silver", 2, STOCK, 0),
        ("wood", 1, STOCK, 0),
        ("food", 1, STOCK, 0),
        ("silver", 1, 0, STOCK),
    ]
    assert events == others
    for state in (poor, rich):
        assert view(state, 1).holding(0, "silver") is None
        assert view(state, 1).holding(0, "food") is None
    assert view(poor, 1) == view(rich, 1)


@pytest.mark.parametrize(
    ("places", "points"), [((), 0), ((1,), 2), ((2,), 2), ((1, 2), 4), ((2, 1), 4)]
)
def test_case_038_the_meatpacking_plant(rules: Rules, places: tuple[int, ...], points: int) -> None:
    """Two workers bring 4 points, one brings 2."""
    state = income(rules, "Meatpacking Plant", worker=2)
    chosen = [f"place worker Meatpacking Plant {place}" for place in places]
    assert collected(state, *chosen) == ({"point": points} if points else {})


@pytest.mark.parametrize("round", [5, 10, FINAL])
@pytest.mark.parametrize(
    ("building", "points", "others"),
    [
        ("Church", 2, {}),
        ("Factory", 2, {}),
        ("Lawyer", 2, {}),
        ("Workshop", 1, {}),
        ("Stables", 1, {"trade": 1}),
    ],
)
def test_case_039_points_at_every_income(
    rules: Rules, building: str, points: int, others: dict[str, int], round: int
) -> None:
    """These give points at every income, the final one included, and need no worker."""
    state = income(rules, building, round=round)
    assert collected(state) == {"point": points, **others}
