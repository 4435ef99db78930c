"""The machine in C does what Python does: equal options, records and cells after each decision."""

from __future__ import annotations

from random import Random

import pytest

from homesteaders_rules import Rules, load
from sizes import THOROUGH

pytest.importorskip("homesteaders_rules_native", reason="make native builds the machine in C")

from native.twins import PACKS, twins_of

WHOLE = ("homesteaders", "new_beginnings", "peer", "peer_new_beginnings")
"""The games of which the machine plays every table."""


@pytest.mark.parametrize("name", PACKS)
def test_random_and_biased_games_are_the_same_in_both(name: str) -> None:
    rules = load(name)
    for players in rules.players:
        for seed in range(12 if THOROUGH else 2):
            twins = twins_of(rules, players, seed)
            if twins is not None:
                played = twins.play(Random(seed), 10_000 if THOROUGH else 120, bias=seed % 2 / 2)
                assert twins.left < played / 20


@pytest.mark.parametrize("name", WHOLE)
def test_the_machine_plays_every_table(name: str) -> None:
    rules: Rules = load(name)
    for players in rules.players:
        assert twins_of(rules, players, 0) is not None
