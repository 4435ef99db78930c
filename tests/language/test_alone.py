"""What happens to the start player alone is told of every verb that is about whoever acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.commands.catalogue import VERBS
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.language.loader import read

from .test_every_verb import ACTION, below, named, needed, phrase_of
from .texts import planted

OF_THE_TABLE = {
    *("Nothing", "MovePieces", "RemoveCopies", "Stack", "TurnUp", "Fill", "LayMap", "Clear"),
    *("RandomNeutral", "MakeNeutral", "Auction", "NeutralBid", "BecomeStart", "GameEnds"),
    *("PlaceInTurn", "EachPlayer", "TakeTurns", "EachWinner", "UsePiece"),
}
"""What is the same whoever acts, says for whom it is, or carries out lines of pieces."""
ON_PIECES = {"Put", "TakeFrom", "Leave", "LeaveTo", "TakeAll"}
"""What is said of a piece, and not in a phase."""
SAID = [kind for kind in VERBS if named(kind) not in ON_PIECES]
HEADER = "pack Trial, version 1, extends {}\n"


def told(folder: Path, game: str, text: str) -> list[tuple[int, str]]:
    """The lines and the words of what is told to happen to the start player alone."""
    file = folder / "trial.rules"
    file.write_text(HEADER.format(game) + text, encoding="utf-8")
    rules, diagnostics = read(file)
    assert rules is not None, "\n".join(map(str, diagnostics))
    found = [each for each in diagnostics if each.code == "W588"]
    return [(each.span.line, each.message.split('"')[1]) for each in found]


@pytest.mark.parametrize("kind", sorted(SAID, key=named), ids=named)
def test_a_verb_that_is_about_you_is_told_where_nothing_says_for_whom(
    tmp_path: Path, kind: type[Effect]
) -> None:
    planted(tmp_path)
    phrase = phrase_of(kind)
    text = ACTION.format(below(phrase)) + needed(phrase)
    found = told(tmp_path, "Orchard", text)
    assert ("wish" in [words for _, words in found]) == (named(kind) not in OF_THE_TABLE)


def test_the_verbs_of_the_table_are_verbs() -> None:
    assert {named(kind) for kind in VERBS} >= OF_THE_TABLE | ON_PIECES


CARDS = """\
piece family/families:
    places: drawer, players
    moments: income
each player may own 1 family of each name
family Poet:
    1 copy for each player
    income: gain 1 wood
track Rain, for all: 0, 1, 2
action eat well: gain 1 food
action clear up: move town buildings from supply to box
"""
ALONE = {
    "after setup: take a random family": "take a random family",
    "after setup: take Farm": "take Farm",
    "after income: advance Railroad": "advance Railroad",
    "after income: may move 1 worker to another place": "move 1 worker to another place",
    "after income: trade freely": "trade freely",
    "after income: may build any": "build any",
    "after income: move Railroad on": "move Railroad on",
    "after income: collect income": "collect income",
    "before income: eat well": "eat well",
    "before income: with 3 players: 2 times: eat well": "eat well",
    "replace action pass the start marker: gain 1 food": "gain 1 food",
    "after income: move Rain on": "",
    "after income: clear up": "",
    "after income: each player: eat well": "",
    "after income: if you are start player: eat well": "",
    "action feast: each player: eat well\nafter income: feast": "",
    "with 1 player: before income: eat well": "",
}


@pytest.mark.parametrize("text", ALONE)
def test_what_happens_to_the_start_player_alone_is_told_where_it_stands(
    text: str, tmp_path: Path
) -> None:
    found = told(tmp_path, "Homesteaders", f"{text}\n{CARDS}")
    assert found == [(2, ALONE[text])] * bool(ALONE[text])


def test_lines_of_pieces_that_act_for_all_are_told(tmp_path: Path) -> None:
    lines = "with events: events of Events, settlement:\n"
    assert told(tmp_path, "New Beginnings", lines + "    event Fair: take Farm") == [
        (3, "take Farm")
    ]
    assert told(tmp_path, "New Beginnings", lines + "    event Fair: each player: take Farm") == []


BOOTHS = """\
piece booth/booths:
    places: square
    moments: dawn
booth Bakery:
    dawn: {}
