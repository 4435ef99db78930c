"""Forced steps are taken in one go and told; what may be a slip is never taken by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Game, Rules, load, new_game
from homesteaders_rules.bots import make_bot
from homesteaders_rules.cli.table.forced import declines, forced, may_slip, take_back
from homesteaders_rules.testing.situations import situation

Invoke = Callable[..., Any]
STALL = """\
game Stall, version 1, for 1-2 players
public chit/chits: 90 coin/coins, 20 nut/nuts
exchange crack: 1 nut -> 1 coin
piece booth/booths:
    places: box, street, players
each player may own 1 booth of each name
booth Tent: cost 2 coins
play:
    setup
    rounds 1-2: fair
phase setup:
    move booths from box to street
    each player: gain 1 coin
action rest: do nothing
phase fair:
    each player:
        pay 1 coin, as much as you have, or gain 1 nut for each that is missing
        gain 1 nut or rest
        may build any
scoring in coins:
    coins: 1 per coin
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "stall.rules"
    file.write_text(STALL, encoding="utf-8")
    return file


@pytest.fixture
def stall(file: Path) -> Rules:
    return load(file)


def test_a_lone_payment_is_forced_and_a_lone_refusal_is_not(stall: Rules) -> None:
    state = situation(stall, 1, "fair", holdings={0: {"coin": 1}})
    only = forced(state)
    assert only is not None
    assert only.key == "pay 1 coin"
    state = situation(stall, 1, "fair", holdings={0: {"coin": 3}})
    game = Game.begun_with(state)
    for key in ("pay 1 coin", "rest"):
        game.choose(key)
    assert game.state.decision.keys == ("build Tent", "build nothing")
    assert forced(game.state) is None


def test_what_exchanges_would_open_is_a_choice(stall: Rules) -> None:
    game = Game.begun_with(situation(stall, 1, "fair", holdings={0: {"coin": 2, "nut": 1}}))
    game.choose("pay 1 coin")
    game.choose("rest")
    assert game.state.decision.keys == ("build nothing",)
    assert forced(game.state) is None
    assert may_slip(game.state)


def test_to_decline_is_known_in_every_way_to_say_it(stall: Rules) -> None:
    game = Game.begun_with(situation(stall, 1, "fair", holdings={0: {"coin": 3}}))
    game.choose("pay 1 coin")
    declining = [o.key for o in game.state.options if declines(game.state.table, o)]
    assert declining == ["rest"], "an action that is a name for doing nothing"


@pytest.mark.parametrize("name", ["homesteaders", "montana", "agricola"])
def test_no_forced_step_leaves_anything_to_choose(name: str) -> None:
    rules = load(name)
    state, bot, found = new_game(rules, rules.players[-1], 4), make_bot("random", 6), 0
    game = Game.begun_with(state)
    while not game.state.over and len(game.turns) < 150:
        only = forced(game.state)
        if only is not None:
            found += 1
            assert game.state.decision.keys == (only.key,)
            assert not only.anytime
            assert only.key not in ("done", "pass", "decline", "build nothing", "stop")
        game.choose(bot.choose(game.state))
    assert found


def test_forced_steps_are_taken_in_one_go_and_told(invoke: Invoke, file: Path) -> None:
    arguments = ("play", "--game", str(file), "--players", "1", "--seat", "1=human", "--seed", "1")
    quick = invoke(*arguments, "--no-each-step", typed="rest\n").output
    assert "Nothing else could be chosen: pay 1 coin." in quick
    assert quick.index("Player 1 pays 1 coin") < quick.index("gain 1 nut")
    each = invoke(*arguments, typed="pay 1 coin\nrest\n").output
    assert "Nothing else" not in each, "a line in a pipe answers every question"


def test_forced_steps_are_told_above_the_heading_of_what_comes_next(
    invoke: Invoke, file: Path
) -> None:
    pay = "        pay 1 coin, as much as you have, or gain 1 nut for each that is missing\n"
    last = STALL.replace(pay, "").replace("        may build any\n", pay)
    file.write_text(last, encoding="utf-8")
    arguments = ("play", "--game", str(file), "--players", "1", "--seat", "1=human", "--seed", "1")
    told = invoke(*arguments, "--no-each-step", typed="rest\nrest\n").output
    paid, line = told.index("Player 1 pays 1 coin"), told.index("Nothing else could be chosen")
    assert paid < line < told.index("Round 2 of 2")


def test_undo_takes_forced_steps_back_with_the_choice(stall: Rules) -> None:
    game = Game.begun_with(situation(stall, 1, "fair", holdings={0: {"coin": 2}}))
    for key in ("pay 1 coin", "gain 1 nut", "build nothing", "pay 1 coin"):
        game.choose(key)
    assert take_back(game, 0) == ("build nothing", "pay 1 coin")
    assert game.keys == ("pay 1 coin", "gain 1 nut")


def test_undo_of_what_was_only_forced_changes_nothing(stall: Rules) -> None:
    game = Game.begun_with(situation(stall, 1, "fair", holdings={0: {"coin": 1}}))
    game.choose("pay 1 coin")
    with pytest.raises(Exception, match="nothing has been chosen yet"):
        take_back(game, 0)
    assert game.keys == ("pay 1 coin",)


def test_enter_does_not_decline(invoke: Invoke, file: Path) -> None:
    arguments = ("play", "--game", str(file), "--players", "1", "--seat", "1=human", "--seed", "1")
    output = invoke(*arguments, typed="\nrest\n\nb n\n").output
    assert output.count("It is not taken by Enter alone, since it may be a slip") == 1
    assert "say build nothing." in " ".join(output.split())
