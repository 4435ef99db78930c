"""What an option is about is asked of its deed: words in its key may stand there by chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import load
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.play.deeds import deeds
from homesteaders_rules.play.state import State
from homesteaders_rules.seeing.looking import Onlooker
from homesteaders_rules.seeing.model import ENOUGH
from homesteaders_rules.seeing.notes import Notes, gathered
from homesteaders_rules.testing.situations import situation

MILLS = """\
game Mills, version 1, for 2 players
public chit/chits: 40 coin/coins
public hand/hands: 9 miller/millers, 9 smith/smiths
piece mill/mills:
    places: box, market, players
each player may own 1 mill of each name
piece pier/piers:
    places: board
mill Wheel:
    cost 1 coin
mill Wheel Rest:
    cost 2 coins
mill Old Wheel 2:
    cost 3 coins
pier Wheel Pier: leave any 1 hand here to gain 2 coins
exchange hire: 1 smith -> 3 coins
exchange turn the wheel: 1 coin -> 1 miller
play:
    start
    rounds 1-2: work
phase start:
    move mills from box to market
    each player: gain 9 coins, 2 millers, 2 smiths
phase work:
    each player:
        may build any
        use any free pier or do nothing
scoring in coins:
    coins: 1 per coin
"""
"""Names that stand in each other, and in keys of other things."""


@pytest.fixture
def state(tmp_path: Path) -> State:
    file = tmp_path / "mills.rules"
    file.write_text(MILLS, encoding="utf-8")
    return situation(load(file), 2, "work")


def notes_of(state: State) -> dict[str, str]:
    notes = Notes(state)
    return {option.key: notes.of(option) for option in state.decision.all}


def test_a_name_that_stands_in_another_is_not_taken_for_it(state: State) -> None:
    found = notes_of(state)
    assert found["build Wheel"] == "costs 1 coin"
    assert found["build Wheel Rest"] == "costs 2 coins"
    assert found["build Old Wheel 2"] == "costs 3 coins"
    assert found["build nothing"] == ""
    screen = Onlooker(state.table).see(state, 0)
    assert {tile.name: tile.is_named for tile in screen.tiles} == {
        "Wheel": True,
        "Wheel Rest": True,
        "Old Wheel 2": True,
    }
    assert screen.menu.pieces["build Old Wheel 2"] == "Old Wheel 2"


def test_what_is_used_several_times_stands_with_its_single_use(state: State) -> None:
    listed, anytime, most = gathered(state.decision)
    assert [option.key for option in anytime] == ["hire", "turn the wheel"]
    assert most == {"hire": 2, "turn the wheel": 9}
    assert "build Old Wheel 2" in [option.key for option in listed]
    notes = Notes(state)
    assert notes.of(anytime[0], 2) == "1 smith -> 3 coins (up to 2 at once: hire 2)"
    assert notes.brief(anytime[0]) == "1 smith -> 3 coins"


def test_the_use_of_a_piece_is_about_it_however_it_is_paid(state: State) -> None:
    after, _ = apply(state, "build nothing")
    told = {each.key: each for each in deeds(after) if not each.anytime}
    assert told["use Wheel Pier with 1 miller"].piece == "Wheel Pier"
    assert told["use Wheel Pier with 1 miller"].cost == (("miller", 1),)
    assert told["do nothing"].piece is None
    text = "leave any 1 hand here to gain 2 coins"
    assert notes_of(after)["use Wheel Pier with 1 smith"] == text
    screen = Onlooker(after.table).see(after, 0)
    assert [(spot.name, spot.is_named) for spot in screen.spots] == [("Wheel Pier", True)]
    assert [tile.name for tile in screen.tiles if tile.is_named] == []


def test_a_place_on_a_piece_of_ones_own_is_not_about_the_copies_on_sale() -> None:
    held, pieces = {0: {"worker": 1, "wood": 0}}, {0: ["Farm"]}
    state = situation(load("homesteaders"), 3, "income", 2, holdings=held, pieces=pieces)
    assert "place worker Farm 1" in state.decision.keys
    screen = Onlooker(state.table).see(state, 0)
    tiles = {tile.name: tile for tile in screen.tiles}
    assert tiles["Farm"].copies == 2
    assert (tiles["Farm"].had, tiles["Farm"].is_named) == ("", False)
    assert tiles["Foundry"].had == ENOUGH
