"""Test an expansion: copy this file beside it, name your pack below, and run pytest.

The same without Python: ``pytest --rules-pack path/to/my_pack``.
"""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings

from homesteaders_rules import load
from homesteaders_rules.testing.counterexamples import check_walk
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.strategies import walks
from homesteaders_rules.testing.walks import Step, Walk

PACK = Path(__file__).parents[1] / "hard_winter"
"""Your pack: its folder, or its file."""
RULES = load(PACK)


def test_the_examples_hold() -> None:
    assert [str(failure) for failure in failures(RULES)] == []


@settings(deadline=None)
@given(walks(RULES))
def test_nothing_is_lost(walk: Walk) -> None:
    check_walk(walk)


def food_only_leaves_the_cellar_for_its_owner(step: Step) -> None:
    """Put a claim of your own here, about one step: raise AssertionError where it does not hold."""
    taken = step.before.lying("Root Cellar", "food") - step.after.lying("Root Cellar", "food")
    if taken > 0:
        assert "Root Cellar" in step.before.pieces(step.before.decision.player)


@settings(deadline=None)
@given(walks(RULES))
def test_the_cellar_is_its_owners(walk: Walk) -> None:
    check_walk(walk, food_only_leaves_the_cellar_for_its_owner)
