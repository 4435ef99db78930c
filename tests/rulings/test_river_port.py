"""Cases 113 to 118: gold as copper or livestock, and the arithmetic of substitution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.runtime.offering.payments import Substitute, solve
from rulings.helpers import every_key, gains, keys, play, play_told, refused, situation, starts
from rulings.winning import PLENTY, winner

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

PORT = ["River Port"]


def test_case_113_gold_stands_for_either_or_both(rules: Rules) -> None:
    """The Fairgrounds need copper and livestock: each may be paid in gold or itself."""
    goods = {"wood": 2, "copper": 1, "livestock": 1, "gold": 2}
    state = winner(rules, "A1-T4", pieces=PORT, holds=goods)
    paid = {
        "build Fairgrounds": {"wood": -2, "copper": -1, "livestock": -1},
        "build Fairgrounds with gold as copper": {"wood": -2, "gold": -1, "livestock": -1},
        "build Fairgrounds with gold as livestock": {"wood": -2, "copper": -1, "gold": -1},
        "build Fairgrounds with gold as copper, gold as livestock": {"wood": -2, "gold": -2},
    }
    assert set(starts(state, "build Fairgrounds")) == set(paid)
    for key, goods in paid.items():
        _, told = play_told(state, key)
        assert gains(told, 0) == goods


def test_case_114_a_church_for_two_gold(rules: Rules) -> None:
    """Copper, gold, steel and wood: with the River Port 2 gold, and both are charged."""
    state = winner(rules, "A1-T2", pieces=PORT, wood=1, steel=1, gold=2)
    assert starts(state, "build Church") == ["build Church with gold as copper"]
    _, told = play_told(state, "build Church with gold as copper")
    assert gains(told, 0) == {"wood": -1, "steel": -1, "gold": -2}
    one = winner(rules, "A1-T2", pieces=PORT, wood=1, steel=1, gold=1)
    assert starts(one, "build Church") == []
    assert "you have 1 gold" in refused(one, "build Church with gold as copper")


def test_case_115_only_for_the_owner(rules: Rules) -> None:
    """Gold enough, but the River Port is somebody else's, or nobody's: refused."""
    alone = winner(rules, "A1-T4", holds={**PLENTY, "copper": 0, "livestock": 0})
    assert not [key for key in every_key(alone) if "gold as copper" in key]
    assert not [key for key in every_key(alone) if "gold as livestock" in key]
    state = situation(
        rules,
        3,
        "building",
        9,
        holdings={0: {"gold": 4, "wood": 2}},
        pieces={1: PORT},
        lots={1: "A1-C1"},
        won={1: (0, 3)},
    )
    state = play(state, "pay 3 silver")
    assert keys(state) == ["build nothing"]
    reason = refused(state, "build Town Hall with gold as copper")
    assert "you have no right to pay that way" in reason
    state = play(state, "build nothing")
    assert keys(state) == ["decline"]
    refused(state, "pay 1 copper to gain 4 points with gold as copper")


def test_case_116_gold_is_sold_as_gold(rules: Rules) -> None:
    """No copper and no livestock to sell; a sold gold brings 4 silver and a point."""
    state = winner(rules, "A1-T4", pieces=PORT, gold=2, trade=2)
    assert starts(state, "sell ") == ["sell gold", "sell gold 2"]
    refused(state, "sell copper")
    refused(state, "sell livestock with gold as livestock")
    _, told = play_told(state, "sell gold")
    assert gains(told, 0) == {"trade": -1, "gold": -1, "silver": 4, "point": 1}


@pytest.mark.parametrize(("lot", "good"), [("A1-C1", "copper"), ("A1-C2", "livestock")])
def test_case_117_gold_for_the_four_points_of_a_city_lot(rules: Rules, lot: str, good: str) -> None:
    """The lots of rounds 9 and 10 take gold from the owner of a River Port."""
    state = play(winner(rules, lot, pieces=PORT, gold=1), "build nothing")
    with_gold = f"pay 1 {good} to gain 4 points with gold as {good}"
    assert keys(state) == [with_gold, "decline"]
    _, told = play_told(state, with_gold)
    assert gains(told, 0) == {"gold": -1, "point": 4}


@pytest.mark.parametrize("lot", ["A2-T4", "A3-T3", "A2-C1", "A2-C2", "A3-C1"])
def test_case_117_not_for_food_and_wood(rules: Rules, lot: str) -> None:
    """The other lots want food or wood, for which gold never stands."""
    state = play(winner(rules, lot, pieces=PORT, gold=5), "build nothing")
    assert keys(state) == ["decline"]


def test_case_118_substitution_replaces_one_for_one() -> None:
    """1 steel and 1 food, of which the steel may be a wood and a point: nothing is taken twice."""
    food, steel, wood, point = range(4)
    instead = Substitute(((wood, 1), (point, 1)), steel, 1, "wood and point as steel")
    paid = [dict(way.goods) for way in solve(((steel, 1), (food, 1)), [instead])]
    assert paid == [{steel: 1, food: 1}, {wood: 1, point: 1, food: 1}]


def test_case_118_several_units_of_one_good() -> None:
    """3 copper, any of which may be gold: n less of the one is n more of the other."""
    copper, gold = range(2)
    instead = Substitute(((gold, 1),), copper, 1, "gold as copper")
    paid = [dict(way.goods) for way in solve(((copper, 3),), [instead])]
    assert paid == [{copper: 3}, {copper: 2, gold: 1}, {copper: 1, gold: 2}, {gold: 3}]


@pytest.mark.parametrize("lot", ["A1-T4", "A1-C1"])
def test_case_118_in_every_building(rules: Rules, lot: str) -> None:
    """However a building is paid: what is not paid itself is paid in gold, unit by unit."""
    state = winner(rules, lot, pieces=PORT, holds=PLENTY)
    ways = [key for key in starts(state, "build ") if " with " in key]
    assert ways
    for way in ways:
        plain, _, instead = way.partition(" with ")
        _, cheaper = play_told(state, plain)
        _, told = play_told(state, way)
        expected = {**gains(cheaper, 0)}
        for good in (part.removeprefix("gold as ") for part in instead.split(", ")):
            expected[good] += 1
            expected["gold"] = expected.get("gold", 0) - 1
        assert gains(told, 0) == {good: n for good, n in expected.items() if n}
