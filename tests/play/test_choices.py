"""One way to choose: options and keys alike, wherever something is chosen; and who has won."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest

import homesteaders_rules as library
from homesteaders_rules import (
    Cursor,
    Game,
    GameError,
    IllegalOption,
    Option,
    State,
    apply,
    load,
    new_game,
    restore,
    save,
    winners,
)
from homesteaders_rules.bots import make_bot

Choose = Callable[[State, Option | str], State]


def by_game(state: State, choice: Option | str) -> State:
    """Chosen in a game that is saved and restored afterwards."""
    game = Game.begun_with(state)
    game.choose(choice)
    return restore(save(game)).state


def by_cursor(state: State, choice: Option | str) -> State:
    cursor = Cursor(state)
    cursor.choose(choice)
    return cursor.state()


def by_apply(state: State, choice: Option | str) -> State:
    return apply(state, choice)[0]


@pytest.mark.parametrize("choose", [by_apply, by_game, by_cursor])
def test_options_and_keys_choose_the_same(choose: Choose) -> None:
    rules = load("homesteaders")
    state, equal = new_game(rules, 3, 5), new_game(rules, 3, 5)
    for mine, other in zip(state.decision.all, equal.decision.all, strict=True):
        assert mine == other
        after, _ = apply(state, mine)
        assert choose(state, mine) == choose(state, other) == choose(state, mine.key) == after
    before = save(Game.begun_with(state))
    with pytest.raises(IllegalOption, match="nothing is called so"):
        choose(state, "fly to the moon")
    assert save(Game.begun_with(state)) == before


def test_nobody_has_won_a_game_that_goes_on() -> None:
    state = new_game(load("homesteaders"), 2, 1)
    bots = [make_bot("random", seed) for seed in range(2)]
    with pytest.raises(GameError, match="the game goes on: nobody has won yet"):
        winners(state)
    while not state.over:
        state, _ = apply(state, bots[state.decision.player].choose(state))
    assert winners(state)


def test_the_library_and_the_command_say_the_same_version() -> None:
    command = [sys.executable, "-m", "homesteaders_rules", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert said.split() == ["homesteaders", library.__version__]
    assert "__version__" in dir(library)


@pytest.mark.parametrize("pack", ["new_beginnings", "montana", "agricola"])
def test_options_of_equal_states_are_equal(pack: str) -> None:
    """Wherever the states come from: played twice, from a pickle, from a save, from cells."""
    rules, random = load(pack), Random(pack)
    game, twin = Game.new(rules, 3, 5), Game.new(rules, 3, 5)
    for _ in range(40):
        state = game.state
        listed = state.decision.all
        others = [twin.state, pickle.loads(pickle.dumps(state)), State.of(state.table, state.cells)]
        others.append(library.state_from_json(save(game, with_state=True)))
        for other in others:
            assert other == state
            assert other.decision.all == listed
            assert hash(other.decision.all) == hash(listed)
        option = random.choice(listed)
        equal = random.choice(others).decision.find(option.key)
        assert equal is not None
        game.choose(option)
        twin.choose(equal)
    assert game == twin
