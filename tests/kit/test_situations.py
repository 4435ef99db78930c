"""What is said of a situation that cannot be so is told, and in which form it is wanted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from homesteaders_rules import GameError, load
from homesteaders_rules.testing.situations import LIKE, situation

HOMESTEADERS = load("homesteaders")
ODD: list[Any] = [
    *(None, 5, 1.5, True, "wood", ["wood"], [5], [None], [("wood",)], [("wood", "rail")], [(0, 5)]),
    *({"wood": 7}, {0: 7}, {0: "wood"}, {0: {"wood": "much"}}, {0: {7: 1}}, {0: [5]}, {None: None}),
    *({"wood": {"rail": 1}}, {("wood", "rail"): 1}, {(0, "A1"): ["wood"]}, {(0,): {"wood": 1}}),
    *({1: (0,)}, {1: (0, "wood")}, {1: {0: 2}}, {"Bank": [0]}),
]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"holdings": {"wood": 7}}, "holdings like {0: {'good': 2}}, not {'wood': 7}"),
        ({"holdings": [{"wood": 7}]}, "holdings like {0: {'good': 2}}, not [{'wood': 7}]"),
        ({"pieces": {0: "Bank"}}, "pieces like {0: ['piece']}, not {0: 'Bank'}"),
        ({"positions": {"Railroad": 1}}, "positions like {('track', 0): 3}, not {'Railroad': 1}"),
        ({"won": {1: 3}}, "won like {1: (0, 5)}, not {1: 3}"),
        ({"won": {1: (0, 3, 1)}}, "won like {1: (0, 5)}, not {1: (0, 3, 1)}"),
        ({"chance": "done"}, "chance like [('track', 3)], not 'done'"),
        ({"areas": [(0, "A1 A2")]}, "areas like [(0, ['A1', 'A2'])], not [(0, 'A1 A2')]"),
        ({"due": {0: {"wood": 1}}}, "due like {(0, 4): {'good': 2}}, not {0: {'wood': 1}}"),
        ({"round": "5"}, "round like 1, not '5'"),
        ({"start_player": "Ann"}, "start_player like 0, not 'Ann'"),
    ],
)
def test_another_form_is_told_with_the_one_that_is_wanted(said: Any, told: str) -> None:
    with pytest.raises(TypeError) as caught:
        situation(HOMESTEADERS, 2, "income", **said)
    assert str(caught.value) == f"wanted is {told}"


@pytest.mark.parametrize("name", LIKE)
def test_nothing_that_is_said_of_a_situation_fails_without_a_word(name: str) -> None:
    refused = 0
    for value in ODD:
        try:
            situation(HOMESTEADERS, 2, "income", **{name: value})
        except GameError:
            refused += 1
        except TypeError as error:
            refused += 1
            assert str(error).startswith(f"wanted is {name} like {LIKE[name]!r}, not ")
    assert refused > len(ODD) // 2
    with suppress(GameError):
        situation(HOMESTEADERS, 2, "income", **{name: LIKE[name]})


def test_what_is_limited_is_not_overdrawn() -> None:
    held, strict = {0: {"gold": 8}, 1: {"gold": 7}}, {"strict supply": True}
    with pytest.raises(GameError, match="there are 12 gold in all, 3 too few for this"):
        situation(HOMESTEADERS, 2, "income", holdings=held, options=strict)
    endless = situation(HOMESTEADERS, 2, "income", holdings=held)
    assert [endless.holding(player, "gold") for player in (0, 1)] == [8, 7]
