"""What a person is asked: short, with what lies there, what is due, and the ground it is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from homesteaders_rules import Rules, State, apply, load
from homesteaders_rules.cli.menus import Menu
from homesteaders_rules.testing.situations import situation

Invoke = Callable[..., Any]
FOLD = """\
game Fold, version 1, for 1-2 players
public chit/chits: 90 coin/coins, 90 penalty/penalties
public beast/beasts: 30 goat/goats, 30 yak/yaks
public ground/grounds: 40 bed/beds
public hand/hands: 8 keeper/keepers

grid Croft, for each player, of 2 rows and 3 columns:
    a cell holds 1 bed
    what was laid stays
homes of beasts:
    1 in the barn
    they may move at any time
    who has too many lets go some
exchange let go: 1 beast -> nothing, when offered
exchange sell: 1 yak -> 2 coins

piece spot/spots:
    places: box, board
    stacks: Later
    moments: growth
spot Pasture Gate:
    growth: put 2 goats here
    1 keeper: take everything from here
spot Spade: 1 keeper: lay 1 bed
spots of Later:
    spot Well: 1 keeper: gain 1 coin

piece badge/badges:
    places: chest, tray, players
each player may own 1 badge of each name
badge Medal: cost 1 coin

play:
    setup
    round 1: growing, work, tribute
phase setup:
    move spots from box to board
    move badges from chest to tray
    shuffle Later face down
    each player: gain 2 keepers, 1 coin
phase growing:
    turn up 1 spot of each stack, onto board
    collect growth on board
phase work:
    place keepers:
        all of them come back first
        none stays idle while a place is free
        the start player begins, and turns pass to the left
        each turn places one
        a place is for anybody, and for one until all come back
        what a place gives happens at once, and a place that can give nothing is not free
phase tribute:
    each player: pay 2 coins per keeper, or gain 1 penalty for each that is missing
    each player: may build any
scoring in coins:
    coins: 1 per coin
    badges: what is printed on badges
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "fold.rules"
    file.write_text(FOLD.replace("round 1:", "rounds 1-1:"), encoding="utf-8")
    return file


@pytest.fixture
def fold(file: Path) -> Rules:
    return load(file)


def listed(state: State) -> list[str]:
    """The lines of the menu, blanks between columns as one."""
    console = Console(width=100)
    with console.capture() as captured:
        Menu(state).show(console, ["Ann", "Bob"])
    return [" ".join(line.split()) for line in captured.get().splitlines()]


def test_a_place_of_all_shows_what_lies_there_and_what_it_gives(fold: Rules) -> None:
    """How it grows stands at the table; here it would hide what there is to take."""
    state = situation(fold, 2, "work", lying={"Pasture Gate": {"goat": 5}})
    lines = listed(state)
    assert "1 place keeper on Pasture Gate 5 goats there; take everything from here" in lines
    assert "2 place keeper on Spade lay 1 bed" in lines
    assert not any("growth" in line for line in lines)


def test_several_uses_stand_with_the_single_one_where_they_are_asked_for(fold: Rules) -> None:
    """What 1 goat is let go for is not what 4 are; and 18 lines are no question."""
    lying = {"Pasture Gate": {"goat": 5}}
    state = situation(fold, 2, "work", lying=lying, holdings={0: {"yak": 1}})
    state, _ = apply(state, "place keeper on Pasture Gate")
    assert "let go goat 4" in state.decision.keys
    menu = Menu(state)
    lines = listed(state)
    assert "1 let go goat 1 goat -> nothing (up to 5 at once: let go goat 5)" in lines
    assert [re.match(r"\d+ let go goat", line) is not None for line in lines].count(True) == 1
    assert menu.key_of("Let go goat 4") == "let go goat 4"


def test_what_is_missing_of_what_is_due_is_told(fold: Rules) -> None:
    state = situation(fold, 1, "tribute", holdings={0: {"coin": 4, "keeper": 2}})
    lines = listed(state)
    assert "1 pay 4 coins all" in lines
    assert "2 pay 3 coins 1 of 4 missing: gain 1 penalty for each" in lines
    assert "5 pay 0 coins 4 of 4 missing: gain 1 penalty for each" in lines


