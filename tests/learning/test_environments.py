"""The environments pass the field's own tests, where its libraries are installed."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import GameError, load, new_game, rollout, winners
from homesteaders_rules.learning import lead, won

# At once: what they import changes the environment of the process.
WHY = 'needs the extra "learning": pip install "homesteaders-rules[learning]"'
pytest.importorskip("pettingzoo", reason=WHY)
pytest.importorskip("gymnasium", reason=WHY)
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from homesteaders_rules.learning import SeatEnv, TableEnv  # noqa: E402

GAMES = [("homesteaders", 3), ("new_beginnings", 2), ("montana", 2), ("agricola", 1)]


@contextmanager
def of_the_libraries_alone() -> Iterator[None]:
    """Without what pettingzoo says of every observation that comes with a mask."""
    with warnings.catch_warnings():
        for message in ("Observation is not a NumPy array", "Observation space for each agent"):
            warnings.filterwarnings("ignore", message)
        yield


def table_env(game: str = "homesteaders", players: int = 3, **options: Any) -> Any:
    return TableEnv(load(game), players, **options)


def seat_env(game: str = "homesteaders", players: int = 3, **options: Any) -> Any:
    return SeatEnv(load(game), players, **options)


# ---------------------------------------------------------------------------------- all seats


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_passes_the_tests_of_pettingzoo(game: str, players: int) -> None:
    env = table_env(game, players)

    with of_the_libraries_alone():
        api_test(env, num_cycles=300)


def test_one_seed_is_one_game() -> None:
    with of_the_libraries_alone():
        seed_test(table_env, num_cycles=60)


def played(env: Any, seed: int) -> list[int]:
    """A random game to its end by the actions of its seats."""
    env.reset(seed=seed)
    env.action_space("player_1").seed(seed)
    actions = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        action = None if over else env.action_space(agent).sample(seen["action_mask"])
        if action is not None:
            actions.append(int(action))
        env.step(action)
    return actions


def test_who_wins_is_rewarded_when_a_game_is_over() -> None:
    env = table_env("homesteaders", 2, most=10_000)
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    env.action_space("player_1").seed(1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    assert env.now.over
    first = winners(env.now)
    share = 1 / len(first)
    assert rewards == {f"player_{s + 1}": share if s in first else 0.0 for s in range(2)}


def test_only_who_decides_may_choose_and_only_what_is_offered() -> None:
    env = table_env()
    env.reset(seed=1)
    before = env.now
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    wrong = int(env.observe(env.agent_selection)["action_mask"].argmin())
    for action in (wrong, -1, len(env.table.actions), None):
        with pytest.raises(GameError, match="is not offered; see the action_mask"):
            env.step(action)
    assert env.now is before


def test_a_game_that_takes_too_long_is_truncated() -> None:
    env = table_env(most=5)
    assert len(played(env, 3)) == 5
    assert not env.now.over


def test_it_is_rendered_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = table_env(render_mode="ansi")
    env.reset(seed=1)
    first, *players = env.render().splitlines()
    assert first.startswith("round 1, ")
    assert [line.partition(":")[0] for line in players] == ["player 1", "player 2", "player 3"]
    env.render_mode = "human"
    assert env.render() is None
    assert capsys.readouterr().out.startswith(first)


# ---------------------------------------------------------------------------------- one seat


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_passes_the_test_of_gymnasium(game: str, players: int) -> None:
    env = seat_env(game, players)
    with of_the_libraries_alone():
        check_env(env, skip_render_check=True)


def test_a_seat_plays_to_the_end_against_bots() -> None:
    env = seat_env("homesteaders", 3, seat=1, bots=["random", "random"], reward=lead)
    seen, _ = env.reset(seed=5)
    env.action_space.seed(5)
    over = False
    while not over:
        assert env.now.decision.player == 1
        seen, reward, over, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
        assert not truncated
        assert not info
    assert env.now.over
    assert reward == lead(env.now, 1)
    assert not seen["action_mask"].any()


def test_masks_are_told_as_learners_that_mask_ask_for_them() -> None:
    env = seat_env("homesteaders", 2)
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()
    assert env.action_masks().any()


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    env = seat_env(refused=-0.5)
    seen, _ = env.reset(seed=1)
    before = env.now
    _, reward, over, truncated, info = env.step(int(seen["action_mask"].argmin()))
    assert (reward, over, truncated) == (-0.5, False, False)
    assert "is not offered" in info["refused"]
    assert env.now is before


def test_there_is_a_bot_for_each_other_seat() -> None:
    with pytest.raises(GameError, match="2 bots play the other seats, not 1"):
        seat_env(bots=["random"])
    with pytest.raises(GameError, match="there is no seat 3"):
        seat_env(seat=3)


# ---------------------------------------------------------------------------------- the page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "learning.md"
PROGRAMS = re.findall(r"```python with the extra\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=["table", "seat"])
def test_programs_of_the_page_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, PAGE.name, "exec"), {"__name__": "snippet"})
    (said,) = re.findall(r"print\(.*\)  # (.*)", program)
    assert capsys.readouterr().out == f"{said}\n"


# ---------------------------------------------------------------------------------- what is wrong

WRONG = [
    ({"most": 0}, GameError, "1 choice or more"),
    ({"most": "x"}, GameError, "1 choice or more"),
    ({"reward": "won"}, TypeError, "a state and a seat, not 'won'"),
    ({"render_mode": "rgb"}, GameError, "rendered as ansi or human"),
    ({"players": 9}, GameError, "players"),
]


@pytest.mark.parametrize(("settings", "error", "message"), WRONG)
@pytest.mark.parametrize("make", [table_env, seat_env])
def test_what_no_environment_is_made_of_is_told(
    make: Any, settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**settings)


def test_what_is_no_seat_no_bot_and_no_rules_is_told() -> None:
    with pytest.raises(GameError, match="no bot"):
        seat_env(bots=["calm", "clam"])
    with pytest.raises(GameError, match="no seat 3 at a table of 3"):
        seat_env(seat=3)
    for make in (TableEnv, SeatEnv):
        with pytest.raises(TypeError, match="what load"):
            make("homesteaders", 3)


@pytest.mark.parametrize("action", ["7", 1.5, [1]])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    for env in (table_env(), seat_env()):
        env.reset(seed=1)
        with pytest.raises(TypeError, match=r"a whole number of table.actions, not "):
            env.step(action)


@pytest.mark.parametrize("bots", [len, 7, None, {"random"}])
def test_what_is_no_name_of_a_bot_is_told(bots: Any) -> None:
    with pytest.raises(TypeError, match="wanted is the name of a bot, or one for each other seat"):
        seat_env("homesteaders", 2, bots=bots)


def test_there_is_no_game_before_reset() -> None:
    alone, table = seat_env(), table_env(render_mode="ansi")
    asked = [
        *(
            lambda: alone.step(0),
            lambda: alone.now,
            lambda: table.step(0),
            lambda: table.step(None),
        ),
        *(table.last, table.render, lambda: table.observe("player_1"), lambda: table.rewards),
    ]
    for ask in asked:
        with pytest.raises(GameError, match=r"no game has begun yet; call reset\(\) first"):
            ask()
    assert [*table.agent_iter()] == []
    with pytest.raises(AttributeError, match="'SeatEnv' object has no attribute 'nothing'"):
        _ = alone.nothing
    alone.reset(seed=1)
    assert alone.steps == 0 and alone.step(-1)[1] == -1.0 and alone.steps == 1


@pytest.mark.parametrize("seat", [-1, 3, "1"])
@pytest.mark.parametrize("reward", [lead, won])
def test_who_does_not_play_has_no_reward(reward: Any, seat: Any) -> None:
    rules = load("homesteaders")
    state = rollout(new_game(rules, 3, seed=1), seed=1)
    with pytest.raises(GameError, match="there is no seat"):
        reward(state, seat)
