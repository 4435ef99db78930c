"""An end that is reached: the round is finished, or one more is played, or it is over at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Game, Rules, narrate, new_game, restore, save, view
from homesteaders_rules.bots.calendar import Course, Now
from homesteaders_rules.commands.definitions.course import Play
from homesteaders_rules.language.loader import read
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.runtime.recording.kinds import Ending, Started
from homesteaders_rules.seeing.looking import Onlooker
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, game_in_step, play_checked, played, small

GAME = """\
play:
    rounds {}: work
    final round: count up
phase work: each player: grab or stay or hurry
action grab:
    gain 2 stars
    if you have 4 or more stars: the game ends {}
action stay: gain 1 coin
action hurry:
    pay 1 coin
    the game ends after one more round
phase count up: each player: in the final round: gain 1 pebble
"""
UNTIL = "until the end"


def game(folder: Path, when: str = "after this round", rounds: str = UNTIL) -> Rules:
    return small(folder, GAME.format(rounds, when))


def test_the_round_is_finished_and_then_comes_the_final_one(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 2)
    state = played(state, "grab", "stay", "grab")
    assert (state.round, state.is_final, state.over) == (2, False, False)
    state, events = apply(state, "stay")
    assert state.over
    assert (state.round, state.is_final) == (3, True)
    assert [state.holding(seat, "pebble") for seat in (0, 1)] == [1, 1]
    assert ("final round", 3) in [(e.what, e.number) for e in events if isinstance(e, Started)]


def test_who_ends_it_is_told_once(tmp_path: Path) -> None:
    state = played(new_game(game(tmp_path), 2), "grab", "grab")
    state, events = apply(state, "grab")
    assert [each.last for each in events if isinstance(each, Ending)] == [2]
    told = narrate(events, state.table, ("Ann", "Ben"))
    assert any("ends the game after round 2" in text for text in told)
    state, events = apply(state, "grab")
    assert [each for each in events if isinstance(each, Ending)] == []
    assert state.over


def test_an_earlier_end_counts_and_a_later_one_does_not(tmp_path: Path) -> None:
    rules = game(tmp_path)
    state = played(new_game(rules, 2), "stay", "grab", "hurry", "pay 1 coin")
    assert state.cells[state.table.layout.at["end",]] == 3
    state = played(state, "grab")
    assert state.over
    assert state.round == 3
    state = played(
        new_game(rules, 2), "stay", "grab", "hurry", "pay 1 coin", "stay", "stay", "stay"
    )
    assert state.over
    assert state.round == 4


def test_it_can_be_over_at_once(tmp_path: Path) -> None:
    state = played(new_game(game(tmp_path, "at once"), 2), "grab", "stay", "grab")
    assert state.over
    assert (state.round, state.is_final) == (3, True)
    assert [state.holding(seat, "pebble") for seat in (0, 1)] == [1, 1]
    play_checked(game(tmp_path, "at once"), games=2)


def test_so_many_rounds_at_most(tmp_path: Path) -> None:
    rules = game(tmp_path, rounds="1-2, or until the end")
    state = played(new_game(rules, 2), *["stay"] * 4)
    assert state.over
    assert state.round == 3
    assert played(new_game(rules, 2), "grab", "stay", "grab", "stay").round == 3
    play_checked(rules, games=2)


def test_one_more_round_is_none_more_than_there_are_at_most(tmp_path: Path) -> None:
    rules = game(tmp_path, "after one more round", rounds="1-2, or until the end")
    play = Game.new(rules, 2)
    for key in ("grab", "stay", "grab", "stay"):
        assert not play.state.over
        play.choose(key)
    assert play.state.over
    assert (play.state.round, play.state.holding(0, "pebble")) == (3, 1)
    check_game(play)


@pytest.mark.parametrize("when", ["after this round", "after one more round", "at once"])
def test_random_games_end(tmp_path: Path, when: str) -> None:
    rules = game(tmp_path, when)
    play_checked(rules, games=2)
    for seed in range(5):
        game_in_step(rules, 3, seed)


def test_a_save_goes_on(tmp_path: Path) -> None:
    rules = game(tmp_path)
    here = Game.new(rules, 2)
    for key in ("grab", "stay", "grab"):
        here.choose(key)
    again = restore(save(here, with_state=True), rules)
    assert again.state == here.state
    again.choose("stay")
    assert again.state.over


def test_everybody_sees_the_end(tmp_path: Path) -> None:
    state = situation(game(tmp_path), 2, "work", round=3, ends=True)
    assert not view(state, None).is_final
    state = played(state, "stay", "stay")
    assert view(state, None).is_final
    assert view(state, None).round == 4


@pytest.mark.parametrize("rounds", ["until the end", "1-2, or until the end"])
def test_the_rounds_are_shown_as_they_are_said(rounds: str, tmp_path: Path) -> None:
    (play,) = game(tmp_path, rounds=rounds).of(Play)
    assert play.rounds_words() == f"rounds {rounds}"


def test_the_headline_counts_no_rounds_that_nobody_knows(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 2)
    assert Onlooker(state.table).see(state, None).rounds is None
    state = new_game(game(tmp_path, rounds="1-9, or until the end"), 2)
    assert Onlooker(state.table).see(state, None).rounds is None


def test_bots_expect_an_end(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 2)
    course = Course(state.table)
    assert 0 < course.rounds_left(Now.of(state)) < 20
    ending = situation(game(tmp_path), 2, "work", round=3, ends=True)
    assert course.rounds_left(Now.of(ending)) == 0
    assert not course.is_last(Now.of(ending))


EXAMPLE = """\
example the last round, with 2 players:
    the game ends after this round
    player 1 has 0 stars
    in work
    player 1: "stay"
    the game ends after this round
    player 2: "stay"
    the game is over
    player 1 has 1 pebble

