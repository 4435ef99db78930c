"""What is done in secret at the fair is told when all are done: at the table, and in a replay."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from homesteaders_rules import Game, load, save
from homesteaders_rules.cli.log import Teller
from homesteaders_rules.telling.narration import player_names

Invoke = Callable[..., Any]
EVENTS = ["Traveling Traders", "Extra Lot", "Migrant Workers", "Union Pacific RR", "State Fair"]
SOLD = "gives 1 trade"


@pytest.fixture(scope="module")
def game() -> Game:
    """A game up to the fair of round 5, where the first player sells what they can."""
    rules = load("new_beginnings")
    order = [*EVENTS, "Interest", "Sharecropping", "Wartime Demand", "Nelson Act", "Property Taxes"]
    game = Game.new(rules, 2, 1, deal={"Events": order, "start player": 0})
    while not game.state.secret:
        game.choose(next(key for key in game.state.decision.keys if not key.startswith("bid")))
    return game


def sale(game: Game) -> str:
    """The key of something that can be traded."""
    keys = (option.key for option in game.state.decision.anytime)
    return next(key for key in keys if key.startswith(("sell ", "buy ")))


def told(game: Game, keys: list[str], viewer: int | None) -> list[str]:
    """What is printed after each of some choices."""
    printed = []
    for key in keys:
        console = Console(file=io.StringIO(), width=200)
        teller = Teller(console, player_names(game.players), viewer)
        game.choose(key)
        teller.hear(game.turns)
        teller.flush()
        printed.append(console.file.getvalue())  # type: ignore[attr-defined]
    return printed


def copied(game: Game) -> Game:
    """A game that goes its own way from here."""
    return Game(game.rules, 2, game.seed, game.options, game.deal, game.state, list(game.turns))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_sale_is_told_to_others_when_all_are_done(game: Game, viewer: int | None) -> None:
    here = copied(game)
    sold, done, shown = told(here, [sale(here), "done", "done"], viewer)
    assert (SOLD in sold) == (viewer == 0)
    assert SOLD not in done
    assert (SOLD in shown) == (viewer != 0)


def test_what_was_taken_back_is_never_told(game: Game) -> None:
    here = copied(game)
    key = sale(here)
    told(here, [key], None)
    here.undo(0)
    assert all(SOLD not in text for text in told(here, ["done", "done"], None))


def test_a_replay_holds_choices_back(game: Game, invoke: Invoke, tmp_path: Path) -> None:
    """The keys too; their numbers stay in order."""
    here = copied(game)
    key = sale(here)
    number = len(here.turns) + 1
    for each in (key, "done", "done"):
        here.choose(each)
    file = tmp_path / "game.json"
    file.write_text(save(here), encoding="utf-8")
    for until in (number, number + 1):
        output = invoke("replay", str(file), "--until", str(until)).output
        assert f"{number}. Player 1" not in output
        assert SOLD not in output.split(f"{number - 1}. Player")[1]
    output = invoke("replay", str(file)).output
    shown = [
        f"{number}. Player 1: {key}",
        f"{number + 1}. Player 1: done",
        f"{number + 2}. Player 2: done",
    ]
    places = [output.index(line) for line in shown]
    assert places == sorted(places)
    assert SOLD in output[places[-1] :]
