"""What is left in the supply and in a place, and amounts for every so many."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.commands.definitions.definition import Good
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

GAME = """\
limited: pebble
piece shed/sheds:
    labels: red, blue
    places: box, yard, players
each player may own 1 shed of each name
shed North: red
shed South:
    blue
    2 copies
play:
    rounds 1-3: work
phase work:
    move red sheds from box to yard
    each player: gain 1 star
    {}
    each player: gain 1 pebble or build any
"""


def game(folder: Path, line: str) -> Rules:
    return small(folder, GAME.format(line))


def said(rules: Rules) -> list[str]:
    return [text for _, text in block(rules.of(Phase)[0].effect, rules.vocabulary, 0)]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("the supply has 30 pebbles", True),
        ("the supply has 31 or more pebbles", False),
        ("the supply has 29 or fewer pebbles", False),
        ("the supply has no pebble", False),
        ("the supply has 128 or more moneys", True),
        ("the supply has 129 or more moneys", False),
        ("box has 2 sheds", True),
        ("box has 1 shed", False),
        ("box has 2 or fewer blue sheds", True),
        ("no red shed is left in box", True),
        ("no shed is left in box", False),
        ("no blue shed is left in yard", True),
        ("yard has 1 red shed", True),
    ],
)
def test_what_is_left(tmp_path: Path, condition: str, holds: bool) -> None:
    """Of goods in the supply and of copies in a place; the words come back as they are."""
    line = f"if {condition}: each player: gain 2 coins"
    rules = game(tmp_path, line)
    state = situation(rules, 2, "work")
    assert state.holding(0, "coin") == 2 * holds
    assert any(line.startswith(f"if {condition}: ") for line in said(rules))
    game_in_step(rules, 3, 1)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("1 coin for every 3 pebbles", 2),
        ("2 coins for every 3 pebbles", 4),
        ("2 coins for every 3 pebbles, at most 3", 3),
        ("1 coin for every 9 pebbles", 0),
    ],
)
def test_one_for_every_so_many(tmp_path: Path, amount: str, expected: int) -> None:
    """Whole ones only, and the bound is of what is gained."""
    rules = game(tmp_path, f"each player: gain {amount}")
    state = situation(rules, 2, "work", holdings={0: {"pebble": 8}})
    assert state.holding(0, "coin") == expected
    assert any(f"gain {amount}" in line for line in said(rules))
    game_in_step(rules, 2, 1)
    play_checked(rules, games=1)


def test_a_stock_that_runs_out_is_seen(tmp_path: Path) -> None:
    """The same line holds once and no more: it is asked anew each time."""
    rules = game(tmp_path, "if the supply has 29 or more pebbles: each player: gain 1 coin")
    state = situation(rules, 2, "work")
    assert (state.holding(0, "coin"), rules.of(Good)[2].count) == (1, 30)
    state = played(state, "gain 1 pebble", "gain 1 pebble")
    assert (state.round, state.holding(0, "coin")) == (2, 1)
