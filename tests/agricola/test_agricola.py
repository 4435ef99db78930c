"""Agricola, the family game: whole from its text, with one to five players."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import listed, shown
from homesteaders_rules import Rules, apply, load, new_game, score, winners
from homesteaders_rules.bots.registry import make_bot
from homesteaders_rules.play.cursor import Cursor
from homesteaders_rules.testing.checks import check_cursor, check_guards, check_honest, check_step
from homesteaders_rules.testing.walks import walk
from random_games import played_out, some_tables
from sizes import size, some

FOLDER = Path(__file__).resolve().parents[2] / "rules" / "agricola"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.rules"))}
PLAYERS = (1, 2, 3, 4, 5)
MOST = 5_000
"""Decisions: no game comes near."""
RULINGS = range(1, 41)
UNKNOWN = {9, 10, 14, 17, 22, 24, 28, 32}
"""The cases, and those that nobody has shown us: README.md tells what stands in their place."""
PITFALLS = {0, 1, 3, 4, 5, 6, 9, 10, 11}
"""What programs get wrong, of the family game, in examples too."""


@pytest.fixture(scope="module")
def agricola() -> Rules:
    return load("agricola")


def test_each_ruling_is_an_example() -> None:
    told = shown(TEXTS.values(), "F")
    assert set(told) == set(RULINGS) - UNKNOWN
    assert listed(Path(__file__).with_name("README.md"), "F") == {
        case: told.get(case, ()) for case in RULINGS
    }


def test_each_pitfall_is_an_example() -> None:
    told = {int(n) for t in TEXTS.values() for n in re.findall(r"^#.*[Pp]itfalls? (\d+)", t, re.M)}
    assert told == PITFALLS


def test_each_ruling_says_on_whose_word() -> None:
    for text in TEXTS.values():
        for line in re.findall(r"^# Ruling F\d+.*", text, re.M):
            assert re.match(r"# Ruling F\d+ \([^;]+; .*(printed|unclear|ours)", line), line


def test_what_one_source_alone_says_is_marked() -> None:
    assert TEXTS["spaces.rules"].count("on the word of one program") >= 2


@pytest.mark.parametrize("players", some(PLAYERS, 3))
def test_every_step_of_a_game_keeps_the_promises(agricola: Rules, players: int) -> None:
    steps = 0
    for step in walk(agricola, players, seed=players, anytime=0.2, most=size(60, 500)):
        check_step(step.before, step.after, step.events)
        check_guards(step.before)
        check_honest(step.after)
        check_cursor(step.before, step.option)
        steps += 1
    assert steps > 40


def test_games_end_at_every_table(agricola: Rules) -> None:
    for number, (players, options) in enumerate(some_tables(agricola)):
        assert played_out(agricola, players, number, options, MOST) < MOST


@settings(max_examples=settings.default.max_examples // 4)
@given(st.sampled_from(PLAYERS), st.integers(0, 1 << 32))
def test_random_games_end(players: int, seed: int) -> None:
    assert played_out(load("agricola"), players, seed, {}, MOST) < MOST


def test_a_state_is_small(agricola: Rules) -> None:
    cursor, random = Cursor(new_game(agricola, 4, 1)), Random(1)
    while cursor.options:
        assert len(pickle.dumps(cursor.state())) < 1024
        cursor.choose(random.choice(cursor.options))


def test_nobody_has_a_turn_too_many(agricola: Rules) -> None:
    """Each person is placed once a round, and comes back before the next."""
    for step in walk(agricola, 3, seed=5, most=400):
        if step.option.key.startswith("place person"):
            player = step.before.decision.player
            people = step.before.holding(player, "person")
            assert len(step.before.placed(player)) < people


def test_the_sensible_bot_feeds_its_family_and_beats_a_random_one(agricola: Rules) -> None:
    """In the long run nineteen of twenty, and hardly ever a begging card; here of a few games."""
    games = size(2, 20)
    won = begged = 0
    for seed in range(games):
        seat = seed % 2
        bots = [make_bot("sensible" if n == seat else "random", seed) for n in range(2)]
        state = new_game(agricola, 2, seed)
        while not state.over:
            state, _ = apply(state, bots[state.decision.player].choose(state))
        won += winners(state) == (seat,)
        begged += score(state)[seat].line("begging") < 0
    assert won >= games - games // 20
    assert begged <= games // 2
