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
    view,
    winners,
)
from homesteaders_rules.linking.layout import HIDDEN
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.packing import packed, unpacked
from homesteaders_rules.runtime.recording.events import Bid
from homesteaders_rules.testing.checks import check_cursor, check_guards, check_offered, check_step
from homesteaders_rules.testing.strategies import handfuls, tables, walks
from homesteaders_rules.testing.walks import finish, walk

PACKS = ("homesteaders", "peer", "new_beginnings", "peer_new_beginnings")
RULES = tuple(load(pack) for pack in PACKS)
HANDFULS = handfuls(*RULES)
FEWER = settings(max_examples=settings.default.max_examples // 2)
"""A table takes its time to be made, so each example is a handful of states of one."""


def every_key(state: State) -> set[str]:
    """The keys that the step of a state and the exchanges of its table can make."""
    keys = set(state.decision.step.keys())
    for exchange in state.table.program.exchanges:
        keys.update(exchange.keys())
    return keys | {"", "nonsense", "pay -1 silver", "pay 0 silver", "bid 8 on lot 1", "done"}


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


def hidden_changed(state: State, player: int | None, seed: int) -> State:
    """The state with what ``player`` may not know changed at random."""
    random = Random(seed)
    layout, cells = state.table.layout, list(state.cells)
    now = state.round > state.table.rounds, state.over, state.decision.secret
    for good in layout.goods:
        holders = [
            holder
            for holder in range(layout.players + 1)
            if layout.owner_now(layout.goods_cell(holder, good.name), *now) not in (player, -2)
        ]
        last = cells[layout.goods_cell(holders[-1], good.name)] if holders else 0
        for holder in holders[:-1]:
            more = random.randrange(4 if holders[-1] == layout.players else min(last, 1) + 1)
            last -= more
            cells[layout.goods_cell(holder, good.name)] += more
            cells[layout.goods_cell(holders[-1], good.name)] -= more
    cells[layout.at["random",]] = random.randrange(2**64)
    for stack, pieces in layout.stack_pieces.items():
        if not cells[layout.at["face up", stack]]:
            size, turned = layout.stack_size[stack], cells[layout.at["turned", stack]]
            known = unpacked(cells[layout.at["stack", stack]], size)[:turned]
            hidden = [piece for piece in pieces if piece not in known]
            order = known + random.sample(hidden, size - turned)
            cells[layout.at["stack", stack]] = packed(order)
    return State.of(state.table, cells)


@FEWER
@given(HANDFULS, st.integers(0, 2**32))
def test_views_show_nothing_hidden(states: list[State], seed: int) -> None:
    for state in states:
        for player in (None, *range(state.table.players)):
            other = hidden_changed(state, player, seed)
            assert view(other, player) == view(state, player)
            seen = view(state, player)
            for cell, value in zip(state.table.layout.cells, seen.cells, strict=True):
                assert value is None or cell.owner != HIDDEN or cell.name[0] in ("stack", "goods")


@FEWER
@given(tables(*RULES))
def test_the_same_seed_gives_the_same_game(table: dict) -> None:
    first = [step.after.cells for step in walk(**table, most=80)]
    second = [step.after.cells for step in walk(**table, most=80)]
    assert first == second


@FEWER
@given(tables(*RULES))
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
        assert {scores[p].total for p in winners(state)} == {best[0]}
