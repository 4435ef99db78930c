"""Who comes when: by what players have, from the last to the first, and who begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import RuleErrors, Rules, State, new_game, why_not
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, game_in_step, play_checked, played, small

GAME = """\
play:
    rounds 1-3: work, rest
phase work: {}
phase rest: each player: gain 1 pebble or gain 1 coin
"""
CHOICE = "gain 1 star or gain 1 coin"
HELD = {0: {"coin": 2}, 1: {"coin": 5}, 2: {"coin": 2}, 3: {"coin": 0}}


def game(folder: Path, phase: str) -> Rules:
    return small(folder, GAME.format(phase))


def deciders(state: State, count: int) -> list[int]:
    """Who decides one after the other, each of whom takes what changes the order."""
    found = []
    for _ in range(count):
        found.append(state.decision.player)
        state = played(state, "gain 1 coin")
    return found


@pytest.mark.parametrize("turn", ["", " takes a turn"])
@pytest.mark.parametrize(
    ("order", "start", "expected"),
    [
        ("from the start player", 1, [1, 2, 3, 0]),
        ("in reverse order", 1, [0, 3, 2, 1]),
        ("in order of most coins", 0, [1, 0, 2, 3]),
        ("in order of most coins", 2, [1, 2, 0, 3]),
        ("in order of fewest coins", 0, [3, 0, 2, 1]),
        ("in order of fewest coins", 1, [3, 2, 0, 1]),
    ],
)
def test_who_comes_when(
    tmp_path: Path, turn: str, order: str, start: int, expected: list[int]
) -> None:
    """The order is found before the first of them acts."""
    phase = f"each player{turn}, {order}: {CHOICE}"
    rules = game(tmp_path, phase)
    state = situation(rules, 4, "work", start_player=start, holdings=HELD)
    assert deciders(state, 4) == expected
    lines = block(rules.of(Phase)[0].effect, rules.vocabulary, 0)
    assert [text for _, text in lines] == [phase]


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("the next player", 1),
        ("the player with the most coins", 1),
        ("the player with the fewest coins", 3),
        ("the player with the most pebbles", 0),
        ("the player with the most coins, at least 6", 0),
        ("the player with the most stars and coins", 1),
    ],
)
def test_who_begins(tmp_path: Path, who: str, expected: int) -> None:
    rules = game(tmp_path, f"{who} becomes start player")
    state = situation(rules, 4, "work", holdings=HELD)
    assert state.start_player == expected
    game_in_step(rules, 3, 1)


def test_of_several_the_first_from_the_start_player_begins(tmp_path: Path) -> None:
    rules = game(tmp_path, "the player with the most coins becomes start player")
    held = {seat: {"coin": 2} for seat in range(4)}
    assert situation(rules, 4, "work", start_player=2, holdings=held).start_player == 2
    held[2] = {"coin": 0}
    assert situation(rules, 4, "work", start_player=2, holdings=held).start_player == 3


@pytest.mark.parametrize(
    "phase",
    [
        f"each player, in order of most coins: {CHOICE}",
        f"each player takes a turn, in order of fewest coins: {CHOICE}",
        f"each player, in reverse order, in secret: {CHOICE}",
        "\n    each player, in order of fewest stars: gain 1 star or gain 1 coin\n"
        "    the player with the fewest stars becomes start player",
    ],
)
def test_games_in_another_order_keep_every_promise(tmp_path: Path, phase: str) -> None:
    rules = game(tmp_path, phase)
    play_checked(rules, games=1)
    for seed in range(3):
        game_in_step(rules, 4, seed)


def test_another_turn_comes_at_once_in_any_order(tmp_path: Path) -> None:
    text = f"""\
public token/tokens: 6 clock/clocks
play:
    opening
    rounds 1-2: work
phase opening: each player: gain 1 clock
phase work:
    each player takes a turn, in order of fewest stars:
        {CHOICE}
        may pay 1 clock to take another turn
"""
    rules = small(tmp_path, text)
    state = situation(rules, 3, "work", holdings={0: {"star": 2}, 1: {"star": 1}})
    again = "pay 1 clock to take another turn"
    state = played(state, "gain 1 coin", "decline", "gain 1 star", again)
    assert state.turn == 1
    state = played(state, "gain 1 star")
    assert state.turn == 0
    game_in_step(rules, 4, 2)
    assert new_game(rules, 2).turn == 0


def test_others_follow_from_you_on(tmp_path: Path) -> None:
    phase = f"each player takes a turn, from the start player:\n        each other player: {CHOICE}"
    rules = game(tmp_path, f"\n    {phase}\n        gain 1 pebble or gain 1 star")
    state = situation(rules, 4, "work", start_player=2)
    assert (state.turn, deciders(state, 3)) == (2, [3, 0, 1])
    state = played(state, *["gain 1 coin"] * 3)
    assert (state.turn, state.decision.keys) == (2, ("gain 1 pebble", "gain 1 star"))
    play_checked(rules, games=1)
    game_in_step(rules, 3, 1)


def test_others_follow_is_shown_as_it_was_said(tmp_path: Path) -> None:
    text = GAME.format(f"each player takes a turn: each other player: {CHOICE}")
    rules = small(tmp_path, text)
    lines = block(rules.of(Phase)[0].effect, rules.vocabulary, 0)
    said = f"each player takes a turn, from the start player: each other player: {CHOICE}"
    assert [line for _, line in lines] == [said]


BEGINNING = """
play:
    rounds 1-3: work, rest
phase work: each player: gain 1 coin or you become start player
phase rest:
    each player:
        if you are start player: gain 2 stars
        otherwise: gain 1 pebble
"""


def test_whoever_wants_becomes_start_player_and_is_asked_for_it(tmp_path: Path) -> None:
    rules = small(tmp_path, BEGINNING)
    state = situation(rules, 3, "work", start_player=1)
    assert state.decision.player == 1
    assert why_not(state, "you become start player") == "you are start player already"
    state = played(state, "gain 1 coin", "you become start player")
    assert state.start_player == 2
    # From the new start player on, who has had a turn already.
    assert state.decision.player == 0
    state = played(state, "gain 1 coin")
    assert [state.holding(seat, "star") for seat in range(3)] == [0, 0, 2]
    assert [state.holding(seat, "pebble") for seat in range(3)] == [1, 1, 0]
    play_checked(rules, games=1, most=30)
    game_in_step(rules, 4, seed=1)


MANY = HEAD.replace("2-4", "2-{}")


def test_as_many_play_as_can_be_put_in_order(tmp_path: Path) -> None:
    """Reading for twelve takes no longer than for four: who comes next is found once for all."""
    phase = f"each player, in order of most coins: {CHOICE}"
    rules = small(tmp_path, GAME.format(phase), MANY.format(12))
    held = {seat: {"coin": seat} for seat in range(12)}
    state = situation(rules, 12, "work", holdings=held)
    assert deciders(state, 12) == [*range(11, -1, -1)]
    with pytest.raises(RuleErrors, match="E302 the number is beyond 12"):
        small(tmp_path, GAME.format(phase), MANY.format(13))
