"""Everything public goes to another process and comes back equal, rules of a folder too."""

from __future__ import annotations

import multiprocessing
import pickle
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import (
    Game,
    IllegalOption,
    apply,
    load,
    new_game,
    restore,
    sample,
    save,
    view,
)
from homesteaders_rules.language import cache
from play.everything import fan_rules, first_option, kind_of, played, sampled, sent_back, values

SECONDS = 60
"""A pool whose workers cannot read what they are sent waits for ever."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packs")


@pytest.fixture(scope="module")
def pool() -> Any:
    with multiprocessing.get_context("spawn").Pool(1) as workers:
        yield workers


def called(value: object) -> str:
    """The name of its class; those of the machine in C stand for others, and are called so."""
    return type(value).__name__.removeprefix("_Native")


def test_everything_comes_back_equal(pool: Any, folder: Path) -> None:
    everything = values(load("homesteaders"))
    there = pool.map_async(sent_back, everything.values(), chunksize=1).get(SECONDS)
    again = dict(zip(everything, there, strict=True))
    for name, value in everything.items():
        assert called(again[name]) == called(value), name
        assert again[name] == value, name
    assert str(again["RuleErrors"]) == str(everything["RuleErrors"])


def test_rules_of_a_folder_travel_along(pool: Any, folder: Path) -> None:
    """Even when the folder is gone: a worker that cannot find them would be waited for for ever."""
    rules = fan_rules(folder)
    shutil.rmtree(folder / "late_start")
    game = played(rules)
    sent = [game.state, rules, game.state.table, game, game.state.options[0]]
    there = pool.map_async(sent_back, sent, chunksize=1).get(SECONDS)
    assert there == sent
    assert there[0].table.rules.headers == rules.headers
    assert pool.apply_async(kind_of, (game,)).get(SECONDS) == "Game"


def test_an_option_that_comes_back_can_be_chosen(pool: Any) -> None:
    state = new_game(load("homesteaders"), 3, 7)
    again, option = pool.apply_async(first_option, (state,)).get(SECONDS)
    assert option == state.options[0]
    assert apply(state, option)[0] == apply(again, state.options[0])[0]
    other_table = new_game(load("homesteaders"), 4, 7)
    assert option.key in other_table.decision.keys
    with pytest.raises(IllegalOption, match="another table"):
        apply(other_table, option)


def test_a_view_that_went_to_another_process_is_sampled_alike(pool: Any) -> None:
    """What is drawn hangs on the view and the seed alone."""
    seen = view(played(load("homesteaders")).state, 1)
    assert pool.apply_async(sampled, (seen,)).get(SECONDS) == sample(seen, 5)


def test_a_pickle_knows_rules_of_the_package_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    state = new_game(load("homesteaders"), 2)
    assert len(pickle.dumps(state)) < 1024
    assert sys.getsizeof(pickle.dumps([state] * 50)) < 2048


def test_a_game_comes_back_equal_from_a_save() -> None:
    game = played(load("homesteaders"))
    assert restore(save(game)) == game
    plain = Game.new(load("homesteaders"), 2)
    assert restore(save(plain)) == plain
    assert restore(save(plain)) != game
