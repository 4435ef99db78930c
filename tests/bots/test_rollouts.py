"""Games are played on by weights: what those say, and that both machines play on alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import State, apply, load, new_game, rollout, score
from homesteaders_rules.bots.calendar import Now
from homesteaders_rules.bots.rollouts.ahead import play_ahead
from homesteaders_rules.bots.rollouts.weights import POINT, Weights, are_enough
from homesteaders_rules.bots.search import FURTHER, MOST_STEPS, rollout_from
from homesteaders_rules.bots.valuing.reckoning import Reckoning
from homesteaders_rules.linking.table import once

try:
    import homesteaders_rules_native
except ImportError:
    homesteaders_rules_native = None

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_machine = pytest.mark.skipif(
    homesteaders_rules_native is None, reason="make native builds the machine in C"
)
TABLES = [("homesteaders", 2), ("homesteaders", 4), ("new_beginnings", 3)]


def later(name: str, players: int, seeds: int, machine: str = "python") -> Iterator[State]:
    """States somewhere in random games."""
    random = Random(7)
    for seed in range(seeds):
        state = new_game(load(name), players, seed, machine=machine)
        after = rollout(state, seed, random.randrange(120), 5)
        yield state if after.over else after


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_weights_say_what_one_change_is_worth_as_the_outlook_does(name: str, players: int) -> None:
    for state in later(name, players, 4):
        table, layout = state.table, state.table.layout
        weights = Weights.at(table, state.cells, 2)
        reckoning = once(table, Reckoning, Now.of(state), None)
        time = weights.time(state.cells)
        for player in range(players):
            before = reckoning.value(state.cells, player)
            worth = weights.worth(state.cells, player, time)
            owned, good = layout.owned + player, layout.goods_cell(player, layout.goods[0].name)
            held = state.cells[owned]
            for cell, value in ((owned, held ^ 1 << 3), (good, state.cells[good] + 1)):
                cells = [*state.cells]
                cells[cell] = value
                gained = weights.worth(cells, player, time) - worth
                assert gained == pytest.approx(
                    (reckoning.value(cells, player) - before) * POINT, abs=3
                )


@needs_machine
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_machines_play_on_alike(name: str, players: int) -> None:
    table = load(name).for_table(players, machine="python")
    for state in later(name, players, 5, "native"):
        weights = Weights.at(state.table, state.cells, 3)
        last = state.round + 2
        found = play_ahead(State.of(table, state.cells), weights, last, MOST_STEPS)
        assert state.table.native is not None
        assert state.table.native.ahead(state.cells, weights.words, last, MOST_STEPS) == found
        assert play_ahead(state, weights, last, MOST_STEPS) == found


@needs_machine
def test_the_machine_refuses_what_are_no_weights_of_a_table() -> None:
    state = new_game(load("homesteaders"), 3, 1, machine="native")
    other = new_game(load("homesteaders"), 4, 1, machine="native")
    words = Weights.at(state.table, state.cells, 2).words
    native = other.table.native
    assert native is not None
    for wrong in (b"", words, words[:-8], b"\xff" * len(words)):
        with pytest.raises(ValueError, match="these are no weights for such a table"):
            native.ahead(other.cells, wrong, 5, 10)


def test_players_who_play_on_by_weights_buy_and_build() -> None:
    """A game that all of them play ends with about as many points as one of sensible bots."""
    points: list[int] = []
    for seed in range(3):
        state = new_game(load("homesteaders"), 3, seed)
        weights = Weights.at(state.table, state.cells, state.table.rounds)
        cells = play_ahead(state, weights, state.table.rounds + 2, MOST_STEPS * 4)
        end = State.of(state.table, cells)
        assert end.over
        points += [each.total for each in score(end)]
    assert sum(points) / len(points) > 30


def test_a_search_plays_on_for_some_rounds_whatever_the_seed() -> None:
    state = new_game(load("homesteaders"), 3, 4)
    play = rollout_from(state.table, state.cells)
    after = play(state, 1)
    assert after.round == state.round + FURTHER
    assert after == play(state, 2)
    assert apply(after, after.options[0])[0] != after


def test_where_more_than_goods_and_pieces_counts_a_search_plays_on_as_sensible_bots_do() -> None:
    for name in ("montana", "agricola"):
        state = new_game(load(name), 2, 1)
        assert not are_enough(state.table)
        assert rollout_from(state.table, state.cells)(state, 1).round == state.round + 1
