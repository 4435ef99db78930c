"""Events as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Game, load, new_game, view
from homesteaders_rules.bots import make_bot
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.recording.events import STOCK, on_piece
from homesteaders_rules.runtime.recording.kinds import (
    BecameStart,
    Marker,
    Passed,
    Started,
    Transfer,
)
from homesteaders_rules.telling.narration import PHASE, ROUND, SENTENCE, narrate, tell
from homesteaders_rules.testing.checks import check_game


@pytest.fixture(scope="module")
def start() -> State:
    return new_game(load("homesteaders"), 3, 1, deal={"start player": 0})


def after(state: State, *keys: str) -> list[str]:
    """What the last of some choices leads to, in sentences."""
    for key in keys:
        state, events = apply(state, key)
        told = narrate(events, state.table)
    return told


def test_gains_are_grouped_by_cause(start: State) -> None:
    told = after(start, "place worker Homestead 1", "done")
    assert told == ["Player 1 gains 2 silver, 1 wood (Homestead)"]


def test_names_of_players(start: State) -> None:
    _, events = apply(start, "borrow 2")
    assert narrate(events, start.table, ["Ada", "Ben", "Cleo"]) == ["Ada gains 2 debts, 4 silver"]


def test_headings_and_lots(start: State) -> None:
    state = start
    bot = make_bot("random", 3)
    kinds, sentences = [], []
    while state.round < 3:
        state, events = apply(state, bot.choose(state))
        for told in tell(events, state.table):
            kinds.append((told.kind, told.text))
            sentences.append(told.text)
    assert (ROUND, "Round 2") in kinds
    assert (PHASE, "bidding") in kinds
    assert (SENTENCE, "A1-S2 is turned up on Auction 1: may build industrial") in kinds
    assert any(text.endswith("has won lot 1") for text in sentences)


def test_a_piece_is_built_for_what_was_paid(start: State) -> None:
    incomes = ("place worker Homestead 1", "done", "pay 1 silver", *["done", "pay 1 silver"] * 2)
    bids = ("bid 3 on lot 1", "pass", "gain 1 trade", "pass", "gain 1 trade", "pay 3 silver")
    state = start
    for key in incomes + bids:
        state, _ = apply(state, key)
    assert after(state, "build Farm")[0] == "Player 1 builds Farm for 1 wood"


def test_one_breath_for_one_player(start: State) -> None:
    events = [
        Passed(1),
        Marker(1, "Railroad", 1),
        Transfer(1, "wood", 1, STOCK, 1),
        Transfer(1, "silver", 2, STOCK, 1, piece="Farm"),
        Transfer(0, "trade", 1, 0, STOCK),
        Started(0, "final round"),
    ]
    assert narrate(events, start.table) == [
        "Player 2 passes, moves to 1 on Railroad, gains 1 wood; 2 silver (Farm)",
        "Player 1 pays 1 trade",
        "Final round",
    ]


def test_goods_on_pieces_and_between_players(start: State) -> None:
    farm = on_piece(start.table.layout.piece_index["Farm"])
    events = [
        Transfer(0, "wood", 1, STOCK, farm, piece="Farm"),
        Transfer(0, "wood", 2, farm, 0, piece="Farm"),
        Transfer(0, "silver", 3, 0, 2),
    ]
    assert narrate(events, start.table) == [
        "Player 1 puts 1 wood on Farm, takes 2 wood from Farm, gives 3 silver to Player 3"
    ]


def test_what_nobody_does_is_told_of_nobody() -> None:
    """Goods that gather on places of all, whoever is asked at that moment; and those that leave."""
    table = new_game(load("agricola"), 3, 1).table
    fish, reed, pit = (
        on_piece(table.layout.piece_index[name]) for name in ("Fishing", "Reed", "Clay")
    )
    events = [
        BecameStart(2),
        Transfer(2, "food", 1, STOCK, fish, piece="Fishing"),
        Transfer(2, "reed", 1, STOCK, reed, piece="Reed"),
        Transfer(2, "reed", 1, STOCK, reed, piece="Reed"),
        Transfer(2, "clay", 2, pit, STOCK),
        Transfer(2, "food", 1, fish, 2, piece="Fishing"),
    ]
    assert narrate(events, table, ["Ann", "Bob", "Fishing"]) == [
        "Fishing becomes start player",
        "1 food comes onto Fishing, 2 reed onto Reed",
        "2 clay go back from Clay",
        "Fishing takes 1 food from Fishing",
    ]


def test_a_payment_is_told_of_who_pays_it(start: State) -> None:
    """Whoever has caused it; and a player is no piece, whatever they are called."""
    events = [Transfer(0, "silver", 2, 1, STOCK), Transfer(0, "wood", 1, 0, 1)]
    assert narrate(events, start.table, ["Farm", "Bob", "Cid"]) == [
        "Bob pays 2 silver",
        "Farm gives 1 wood to Bob",
    ]


def test_nothing_happened(start: State) -> None:
    assert narrate([], start.table) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_can_be_told(players: int) -> None:
    state = new_game(load("homesteaders"), players, players)
    bot = make_bot("random", 1)
    while not state.over:
        state, events = apply(state, bot.choose(state))
        for sentence in narrate(events, state.table):
            assert sentence.strip() == sentence != ""
            assert "something new" not in sentence


@pytest.mark.parametrize("until", ["rounds 1-2: rest", "rounds until the end: rest"])
@pytest.mark.parametrize("final", ["", "    final round: rest\n"])
def test_a_final_round_is_told_where_there_is_one(until: str, final: str, tmp_path: Path) -> None:
    ends = "after rest: each player: if you have 2 stars: the game ends after this round\n" * (
        "until" in until
    )
    (tmp_path / "small.rules").write_text(
        "game Small, version 1, for 2 players\npublic thing/things: 9 star/stars\n"
        f"play:\n    {until}\n{final}phase rest: each player: gain 1 star or do nothing\n"
        "scoring in stars:\n    stars: 1 per star\n" + ends
    )
    game = Game.new(load(tmp_path / "small.rules"), 2, 1)
    told: list[str] = []
    while not game.state.over:
        events = game.choose(game.state.options[0])
        told += narrate(events, game.state.table)
    assert ("Final round" in told) == bool(final)
    assert "Round 2" in told
    state = game.state
    assert (state.round, state.is_final) == ((3, True) if final else (2, False))
    assert view(state, 0).is_final == state.is_final
    check_game(game)


def test_a_player_is_told_in_the_second_person(start: State) -> None:
    events = apply(apply(start, "place worker Homestead 1")[0], "done")[1]
    assert narrate(events, start.table, you=0) == ["You gain 2 silver, 1 wood (Homestead)"]
    assert narrate(events, start.table, you=1)[0].startswith("Player 1 gains")
    mixed = [
        Passed(0),
        Transfer(0, "gold", 1, 2, 0),
        Started(1, "lot", "", 2),
        Started(0, "lot", "", 1),
    ]
    assert narrate(mixed, start.table, you=0) == [
        "You pass, take 1 gold from Player 3",
        "Player 2 has won lot 2",
        "You have won lot 1",
    ]
    given = [Transfer(1, "gold", 1, 1, 0)]
    assert narrate(given, start.table, you=0) == ["Player 2 gives 1 gold to you"]


@pytest.mark.parametrize("pack", ["homesteaders", "montana", "agricola"])
def test_nothing_of_a_game_is_told_of_you_by_name(pack: str) -> None:
    """And every verb is in its plain form: it is none that the same tale has of others."""
    of_you, of_others = set(), set()
    state, bot = new_game(load(pack), 3, 2), make_bot("random", 3)
    while not state.over:
        state, events = apply(state, bot.choose(state))
        for told in tell(events, state.table, you=1):
            assert "Player 2" not in told.text
            if told.kind == SENTENCE and told.player is not None:
                words = told.text.split()
                assert (words[0] == "You") == (told.player == 1)
                verb = words[1 if told.player == 1 else 2]
                (of_you if told.player == 1 else of_others).add(verb)
    assert of_you
    assert not of_you & of_others
