"""A table is a game of OpenSpiel, and passes its own tests, where it is installed."""

from __future__ import annotations

import pickle
import re
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import GameError, load, winners

WHY = 'needs the extra "openspiel": pip install "homesteaders-rules[openspiel]"'
pyspiel = pytest.importorskip("pyspiel", reason=WHY)
from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: E402

from homesteaders_rules.learning import lead, register_game  # noqa: E402

GAMES = [("homesteaders", 2), ("new_beginnings", 3), ("montana", 2), ("agricola", 1)]
NUMBERS = count(1)


def registered(game: str = "homesteaders", players: int = 2, **settings: Any) -> str:
    """A name that OpenSpiel knows; it forgets none, so that each is new."""
    name = f"{game}_{players}_{next(NUMBERS)}"
    register_game(name, load(game), players, **settings)
    return name


def first(name: str, seed: int = 1) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(seed)
    return state


@contextmanager
def read_flags() -> Iterator[None]:
    """Playthroughs ask the flags of a program, which pytest does not have."""
    flags.FLAGS(["pytest"])
    yield
    flags.FLAGS.unparse_flags()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_passes_the_tests_of_openspiel(game: str, players: int) -> None:
    name = registered(game, players, shuffles=5)
    about = {"game": pyspiel.load_game(name), "game_name": name}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), about)
    result = unittest.TestResult()

    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)

    assert result.testsRun == 5
    assert [told for _, told in result.failures + result.errors] == []


@pytest.mark.parametrize(("game", "players"), [("homesteaders", 3), ("agricola", 2)])
def test_a_random_game_is_written_and_read_at_each_step(game: str, players: int) -> None:
    loaded = pyspiel.load_game(registered(game, players))

    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_played_again_by_its_actions() -> None:
    name = registered("agricola", 1, shuffles=5)

    with read_flags():
        told = playthrough(name, None, seed=3)
        actions = [int(action) for action in re.findall(r"^action: (\d+)$", told, re.MULTILINE)]

        assert len(actions) > 20
        assert playthrough(name, actions) == told


def test_who_wins_is_rewarded_when_a_game_is_over() -> None:
    state = first(registered("homesteaders", 2))
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(state.legal_actions()[-1])

    assert [seat for seat, worth in enumerate(state.returns()) if worth] == list(winners(state.now))


def test_another_reward_has_its_own_bounds() -> None:
    name = registered("agricola", 1, reward=lead, bounds=(-100.0, 200.0))
    state = first(name)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

    assert pyspiel.load_game(name).max_utility() == 200.0
    assert state.returns() == [lead(state.now, 0)]


def test_a_game_that_does_not_end_is_broken_off() -> None:
    state = first(registered("homesteaders", 2, most=3))
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])

    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_a_clone_goes_its_own_way() -> None:
    state = first(registered("homesteaders", 2))
    other = state.clone()

    other.apply_action(other.legal_actions()[0])

    assert state.now != other.now
    assert len(other.history()) == len(state.history()) + 1
    assert state.clone().now is state.now


def test_a_state_is_read_where_its_game_is_registered() -> None:
    state = first(registered("homesteaders", 2))

    assert pickle.loads(pickle.dumps(state)).now == state.now


def test_chance_is_the_seed() -> None:
    name = registered("homesteaders", 2, shuffles=4)
    start = pyspiel.load_game(name).new_initial_state()

    assert start.chance_outcomes() == [(seed, 0.25) for seed in range(4)]
    assert first(name, 2).now == first(name, 2).now
    assert first(name, 2).now != first(name, 3).now


def test_a_seat_is_told_no_more_than_it_sees() -> None:
    state = first(registered("homesteaders", 2))

    assert "player 1: 6 silver" in state.observation_string(0)
    assert "? silver" in state.observation_string(1).splitlines()[1]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"shuffles": 0}, GameError, "1 shuffle or more"),
        ({"shuffles": 2.5}, GameError, "1 shuffle or more"),
        ({"most": -1}, GameError, "1 choice or more"),
        ({"bounds": (1.0, 0.0)}, GameError, "the least reward comes first"),
        ({"bounds": (float("nan"), 0.0)}, GameError, "the least reward comes first"),
        ({"bounds": ("a", "b")}, TypeError, "two numbers"),
        ({"reward": None}, TypeError, "a state and a seat"),
    ],
)
def test_what_no_game_is_made_of_is_told(
    settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        registered(**settings)


@pytest.mark.parametrize("name", ["", "three(players)", "a,b", "a b", "é"])
def test_a_name_that_openspiel_cannot_read_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="OpenSpiel cannot read"):
        register_game(name, load("homesteaders"), 2)


def test_a_name_is_registered_once() -> None:
    name = registered()

    with pytest.raises(GameError, match=r"knows a game .* already; give it another name"):
        register_game(name, load("homesteaders"), 2)


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "learning.md"
    (program,) = re.findall(
        r"```python with openspiel\n(.*?)```", page.read_text("utf-8"), re.DOTALL
    )

    exec(compile(program, page.name, "exec"), {"__name__": "snippet"})

    said = re.findall(r"print\(.*\)  # (.*)", program)
    assert capsys.readouterr().out.splitlines() == said
