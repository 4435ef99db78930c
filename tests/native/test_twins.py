"""The machine in C does what Python does: equal options, records and cells after each decision."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import Rules, load, read
from sizes import THOROUGH

pytest.importorskip("homesteaders_rules_native", reason="make native builds the machine in C")

from generated.writing import write
from native.twins import PACKS, twins_of

GAMES = (Path(__file__).parents[1] / "hostile" / "games").glob("*.rules")

WHOLE = ("homesteaders", "new_beginnings", "peer", "peer_new_beginnings")
"""The games of which the machine plays every table."""


@pytest.mark.parametrize("name", PACKS if THOROUGH else WHOLE[:2])
def test_random_and_biased_games_are_the_same_in_both(name: str) -> None:
    rules = load(name)
    for players in rules.players:
        for seed in range(12 if THOROUGH else 2):
            twins = twins_of(rules, players, seed)
            if twins is not None:
                played = twins.play(Random(seed), 10_000 if THOROUGH else 120, bias=seed % 2 / 2)
                assert twins.left < played / 20


def alike(rules: Rules, seed: int, most: int) -> int:
    """Games at two tables of each number of players, compared; the number of decisions."""
    played = 0
    for players in rules.players:
        for changed in (3 * seed, 3 * seed + 1):
            twins = twins_of(rules, players, changed)
            played += 0 if twins is None else twins.play(Random(seed), most, bias=seed % 2 / 2)
    return played


def test_generated_games_are_the_same_in_both(tmp_path: Path) -> None:
    played = 0
    for seed in range(60 if THOROUGH else 5):
        rules, _ = read(write(seed).write(tmp_path / str(seed)))
        played += 0 if rules is None else alike(rules, seed, 2000 if THOROUGH else 60)
    assert played > 100


def test_small_games_are_the_same_in_both() -> None:
    """Other auctions, stacks, tracks and exchanges than those of the shipped games."""
    played = sum(alike(load(game), 2, 2000 if THOROUGH else 60) for game in sorted(GAMES))
    assert played > 100


@pytest.mark.parametrize("name", WHOLE if THOROUGH else WHOLE[:2])
def test_the_machine_plays_every_table(name: str) -> None:
    rules: Rules = load(name)
    for players in rules.players:
        assert twins_of(rules, players, 0) is not None
