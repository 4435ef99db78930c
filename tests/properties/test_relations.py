"""Two games that must go alike, and what chance must not do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import Game, load
from homesteaders_rules.testing.relations import (
    check_empty_pack,
    check_renamed,
    check_rotated,
    check_stacks,
    check_unused_good,
)
from homesteaders_rules.testing.strategies import tables
from homesteaders_rules.testing.walks import walk

RULES = tuple(
    load(pack) for pack in ("homesteaders", "new_beginnings", "tests/games/orchard.rules")
)
FEWER = settings(max_examples=settings.default.max_examples // 8 + 1)


def played(table: dict, length: int) -> Game:
    game = Game.new(**table)
    for step in walk(**table, anytime=0.2, most=length):
        game.choose(step.option.key)
    return game


@FEWER
@given(tables(*RULES), st.integers(1, 120))
def test_seats_are_alike(table: dict, length: int) -> None:
    check_rotated(played(table, length))


@FEWER
@given(tables(*RULES), st.integers(1, 60))
def test_texts_that_mean_the_same_are_played_alike(table: dict, length: int) -> None:
    game = played(table, length)
    check_renamed(game)
    check_unused_good(game)
    check_empty_pack(game)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.title)
def test_chance_is_fair(rules) -> None:
    check_stacks(rules, rules.players[-1], dict.fromkeys(rules.options, True))
