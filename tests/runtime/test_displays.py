"""Displays: filled, built from, with prices of spaces, sliding or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import GameError, Rules, State, new_game, why_not
from homesteaders_rules.mechanisms.displays.commands import Display
from homesteaders_rules.testing.readings.catching_up import board_of, happens
from homesteaders_rules.testing.readings.reading import Reading
from homesteaders_rules.testing.readings.shared.displays import lying_in_row
from homesteaders_rules.testing.readings.text import Text
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from runtime.small import game_in_step, play_checked, played, small

GAME = """\
piece shed/sheds:
    labels: red, blue
    places: box, yard, players
    moments: morning, opened
each player may own 1 shed of each name
{}
shed North:
    red
    cost 1 pebble
    worth 2 stars
shed South:
    blue
    2 copies
    opened: gain 1 star
shed East:
    blue
    cost 1 coin
shed West: red
play:
    opening
    rounds 1-4: work
phase opening:
    each player: gain 3 coins, 2 pebbles
phase work:
    {}
    each player, from the start player: gain 1 coin or build any
"""
PLAIN = "display of sheds: 3 spaces filled from box"
PRICED = f"{PLAIN}, that cost 0, 1 and 2 coins"
SLIDING = f"{PRICED}, and what is left slides"
FILL = "fill the display of sheds"


def game(folder: Path, display: str = PRICED, first: str = FILL) -> Rules:
    return small(folder, GAME.format(display, first))


def paid(before: State, key: str) -> int:
    player = before.decision.player
    return before.holding(player, "coin") - played(before, key).holding(player, "coin")


@pytest.mark.parametrize("display", [PLAIN, PRICED, SLIDING, f"{PLAIN}, that cost 1 coin"])
def test_it_holds_its_promises_and_its_reading(tmp_path: Path, display: str) -> None:
    """Filled at random, built from and filled again until nothing is left."""
    rules = game(tmp_path, display)
    assert rules.of(Display)[0].words(rules.vocabulary) == display
    for seed in range(4):
        game_in_step(rules, 2 + seed % 3, seed)
    play_checked(rules, games=1)


def test_each_space_has_a_piece_of_those_left_and_a_price(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 2, 3)
    row = state.display("shed")
    assert len(row) == 3
    assert all(row)
    left = sum(state.copies("box", name) for name in ("North", "South", "East", "West"))
    assert left == 2
    for space, name in enumerate(row):
        if row.index(name) == space:
            assert paid(state, f"build {name}") == (name == "East") + space


@pytest.mark.parametrize("display", [PRICED, SLIDING])
def test_what_is_left_keeps_its_place_or_slides(tmp_path: Path, display: str) -> None:
    state = new_game(game(tmp_path, display), 2, 3)
    first, second, third = state.display("shed")
    state = played(state, f"build {first}")
    expected = (second, third, "") if display == SLIDING else ("", second, third)
    assert state.display("shed") == expected
    state = played(state, "gain 1 coin")
    assert state.round == 2
    row = state.display("shed")
    assert all(row)
    kept = row[:2] if display == SLIDING else row[1:]
    assert kept == (second, third)


def test_who_cannot_pay_for_the_space_is_told(tmp_path: Path) -> None:
    """Nothing is offered that its space makes too dear, and the reason says what it costs."""
    state = new_game(game(tmp_path, f"{PLAIN}, that cost 9 coins"), 2, 3)
    assert [option.key for option in state.options] == ["gain 1 coin"]
    name = next(name for name in state.display("shed") if name != "East")
    reason = why_not(state, f"build {name}")
    assert reason is not None
    assert "9 coins" in reason
    assert "you have 3 coins" in reason


def test_what_comes_there_otherwise_lies_on_the_first_free_space(tmp_path: Path) -> None:
    state = situation(game(tmp_path, PRICED, "move red sheds from box to yard"), 2, "work")
    assert state.display("shed") == ("North", "West", "")
    with pytest.raises(GameError, match="no display"):
        state.display("coin")


def test_of_two_of_one_name_the_first_is_meant(tmp_path: Path) -> None:
    """Moved there the same pieces lie in the order of the text; two copies of one are two."""
    state = situation(game(tmp_path, PRICED, "move blue sheds from box to yard"), 2, "work")
    assert state.display("shed") == ("South", "South", "East")
    assert paid(state, "build South") == 0
    assert played(state, "build South").display("shed") == ("", "South", "East")


def test_a_reading_that_catches_up_knows_from_which_space_a_piece_was_built(tmp_path: Path) -> None:
    """Of two copies that lie there it is the first, also where it is told and not played."""
    rules, seen = game(tmp_path), 0
    for seed in range(6):
        for step in walk(rules, 2, seed):
            text = Text.of(step.after.table)
            reading = Reading(text, board_of(text, step.before), fate=step.after)
            seen += step.before.display("shed").count("South") == 2
            for event in step.events:
                happens(reading, event)
            assert lying_in_row(reading, "shed") == [*step.after.display("shed")]
    assert seen
