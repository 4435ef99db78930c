"""Every game is played twice: by the machine, and by the second readings of its text."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import Game, apply, load
from homesteaders_rules.testing.checks import check_game, check_state
from homesteaders_rules.testing.readings.catching_up import board_of, happens
from homesteaders_rules.testing.readings.instep import InStep
from homesteaders_rules.testing.readings.reading import Reading
from homesteaders_rules.testing.readings.text import Text
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies import tables
from homesteaders_rules.testing.strategies.walks import seeded_walks
from homesteaders_rules.testing.walks import walk, walk_from
from sizes import size

PACKS = ("homesteaders", "peer", "new_beginnings", "peer_new_beginnings", "examples/hard_winter")
RULES = tuple(load(pack) for pack in PACKS)
OTHERS = ("montana", "agricola", "tests/mutants/odd_jobs", "tests/mutants/odd_street")
"""Games of other kinds."""
FEWER = settings(max_examples=settings.default.max_examples // 4)


@FEWER
@given(tables(*RULES), st.integers(1, 300))
def test_games_are_played_as_the_text_says(table: dict, length: int) -> None:
    game = Game.new(**table)
    for step in walk(**table, anytime=0.2, most=length):
        game.choose(step.option.key)
    check_game(game)


@FEWER
@given(tables(*RULES), st.integers(1, 300))
def test_all_holds_of_any_state(table: dict, length: int) -> None:
    *_, last = walk(**table, most=length)
    check_state(last.after, table["seed"])


@pytest.mark.parametrize("pack", OTHERS)
def test_games_of_other_kinds_are_followed_nearly_everywhere(pack: str) -> None:
    """Goods that are bounded and run short, and what is tried out before it is offered, too."""
    followed = []
    for found in islice(seeded_walks(load(pack), seed=1, most=60), size(4, 40)):
        is_new = found.beginning.call == "new_game"
        follower = InStep.of(found.first, is_new, begins_phase=not is_new)
        for step in found:
            follower.step(step.before, step.option.key, step.after, step.events)
            followed.append(follower.game is not None)
    assert sum(followed) > 0.8 * len(followed)


def test_a_game_under_way_is_read_from_its_next_phase() -> None:
    state = situation(RULES[0], 3, "bidding", 6, holdings={0: {"silver": 20}}, pieces={1: ["Bank"]})
    follower = InStep.of(state, is_new=False)
    while follower.game is None:
        option = state.options[-1]
        after, events = apply(state, option)
        follower.step(state, option.key, after, events)
        state = after
    assert state.phase != "bidding"
    for _ in range(40):
        option = state.options[0]
        after, events = apply(state, option)
        follower.step(state, option.key, after, events)
        state = after


TOLD = (
    *(
        "goods",
        "lying",
        "copies",
        "owned",
        "markers",
        "turned",
        "tiles",
        "tiles_on",
        "areas",
        "users",
    ),
    *("neutral", "round", "is_final", "start"),
)
"""What of a board changes only by what is told."""


@pytest.mark.parametrize(
    "pack",
    [
        "examples/hard_winter",
        "montana",
        "agricola",
        "tests/mutants/odd_jobs",
        "tests/mutants/odd_street",
    ],
)
def test_what_is_told_leads_from_one_board_to_the_next(pack: str) -> None:
    """So a reading may catch up in the middle of a step, wherever a phase begins in it."""
    for found in islice(seeded_walks(load(pack), seed=3, most=40), size(8, 40)):
        for step in found:
            text = Text.of(step.after.table)
            game = Reading(text, board_of(text, step.before), fate=step.after)
            for event in step.events:
                happens(game, event)
            led, there = game.board, board_of(text, step.after)
            for name in TOLD:
                assert _known(getattr(led, name)) == _known(getattr(there, name)), name


def _known(value: object) -> object:
    return {k: v for k, v in value.items() if v} if isinstance(value, dict) else value


def test_a_game_is_read_from_a_phase_that_begins_when_something_becomes_neutral() -> None:
    game = Game.new(load("montana"), 2, 100174)
    follower = InStep()
    before, key = game.state, "make Granite Peak 1 neutral"
    events = game.choose(key)
    follower.step(before, key, game.state, events)
    assert follower.game is not None
    assert follower.game.board.neutral == {"Granite Peak 1"}


def test_a_game_under_way_knows_that_all_have_passed_before() -> None:
    """Then the neutral bid belongs to the auction that is over, and comes off in the next."""
    state = situation(load("tests/mutants/odd_street"), 2, "sales")
    follower = InStep()
    for key in ("neutral bid on shop 2", "pass", "pass"):
        after, events = apply(state, key)
        follower.step(state, key, after, events)
        state = after
    assert follower.game is not None
    assert state.lots()[1].neutral
    for step in walk_from(state, anytime=0):
        follower.step(step.before, step.option.key, step.after, step.events)
        state = step.after
        if state.phase == "bargains":
            break
    assert not state.lots()[1].neutral
