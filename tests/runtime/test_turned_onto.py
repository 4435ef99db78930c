"""Pieces that are turned up and stay: they come from the first place of their sort to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, new_game, read
from homesteaders_rules.runtime.recording.kinds import Move, Revealed
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

from .small import game_in_step, play_checked, small
from .test_gathering import HEAD as GATHERING
from .test_in_turn import WORK

HEAD = GATHERING.replace("box, board", "box, board\n    stacks: Rounds\n    moments: refill")
SPACES = """\
before refilling: in rounds 1-3: turn up 1 space of each stack, onto board
after setup: shuffle Rounds face down: late

space Forest:
    printed
    refill: put 3 wood here
    1 person: take everything from here

space Field:
    printed
    1 person: gain 1 grain

spaces of Rounds, late:
    space Camp:
        refill: put 2 stars here
        1 person: take everything from here
    space Quarry: 1 person: gain 1 wood, 1 food
    space Fair: 1 person: gain 1 star
"""
EXAMPLES = """
example it lies there and gathers, with 2 players:
    Camp lies on board
    Camp holds 2 stars
    player 1 has 1 person, 0 stars
    player 2 has 1 person
    in work
    player 1: "place person on Camp"
    player 1 has 2 stars
    Camp lies on board
    player 2 can "place person on Forest"
    player 2 cannot "place person on Camp"
"""


@pytest.fixture(scope="module")
def turning(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("turning"), WORK + SPACES + EXAMPLES, HEAD)


def test_its_examples_hold(turning: Rules) -> None:
    assert not [str(each) for each in failures(turning)]


def test_every_promise_holds(turning: Rules) -> None:
    play_checked(turning, games=1, most=40)


@pytest.mark.parametrize("players", [1, 4])
def test_it_goes_as_its_second_reading(turning: Rules, players: int) -> None:
    game_in_step(turning, players, seed=players)


def test_one_a_round_comes_to_the_board_and_stays(turning: Rules) -> None:
    up: list[str] = []
    steps = list(walk(turning, 2, seed=3, most=400))
    events = [event for step in steps for event in step.events]
    first = new_game(turning, 2, 3)
    up += [name for name in ("Camp", "Quarry", "Fair") if first.copies("board", name)]
    assert len(up) == 1
    up += [event.name for event in events if isinstance(event, Revealed)]
    assert sorted(up) == ["Camp", "Fair", "Quarry"]
    moved = [each for each in events if isinstance(each, Move) and each.target == "board"]
    assert [each.name for each in moved] == up[1:]
    last = steps[-1].after
    assert all(last.copies("board", name) == 1 for name in up)
    assert all(last.copies("box", name) == 0 for name in up)


def test_a_situation_has_a_piece_where_it_is_said_to_lie(turning: Rules) -> None:
    for name in ("Quarry", "Fair"):
        state = situation(turning, 2, "work", places={name: "board"})
        assert state.copies("board", name) == 1
        assert f"place person on {name}" in state.decision.keys


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("turn up 1 space of each stack, onto box", "E504"),
        ("turn up 1 space of each stack, onto bored", "E201"),
        ("turn up 2 spaces of each stack, onto board", "E302"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, line: str, code: str) -> None:
    file = tmp_path / "wrong.rules"
    text = (HEAD + WORK + SPACES).replace("turn up 1 space of each stack, onto board", line)
    file.write_text(text, encoding="utf-8")
    _, found = read(file)
    assert code in [each.code for each in found], "\n".join(map(str, found))


def test_what_a_situation_turns_up_lies_there_in_the_place_of_the_other(turning: Rules) -> None:
    seeds = (seed for seed in range(99) if _shown(turning, seed) == "Camp")
    seed = next(seeds)
    camp = situation(turning, 2, "work", seed=seed)
    fair = situation(turning, 2, "work", seed=seed, turned={"Rounds": "Fair"})
    assert (camp.copies("board", "Camp"), camp.lying("Camp", "star")) == (1, 2)
    assert (fair.copies("board", "Camp"), fair.lying("Camp", "star")) == (0, 0)
    assert fair.copies("board", "Fair") == 1
    assert fair.holding(-1, "star") == camp.holding(-1, "star") + 2


def _shown(rules: Rules, seed: int) -> str:
    """What lies up in the first round."""
    return situation(rules, 2, "work", seed=seed).stack("Rounds")[0]
