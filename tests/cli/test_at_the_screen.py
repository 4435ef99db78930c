"""A game at a terminal: screens, answers, parts of a menu, the log."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from homesteaders_rules import Game, State, load
from homesteaders_rules.cli.asking import Manners
from homesteaders_rules.cli.drawing.sitting import Sitting
from homesteaders_rules.cli.files import SaveFiles
from homesteaders_rules.play.cursor import Cursor

CLEAR = "\x1b[2J\x1b[H"
Ask = Callable[..., tuple[str, list[str]]]


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The key that somebody chooses who types these lines, and the screens they saw."""

    def asked(game: Game, *typed: str, happened: str = "") -> tuple[str, list[str]]:
        file, lines = Screen(), iter(typed)
        console = Console(file=file, width=80, height=24, markup=False, highlight=False)
        names = [f"Player {seat + 1}" for seat in range(game.players)]
        sitting = Sitting(console, game, names, Manners([game.state.decision.player]), SaveFiles())
        monkeypatch.setattr(builtins, "input", lambda prompt: file.write(prompt) and next(lines))
        with sitting.at_the_table():
            console.print(happened)
            key = sitting.ask(game.state.decision.player)
        return key, file.getvalue().split(CLEAR)[1:]

    return asked


def game_at(name: str, players: int, *prompts: str) -> Game:
    """The first question of a game whose prompt begins so; before it the first option is taken."""
    game = Game.new(load(name), players, 1)
    while not game.state.decision.prompt.startswith(prompts):
        game.choose(game.state.decision.options[0])
    return game


def test_a_row_of_bids_is_answered_by_its_number_and_the_bid(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    key, screens = ask(game, "2 5")
    assert key == "bid 5 on lot 2"
    assert "bid … on lot 2" in screens[0]


def test_a_number_alone_opens_a_row_and_enter_goes_back(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    key, screens = ask(game, "2", "", "2", "1")
    assert key == "bid 3 on lot 2"
    assert len(screens) == 4
    assert "on lot 1" in screens[0]
    assert "on lot 1" not in screens[1].partition("auction")[2]
    assert screens[2].split() == screens[0].split()


def test_keys_and_short_answers_are_taken_as_in_lines(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    assert ask(game, "bid 4 on lot 1")[0] == "bid 4 on lot 1"
    assert ask(game, "b 4 1")[0] == "bid 4 on lot 1"
    assert ask(game, "borrow 2")[0] == "borrow 2"


def test_short_answers_stand_on_the_screen_and_long_ones_on_a_page(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    key, screens = ask(game, "why not build Bank", "help", "", "pass")
    assert key == "pass"
    assert len(screens) == 4
    assert "the decision now is: auction lots" in screens[1]
    assert "lot 1" in screens[1]
    assert "why an option cannot be chosen now" in screens[2]
    assert "Enter goes back" in screens[2]
    assert "lot 1" in screens[3]


def test_what_happened_stands_on_the_screen_and_is_read_back(ask: Ask) -> None:
    game = game_at("montana", 4, "recruit")
    happened = "\n".join(f"event number {number}" for number in range(60))
    _, screens = ask(game, "log", "-", "-", "", "recruit", happened=happened)
    assert "event number 59" in screens[0]
    assert "event number 0\n" not in screens[0]
    assert "event number 59" in screens[1]
    assert "event number 36" not in screens[1]
    assert "event number 36" in screens[2]
    assert "event number 0\n" in screens[3]
    assert "recruit" in screens[4]


def test_a_long_menu_is_folded_and_opened_step_by_step(ask: Ask) -> None:
    game = Game.new(load("agricola"), 5, 1)
    game.state = next(state for state in walk(game.state) if len(state.options) > 300)
    keys = game.state.decision.keys
    first = keys[0].split()[1]
    key, screens = ask(game, f"1 {first}", "2", "", keys[-1])
    assert key == keys[-1]
    assert f"{first} (" in screens[0]
    assert f"{first} (" not in screens[1]
    assert all(len(screen.splitlines()) <= 24 for screen in screens)


def walk(state: State) -> Iterator[State]:
    """The states of random games from there on."""
    for seed in range(20):
        cursor, random = Cursor(state), Random(seed)
        while cursor.options:
            yield cursor.state()
            cursor.choose(random.choice(cursor.options))