def test_the_ground_is_drawn_when_a_cell_is_asked_for(file: Path, invoke: Invoke) -> None:
    """Only that of the player who is asked: the others are a screen away from the question."""
    arguments = ("play", "--game", str(file), "--players", "2", "--seat", "1=human", "--seed", "2")
    output = invoke(*arguments, typed="place keeper on Spade\nlay bed B2\n").output
    asked = output.partition("Player 1 places 1 keeper on Spade")[2].partition("lay bed A1")[0]
    assert "A  A1  A2  A3" in asked
    assert "Player 2\n" not in asked


def test_what_is_nobodys_is_not_offered_and_not_told_twice(file: Path, invoke: Invoke) -> None:
    arguments = ("play", "--game", str(file), "--players", "2", "--seat", "1=human", "--seed", "2")
    output = invoke(*arguments, typed="offers\n").output
    assert output.count("1 keeper: gain 1 coin") == 1, "it stands among the places that are open"
    offers = output.rpartition("help]> ")[0].rpartition("help]> ")[2]
    assert "Medal (1 coin)" in offers
    assert "spots" not in offers


def test_places_of_all_are_shown_where_they_matter(file: Path, invoke: Invoke) -> None:
    """Once a round; what is due is no question of them."""
    arguments = ("play", "--game", str(file), "--players", "1", "--seat", "1=human", "--seed", "2")
    typed = "place keeper on Spade\nlay bed B2\nplace keeper on Well\ntable\n"
    output = invoke(*arguments, typed=typed).output
    due = output.partition(", tribute;")[2]
    asked, _, wanted = due.partition("help]> ")
    assert "growth: put 2 goats here" in output.partition(", tribute;")[0]
    assert "growth: put 2 goats here" not in asked
    assert "growth: put 2 goats here" in wanted


SHORES = """\
game Shores, version 1, for 1-2 players
public chit/chits: 40 coin/coins
public hand/hands: 9 sailor/sailors, 9 smith/smiths
piece plot/plots:
    labels: shore
    places: box, island, players
each player may own 1 plot of each name
map of plots:
    plots are squares
    tiles lie in rows of 3
    tiles lie in the order of the text
    a player builds on any free plot
plot Bay: shore
plot Cape: shore
plot Delta: shore
piece pier/piers:
    places: board
pier North Pier: leave any 1 hand here to gain 2 coins
play:
    landing
    rounds 1-2: work
phase landing:
    lay the map
    each player: gain 1 sailor, 1 smith
phase work:
    each player:
        use any free pier or do nothing
        may build any
scoring in coins:
    coins: 1 per coin
"""


def test_the_map_is_drawn_when_a_space_is_asked_for(tmp_path: Path, invoke: Invoke) -> None:
    """What stands there may have changed since the phase began."""
    file = tmp_path / "shores.rules"
    file.write_text(SHORES, encoding="utf-8")
    arguments = ("play", "--game", str(file), "--players", "1", "--seat", "1=human", "--seed", "2")
    output = invoke(*arguments, typed="use North Pier with 1 smith\n").output
    before, _, after = output.partition("Player 1 puts 1 smith on North Pier")
    assert before.count("Bay  ") == 1, "once, at the table"
    drawn, _, menu = after.partition("build Bay")
    assert "Bay" in drawn, "on the map, above the menu"
    assert "build Delta" in menu


def test_a_text_is_not_repeated_for_every_way_to_pay(tmp_path: Path) -> None:
    file = tmp_path / "shores.rules"
    file.write_text(SHORES, encoding="utf-8")
    lines = listed(situation(load(file), 1, "work"))
    assert lines[-3:] == [
        "1 use North Pier with 1 sailor leave any 1 hand here to gain 2 coins",
        "2 use North Pier with 1 smith as above",
        "3 do nothing",
    ]


@pytest.mark.parametrize(
    ("wood", "lines"),
    [(4, {"1 enclose A4 costs 3 wood"}), (7, {"enclose A4 B4 (5 wood)", "enclose B5 (3 wood)"})],
)
def test_what_is_done_with_cells_shows_its_price(wood: int, lines: set[str]) -> None:
    """Their key names the cells alone; many of them stand in columns, each with what it costs."""
    state = situation(
        load("agricola"),
        2,
        "work",
        holdings={0: {"wood": wood}},
        places={"Fences": "board"},
        areas=[(0, ["A5"])],
    )
    state, _ = apply(state, "place person on Fences")
    shown = listed(state)
    assert all(any(line.endswith(each) for line in shown) for each in lines)
