"""At the table: what others did, what is left undone, and the last placing done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Game, Rules, State, load, new_game, reachable, save
from homesteaders_rules.bots import make_bot
from homesteaders_rules.cli.table.reminders import reminders
from homesteaders_rules.cli.table.repeating import last_placing
from homesteaders_rules.play.planning.reach import beyond
from homesteaders_rules.play.seats import Seat
from homesteaders_rules.testing.situations import FINAL, situation

Invoke = Callable[..., Any]


@pytest.fixture(scope="module")
def homesteaders() -> Rules:
    return load("homesteaders")


def second_placing(rules: Rules, *keys: str) -> Game:
    """Where the first player to place is asked again, a round after they placed by keys."""
    game = Game.begun_with(new_game(rules, 2, 1))
    player, bot = game.state.decision.player, make_bot("sensible", 1)
    for key in keys:
        game.choose(key)
    while (game.state.round, game.state.phase, game.state.decision.player) != (2, "income", player):
        game.choose(bot.choose(game.state))
    return game


def test_the_last_placing_is_known(homesteaders: Rules) -> None:
    game = second_placing(homesteaders, "place worker Homestead 2", "done")
    placing = last_placing(game)
    assert placing is not None
    assert (placing.round, placing.keys) == (1, ("place worker Homestead 2",))
    game.choose("place worker Homestead 1")
    assert last_placing(game) is None, "it has begun"


def test_nothing_is_repeated_where_nothing_was_placed(homesteaders: Rules) -> None:
    assert last_placing(second_placing(homesteaders, "done")) is None


def test_enter_places_as_the_last_time(homesteaders: Rules, invoke: Invoke, tmp_path: Path) -> None:
    game = second_placing(homesteaders, "place worker Homestead 2", "done")
    file = tmp_path / "game.json"
    seats = [Seat(f"Player {n + 1}", "sensible") for n in range(2)]
    player = game.state.decision.player
    seats[player] = Seat("Ann", "human")
    for answer in ("", "again"):
        file.write_text(save(game, seats=seats), encoding="utf-8")
        output = invoke("play", "--resume", str(file), typed=f"{answer}\n").output
        assert "again: as in round 1, place worker Homestead 2 (Enter takes it)" in output
        assert "Ann places 1 worker on Homestead 2" in output


def test_who_stays_idle_is_told(homesteaders: Rules) -> None:
    state = situation(homesteaders, 3, "income", holdings={0: {"worker": 3}})
    assert reminders(state, "done") == ("3 workers would stay idle, and places are free",)
    assert reminders(state, "place worker Homestead 1") == ()
    game = Game.begun_with(state)
    game.choose("place worker Homestead 1")
    game.choose("place worker Homestead 2")
    assert reminders(game.state, "done") == (), "no place is free for the third"


def test_exchanges_that_end_with_the_window_are_told(homesteaders: Rules) -> None:
    state = situation(
        homesteaders,
        3,
        "settling",
        round=FINAL,
        holdings={0: {"gold": 2, "silver": 9, "debt": 2, "trade": 1}},
    )
    assert any(option.key == "done" for option in state.options)
    (said,) = reminders(state, "done")
    assert said.startswith("you could still: ")
    assert "repay" in said


def test_what_would_be_missing_is_told_where_more_can_be_paid() -> None:
    """Whoever has nothing more is not reminded of it."""
    goods = {"food": 3, "person": 2}
    state = situation(load("agricola"), 2, "feeding", round=4, holdings={0: goods})
    assert state.decision.keys[0] == "pay 3 food"
    assert reminders(state, "pay 3 food") == ()
    (missing, better) = reminders(state, "pay 0 food")
    assert missing == "4 of 4 would be missing"
    assert better == "you could pay 3 food"


def builds_after(rules: Rules) -> Iterator[State]:
    """States of a game where nothing can be built but after exchanges."""
    game, bot = Game.begun_with(new_game(rules, 4, 5)), make_bot("random", 3)
    while not game.state.over:
        if game.state.decision.keys == ("build nothing",) and reminders(
            game.state, "build nothing"
        ):
            yield game.state
        game.choose(bot.choose(game.state))


def test_what_exchanges_would_open_is_told(homesteaders: Rules) -> None:
    state = next(builds_after(homesteaders))
    (said,) = reminders(state, "build nothing")
    assert said.startswith("after exchanges you could: build ")
    assert "(after " in said


def test_in_a_pipe_reminders_are_told_and_hinder_nothing(invoke: Invoke) -> None:
    arguments = ("play", "--players", "4", "--seed", "1", "--seat", "1=human")
    output = " ".join(invoke(*arguments, typed="done\n").output.split())
    assert "done: 1 worker would stay idle, and places are free." in output
    assert "Player 1 [1-2, help]>" in output, "it was done all the same"
    quiet = invoke(*arguments, "--no-reminders", typed="done\n").output
    assert "idle" not in quiet


def test_who_comes_to_the_screen_is_told_what_the_others_did(invoke: Invoke) -> None:
    """Whatever they saw while somebody else sat there; of secrets only their own."""
    seats = ("--seat", "1=human", "--seat", "2=human", "--names", "Ann,Bob")
    arguments = ("play", "--players", "3", "--seed", "1", *seats)
    typed = "done\npay 1 silver\n\ndone\npay 1 silver\n\nbid 3 on lot 1\n\n"
    output = invoke(*arguments, typed=typed).output
    _, first, then = output.partition("So far:")
    assert first
    told = output.rpartition("Since your last choice:")[2]
    assert "Ann bids 3 on lot 1" in told
    assert then


@pytest.mark.parametrize(
    ("debts", "wished"), [(0, ()), (1, ("repay", "repay with gold as silver"))]
)
def test_nobody_is_told_to_borrow_for_something_to_repay(
    homesteaders: Rules, debts: int, wished: tuple[str, ...]
) -> None:
    held = {"debt": debts, "silver": 4, "trade": 3, "wood": 2}
    state = situation(homesteaders, 3, "settling", FINAL, holdings={0: held})
    assert "repay 2" in reachable(state)
    assert beyond(state).keys == wished
    assert bool(reminders(state, "done")) == bool(wished)
