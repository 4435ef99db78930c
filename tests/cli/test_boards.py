"""The grids of players as a terminal draws them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from homesteaders_rules import Rules, State, apply, load
from homesteaders_rules.cli.screen import show_state
from homesteaders_rules.cli.texts.showing import names_of
from homesteaders_rules.mechanisms.homes.definitions import HomesOf
from homesteaders_rules.telling.boards import drawn
from homesteaders_rules.telling.describing import describe
from homesteaders_rules.testing.situations import situation

FARMLET = """\
game Farmlet, version 1, for 1-5 players
public chit/chits: 40 star/stars
public crop/crops: 90 rye, 90 leek/leeks
public room/rooms: 40 wooden room/wooden rooms, 40 clay room/clay rooms
public ground/grounds: 75 field/fields, 20 stable/stables

grid Farmyard, for each player, of 3 rows and 5 columns:
    a cell holds 1 room, 1 field or 1 stable
    a room lies beside another room
    a field lies beside another field
    with 2-5 players: a stable lies beside a room
    what was laid stays
    crops lie on fields, and count in scoring

play:
    setup
    rounds 1-4: work
phase setup:
    each player:
        lay 1 wooden room on B1
        lay 1 wooden room on C1
phase work: each player: plough or sow or lay 1 stable or do nothing
action plough: lay 1 field
action sow: for each empty field, at least one: put 2 rye there
scoring in stars:
    rooms: 1 per wooden room
"""
FARM = {
    (0, "A3"): {"field": 1, "rye": 2},
    (0, "A4"): {"field": 1},
    (0, "B5"): {"stable": 1},
    (0, "A1"): {"clay room": 1},
}


@pytest.fixture
def farmlet(tmp_path: Path) -> Rules:
    file = tmp_path / "farmlet.rules"
    file.write_text(FARMLET, encoding="utf-8")
    return load(file)


def test_what_lies_on_cells_is_drawn_and_where_something_may_be_laid(farmlet: Rules) -> None:
    state, _ = apply(situation(farmlet, 2, "work", cells=FARM), "plough")
    lines = shown(state, 80, ["Ann", "Bob"])
    assert lines[lines.index("") + 1 :] == [
        "Ann                                     Bob",
        "     1      2      3      4      5           1      2      3      4      5",
        "A  clay   A2     field  field  A5       A",
        "   room          2 rye                  B  wooden",
        "B  wooden        B3     B4     stable      room",
        "   room                                 C  wooden",
        "C  wooden                                  room",
        "   room",
    ]


def shown(state: State, room: int, names: list[str]) -> list[str]:
    """The lines of the table, as who decides sees it."""
    console = Console(width=room)
    with console.capture() as captured:
        show_state(console, state, names, state.decision.player)
    return captured.get().splitlines()


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("room", [40, 80, 120])
def test_the_grids_of_all_fit_on_the_page(farmlet: Rules, players: int, room: int) -> None:
    state = situation(farmlet, players, "work", cells=FARM)
    lines = shown(state, room, ["Ann", "Bob", "Cem", "Dora", "Eve"][:players])
    assert max(map(len, lines)) <= room
    assert sum(line.count("B  wooden") for line in lines) == players


def test_a_grid_is_shown_as_its_sentences(farmlet: Rules) -> None:
    (grid,) = [each for each in farmlet.definitions if each.kind == "grid"]
    assert [text for _, text in describe(grid, farmlet.vocabulary)] == [
        "grid Farmyard, for each player, of 3 rows and 5 columns",
        "a cell holds 1 room, 1 field or 1 stable",
        "a room lies beside another room",
        "a field lies beside another field",
        "with 2-5 players: a stable lies beside a room",
        "what was laid stays",
        "crops lie on fields, and count in scoring",
    ]


def test_homes_are_shown_as_a_procedure(tmp_path: Path) -> None:
    file = tmp_path / "kennel.rules"
    homes = """\
public beast/beasts: 20 dog/dogs, 20 cat/cats
exchange let go: 1 beast -> nothing, when offered
homes of beasts:
    2 in the kennel
    they may move at any time
    who has too many lets go some
"""
    file.write_text(FARMLET + homes, encoding="utf-8")
    rules = load(file)
    (found,) = rules.of(HomesOf)
    assert [text for _, text in describe(found, rules.vocabulary)] == [
        "homes of beasts",
        "2 in the kennel",
        "they may move at any time",
        "who has too many lets go some",
    ]
    assert found.name in names_of(found)
    assert "homes of beasts" in names_of(found)


def test_what_stands_on_edges_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "farmlet.rules"
    fences = """\
    rails lie on the edges of cells, and stay
    a paddock is what was enclosed
    a paddock may be divided
"""
    text = FARMLET.replace("    crops lie on", f"{fences}    crops lie on")
    file.write_text(text.replace("20 stable/stables", "20 stable/stables, 90 rail/rails"), "utf-8")
    state = situation(load(file), 2, "work", areas=[(0, ["A4", "A5"]), (0, ["A4"])])
    lines = drawn(state.grid(0), 4)
    assert lines[1] == "  +    +    +    +----+----+"
    assert lines[2] == "A                |    |    |"
    assert lines[4].endswith("+----+----+")
