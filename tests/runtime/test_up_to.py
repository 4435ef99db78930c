"""Up to so many times, chosen at once; and what happens if it was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, apply, why_not
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.language.loader import read
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public ore/ores: 9 small ore, 3 large ore
limited: large ore
scoring in stars:
    stars: 1 per star
track Wheel, for all: 1, 2, 3, 4, 5, 6, 7, 8
exchange enlarge: 1 small ore -> 1 large ore, when offered
exchange polish: 2 small ore -> 1 star, when offered
"""
PLAY = """\
play:
    rounds 1-3: work
phase work:
    each player: tried or gain 1 coin
action tried: {}
"""
WHEEL = """
    up to 3 times: pay 1 coin to move Wheel on
    if so: gain 1 star"""


def game(folder: Path, effect: str, more: str = "") -> Rules:
    return small(folder, PLAY.format(effect) + more, HEAD)


def begun(rules: Rules, **held: int) -> State:
    holdings = {0: {name.replace("_", " "): n for name, n in held.items()}}
    return played(situation(rules, 2, "work", holdings=holdings), "tried")


def test_how_often_is_chosen_at_once(tmp_path: Path) -> None:
    rules = game(tmp_path, WHEEL)
    state = begun(rules, coin=2)
    way = "pay 1 coin to move Wheel on"
    assert state.decision.keys == (way, f"{way} 2", "decline")
    assert why_not(state, f"{way} 3") == "it costs 3 coins; you have 2 coins"
    assert why_not(state, f"{way} 4") == "it can be done 3 times at most"
    done = played(state, f"{way} 2")
    assert (done.position("Wheel"), done.holding(0, "coin"), done.holding(0, "star")) == (3, 0, 1)
    left = played(state, "decline")
    assert (left.position("Wheel"), left.holding(0, "star")) == (1, 0)
    play_checked(rules, games=2)
    game_in_step(rules, 2, 1)


def test_without_it_the_game_goes_on(tmp_path: Path) -> None:
    rules = game(tmp_path, "up to 2 times: pay 1 coin to move Wheel on")
    for key, wheel in (("decline", 1), ("pay 1 coin to move Wheel on 2", 3)):
        state = played(begun(rules, coin=2), key)
        assert (state.position("Wheel"), state.decision.player) == (wheel, 1)


def test_deeds_are_mixed(tmp_path: Path) -> None:
    rules = game(tmp_path, "up to 3 times: enlarge or polish")
    state = begun(rules, small_ore=4)
    assert state.decision.keys == (
        "enlarge",
        "polish",
        "enlarge 2",
        "enlarge, polish",
        "polish 2",
        "enlarge 3",
        "enlarge 2, polish",
        "decline",
    )
    done = played(state, "enlarge 2, polish")
    assert [done.holding(0, good) for good in ("small ore", "large ore", "star")] == [0, 2, 1]
    play_checked(rules, games=2)
    game_in_step(rules, 2, 1)


def test_what_is_limited_bounds_it(tmp_path: Path) -> None:
    rules = game(tmp_path, "up to 3 times: enlarge")
    holdings = {0: {"small ore": 3}, 1: {"large ore": 2}}
    state = played(situation(rules, 2, "work", holdings=holdings), "tried")
    assert state.decision.keys == ("enlarge", "decline")
    assert why_not(state, "enlarge 2") == "it is not possible so many times"


def test_what_is_given_so_many_times_is_given_at_once(tmp_path: Path) -> None:
    """A shortage is settled for the whole."""
    rules = game(tmp_path, "up to 3 times: enlarge or pay 1 coin to gain 2 stars")
    state = begun(rules, small_ore=3, coin=2)
    _, events = apply(state, "enlarge 2")
    gained = [e.amount for e in events if isinstance(e, Transfer) and e.good == "large ore"]
    assert gained == [2]
    _, events = apply(state, "pay 1 coin to gain 2 stars 2")
    gained = [e.amount for e in events if isinstance(e, Transfer) and e.good == "star"]
    assert gained == [4]


def test_what_follows_comes_each_time(tmp_path: Path) -> None:
    more = "whenever you enlarge: gain 1 coin\nwhenever you lose a small ore: gain 1 star\n"
    rules = game(tmp_path, "up to 3 times: enlarge", more)
    state = played(begun(rules, small_ore=3), "enlarge 3")
    assert (state.holding(0, "coin"), state.holding(0, "star")) == (3, 3)


def test_it_may_be_paid_with_something_else(tmp_path: Path) -> None:
    rules = game(tmp_path, WHEEL, "1 star may pay for 2 coins\n")
    state = begun(rules, coin=1, star=1)
    way = "pay 1 coin to move Wheel on"
    listed = (way, f"{way} with star as coin", f"{way} 2 with star as coin")
    assert set(state.decision.keys) >= set(listed)
    done = played(state, f"{way} 3 with star as coin")
    assert (done.position("Wheel"), done.holding(0, "coin")) == (4, 0)


MAY = """
    may pay 1 coin to gain 1 large ore
    if so: gain 2 stars"""


def test_if_so_follows_what_may_be_left(tmp_path: Path) -> None:
    rules = game(tmp_path, MAY)
    state = begun(rules, coin=1)
    assert played(state, "pay 1 coin to gain 1 large ore").holding(0, "star") == 2
    assert played(state, "decline").holding(0, "star") == 0
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


@pytest.mark.parametrize("effect", [WHEEL, MAY, " up to 3 times: enlarge or polish"])
def test_it_is_shown_as_it_was_said(tmp_path: Path, effect: str) -> None:
    rules = game(tmp_path, effect)
    lines = block(rules.of(Action)[0].effect, rules.vocabulary, 0)
    assert [text for _, text in lines] == [line.strip() for line in effect.strip().splitlines()]


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("up to 3 times: gain 1 coin", "E314"),
        ("up to 3 times: pay 1 coin to gain 1 star or gain 1 coin", "E314"),
        ("up to 3 times: pay 1 coin to trade freely", "E314"),
        ("up to 3 times: pay 1 coin per star to gain 1 star", "E522"),
        ("up to 300 times: enlarge or polish", "E313"),
        ("\n    gain 1 coin\n    if so: gain 1 star", "E315"),
        ("\n    if so: gain 1 star", "E315"),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, effect: str, code: str) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + PLAY.format(effect), encoding="utf-8")
    assert code in [each.code for each in read(file)[1] if each.is_error]


@pytest.mark.parametrize("effect", [WHEEL, MAY])
def test_in_turns_nobody_is_asked_who_can_only_decline(tmp_path: Path, effect: str) -> None:
    text = PLAY.format(effect).replace("each player:", "each player takes a turn:")
    rules = small(tmp_path, text.replace("tried or gain 1 coin", "tried or gain 1 star"), HEAD)
    state = situation(rules, 2, "work", holdings={0: {"coin": 1}})
    assert "decline" in played(state, "tried").decision.keys
    state = played(situation(rules, 2, "work"), "gain 1 star")
    assert state.decision.player == 1
    game_in_step(rules, 2, 1)
    game_in_step(rules, 2, 2)
