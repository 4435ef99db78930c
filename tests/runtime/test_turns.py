"""Turns: whose it is, what only they may do in it, and another one after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, narrate, new_game, why_not
from homesteaders_rules.language.loader import read
from homesteaders_rules.linking.image import image_of
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.runtime.recording.kinds import Started
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, game_in_step, play_checked, played, small

GAME = """\
public token/tokens: 6 clock/clocks
exchange swap, in your turn: 1 pebble -> 2 coins
exchange trade: 1 coin -> 1 pebble
play:
    opening
    rounds 1-2: work
phase opening: each player: gain 1 clock, 2 pebbles
phase work: each player takes a turn, from the start player:
    share or gain 1 star
    may pay 1 clock to take another turn
action share:
    gain 1 coin
    each player: gain 1 coin or gain 1 pebble
"""


def game(folder: Path) -> Rules:
    return small(folder, GAME)


def test_each_player_takes_a_turn(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 3)
    assert (state.turn, state.decision.player) == (0, 0)
    state = played(state, "gain 1 star", "decline")
    assert (state.turn, state.decision.player) == (1, 1)
    state, events = apply(played(state, "gain 1 star"), "decline")
    assert [(e.what, e.player) for e in events if isinstance(e, Started)] == [("turn", 2)]
    assert "Player 3 takes a turn" in narrate(events, state.table)


def test_what_is_for_your_turn_is_not_for_others_who_decide_in_it(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 2)
    assert "swap" in [option.key for option in state.anytime]
    state = played(state, "share", "gain 1 coin")
    assert (state.turn, state.decision.player) == (0, 1)
    assert [option.key for option in state.anytime] == []
    assert why_not(state, "swap") == "it is not your turn"
    state = played(state, "gain 1 coin")
    assert (state.turn, state.decision.player) == (0, 0)
    assert "swap" in [option.key for option in state.anytime]


def test_another_turn_follows_at_once(tmp_path: Path) -> None:
    state = new_game(game(tmp_path), 3)
    state = played(state, "gain 1 star", "decline", "gain 1 star")
    again = "pay 1 clock to take another turn"
    state, events = apply(state, again)
    assert [(e.what, e.player) for e in events if isinstance(e, Started)] == [("turn", 1)]
    assert (state.turn, state.holding(1, "clock")) == (1, 0)
    # No clock is left, and who could only decline is not asked (rulings M4, M7 of Montana).
    state = played(state, "gain 1 star")
    assert (state.turn, state.round) == (2, 1)
    state = played(state, "gain 1 star", again, "gain 1 star")
    assert (state.turn, state.round) == (0, 2)


def test_turns_begin_with_the_start_player(tmp_path: Path) -> None:
    state = situation(game(tmp_path), 3, "work", start_player=1)
    assert state.turn == 1
    again = "pay 1 clock to take another turn"
    state = played(state, "gain 1 star", again, "gain 1 star")
    assert state.turn == 2
    state = played(state, "gain 1 star", "decline")
    assert state.turn == 0


def test_between_the_turns_it_is_nobodys(tmp_path: Path) -> None:
    text = GAME.replace("rounds 1-2: work", "rounds 1-2: work, rest")
    rules = small(tmp_path, text + "phase rest: each player: gain 1 coin or gain 1 star\n")
    state = played(new_game(rules, 2), *["gain 1 star", "decline"] * 2)
    assert state.turn is None
    assert why_not(state, "swap") == "it is not your turn"


def test_games_with_turns_keep_every_promise(tmp_path: Path) -> None:
    rules = game(tmp_path)
    play_checked(rules, games=2)
    for seed in range(5):
        game_in_step(rules, 4, seed)
    assert image_of(rules.for_table(2).program)


ON_A_PIECE = """\
piece hut/huts:
    labels: low, high
    places: site, shop, players
    moments: rent, built
each player may own 1 hut of each name
hut Tower:
    high
    cost 1 coin
    when built: take another turn
hut Barn:
    low
    cost 1 coin
hut Shed:
    low
    cost 1 coin
play:
    opening
    rounds 1-2: work
phase opening:
    move huts from site to shop
    each player: gain 4 coins
phase work: each player takes a turn, from the start player: may build any
"""


def test_what_is_built_may_bring_another_turn(tmp_path: Path) -> None:
    rules = small(tmp_path, ON_A_PIECE)
    state = played(new_game(rules, 2), "build Tower")
    assert state.turn == 0
    state = played(state, "build Barn")
    assert state.turn == 1
    play_checked(rules, games=2)
    game_in_step(rules, 2, 1)


BARE = "play:\n    rounds 1-2: work\n"
TAKES = "each player takes a turn, from the start player: gain 1 star"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (
            f"exchange swap, in your turn: 1 coin -> 1 pebble\n{BARE}phase work: gain 1 star\n",
            ["E563"],
        ),
        (
            f"exchange swap, in your turn: 1 coin -> 1 pebble\n{BARE}"
            f"phase work: with 2 players: {TAKES}\n",
            ["E563"],
        ),
        (f"{BARE}phase work: {TAKES}, then take another turn\n", ["E564"]),
        (f"{BARE}phase work: {TAKES}, then may pay 1 star to take another turn\n", ["E564"]),
        (f"{BARE}phase work: {TAKES}, then may pay 1 coin to take another turn\n", []),
        (
            f"exchange swap: 1 star -> 1 coin\n{BARE}"
            f"phase work: {TAKES}, then may pay 1 coin to take another turn\n",
            ["E564"],
        ),
        (
            "exchange swap, in your turn, in your turn: 1 star -> 1 coin\n"
            f"{BARE}phase work: {TAKES}\n",
            ["E332"],
        ),
        (
            "exchange find, in your turn: nothing -> 1 coin\n"
            f"{BARE}phase work: {TAKES}, then pay 1 coin\n",
            ["E512"],
        ),
    ],
)
def test_what_is_wrong_with_turns(tmp_path: Path, text: str, codes: list[str]) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + text, encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == codes
