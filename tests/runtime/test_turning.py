"""Goods that are turned into others, one for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, apply, why_not
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.language.loader import read
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public family/families: 20 person/people, 20 newborn/newborns
public ground/grounds: 20 wooden room/wooden rooms, 3 clay room/clay rooms
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-3: work
phase work:
    each player: grow up or gain 1 newborn or gain 1 person
action grow up: turn {}
"""
FAMILY = "newborns into people"
ROOMS = "wooden rooms into clay rooms"


def game(folder: Path, what: str = FAMILY, more: str = "") -> Rules:
    return small(folder, PLAY.format(what) + more, HEAD)


def at_work(rules: Rules, **held: int) -> State:
    holdings = {0: {name.replace("_", " "): n for name, n in held.items()}}
    return situation(rules, 2, "work", holdings=holdings)


def test_all_of_them_are_turned_at_once(tmp_path: Path) -> None:
    rules = game(tmp_path)
    done, events = apply(at_work(rules, newborn=2, person=1), "grow up")
    assert (done.holding(0, "newborn"), done.holding(0, "person")) == (0, 3)
    moved = [(e.good, e.amount) for e in events if isinstance(e, Transfer)]
    assert moved == [("newborn", 2), ("person", 2)]
    assert why_not(at_work(rules, person=1), "grow up") == "there is nothing in it now"


def test_no_more_than_there_are(tmp_path: Path) -> None:
    rules = game(tmp_path, ROOMS, "limited: clay room\n")
    done = played(at_work(rules, wooden_room=5), "grow up")
    assert (done.holding(0, "wooden room"), done.holding(0, "clay room")) == (2, 3)
    holdings = {0: {"wooden room": 2}, 1: {"clay room": 3}}
    assert "grow up" not in situation(rules, 2, "work", holdings=holdings).decision.keys


@pytest.mark.parametrize(
    ("bound", "people"),
    [
        ("each player may hold 5 family, and gains no more\n", 5),
        ("each player may hold 4 people, and gains no more\n", 4),
    ],
)
def test_no_more_than_may_be_held(tmp_path: Path, bound: str, people: int) -> None:
    done = played(at_work(game(tmp_path, more=bound), person=3, newborn=2), "grow up")
    assert (done.holding(0, "person"), done.holding(0, "newborn")) == (people, 5 - people)


def test_what_follows_comes_for_each(tmp_path: Path) -> None:
    more = "whenever you lose a newborn: gain 1 coin\nwhenever you gain a person: gain 1 star\n"
    done = played(at_work(game(tmp_path, more=more), newborn=3), "grow up")
    assert (done.holding(0, "coin"), done.holding(0, "star")) == (3, 3)


def test_all_are_turned_before_anything_follows(tmp_path: Path) -> None:
    """What follows may take the last of a limited good: what is turned into it is there before."""
    more = "limited: clay room\nwhenever you lose a wooden room: gain 1 clay room\n"
    rules = game(tmp_path, ROOMS, more)
    done, events = apply(at_work(rules, wooden_room=2), "grow up")
    assert (done.holding(0, "wooden room"), done.holding(0, "clay room")) == (0, 3)
    moved = [(e.good, e.amount) for e in events if isinstance(e, Transfer)]
    assert moved == [("wooden room", 2), ("clay room", 2), ("clay room", 1)]
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


GRID = """
grid Garden, for each player, of 2 rows and 3 columns:
    a cell holds 1 wooden room or 1 clay room
    a wooden room lies beside another wooden room
    a clay room lies anywhere
    what was laid stays
phase setup:
    each player:
        lay 1 wooden room on A1
        lay 1 clay room on B3
replace play:
    setup
    rounds 1-3: work

example the house is renovated as a whole, with 2 players:
    player 1 has wooden room on A1, A2
    in work
    player 1: "grow up"
    player 1 has clay room on A1, A2, B3
    player 1 has 0 wooden rooms, 3 clay rooms
"""


def test_tiles_are_turned_where_they_lie(tmp_path: Path) -> None:
    text = PLAY.format(ROOMS).partition("phase work")[2]
    grid = GRID.replace("replace play:", "play:").replace(
        "phase setup:", f"phase work{text}phase setup:"
    )
    rules = small(tmp_path, grid, HEAD.replace("3 clay room/", "20 clay room/"))
    assert [str(failure) for failure in failures(rules)] == []
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


@pytest.mark.parametrize(
    "more", ["", "limited: people\n", "whenever you lose a newborn: gain 1 coin\n"]
)
def test_it_plays_in_step_and_says_itself(tmp_path: Path, more: str) -> None:
    rules = game(tmp_path, more=more)
    effect = rules.of(Action)[0].effect
    assert effect.words(rules.vocabulary) == f"turn {FAMILY}"
    play_checked(rules, games=1)
    for seed in range(2):
        game_in_step(rules, 2, seed)


def test_what_is_wrong_with_it(tmp_path: Path) -> None:
    grid = GRID[GRID.index("grid") : GRID.index("phase setup")]
    for what, code in (
        ("coins into coins", "E301"),
        ("foxes into coins", "E201"),
        (f"wooden rooms into coins\n{grid}", "E595"),
        (f"coins into clay rooms\n{grid}", "E595"),
    ):
        file = tmp_path / "small.rules"
        file.write_text(HEAD + PLAY.format(what), encoding="utf-8")
        assert code in [each.code for each in read(file)[1]]
