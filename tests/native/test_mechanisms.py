"""Mechanisms that no shipped game has are played alike by both, in games of their tests."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Rules, load
from sizes import THOROUGH

pytest.importorskip("homesteaders_rules_native", reason="make native builds the machine in C")

from native.test_vocabulary import SEA
from native.twins import twins_of
from runtime import test_displays as displays
from runtime import test_ending as ending
from runtime.test_placing import MOVING
from runtime.test_taking import rules_with

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parents[2] / "examples"
SETUPS = (
    "each player: take a random late power",
    "each player: take any late power",
    "each player: take a random power, then take a random early power",
)


def moving(folder: Path) -> Rules:
    file = folder / "moving.rules"
    file.write_text(MOVING, encoding="utf-8")
    return load(file)


def rewards(folder: Path) -> Rules:
    file = folder / "sea.rules"
    file.write_text(f"pack Sea, version 1, extends Homesteaders\n\n{SEA}", encoding="utf-8")
    return load(file)


GAMES: dict[str, Callable[[Path], Rules]] = {
    "a display": lambda folder: displays.game(folder, displays.PLAIN),
    "spaces with a price": lambda folder: displays.game(folder, displays.PRICED),
    "what is left slides": lambda folder: displays.game(folder, displays.SLIDING),
    "the game ends after this round": lambda folder: ending.game(folder, "after this round"),
    "the game ends at once": lambda folder: ending.game(folder, "at once"),
    "workers move": moving,
    **{text: lambda folder, text=text: rules_with(folder, text) for text in SETUPS},  # type: ignore[misc]
    "rewards with one key": rewards,
    "Bellfounders": lambda _: load(EXAMPLES / "bellfounders"),
    "Tidewater": lambda _: load(EXAMPLES / "tidewater"),
}


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_mechanism_is_the_same_in_both(tmp_path: Path, make: Callable[[Path], Rules]) -> None:
    rules = make(tmp_path)
    played = 0
    for players in rules.players:
        for seed in range(12 if THOROUGH else 2):
            twins = twins_of(rules, players, 3 * seed)
            assert twins is not None
            played += twins.play(Random(seed), 2000 if THOROUGH else 120, bias=seed % 2 / 4)
            assert not twins.left
    assert played > 15
