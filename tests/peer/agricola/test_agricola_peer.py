"""Games of Agricola recorded from an independent implementation replay equal, state by state.

A few small games lie beside this file. Where all recorded games are at hand they are replayed
too: in ``agricola`` of the folder that the environment variable HOMESTEADERS_TRACES names, or of
``../shared/traces`` beside the repository. A quick run takes a few games of each file, a thorough
one all.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from peer.agricola.names import IMPROVEMENTS, SPACES
from peer.agricola.replaying import replay
from peer.agricola.traces import Data, Game, Step, changed, read
from peer.replay import main
from sizes import size, some

HERE = Path(__file__).resolve().parent
SMALL = sorted((HERE / "data").glob("*.jsonl.gz"))
GAMES = [game for path in SMALL for game in read(path)]

TRACES = Path(os.environ.get("HOMESTEADERS_TRACES", HERE.parents[3] / "shared" / "traces"))
FOLDER = TRACES / "agricola"
FILES = ("games-1", "games-1-unchanged", "games-2", "games-3", "games-4", "games-5", "games-rare")
at_hand = pytest.mark.skipif(
    not FOLDER.is_dir(),
    reason=f"no recorded games in {FOLDER}; set HOMESTEADERS_TRACES to the folder that has them",
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.file}-{game.number}")
def test_a_small_game_replays_equal(game: Game) -> None:
    result = replay(game)
    assert result.equal, str(result)
    assert result.compared > len(game.steps) * 0.7


def test_the_small_games_have_every_space_and_improvement() -> None:
    decisions = [step.decision for game in GAMES for step in game.steps]
    assert {game.players for game in GAMES} == {1, 2, 3, 4, 5}
    assert {game.unchanged for game in GAMES} == {True, False}
    assert {each["space"] for each in decisions if each["do"] == "place"} == set(SPACES)
    ends = [player for game in GAMES for player in game.steps[-1].after["players"].values()]
    assert {name for player in ends for name in player["improvements"]} == set(IMPROVEMENTS)
    kinds = {each["do"] for each in decisions}
    assert kinds == {"place", "harvest", "convert", "bake_after_oven"}


@at_hand
@pytest.mark.parametrize("name", some(FILES, 3))
def test_recorded_games_replay_equal(name: str) -> None:
    games = list(read(FOLDER / f"{name}.jsonl.gz", size(150, 1)))
    assert games
    for game in games:
        result = replay(game)
        assert result.equal, str(result)


def with_state(game: Game, number: int, change: Data) -> Game:
    """The game with something else recorded after one of its steps."""
    step = game.steps[number - 1]
    other = evolve(step, after=changed(step.after, change))
    return with_step(game, other)


def with_step(game: Game, step: Step) -> Game:
    """The game with another step in the place of one."""
    number = step.number
    return evolve(game, steps=(*game.steps[: number - 1], step, *game.steps[number:]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("food", 99),
        ("newborns", 3),
        ("placed", 9),
        ("rooms", {"kind": "stone", "cells": ["B1"]}),
        ("fields", {"A1": ["grain", 9]}),
        ("pastures", [["A1"]]),
        ("fences", 99),
        ("stables", ["A1"]),
        ("improvements", ["well"]),
        ("due", {"3": {"food": 7}}),
        ("score", 99),
    ],
)
def test_something_of_a_player_that_differs_is_noticed(name: str, value: Any) -> None:
    game = GAMES[0]
    result = replay(with_state(game, 3, {"players": {"1": {name: value}}}))
    assert {each.where.split()[2] for each in result.differences} == {name}
    assert result.at == str(game.steps[2])


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"start_player": 7}, "start_player"),
        ({"next": 7}, "next"),
        ({"round": 7}, "round"),
        ({"spaces": {"clay_1": {"goods": {"clay": 9}, "people": [7]}}}, "spaces"),
    ],
)
def test_something_on_the_table_that_differs_is_noticed(change: Data, where: str) -> None:
    result = replay(with_state(GAMES[0], 3, change))
    assert {each.where.split()[0] for each in result.differences} == {where}


def test_a_space_that_is_open_for_one_alone_is_noticed() -> None:
    game = GAMES[0]
    step = game.steps[0]
    other = evolve(step, decision=step.decision | {"open": step.decision["open"][1:]})
    result = replay(with_step(game, other))
    assert [each.where for each in result.differences] == ["open"]


def test_a_decision_that_is_not_possible_is_noticed() -> None:
    game = GAMES[0]
    step = next(step for step in game.steps if step.decision.get("plow"))
    result = replay(with_step(game, evolve(step, decision=step.decision | {"plow": "B1"})))
    assert "refused" in str(result)


def test_a_score_that_differs_is_noticed() -> None:
    game = GAMES[0]
    scores = game.header["scores"]
    other = scores | {"1": scores["1"] | {"fields": 9}}
    result = replay(evolve(game, header=game.header | {"scores": other}))
    assert [each.where for each in result.differences] == ["scores 1 fields"]
    assert result.at == "the end"


def test_the_command_tells_how_many_are_equal(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the smallest file: that all games of all are equal is told by the tests of each."""
    smallest = min(SMALL, key=lambda path: path.stat().st_size)
    games = len(list(read(smallest)))
    assert main([str(smallest)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{games} games, {games} equal"
