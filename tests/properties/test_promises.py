"""The promises of the design, on random states of random tables."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest
from hypothesis import given
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
from homesteaders_rules.machine.layout import HIDDEN
from homesteaders_rules.machine.orders import packed, unpacked
from homesteaders_rules.machine.state import State
from homesteaders_rules.testing.checks import (
    check_cursor,
    check_guards,
    check_offered,
    check_step,
)
from homesteaders_rules.testing.strategies import states, tables, walks
from homesteaders_rules.testing.walks import finish, walk

RULES = load("homesteaders")
STATES = states(RULES)


def every_key(state: State) -> set[str]:
    """The keys that the step of a state and the exchanges of its table can make."""
    keys = set(state.decision.step.keys())
    for exchange in state.table.program.exchanges:
        keys.update(exchange.keys())
    return keys | {"", "nonsense", "pay -1 silver", "pay 0 silver", "bid 8 on lot 1", "done"}


@given(STATES)
def test_offered_is_what_is_accepted(state: State) -> None:
    check_offered(state, every_key(state))


@given(STATES)
def test_a_guard_says_what_simulation_shows(state: State) -> None:
    check_guards(state)


@given(STATES, st.integers(0, 99))
def test_every_game_can_be_finished(state: State, seed: int) -> None:
    over = finish(state, seed, most=2_000)
    assert over.over
    assert over.options == ()
    assert over.anytime == ()


@given(walks(RULES, most=200))
def test_nothing_is_lost_on_any_step(steps: list) -> None:
    for step in steps:
        check_step(step.before, step.after, step.events)


@given(STATES)
def test_the_cursor_goes_where_apply_goes(state: State) -> None:
    for option in state.decision.all:
        check_cursor(state, option)


@given(STATES)
def test_a_state_is_data(state: State) -> None:
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.decision.keys == state.decision.keys
    assert len(pickle.dumps(state)) < 1024
    with pytest.raises(AttributeError):
        state.cells = ()  # type: ignore[misc]


@given(tables(RULES), st.integers(0, 120))
def test_a_save_brings_the_same_game_back(table: dict, length: int) -> None:
    game = Game.new(RULES, table["players"], table["seed"], table["options"])
    for step in walk(RULES, **table, most=length):
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
            order = unpacked(cells[layout.at["stack", stack]], len(pieces))
            rest = order[cells[layout.at["turned", stack]] :]
            random.shuffle(rest)
            cells[layout.at["stack", stack]] = packed(order[: len(order) - len(rest)] + rest)
    return State.of(state.table, cells)


@given(STATES, st.integers(0, 2**32))
def test_views_show_nothing_hidden(state: State, seed: int) -> None:
    for player in (None, *range(state.table.players)):
        other = hidden_changed(state, player, seed)
        assert view(other, player) == view(state, player)
        seen = view(state, player)
        for cell, value in zip(state.table.layout.cells, seen.cells, strict=True):
            assert value is None or cell.owner != HIDDEN or cell.name[0] in ("stack", "goods")


@given(tables(RULES))
def test_the_same_seed_gives_the_same_game(table: dict) -> None:
    first = [step.after.cells for step in walk(RULES, **table, most=80)]
    second = [step.after.cells for step in walk(RULES, **table, most=80)]
    assert first == second


@given(tables(RULES))
def test_bidding_ends(table: dict) -> None:
    """No auction lasts longer than every bid on every lot, and a pass of every player."""
    options = {**table["options"], "equal bids against equals": True}
    state = new_game(RULES, table["players"], table["seed"], options)
    random = Random(table["seed"])
    bids = 0
    while not state.over:
        before = state
        keys = [key for key in state.decision.keys if key != "pass"] or ["pass"]
        state, _ = apply(state, random.choice(keys if state.phase == "bidding" else state.options))
        bids = bids + 1 if state.phase == "bidding" == before.phase else 0
        assert bids <= 3 * 9 * 2 + 12


@given(STATES)
def test_scores_are_the_sum_of_their_parts(state: State) -> None:
    scores = score(state)
    for each in scores:
        parts = [source.amount for line in each.lines for source in line.sources]
        assert each.total == sum(parts) == sum(line.total for line in each.lines)
        assert 0 not in parts
    best = max((each.total, each.tie) for each in scores)
    assert {scores[p].total for p in winners(state)} == {best[0]}
