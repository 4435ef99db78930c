"""What a piece needs: pieces that its builder owns before, and keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, read, why_not
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation

from .small import HEAD, game_in_step, play_checked, small

GAME = """\
piece hut/huts:
    labels: low, high
    places: box, site, players
each player may own 1 hut of each name
hut Barn:
    low
    cost 1 coin
hut Shed:
    low
    cost 1 coin
hut Tower:
    high
    cost 1 coin
    needs 2 low huts
hut Cave:
    high
    cost 1 coin
    needs no hut
hut Loft:
    high
    cost 1 coin
    needs 1 low hut
    needs 2 or fewer huts
hut Spire:
    high
    cost 1 coin
    needs exactly 1 high hut
phase opening:
    move huts from box to site
    each player: gain 9 coins
phase work: each player: may build any
play:
    opening
    rounds 1-4: work
"""
EXAMPLES = """
example what is needed, with 2 players:
    player 1 owns Barn
    in work
    player 1 can "build Shed", "build Loft"
    player 1 cannot "build Tower", "build Cave", "build Spire"
    player 1: "build Shed"
    player 2 can "build Cave"
    player 2 cannot "build Tower", "build Loft"
    player 2: "build Cave"
    round 2
    player 1 can "build Tower", "build Loft"
    player 1: "build Tower"
    player 2 can "build Spire"
    player 2: "build Spire"
    round 3
    player 1 cannot "build Loft", "build Spire"
"""


@pytest.fixture(scope="module")
def huts(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return small(tmp_path_factory.mktemp("huts"), GAME + EXAMPLES)


def test_its_examples_hold(huts: Rules) -> None:
    assert not [str(each) for each in failures(huts)]


def test_every_promise_holds_and_it_goes_as_its_second_reading(huts: Rules) -> None:
    play_checked(huts, games=1, most=30)
    for seed in range(3):
        game_in_step(huts, 3, seed)


def test_a_refusal_says_what_is_needed_and_what_is_there(huts: Rules) -> None:
    state = situation(huts, 2, "work", pieces={0: ["Barn"]})
    assert why_not(state, "build Tower") == "Tower needs 2 low huts, and you own 1"
    assert why_not(state, "build Cave") == "Cave needs no hut, and you own 1"


def test_each_need_says_itself(huts: Rules, tmp_path: Path) -> None:
    """Said again it is read as the same."""
    told = [text for each in huts.of(Piece) for _, text in describe(each, huts.vocabulary)]
    needs = [text for text in told if text.startswith("needs ")]
    assert needs == [
        *("needs 2 low huts", "needs no hut", "needs 1 low hut", "needs 2 or fewer huts"),
        "needs exactly 1 high hut",
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("needs 2 coins", "E352"),
        ("needs 2 low huts\n    needs 1 low hut", "E332"),
        ("with 2 players: needs 2 low huts", "E331"),
    ],
)
def test_wrong_needs_are_told(tmp_path: Path, line: str, code: str) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text(HEAD + GAME.replace("needs no hut", line), "utf-8")
    _, diagnostics = read(file)
    assert [each.code for each in diagnostics] == [code]


def test_who_is_like_another_needs_the_same_or_what_is_said_again(tmp_path: Path) -> None:
    again = "hut Keep:\n    as Tower\n    needs 1 low hut\nhut Fort:\n    as Tower\n"
    huts = small(tmp_path, GAME + again)
    needs = {each.name: [n.words(huts.vocabulary) for n in each.needs] for each in huts.of(Piece)}
    assert needs["Fort"] == ["needs 2 low huts"]
    assert needs["Keep"] == ["needs 1 low hut"]
