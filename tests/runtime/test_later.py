"""What comes in later rounds: put off, and collected when it is due."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Game, Rules, read, restore, save
from homesteaders_rules.commands.base import walk
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.mechanisms.later.commands import Later
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, game_in_step, play_checked, played, small

GAME = """\
piece tool/tools:
    labels: well, spring
    places: box, shop, players
    moments: built
each player may own 1 tool of each name
tool Well:
    well
    cost 1 coin
    built: on each of the next 3 rounds: gain 1 pebble
tool Spring:
    spring
    cost 9 coins, or return 1 well
    built: on each of the next 3 rounds: gain 1 pebble
play:
    opening
    rounds 1-5: begin, work
phase opening:
    move tools from box to shop
    each player: gain 1 coin
phase begin: each player, from the start player: collect what is due
phase work: each player, from the start player: {}
"""
BUILD = "may build any"


def game(folder: Path, line: str = BUILD) -> Rules:
    return small(folder, GAME.format(line))


def test_it_comes_in_the_rounds_that_were_meant_and_no_more(tmp_path: Path) -> None:
    state = played(situation(game(tmp_path), 2, "work"), "build Well", "build nothing")
    counts = []
    while state.round < 5:
        counts.append(state.holding(0, "pebble"))
        state = played(state, "build nothing", "build nothing")
    assert [*counts, state.holding(0, "pebble")] == [1, 2, 3, 3]
    assert state.holding(1, "pebble") == 0


def test_it_comes_though_the_piece_is_gone_and_from_each_piece(tmp_path: Path) -> None:
    state = played(situation(game(tmp_path), 2, "work"), "build Well", "build nothing")
    state = played(state, "build Spring, returning Well", "build nothing")
    assert (state.round, state.holding(0, "pebble")) == (3, 3)
    assert set(state.pieces(0)) == {"Spring"}
    again = situation(game(tmp_path), 2, "work", 2, pieces={0: ["Well"]}, holdings={0: {"coin": 1}})
    again = played(again, "build Spring, returning Well", "build Well")
    assert (again.holding(0, "pebble"), again.holding(1, "pebble")) == (1, 1)


def test_nothing_comes_after_the_last_round(tmp_path: Path) -> None:
    state = situation(game(tmp_path), 2, "work", 4)
    state = played(state, "build Well", "build nothing")
    assert (state.round, state.holding(0, "pebble")) == (5, 1)
    assert not any(
        state.cells[n] for name, n in state.table.layout.at.items() if name[0] == "later"
    )


@pytest.mark.parametrize(
    ("words", "comes"),
    [
        ("on each of the next 2 rounds", [2, 3]),
        ("1 round from now", [2]),
        ("1, 3 and 4 rounds from now", [2, 4, 5]),
        ("on each round to come", [2, 3, 4, 5]),
        ("on each odd round to come", [3, 5]),
        ("on each even round to come", [2, 4]),
    ],
)
def test_the_rounds_are_said_in_words(tmp_path: Path, words: str, comes: list[int]) -> None:
    """In the first round each player puts a coin off; each round asks, so that it can be seen."""
    text = GAME.format(f"\n    in round 1: {words}: gain 1 coin\n    gain 1 pebble or gain 1 star")
    rules = small(tmp_path, text)
    (later,) = (each for each in walk(rules.of(Phase)[2]) if isinstance(each, Later))
    assert later.words(rules.vocabulary) == f"{words}: gain 1 coin"
    state = situation(rules, 2, "work", 1)
    held = {1: state.holding(0, "coin")}
    for number in range(2, 6):
        state = played(state, "gain 1 pebble", "gain 1 pebble")
        held[number] = state.holding(0, "coin")
    assert [number for number in range(2, 6) if held[number] > held[number - 1]] == comes
    game_in_step(rules, 2, 1)


def test_what_is_due_may_ask_and_comes_as_often_as_it_was_put_off(tmp_path: Path) -> None:
    rules = game(tmp_path, "on each of the next 2 rounds: may pay 1 coin to gain 1 star")
    state = situation(rules, 2, "begin", 3, holdings={0: {"coin": 5}})
    assert state.decision.player in (0, 1)
    keys = {option.key for option in state.decision.options}
    assert keys == {"pay 1 coin to gain 1 star", "decline"}
    before = state.holding(0, "star")
    state = played(state, "pay 1 coin to gain 1 star", "pay 1 coin to gain 1 star")
    assert state.holding(0, "star") == before + 2


def test_later_rounds_are_read_twice_and_saved(tmp_path: Path) -> None:
    rules = game(tmp_path)
    game_in_step(rules, 2, 1)
    play_checked(rules, games=1)
    began = Game.new(rules, 2, 1)
    began.choose("build Well")
    assert restore(save(began), rules).state == began.state


def test_what_is_never_collected_is_told(tmp_path: Path) -> None:
    file = tmp_path / "never.rules"
    text = GAME.format(BUILD).replace("collect what is due", "gain 1 coin")
    file.write_text(HEAD + text, encoding="utf-8")
    _, found = read(file)
    assert "W517" in {each.code for each in found}
