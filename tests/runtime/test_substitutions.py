"""Substitutions in different numbers: keys say them, and what is dominated is left out."""

from __future__ import annotations

import json
from pathlib import Path

from homesteaders_rules import Game, restore, save
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, play_checked, played, small

GAME = """\
phase pick:
    each player: gain 9 pebbles or gain 2 stars
    each player: may pay 2 stars to gain 1 coin
play:
    rounds 1-2: pick
"""
TWO = "2 pebbles may pay for 1 star\n3 pebbles may pay for 1 star\n"
WAY = "pay 2 stars to gain 1 coin"


def test_numbers_belong_in_keys_and_the_dearer_way_is_left_out(tmp_path: Path) -> None:
    rules = small(tmp_path, TWO + GAME)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}})
    state = played(state, "gain 9 pebbles", "gain 9 pebbles")
    assert state.decision.keys == (
        WAY,
        f"{WAY} with 2 pebbles as star",
        f"{WAY} with 4 pebbles as 2 stars",
        "decline",
    )
    assert played(state, f"{WAY} with 4 pebbles as 2 stars").holding(0, "pebble") == 5
    play_checked(rules)


def test_one_good_for_different_numbers(tmp_path: Path) -> None:
    text = "1 pebble may pay for 2 stars\n1 pebble may pay for 1 star\n"
    rules = small(tmp_path, text + GAME)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}})
    state = played(state, "gain 9 pebbles", "gain 9 pebbles")
    assert state.decision.keys == (WAY, f"{WAY} with 1 pebble as 2 stars", "decline")
    play_checked(rules)


def test_one_good_in_different_numbers_whose_plural_is_the_same(tmp_path: Path) -> None:
    head = HEAD.replace("pebble/pebbles", "moss")
    huts = """\
piece hut/huts:
    places: site, market, players
each player may own 1 hut of each name
hut Barn: 1 moss may pay for 1 star
2 moss may pay for 1 star
"""
    rules = small(tmp_path, huts + GAME.replace("pebbles", "moss"), head)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}}, pieces={0: ["Barn"]})
    state = played(state, "gain 9 moss", "gain 9 moss")
    both = {f"{WAY} with 2 moss as star": 1, f"{WAY} with 2 moss as 2 stars": 2}
    for key, left in both.items():
        after = played(state, key)
        assert (after.holding(0, "moss"), after.holding(0, "star")) == (7, left)
    play_checked(rules)


def test_keys_without_numbers_are_understood_in_saves(tmp_path: Path) -> None:
    rules = small(tmp_path, "2 pebbles may pay for 1 star\n" + GAME)
    game = Game.new(rules, 2)
    for key in ("gain 9 pebbles", "gain 2 stars", f"{WAY} with 4 pebbles as 2 stars"):
        game.choose(key)
    data = json.loads(save(game))
    data["keys"][-1] = f"{WAY} with 2 pebble as star"
    restored = restore(json.dumps(data), rules)
    assert restored.state == game.state
    assert restored.keys == game.keys
