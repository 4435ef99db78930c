"""What bots think of what will be due, and of scores that go by tiers."""

from __future__ import annotations

import pytest

from homesteaders_rules import Rules, State, load
from homesteaders_rules.bots.calendar import Now
from homesteaders_rules.bots.outlook import Outlook
from homesteaders_rules.bots.worths import swap_worths
from homesteaders_rules.testing.situations import situation

BARE = {"food": 0, "grain": 0, "vegetable": 0, "sheep": 0}


@pytest.fixture(scope="module")
def agricola() -> Rules:
    return load("agricola")


def at(rules: Rules, round: int, pieces: tuple[str, ...] = (), **goods: int) -> State:
    held = {0: {**BARE, **goods}}
    return situation(rules, 2, "work", round, holdings=held, pieces={0: pieces})


def ready(state: State) -> float:
    """How ready the first player is."""
    return Outlook(state.table).duties.value(state.cells, 0, Now.of(state))


def test_what_is_missing_costs_more_when_there_is_no_time(agricola: Rules) -> None:
    early = ready(at(agricola, 1, food=4)) - ready(at(agricola, 1, food=0))
    late = ready(at(agricola, 4, food=4)) - ready(at(agricola, 4, food=0))
    assert 0 < early < late
    # No more than a begging card for each.
    assert late <= 4 * 3


def test_what_can_be_made_of_other_things_counts(agricola: Rules) -> None:
    nothing, with_food = ready(at(agricola, 4, food=2)), ready(at(agricola, 4, food=4))
    assert nothing < ready(at(agricola, 4, food=2, grain=2)) < with_food
    assert ready(at(agricola, 4, food=2, sheep=1)) == nothing
    cooking = ("Fireplace Two",)
    assert nothing < ready(at(agricola, 4, cooking, food=2, sheep=1)) < with_food


def test_what_is_not_due_is_worth_little(agricola: Rules) -> None:
    more = ready(at(agricola, 14, food=9)) - ready(at(agricola, 14, food=4))
    assert 0 <= more < 1


def test_the_way_to_the_next_tier_is_worth_a_part_of_it(agricola: Rules) -> None:
    def stands(sheep: int, part: float) -> float:
        state = at(agricola, 1, sheep=sheep)
        return Outlook(state.table).standing.value(state.cells, 0, part)

    assert stands(1, 0.5) - stands(0, 0.5) == 2
    assert stands(2, 0.5) - stands(1, 0.5) == pytest.approx(1 / 6)
    assert stands(1, 0) < stands(2, 0.5) < stands(3, 0.5) < stands(4, 0)
    assert stands(8, 0.5) == stands(9, 0.5)
    assert stands(2, 0) == stands(1, 0)


def test_what_is_due_scores_tell_what_goods_are_worth(agricola: Rules) -> None:
    worths = swap_worths(agricola.for_table(4))
    assert worths["begging card"] == -3
    # Nothing is exchanged for them: what is built of them, and how they gather, tells.
    assert 0 < worths["wood"] < worths["stone"]