after prepare: collect dawn
"""


def test_a_moment_of_pieces_for_all_is_told_where_it_is_about_a_player(tmp_path: Path) -> None:
    assert told(tmp_path, "Homesteaders", BOOTHS.format("put 1 wood here")) == []
    found = told(tmp_path, "Homesteaders", BOOTHS.format("gain 1 wood"))
    assert found == [(7, "collect dawn")]


def test_lines_that_a_place_collects_are_told(tmp_path: Path) -> None:
    space = "\nspaces of Rounds, first:\n    space Pond:\n        1 person: plough\n"
    found = told(tmp_path, "Agricola Family", f"{space}        refill: gain 1 food")
    assert found == [(6, "gain 1 food")]
    assert told(tmp_path, "Agricola Family", f"{space}        refill: put 1 food here") == []


GAME = """\
game Tiny, version 1, for 2-3 players
public good/goods: 30 coin/coins
play:
    rounds 1-2: work
phase work:
    {}
    the next player becomes start player
scoring in coins:
    coins: 1 per coin
    tie: most coins
"""
OF_A_GAME = {
    "gain 1 coin": 5,
    "gain 1 coin or gain 2 coins": 5,
    "if you have no coins: gain 1 coin": 27,
    "each player, from the start player: gain 1 coin": 0,
    "if you are start player: gain 1 coin": 0,
}


@pytest.mark.parametrize("line", OF_A_GAME)
def test_a_phase_of_a_game_gives_goods_to_all_or_says_to_whom(tmp_path: Path, line: str) -> None:
    file = tmp_path / "tiny.rules"
    file.write_text(GAME.format(line), encoding="utf-8")
    columns = [each.span.column for each in read(file)[1] if each.code == "W588"]
    assert columns == [OF_A_GAME[line]] * bool(OF_A_GAME[line])


WAVES = """\
piece wave/waves:
    stacks: Sea
after setup: stack Sea face up
after prepare: turn up 1 wave of each stack
waves of Sea:
    wave Calm: do nothing
"""
TWICE = {
    "action feast: each player: gain 1 wood\nbefore income: each player: feast": [
        (2, "each player: gain 1 wood")
    ],
    "before income: each player: each player, in reverse order: gain 1 wood": [
        (2, "each player, in reverse order: gain 1 wood")
    ],
    "before income: each player:\n    gain 1 wood\n"
    "    each player with the most wood, at least 1: discard 1 wood": [
        (4, "each player with the most wood, at least 1: discard 1 wood")
    ],
    "before income: each player: with 2 players: each player: gain 1 wood": [
        (2, "each player: gain 1 wood")
    ],
    "before income: each player: each other player: gain 1 wood": [],
    "before income: each player: may pay 1 wood to feast\n"
    "action feast: each player: gain 1 food": [],
    "before income: each player: if you have no wood: each player: gain 1 wood": [],
    "before income: each player: gain 1 wood": [],
}


@pytest.mark.parametrize("text", TWICE)
def test_what_is_for_each_player_for_each_player_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "trial.rules"
    file.write_text(HEADER.format("Homesteaders") + text, encoding="utf-8")
    told = [(each.span.line, each.message.split('"')[1]) for each in read(file)[1]]
    assert told == TWICE[text]


def test_a_card_that_says_for_whom_it_is_is_used_once(tmp_path: Path) -> None:
    card = "    wave Whirlpool: each player with the most wood, at least 1: discard 1 wood\n"
    file = tmp_path / "trial.rules"
    for use, lines in (("each player: use the wave", [8]), ("use the wave", [])):
        text = f"{HEADER.format('Homesteaders')}{WAVES}{card}after income: {use}\n"
        file.write_text(text, encoding="utf-8")
        found = [each.span.line for each in read(file)[1] if each.code == "W580"]
        assert found == lines


MILLS = """\
piece mill/mills:
    places: shed, players
    moments: dawn
each player may own 1 mill of each name
mill Sawmill:
    1 copy for each player
    1 worker: gain 1 wood
after setup: each player: take Sawmill
"""


def test_a_moment_is_told_for_what_stands_on_places_of_workers_alone(tmp_path: Path) -> None:
    assert told(tmp_path, "Homesteaders", f"{MILLS}after income: collect dawn") == [
        (10, "collect dawn")
    ]
    assert told(tmp_path, "Homesteaders", f"{MILLS}after income: each player: collect dawn") == []
