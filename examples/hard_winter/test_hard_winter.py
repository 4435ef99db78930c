"""Test an expansion: copy this file into the folder of your pack, put your claim in, run pytest.

The same without Python and without a claim: ``pytest --rules-pack path/to/my_pack``.
"""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings

from homesteaders_rules import load
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.counterexamples import check_walk
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.strategies import walks
from homesteaders_rules.testing.walks import Step, Walk

RULES = load(Path(__file__).parent)
"""The pack beside this file."""


def test_the_examples_hold() -> None:
    assert [str(failure) for failure in failures(RULES)] == []


@settings(deadline=None)
@given(walks(RULES))
def test_nothing_is_lost(walk: Walk) -> None:
    check_walk(walk)


@settings(deadline=None)
@given(walks(RULES))
def test_what_happens_is_what_the_text_says(walk: Walk) -> None:
    check_game(walk.game)


def food_only_leaves_the_cellar_for_its_owner(step: Step) -> None:
    """Put your own claim here, about a choice and what came of it.

    ``step.option`` was chosen in the state ``step.before`` by ``step.before.decision.player``;
    ``step.events`` happened, and led to ``step.after``. Raise AssertionError where it is wrong.
    """
    taken = step.before.lying("Root Cellar", "food") - step.after.lying("Root Cellar", "food")
    if taken > 0:
        assert "Root Cellar" in step.before.pieces(step.before.decision.player)


@settings(deadline=None)
@given(walks(RULES))
def test_the_cellar_is_its_owners(walk: Walk) -> None:
    check_walk(walk, food_only_leaves_the_cellar_for_its_owner)
