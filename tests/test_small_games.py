"""The small games of the examples: text alone, short, without a warning, and every check holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from homesteaders_rules import Rules, read
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.play.saves import Game
from homesteaders_rules.testing.checks import check_game, check_state, check_step
from homesteaders_rules.testing.examples import own_examples, run_example
from homesteaders_rules.testing.walks import walk
from sizes import size

ROOT = Path(__file__).resolve().parents[1] / "examples"
GAMES = ("tidewater", "bellfounders")
LONGEST = 150
APART = 25
"""How many decisions lie between two that are looked at from all sides."""


@cache
def rules_of(game: str) -> Rules:
    rules, diagnostics = read(ROOT / game)
    assert rules is not None, "\n".join(map(str, diagnostics))
    assert diagnostics == ()
    return rules


@pytest.mark.parametrize("game", GAMES)
def test_it_is_a_short_text_that_extends_nothing(game: str) -> None:
    (text,) = (ROOT / game).iterdir()
    assert len(text.read_text(encoding="utf-8").splitlines()) <= LONGEST
    assert [header.extends for header in rules_of(game).headers] == [()]
    assert rules_of(game).players == range(2, 5)


@pytest.mark.parametrize("game", GAMES)
def test_its_examples_hold(game: str) -> None:
    examples = own_examples(rules_of(game))
    failures = {each.name: run_example(rules_of(game), each) for each in examples}
    assert len(failures) >= 4
    assert set(failures.values()) == {None}, failures


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_random_games_of_it_end_and_every_check_holds(game: str, players: int) -> None:
    for seed in range(size(1, 20)):
        played = Game.new(rules_of(game), players=players, seed=seed)
        for number, step in enumerate(walk(rules_of(game), players, seed)):
            played.choose(step.option)
            check_step(step.before, step.after, step.events, step.option)
            if number % APART == seed % APART:
                check_state(step.before, seed)
        assert played.state.over
        check_game(played)


@pytest.mark.parametrize("game", GAMES)
def test_each_of_its_pieces_is_used_or_built_in_some_game(game: str) -> None:
    games = (walk(rules_of(game), 2 + seed % 3, seed) for seed in range(12))
    chosen = " ".join({step.option.key for steps in games for step in steps})
    assert [p.name for p in rules_of(game).of(Piece) if p.name not in chosen] == []
