"""Goods that gather on the places of all: collected where a piece lies, and taken as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, read
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation

from .small import game_in_step, play_checked, small
from .test_in_turn import HEAD as HAMLET
from .test_in_turn import WORK

SPACES = """\
more of piece space:
    moments: refill

space Forest:
    printed
    refill: put 3 wood here
    1 person: take everything from here

space Barn:
    printed
    with 1 player: refill: put 1 grain, 1 food here
    with 2 or more players: refill: put 2 grain, 1 food here
    1 person: take everything from here

space Camp:
    late
    refill: put 2 stars here
    1 person: take everything from here
"""
GATHERING = WORK + SPACES
HEAD = HAMLET.replace("refilling: each player: gain 1 food", "refilling: collect refill on board")


@pytest.fixture(scope="module")
def gathering(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("gathering"), GATHERING, HEAD)


def examples_of(folder: Path, text: str) -> list[str]:
    return [str(each) for each in failures(small(folder, GATHERING + text, HEAD))]


def test_every_promise_holds(gathering: Rules) -> None:
    play_checked(gathering, games=1, most=40)


@pytest.mark.parametrize("players", [1, 3])
def test_it_goes_as_its_second_reading(gathering: Rules, players: int) -> None:
    game_in_step(gathering, players, seed=players)


def test_what_nobody_takes_grows_and_is_taken_as_a_whole(tmp_path: Path) -> None:
    assert not examples_of(
        tmp_path,
        """
example it grows, with 2 players:
    Forest holds 3 wood
    player 1 has 1 person, 0 wood
    player 2 has 1 person, 0 grain, 0 food
    in refilling
    Forest holds 6 wood
    Barn holds 2 grain, 1 food
    Camp holds 0 stars
    player 1: "place person on Forest"
    player 1 has 6 wood
    Forest holds 0 wood
    player 2: "place person on Barn"
    player 2 has 2 grain

example nothing lies there, with 1 player:
    player 1 has 1 person
    Forest holds 0 wood
    Barn holds 0 grain, 1 food
    in work
    player 1 can "place person on Barn"
    player 1 cannot "place person on Forest"
""",
    )


def test_it_grows_once_a_round_and_nowhere_else(gathering: Rules) -> None:
    before = situation(gathering, 5, "work")
    after = situation(gathering, 5, "work", lying={"Forest": {"wood": 0}, "Barn": {"food": 0}})
    assert (before.lying("Forest", "wood"), before.lying("Camp", "star")) == (3, 0)
    assert (after.lying("Forest", "wood"), after.lying("Barn", "grain")) == (0, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("space Empty:\n    printed\n    1 person: take everything from here\n", "E529"),
        (
            "space Two:\n    printed\n    2 copies\n    refill: put 1 food here\n"
            "    1 person: take everything from here\n",
            "E520",
        ),
        ("after work: collect refill on bored\n", "E201"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, code: str) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text(HEAD + GATHERING + text, encoding="utf-8")
    _, found = read(file)
    assert code in [each.code for each in found], "\n".join(map(str, found))
