"""The board stays in sight: at every question all that it needs is there, and nothing cut."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from homesteaders_rules import State, load, new_game
from homesteaders_rules.cli.drawing.fitting import draw
from homesteaders_rules.play.cursor import Cursor
from homesteaders_rules.seeing.looking import Onlooker
from homesteaders_rules.seeing.model import NOW
from homesteaders_rules.testing.situations import situation
from sight import missing, text
from sizes import THOROUGH, some

TABLES = [
    *(("homesteaders", players) for players in (2, 3, 4)),
    *(("new_beginnings", players) for players in (4, 5)),
    *(("montana", players) for players in (2, 3, 4)),
    *(("agricola", players) for players in (4, 5)),
]
GAMES = 5 if THOROUGH else 1
"""Of each table: fifty in all."""
EVERY = 1 if THOROUGH else 131
BEYOND = 7
"""At every so manieth question it is also looked for what is there after exchanges."""
MOST = 2000


def questions(
    name: str, players: int, seed: int, every: int = EVERY
) -> Iterator[tuple[int, State]]:
    """States of a random game, with the number of the question."""
    cursor, random = Cursor(new_game(load(name), players, seed)), Random(seed)
    for number in range(MOST):
        if not cursor.options:
            return
        if number % every == seed % every:
            yield number, cursor.state()
        cursor.choose(random.choice(cursor.options))
    raise AssertionError(f"the game is not over after {MOST} choices")


@pytest.mark.parametrize(("name", "players"), some(TABLES, 5))
def test_all_that_a_decision_needs_is_in_sight(name: str, players: int) -> None:
    found, count = {}, 0
    for seed in range(GAMES):
        onlooker = Onlooker(load(name).for_table(players))
        for number, state in questions(name, players, seed):
            count += 1
            onlooker.looks_beyond = count % BEYOND == 0
            screen = onlooker.see(state, state.decision.player)
            lacking = missing(screen, draw(screen, 80, 23), 80, 24)
            if lacking:
                found[seed, number] = lacking
    assert count
    assert found == {}


def test_what_is_cut_or_left_out_is_found_missing() -> None:
    """The test above can fail: every single line of a lean screen is missed."""
    state = next(state for number, state in questions("new_beginnings", 5, 1, 1) if number == 95)
    screen = Onlooker(state.table, (), False).see(state, state.decision.player)
    drawn = draw(screen, 80, 23)
    assert missing(screen, drawn, 80, 24) == []
    for name, lines in drawn.parts.items():
        if name in ("own", "tiles", "rule", "spots"):
            continue
        for at in range(len(lines)):
            fewer = {**drawn.parts, name: (*lines[:at], *lines[at + 1 :])}
            assert missing(screen, evolve(drawn, parts=fewer), 80, 24), (name, lines[at].plain)
    assert missing(screen, drawn, 79, 24)
    assert missing(screen, drawn, 80, len(drawn.lines))


def test_on_a_large_screen_the_texts_of_tiles_are_in_sight() -> None:
    built = 0
    for name, players in some(TABLES, 4):
        for _, state in questions(name, players, 0, EVERY):
            onlooker = Onlooker(state.table, (), False)
            screen = onlooker.see(state, state.decision.player)
            drawn = draw(screen, 120, 39)
            said = f"{text(drawn, 'tiles')} {text(drawn, 'menu')} {text(drawn, 'lots')}"
            for each in (*screen.lots, *(tile for tile in screen.tiles if tile.had == NOW)):
                built += 1
                assert all(word in said.split() for word in each.text.split()), each.name
    assert built


def nth(name: str, players: int, seed: int, wanted: int) -> State:
    return next(state for number, state in questions(name, players, seed, 1) if number == wanted)


def test_what_is_left_on_a_place_that_is_taken_is_in_sight() -> None:
    state = nth("agricola", 5, 3, 72)
    screen = Onlooker(state.table, (), False).see(state, state.decision.player)
    drawn = draw(screen, 80, 23)
    assert "Player 1: Room or Players (1 food)" in text(drawn, "spots")
    assert missing(screen, drawn, 80, 24) == []


def test_texts_of_tiles_that_are_chosen_come_before_farms() -> None:
    state = nth("agricola", 5, 0, 104)
    screen = Onlooker(state.table, (), False).see(state, state.decision.player)
    drawn = draw(screen, 120, 39)
    chosen = [tile for tile in screen.tiles if tile.had == NOW]
    assert len(chosen) == 7
    said = text(drawn, "tiles").split()
    assert all(word in said for tile in chosen for word in tile.text.split())


def test_what_each_place_brings_is_in_sight_where_goods_are_placed() -> None:
    """Before what could be bought, and before what exchanges of any time bring."""
    held = {0: {"worker": 3, "silver": 4, "gold": 1, "trade": 2}}
    pieces = {0: ["Farm", "Market", "Foundry"]}
    state = situation(load("homesteaders"), 3, "income", 2, holdings=held, pieces=pieces)
    screen = Onlooker(state.table).see(state, state.decision.player)
    drawn = draw(screen, 80, 23)
    said = text(drawn, "menu")
    for place, brings in (
        ("Homestead 1", "gain 1 wood"),
        ("Homestead 2", "gain 1 point"),
        ("Farm 1", "gain 2 silver, 1 trade"),
        ("Farm 2", "gain 1 food"),
        ("Market 1", "gain 2 silver"),
        ("Foundry 1", "gain 1 steel"),
    ):
        assert f"{place} ({brings})" in said
    assert missing(screen, drawn, 80, 24) == []


@pytest.mark.parametrize(("width", "height"), [(60, 30), (100, 24), (200, 60)])
def test_a_screen_is_never_wider_than_the_terminal(width: int, height: int) -> None:
    for name, players in TABLES[::4]:
        for _, state in questions(name, players, 0, 97):
            screen = Onlooker(state.table, (), False).see(state, state.decision.player)
            drawn = draw(screen, width, height - 1)
            assert missing(screen, drawn, width, max(height, len(drawn.lines) + 1)) == []
