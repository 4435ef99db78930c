"""Equal totals: what decides, one line after the other, by sums, most or fewest."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, load, score
from homesteaders_rules.cli.results import winning
from homesteaders_rules.commands.definitions.scores import Scoring
from homesteaders_rules.play.scoring import leading
from homesteaders_rules.testing.situations import situation

GAME = """\
game Small, version 1, for 3 players
public money/moneys: 40 star/stars, 60 coin/coins, 30 pebble/pebbles
public tool/tools: 9 axe/axes, 9 saw/saws
phase work: each player: gain 1 coin or gain 1 pebble
play:
    rounds 1-2: work
scoring in stars:
    stars: 1 per star
"""


def game(folder: Path, *ties: str) -> Rules:
    file = folder / "small.rules"
    file.write_text(GAME + "".join(f"    tie: {tie}\n" for tie in ties), encoding="utf-8")
    return load(file)


HELD = {
    0: {"star": 2, "coin": 1, "axe": 2, "saw": 1},
    1: {"star": 2, "coin": 2, "axe": 1, "pebble": 1},
    2: {"star": 2, "coin": 2, "saw": 2},
}


@pytest.mark.parametrize(
    ("ties", "won", "ends"),
    [
        ((), (0, 1, 2), "."),
        (("most coins",), (1, 2), " and the most coin."),
        (("most coins", "most saws"), (2,), " and the most saw."),
        (("most coins", "fewest saws"), (1,), " and the fewest saw."),
        (("fewest coins",), (0,), " and the fewest coin."),
        (("most axe and saw",), (0,), " and the most axe and saw."),
        (("most tools",), (0,), " and the most axe and saw."),
        (("most coins, pebbles and tools",), (0, 1, 2), "."),
        (("most coin, pebble and axe", "most star"), (1,), " and the most coin, pebble and axe."),
    ],
)
def test_who_is_ahead(
    tmp_path: Path, ties: tuple[str, ...], won: tuple[int, ...], ends: str
) -> None:
    rules = game(tmp_path, *ties)
    state = situation(rules, 3, "work", holdings=HELD)
    assert leading(state) == won
    assert winning(state, ("Ann", "Ben", "Cleo")).endswith(f"2 stars{ends}")
    assert [len(each.ties) for each in score(state)] == [len(ties)] * 3


def test_one_good_is_what_it_always_was(tmp_path: Path) -> None:
    """A text with one good means what it meant before, and its saves go on."""
    scoring = game(tmp_path, "most coins").of(Scoring)[0]
    assert (scoring.tie, scoring.ties) == ("coin", ())
    assert [each.tie for each in score(situation(game(tmp_path, "most coins"), 3, "work"))] == [
        0
    ] * 3
