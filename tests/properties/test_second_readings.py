"""Every game is played twice: by the machine, and by the second readings of its text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import Game, apply, load
from homesteaders_rules.testing.checks import check_game, check_state
from homesteaders_rules.testing.readings.instep import InStep
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies import tables
from homesteaders_rules.testing.walks import walk

PACKS = ("homesteaders", "peer", "new_beginnings", "peer_new_beginnings", "examples/hard_winter")
RULES = tuple(load(pack) for pack in PACKS)
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
