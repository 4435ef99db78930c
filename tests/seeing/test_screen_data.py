"""The data of a screen: what a seat may know of a state, and nothing else, for any page to draw."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from homesteaders_rules import GameError, State, load, new_game, sample, view
from homesteaders_rules.play.cursor import Cursor
from homesteaders_rules.seeing.looking import Onlooker
from homesteaders_rules.seeing.model import AFTER, ENOUGH, NOW
from homesteaders_rules.testing.situations import situation
from sizes import size

TABLES = [("homesteaders", 3), ("new_beginnings", 5), ("montana", 3), ("agricola", 4)]


def states(name: str, players: int, every: int = size(80, 40)) -> Iterator[State]:
    """Some states of a random game."""
    cursor, random, number = Cursor(new_game(load(name), players, 7)), Random(7), 0
    while cursor.options and number < 400:
        if number % every == 0:
            yield cursor.state()
        cursor.choose(random.choice(cursor.options))
        number += 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_screen_tells_nothing_that_the_view_does_not(name: str, players: int) -> None:
    for number, state in enumerate(states(name, players)):
        onlooker = Onlooker(state.table, (), False)
        for seat in {state.decision.player, number % players}:
            other = sample(view(state, seat), number)
            assert onlooker.see(other, seat) == onlooker.see(state, seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_screen_is_plain_data(name: str, players: int) -> None:
    for state in states(name, players, 150):
        screen = Onlooker(state.table, (), False).see(state, state.decision.player)
        data = json.loads(screen.to_json())
        assert data["prompt"] == state.decision.prompt
        assert [row["name"] for row in data["players"]] == [row.name for row in screen.players]
        keys = [k for row in data["menu"]["rows"] for each in row["choices"] for k in each["keys"]]
        assert set(keys) <= {option.key for option in state.decision.all}
        assert {option.key for option in state.options} <= {*keys, *data["menu"]["every"]}


def test_others_than_who_decides_have_an_empty_menu() -> None:
    state = new_game(load("homesteaders"), 3, 1)
    seen = Onlooker(state.table).see(state, (state.decision.player + 1) % 3)
    assert seen.menu.rows == ()
    assert seen.menu.every == ()


def test_a_seat_that_is_not_there_is_refused() -> None:
    state = new_game(load("homesteaders"), 3, 1)
    with pytest.raises(GameError, match="no seat 3"):
        Onlooker(state.table).see(state, 3)


def test_tiles_say_how_they_can_be_had() -> None:
    rules = load("homesteaders")
    held = {seat: {"wood": 1, "trade": 3, "silver": 9} for seat in range(3)}
    asked = situation(rules, 3, "bidding", 1, holdings=held)
    while not asked.decision.prompt.startswith("may build"):
        asked = _next(asked)
    tiles = {t.name: t for t in Onlooker(asked.table).see(asked, asked.decision.player).tiles}
    built = {key.removeprefix("build ") for key in asked.decision.keys}
    assert {name for name, tile in tiles.items() if tile.had == NOW} == built - {"nothing"}
    assert {tile.had for tile in tiles.values()} <= {NOW, AFTER, ""}
    assert any(tile.had == AFTER for tile in tiles.values())


def _next(state: State) -> State:
    cursor = Cursor(state)
    cursor.choose(cursor.options[0])
    return cursor.state()


def test_where_no_tile_is_asked_for_the_plain_cost_says_what_there_is_enough_for() -> None:
    held = {seat: {"wood": 1} for seat in range(3)}
    state = situation(load("homesteaders"), 3, "income", 1, holdings=held)
    seat = state.decision.player
    tiles = Onlooker(state.table).see(state, seat).tiles
    enough = {tile.name for tile in tiles if tile.had == ENOUGH}
    assert enough == {tile.name for tile in tiles if tile.cost in ("", "1 wood")}


CARDS = """\
pack Cards, version 1, extends Homesteaders

piece family/families:
    places: drawer, players
    moments: start
each player may own 1 family of each name
family Smiths: start: gain 1 steel
family Bakers: start: gain 1 food
family Millers: start: gain 1 food
after setup:
    each player: take any family
    each player: collect start
"""


def test_start_cards_are_in_sight_while_they_are_had(tmp_path: Path) -> None:
    """Nothing is paid for them, and once play begins nobody gets another one."""
    (tmp_path / "cards.rules").write_text(CARDS, encoding="utf-8")
    state = new_game(load(tmp_path / "cards.rules"), 2, 1)
    onlooker = Onlooker(state.table)
    families, asked = {"Smiths", "Bakers", "Millers"}, state.decision.player
    for seat, had in ((asked, NOW), (1 - asked, "")):
        tiles = {tile.name: tile.had for tile in onlooker.see(state, seat).tiles}
        assert {tiles[name] for name in families} == {had}
    while not state.round:
        state = _next(state)
    seen = onlooker.see(state, state.decision.player)
    assert not families & {tile.name for tile in seen.tiles}
    assert "Market" in {tile.name for tile in seen.tiles}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_choice_is_meant_by_its_row_and_its_words(name: str, players: int) -> None:
    for state in states(name, players, 12):
        whole = Onlooker(state.table, (), False).see(state, state.decision.player).menu
        for menu in (whole, whole.spread(), whole.spread(noted=True), whole.folded(6)):
            for row in menu.rows:
                for choice in row.choices:
                    for words in (choice.words, choice.words.upper(), choice.label):
                        meant = menu.meant(f"{row.number} {words}")
                        assert meant == choice or (words == choice.label and choice.most > 1)
