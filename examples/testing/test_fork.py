"""Test a fork of the engine: every promise, in random walks over all rules that come along.

``check_step`` looks at one choice, ``check_game`` plays the same game a second time by a slow and
plain reading of the text, ``check_state`` looks at what is offered, seen, and saved.
"""

from __future__ import annotations

from hypothesis import given, settings

from homesteaders_rules import load
from homesteaders_rules.testing.checks import check_game, check_state
from homesteaders_rules.testing.counterexamples import check_walk
from homesteaders_rules.testing.strategies import games, walks
from homesteaders_rules.testing.strategies.machine import game_machine
from homesteaders_rules.testing.walks import Walk, finish

RULES = [load("homesteaders"), load("peer"), load("new_beginnings")]


@settings(deadline=None)
@given(walks(*RULES))
def test_every_step_keeps_the_promises(walk: Walk) -> None:
    check_walk(walk)


@settings(deadline=None)
@given(walks(*RULES, most=20))
def test_what_happens_is_what_the_text_says(walk: Walk) -> None:
    check_game(walk.game)


@settings(deadline=None, max_examples=20)
@given(walks(*RULES))
def test_every_state_keeps_the_promises(walk: Walk) -> None:
    check_state(walk.last)
    assert finish(walk.last).over


@settings(deadline=None, max_examples=5)
@given(games(*RULES))
def test_whole_games(walk: Walk) -> None:
    check_walk(walk)


TestGame = game_machine(*RULES).TestCase
TestGame.settings = settings(deadline=None, max_examples=20, stateful_step_count=30)
