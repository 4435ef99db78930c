"""Cases N3 to N6: a wood and a point for a steel, in what buildings cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from new_beginnings.tables import at, winner
from rulings.helpers import FINAL, every_key, gains, held, keys, play, play_told, refused, starts
from rulings.winning import PLENTY

if TYPE_CHECKING:
    from homesteaders_rules.rules import Rules

MILL = ["Lumbermill"]
INSTEAD = " with wood and point as steel"


def test_case_n03_a_hotel_for_wood_and_a_point(rules: Rules) -> None:
    """Steel and food, the steel replaced: food, wood and a point are paid, and nothing else."""
    state = winner(rules, "A1-T2", pieces=MILL, steel=1, food=1, wood=1, point=1)
    assert starts(state, "build Hotel") == ["build Hotel", f"build Hotel{INSTEAD}"]
    _, told = play_told(state, f"build Hotel{INSTEAD}")
    assert gains(told, 0) == {"food": -1, "wood": -1, "point": -1, "silver": 1}  # of the Hotel
    _, told = play_told(state, "build Hotel")
    assert gains(told, 0) == {"food": -1, "steel": -1, "silver": 1}


def test_case_n03_also_for_the_steel_that_one_lacks(rules: Rules) -> None:
    """Without steel the replacement is the only way."""
    state = winner(rules, "A1-T2", pieces=MILL, food=1, wood=1, point=1)
    assert starts(state, "build Hotel") == [f"build Hotel{INSTEAD}"]


def test_case_n04_one_of_two_steel(rules: Rules) -> None:
    """Two steel, one replaced: one steel, one wood, one point."""
    state = winner(rules, "A1-T3", pieces=MILL, steel=1, wood=2, point=2)
    both = " with 2 wood and point as steel"
    assert starts(state, "build Forge") == [f"build Forge{INSTEAD}", f"build Forge{both}"]
    one, told = play_told(state, f"build Forge{INSTEAD}")
    assert gains(told, 0) == {"steel": -1, "wood": -1, "point": -1}
    assert held(play(one, "gain 1 trade"), 0) == {"wood": 1, "point": 1, "worker": 1, "trade": 1}
    _, told = play_told(state, f"build Forge{both}")
    assert gains(told, 0) == {"wood": -2, "point": -2}


def test_case_n05_no_points_to_pay(rules: Rules) -> None:
    """Wood enough but no point: refused; the points printed on buildings are not in the hand."""
    state = winner(rules, "A1-T2", pieces=[*MILL, "Grain Mill"], food=1, wood=5)
    assert starts(state, "build Hotel") == []
    assert "you have no right" not in refused(state, f"build Hotel{INSTEAD}")


def test_case_n05_only_for_the_owner(rules: Rules) -> None:
    """Whoever has no Lumbermill pays steel."""
    state = winner(rules, "A1-T2", holds={**PLENTY, "steel": 0, "point": 9})
    assert not [key for key in every_key(state) if "as steel" in key]
    assert "no right to pay that way" in refused(state, f"build Hotel{INSTEAD}")


def test_case_n06_with_a_river_port(rules: Rules) -> None:
    """A Factory, copper and two steel, for one gold, two wood and two points."""
    pieces = [*MILL, "River Port"]
    state = winner(rules, "A2-T3", pieces=pieces, gold=1, wood=2, point=2)
    (way,) = starts(state, "build Factory")
    assert way == "build Factory with 2 wood and point as steel, gold as copper"
    _, told = play_told(state, way)
    assert gains(told, 0) == {"gold": -1, "wood": -2, "point": -2}


@pytest.mark.parametrize("steel", [0, 1, 2])
@pytest.mark.parametrize("gold", [False, True])
def test_case_n06_every_unit_for_itself(rules: Rules, steel: int, gold: bool) -> None:
    """Each of the three units is paid itself or replaced; what replaces is not replaced again."""
    pieces = [*MILL, "River Port"]
    goods = {"copper": 1, "gold": 1, "steel": 2, "wood": 2, "point": 2}
    state = winner(rules, "A2-T3", pieces=pieces, holds=goods)
    expected = {"steel": -steel, "wood": steel - 2, "point": steel - 2}
    expected |= {"gold": -1} if gold else {"copper": -1}
    paid = [gains(play_told(state, key)[1], 0) for key in starts(state, "build Factory")]
    assert len(paid) == 6
    assert {good: amount for good, amount in expected.items() if amount} in paid


def test_case_n05_only_for_buildings(rules: Rules) -> None:
    """Steel that an event asks for, or that is sold, must be steel."""
    state = winner(rules, "A2-S2", "Industrialization", pieces=MILL, wood=5, point=5)
    state = play(state, "build nothing")
    assert keys(state) == ["decline"]
    assert not [key for key in every_key(state) if "as steel" in key]
    goods = {0: {"wood": 5, "point": 5, "trade": 5}}
    end = at(rules, 3, "settling", FINAL, pieces={0: MILL}, holdings=goods)
    refused(end, "sell steel")