example the end, with 2 players:
    round 5
    player 1 has 2 stars
    in work
    player 1: "grab"
    the game ends after this round
    round 5
    player 2: "stay"
    final round

example the final round asks nothing, with 2 players:
    player 1 has 2 stars
    in work
    the game ends after this round
"""


def test_examples_say_when_it_ends(tmp_path: Path) -> None:
    rules = small(tmp_path, GAME.format(UNTIL, "after this round") + EXAMPLE)
    (failure,) = failures(rules)
    assert failure.example == "the final round asks nothing"
    assert failure.message.startswith("the last round is not known yet; player 1 has still")


def test_counted_rounds_have_no_such_line(tmp_path: Path) -> None:
    text = "play:\n    rounds 1-2: work\nphase work: each player: gain 1 coin or gain 1 star\n"
    rules = small(
        tmp_path, text + EXAMPLE[: EXAMPLE.index("example the end")].replace("stay", "gain 1 coin")
    )
    (failure,) = failures(rules)
    assert failure.message == "the rounds of this game are counted: nothing ends it before"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("play:\n    rounds until the end: work\nphase work: each player: gain 1 coin\n", ["E561"]),
        (
            "play:\n    rounds until the end: work\n"
            "phase work: with 2 players: the game ends after this round\n",
            ["E561"],
        ),
        ("play:\n    rounds 1-3: work\nphase work: the game ends at once\n", ["E562"]),
        (
            "with 2 players: play:\n    rounds 1-3: work\n"
            "with 3-4 players: play:\n    rounds until the end: work\n"
            "phase work: the game ends after this round\n",
            ["E562"],
        ),
        (
            "play:\n    rounds until the end: work\n    rounds 1-3: work\n"
            "phase work: the game ends after this round\n",
            ["E332"],
        ),
    ],
)
def test_what_is_wrong_with_an_end(tmp_path: Path, text: str, codes: list[str]) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + text, encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == codes
