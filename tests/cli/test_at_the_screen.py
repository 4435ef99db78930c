"""A game at a terminal: screens, answers, parts of a menu, the log."""

from __future__ import annotations

import builtins
import re
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

    said_encoding = "utf-8"

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.said_encoding

    def isatty(self) -> bool:
        return True


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The key that somebody chooses who types these lines, and the screens they saw."""

    def asked(
        game: Game, *typed: str, happened: str = "", humans: int = 1, encoding: str = "utf-8"
    ) -> tuple[str, list[str]]:
        file, lines = Screen(), iter(typed)
        console = Console(file=file, width=80, height=24, markup=False, highlight=False)
        names = [f"Player {seat + 1}" for seat in range(game.players)]
        file.said_encoding = encoding
        seats = [*range(humans)] if humans > 1 else [game.state.decision.player]
        sitting = Sitting(console, game, names, Manners(seats), SaveFiles())
        monkeypatch.setattr(builtins, "input", lambda prompt: file.write(prompt) and next(lines))
        with sitting.at_the_table():
            console.print(happened)
            for _ in range(humans):
                key = sitting.ask(game.state.decision.player)
                game.choose(key)
        return key, file.getvalue().split(CLEAR)[1:]

    return asked


def without_colours(screen: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", screen)


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
    for answer, key in (("bid 4 on lot 1",) * 2, ("b 4 1", "bid 4 on lot 1"), ("borrow 2",) * 2):
        assert ask(game_at("homesteaders", 3, "auction"), answer)[0] == key


def test_short_answers_stand_on_the_screen_and_long_ones_on_a_page(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    key, screens = ask(game, "why not build Bank", "help", "", "pass")
    assert key == "pass"
    assert len(screens) == 4
    assert "the decision now is: auction lots" in screens[1]
    assert "lot 1" in screens[1]
    assert "why an option cannot be chosen now" in screens[2]
    assert "row 2 of the menu" in screens[2]
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


def test_what_was_taken_back_is_told_on_the_screen_before(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "place")
    game.choose("place worker Homestead 1")
    key, screens = ask(game, "undo", "2")
    assert key == "place worker Homestead 2"
    assert len(screens) == 2
    assert '"place worker Homestead 1" is taken back' in without_colours(screens[1])


def test_people_at_one_screen_see_nothing_of_each_other(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    _, screens = ask(game, "bid 3 on lot 1", "", "pass", humans=2)
    first, empty, second = screens
    assert "Player 1 (you)" in without_colours(first)
    assert empty.strip() == "Player 2, it is your turn: press Enter when only you look."
    assert "Player 2 (you)" in without_colours(second)
    assert "bids 3 on lot 1" in second


def test_a_terminal_without_all_signs_gets_others(ask: Ask) -> None:
    game = game_at("homesteaders", 3, "auction")
    _, screens = ask(game, "pass", encoding="ascii")
    assert screens[0].isascii()
    assert "bid _ on lot 1" in screens[0]


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
