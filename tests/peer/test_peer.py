"""Games recorded from an independent implementation ("the peer") replay equal, state by state.

A few small games lie beside this file. Where all recorded games are at hand they are replayed
too: in the folder that the environment variable HOMESTEADERS_TRACES names, or in
``../shared/traces`` beside the repository. A quick run takes a few games of each file, a thorough
one all.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attrs import evolve

from homesteaders_rules import load
from homesteaders_rules.commands.definitions.pieces import Piece
from peer.keys import BASE, TYPES
from peer.replay import main
from peer.replaying import replay
from peer.traces import Game, Step, read
from sizes import size, some

HERE = Path(__file__).resolve().parent
SMALL = sorted((HERE / "data").glob("*.jsonl.gz"))
GAMES = [game for path in SMALL for game in read(path)]
OLD = [game for game in GAMES if "options" not in game.header]
NEW = [game for game in GAMES if "options" in game.header]

FOLDER = Path(os.environ.get("HOMESTEADERS_TRACES", HERE.parents[2] / "shared" / "traces"))
FILES = ("2p", "3p", "4p", "2p_rich", "3p_rich", "4p_rich", "nb_2p", "nb_3p", "nb_4p", "nb_5p")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.file}-{game.number}")
def test_a_small_game_replays_equal(game: Game) -> None:
    result = replay(game)
    assert result.equal, str(result)
    assert result.compared == len(game.steps) + 1


def test_the_small_games_have_every_type_of_decision_and_order_of_income() -> None:
    for games, types, players in ((OLD, BASE, {2, 3, 4}), (NEW, TYPES, {2, 3, 4, 5})):
        assert {step.decision["type"] for game in games for step in game.steps} == types
        orders = {game.header["income_order"] for game in games}
        assert orders == {"sequential", "phased", "interleaved"}
        assert {game.players for game in games} == players


def test_the_small_games_have_everything_that_new_beginnings_adds() -> None:
    pieces = load("peer_new_beginnings").of(Piece)
    events = {piece.name for piece in pieces if piece.sort == "event"}
    assert len(events) == 25
    assert {event for game in NEW for event in game.header["events"]} == events
    ends = [player for game in NEW for player in game.steps[-1].after["players"].values()]
    built = {name for player in ends for name in player["buildings"]}
    old = {piece.name for piece in load("homesteaders").of(Piece)}
    new = {piece.name for piece in pieces if piece.sort == "building"} - old
    assert len(new) == 6
    assert new <= built
    assert {game.header["options"]["rail_line_on_no_build"] for game in NEW} == {True, False}


@pytest.mark.skipif(
    not FOLDER.is_dir(),
    reason=f"no recorded games in {FOLDER}; set HOMESTEADERS_TRACES to the folder that has them",
)
@pytest.mark.parametrize("name", some(FILES, 4))
def test_recorded_games_replay_equal(name: str) -> None:
    games = list(read(FOLDER / f"{name}.jsonl.gz", size(40, 1)))
    assert games
    for game in games:
        result = replay(game)
        assert result.equal, str(result)
        assert result.compared == len(game.steps) + 1


def changed(game: Game, number: int, step: Step) -> Game:
    """The game with another step in place of one."""
    return evolve(game, steps=(*game.steps[: number - 1], step, *game.steps[number:]))


@pytest.mark.parametrize("name", ["silver", "workers", "track_position", "placement", "bid"])
def test_a_state_that_differs_is_noticed(name: str) -> None:
    game = GAMES[-1]
    for number in (1, len(game.steps) // 2, len(game.steps)):
        step = game.steps[number - 1]
        player = step.after["players"]["p1"]
        value = player[name] + 1 if isinstance(player[name], int) else [*player[name], "other"]
        players = step.after["players"] | {"p1": player | {name: value}}
        result = replay(
            changed(game, number, evolve(step, after=step.after | {"players": players}))
        )
        assert [each.where for each in result.differences] == [f"players p1 {name}"]
        assert result.at == str(step)


@pytest.mark.parametrize("name", ["event", "supply", "auction", "to_move", "phase"])
def test_something_on_the_table_that_differs_is_noticed(name: str) -> None:
    game = NEW[0]
    step = game.steps[len(game.steps) // 2]
    value = step.after[name] | {"Saloon": 7} if name == "supply" else "other"
    result = replay(changed(game, step.number, evolve(step, after=step.after | {name: value})))
    assert [each.where.split()[0] for each in result.differences] == [name]


def test_goods_on_a_building_that_differ_are_noticed() -> None:
    game, step = next(
        (game, step) for game in NEW for step in game.steps if step.decision.get("warehouse")
    )
    name = f"p{step.player}"
    player = step.after["players"][name] | {"warehouse": []}
    after = step.after | {"players": step.after["players"] | {name: player}}
    result = replay(changed(game, step.number, evolve(step, after=after)))
    assert [each.where for each in result.differences] == [f"players {name} warehouse"]


@pytest.mark.parametrize(
    ("kind", "field", "value"), [("bid", "amount", 2), ("build", "building", "Homestead")]
)
def test_a_decision_that_is_not_possible_is_noticed(kind: str, field: str, value: object) -> None:
    game = GAMES[0]
    step = next(step for step in game.steps if step.decision["type"] == kind)
    other = evolve(step, decision=step.decision | {field: value})
    result = replay(changed(game, step.number, other))
    assert len(result.differences) == 1
    assert "refused" in str(result)


def test_a_score_that_differs_is_noticed() -> None:
    game = GAMES[0]
    result = replay(evolve(game, final=game.final | {"winners": []}))
    assert [each.where for each in result.differences] == ["winners"]
    assert result.at == "the end"


def test_the_command_tells_how_many_are_equal(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the smallest file: that all games of all are equal is told by the tests of each."""
    smallest = min(SMALL, key=lambda path: path.stat().st_size)
    games = len(list(read(smallest)))
    assert main([str(smallest)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{games} games, {games} equal"
    assert main([]) == 2
