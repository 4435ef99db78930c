"""Montana: a game of another kind, whole from its text, at every table."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import listed, shown
from homesteaders_rules import Rules, apply, load, new_game, winners
from homesteaders_rules.bots.registry import make_bot
from homesteaders_rules.mechanisms.maps.geometry import HEXES
from homesteaders_rules.play.cursor import Cursor
from homesteaders_rules.telling.landscape import drawn, what_is_on
from homesteaders_rules.testing.checks import check_cursor, check_guards, check_honest, check_step
from homesteaders_rules.testing.walks import walk
from random_games import played_out, some_tables
from sizes import size, some

FOLDER = Path(__file__).resolve().parents[2] / "rules" / "montana"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.rules"))}
MOST = 20_000
"""Decisions: no game comes near."""
RULINGS = range(1, 26)
UNKNOWN = {5, 9, 23}
"""The cases, and those that nobody has shown us: README.md tells what stands in their place."""


@pytest.fixture(scope="module")
def montana() -> Rules:
    return load("montana")


def test_each_ruling_is_an_example() -> None:
    told = shown(TEXTS.values(), "M")
    assert set(told) == set(RULINGS) - UNKNOWN
    assert listed(Path(__file__).with_name("README.md"), "M") == {
        case: told.get(case, ()) for case in RULINGS
    }


def test_what_is_reconstructed_says_so() -> None:
    """The numbers of the wheel, the workers' board and the tiles could not be read."""
    for name in ("game.rules", "work.rules", "landscape.rules"):
        assert "econstructed" in TEXTS[name]


@pytest.mark.parametrize("players", some([2, 3, 4], 2))
def test_every_step_of_a_game_keeps_the_promises(montana: Rules, players: int) -> None:
    steps = 0
    for step in walk(montana, players, seed=players, anytime=0.2, most=size(60, 150)):
        check_step(step.before, step.after, step.events)
        check_guards(step.before)
        check_honest(step.after)
        check_cursor(step.before, step.option)
        steps += 1
    assert steps > 50


def test_games_end_at_every_table(montana: Rules) -> None:
    for number, (players, options) in enumerate(some_tables(montana)):
        assert played_out(montana, players, number, options, MOST) < MOST


@settings(max_examples=settings.default.max_examples // 4)
@given(st.sampled_from([2, 3, 4]), st.integers(0, 1 << 32))
def test_random_games_end(players: int, seed: int) -> None:
    assert played_out(load("montana"), players, seed, {}, MOST) < MOST


def test_a_state_is_small(montana: Rules) -> None:
    cursor, random = Cursor(new_game(montana, 4, 1)), Random(1)
    for _ in range(200):
        assert len(pickle.dumps(cursor.state())) < 1024
        if not cursor.options:
            break
        cursor.choose(random.choice(cursor.options))


def test_the_sensible_bot_beats_a_random_one(montana: Rules) -> None:
    """Nine of ten in the long run; here all but one of a few games."""
    games = size(2, 4)
    won = 0
    for seed in range(games):
        seat = seed % 2
        bots = [make_bot("sensible" if n == seat else "random", seed) for n in range(2)]
        state = new_game(montana, 2, seed)
        while not state.over:
            state, _ = apply(state, bots[state.decision.player].choose(state))
        won += winners(state) == (seat,)
    assert won >= games - 1


@pytest.mark.parametrize("width", [60, 80, 100, 200])
@pytest.mark.parametrize("label", ["", "grassland"])
def test_a_word_too_long_for_a_space_of_the_map_is_told_below_it(
    montana: Rules, width: int, label: str
) -> None:
    spaces = new_game(montana, 4, 1).map()
    if label:
        spaces = tuple(evolve(each, labels=(label + each.name[-1],)) for each in spaces)
    drawing = drawn(spaces, HEXES, width)
    words = [word for line in drawing.lines[1::2] for word in line]
    assert len(words) == len(spaces)
    assert [drawing.shortened.get(word.text, word.text) for word in words] == [
        what_is_on(word.space) for word in words
    ]
    if not label:
        assert ("mountain" in drawing.shortened.values()) == (width < 200)
