"""Pumps are found by play, with the recipe, and the games that come along have none."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from homesteaders_rules import load, read
from homesteaders_rules.testing.checks import check_pumps
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies import seeded_walks
from sizes import size

GAME = """\
game Small, version 1, for 2 players

public thing/things: 50 plank/planks, 50 stone/stones
public unit/units: 50 debt/debts, 50 star/stars

exchange saw: 1 plank -> 2 stones
exchange trade back: {} stones -> 1 plank
exchange borrow: nothing -> 1 plank, 1 debt

phase building: each player: may pay 1 plank to gain 3 stars
play:
    rounds 1-2: building
scoring in stars:
    stars: 1 per star
    debts: -1 per debt
"""


@pytest.mark.parametrize(("stones", "pumped"), [("1", True), ("2", False), ("3", False)])
def test_the_shortest_recipe_is_told(tmp_path: Path, stones: str, pumped: bool) -> None:
    text = GAME.format(stones).replace("1 stones", "1 stone")
    (tmp_path / "small.rules").write_text(text, encoding="utf-8")
    rules, found = read(tmp_path)
    assert rules is not None, str(found)
    state = situation(rules, 2, "building", holdings={0: {"plank": 1}})
    if pumped:
        with pytest.raises(AssertionError, match=r"by saw, trade back: \{'stone': 1\}"):
            check_pumps(state)
    else:
        check_pumps(state)


@pytest.mark.parametrize("name", ["homesteaders", "montana", "agricola"])
def test_the_games_have_none(name: str) -> None:
    tried, enough = 0, size(4, 20)
    for walk in islice(seeded_walks(load(name), seed=3, most=20), 15):
        if tried <= enough and not walk.last.over:
            tried += len(walk.last.anytime)
            check_pumps(walk.last)
    assert tried > enough
