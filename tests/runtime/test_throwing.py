"""Dice with values: thrown, summed, and what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, new_game
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, small

GAME = """\
public luck/lucks: 60 pip/pips
limited: {}
play:
    rounds 1-5: work
phase work:
    each player: {}
    each player: gain 1 star for every 3 pips
    each player: gain 1 coin or do nothing
"""


def game(folder: Path, effect: str, limited: str = "pebble") -> Rules:
    return small(folder, GAME.format(limited, effect))


@pytest.mark.parametrize("limited", ["pebble", "pip"])
@pytest.mark.parametrize(
    "effect", ["throw 1 die for pips", "throw 3 dice for pips", "throw 2 dice for pips per coin"]
)
def test_it_holds_its_promises_and_its_reading(tmp_path: Path, effect: str, limited: str) -> None:
    rules = game(tmp_path, effect, limited)
    lines = [text for _, text in block(rules.of(Phase)[0].effect, rules.vocabulary, 0)]
    assert lines[0] == f"each player, from the start player: {effect}"
    for seed in range(3):
        game_in_step(rules, 2 + seed, seed)
    play_checked(rules, games=1)


def test_the_sum_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    """All sums of two dice come, seven most often, and stars are whole threes of them."""
    rules, found = game(tmp_path, "throw 2 dice for pips"), []
    for seed in range(400):
        state = new_game(rules, 2, seed)
        found.append(state.holding(0, "pip"))
        assert state.holding(0, "star") == found[-1] // 3
        assert state.holding(-1, "pip") == 60 - found[-1] - state.holding(1, "pip")
    assert set(found) == set(range(2, 13))
    assert max(set(found), key=found.count) in (6, 7, 8)


def test_dice_are_counted_and_old_pips_go_back(tmp_path: Path) -> None:
    rules = game(tmp_path, "throw 1 die for pips per coin")
    held = {0: {"coin": 3, "pip": 40}, 1: {"pip": 9}}
    state = situation(rules, 2, "work", holdings=held)
    assert 3 <= state.holding(0, "pip") <= 18
    assert state.holding(1, "pip") == 0, "no dice show nothing"


def test_no_more_than_the_stock_has(tmp_path: Path) -> None:
    rules = game(tmp_path, "throw 2 dice for pips per coin", "pip")
    state = situation(rules, 2, "work", holdings={0: {"coin": 40}, 1: {"coin": 1}})
    assert (state.holding(0, "pip"), state.holding(1, "pip")) == (60, 0)
