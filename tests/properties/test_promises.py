"""The promises of the design, on random states of random tables, with and without packs."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homesteaders_rules import (
    Game,
    apply,
    load,
    new_game,
    restore,
    save,
    score,
    state_from_json,
)
from homesteaders_rules.play.scoring import leading
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.recording.kinds import Bid
from homesteaders_rules.testing.checks import (
    check_cursor,
    check_guards,
    check_hidden,
    check_offered,
    check_sight,
    check_step,
    every_key,
)
from homesteaders_rules.testing.strategies import handfuls, tables, walks
from homesteaders_rules.testing.walks import finish, walk

PACKS = ("homesteaders", "montana", "agricola", "peer", "new_beginnings", "peer_new_beginnings")
RULES = tuple(load(pack) for pack in PACKS)
BIDDING = tuple(rules for rules in RULES if "equal bids against equals" in rules.options)
HANDFULS = handfuls(*RULES)
FEWER = settings(max_examples=settings.default.max_examples // 2)
"""A table takes its time to be made, so each example is a handful of states of one."""


@FEWER
@given(HANDFULS)
def test_offered_is_what_is_accepted(states: list[State]) -> None:
    for state in states:
        check_offered(state, every_key(state))


@FEWER
@given(HANDFULS)
def test_a_guard_says_what_simulation_shows(states: list[State]) -> None:
    for state in states:
        check_guards(state)


@FEWER
@given(HANDFULS, st.integers(0, 99))
def test_every_game_can_be_finished(states: list[State], seed: int) -> None:
    for state in states:
        over = finish(state, seed, most=2_000)
        assert over.over
        assert over.options == ()
        assert over.anytime == ()


@FEWER
@given(walks(*RULES, most=400))
def test_nothing_is_lost_on_any_step(steps: list) -> None:
    for step in steps:
        check_step(step.before, step.after, step.events)


@FEWER
@given(HANDFULS)
def test_the_cursor_goes_where_apply_goes(states: list[State]) -> None:
    for state in states:
        for option in state.decision.all:
            check_cursor(state, option)


@FEWER
@given(HANDFULS)
def test_a_state_is_data(states: list[State]) -> None:
    for state in states:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert again.decision.keys == state.decision.keys
        assert len(pickle.dumps(state)) < 1024
        with pytest.raises(AttributeError):
            state.cells = ()  # type: ignore[misc]


@FEWER
@given(tables(*RULES), st.integers(0, 200))
def test_a_save_brings_the_same_game_back(table: dict, length: int) -> None:
    game = Game.new(**table)
    for step in walk(**table, most=length):
        game.choose(step.option.key)
    text = save(game, with_state=True)
    assert json.loads(text)["keys"] == list(game.keys)
    again = restore(text)
    assert again.state == game.state
    assert again.keys == game.keys
    assert save(again, with_state=True) == text
    assert state_from_json(text) == game.state


@FEWER
@given(HANDFULS, st.integers(0, 2**32))
def test_views_show_nothing_hidden(states: list[State], seed: int) -> None:
    for state in states:
        check_sight(state)
        check_hidden(state, seed)


@FEWER
@given(tables(*RULES))
def test_the_same_seed_gives_the_same_game(table: dict) -> None:
    first = [step.after.cells for step in walk(**table, most=80)]
    second = [step.after.cells for step in walk(**table, most=80)]
    assert first == second


@FEWER
@given(tables(*BIDDING))
def test_bidding_ends(table: dict) -> None:
    """No auction lasts longer than every bid on every lot, twice."""
    table["options"]["equal bids against equals"] = True
    state = new_game(**table)
    random = Random(table["seed"])
    bids = 0
    while not state.over:
        keys = [key for key in state.decision.keys if key != "pass"] or ["pass"]
        bidding = state.phase == "bidding"
        state, events = apply(state, random.choice(keys if bidding else state.options))
        bids = bids + sum(isinstance(event, Bid) for event in events) if bidding else 0
        assert bids <= len(state.table.layout.lots) * 9 * 2


@FEWER
@given(HANDFULS)
def test_scores_are_the_sum_of_their_parts(states: list[State]) -> None:
    for state in states:
        scores = score(state)
        for each in scores:
            parts = [source.amount for line in each.lines for source in line.sources]
            assert each.total == sum(parts) == sum(line.total for line in each.lines)
            assert 0 not in parts
        best = max((each.total, each.tie) for each in scores)
        assert {scores[p].total for p in leading(state)} == {best[0]}
