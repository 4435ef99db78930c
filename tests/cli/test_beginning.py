"""``homesteaders play`` alone asks what to play and who; without a terminal it says what to do."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from homesteaders_rules import GameError
from homesteaders_rules.cli.table.beginning import Beginning
from homesteaders_rules.cli.table.wanted import Wanted
from homesteaders_rules.language.packs.listing import listed_games

Invoke = Callable[..., Any]


def asked(*answers: str) -> tuple[Wanted, str]:
    """What is wanted after some answers, and what was told."""
    console, left = Console(width=100), iter(answers)

    def line(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    with console.capture() as captured:
        wanted = Beginning(console, line).ask()
    assert next(left, None) is None, "everything was asked for"
    return wanted, captured.get()


@pytest.fixture(autouse=True)
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what comes along is found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_games_are_listed_with_their_packs() -> None:
    games = {game.title: [pack.title for pack in game.packs] for game in listed_games()}
    assert games["Homesteaders"] == ["New Beginnings", "Peer", "Peer New Beginnings"]
    assert games["Montana"] == []
    assert len(games) == 3


def test_enter_takes_what_is_usual() -> None:
    wanted, told = asked("", "", "", "", "", "", "")
    assert (wanted.game, list(wanted.packs), wanted.players) == ("homesteaders", [], 4)
    assert [seat.by for seat in wanted.seated(4)] == ["human", "sensible", "sensible", "sensible"]
    assert "homesteaders play --game homesteaders --players 4" in told


def test_everything_can_be_chosen_by_name() -> None:
    wanted, told = asked("home", "new b", "3", "Ann Lee", "random", "Bob")
    assert (wanted.game, list(wanted.packs), wanted.players) == (
        "homesteaders",
        ["new_beginnings"],
        3,
    )
    seats = wanted.seated(3)
    assert [(seat.name, seat.by) for seat in seats] == [
        ("Ann Lee", "human"),
        ("Player 2", "random"),
        ("Bob", "human"),
    ]
    words = shlex.split(told.splitlines()[-1])
    assert words[:2] == ["homesteaders", "play"]
    assert words[words.index("--names") + 1] == "Ann Lee,,Bob"


def test_what_is_not_understood_is_asked_again() -> None:
    answers = ("chess", "9", "montana", "9", "2", "Ann", "ann", "\x1b[2J", "Bob")
    wanted, told = asked(*answers)
    assert (wanted.game, wanted.players) == ("montana", 2)
    assert 'No "chess" is there; say a number.' in told
    assert 'No "9" is there' in told
    assert "It is for 2 to 4 players." in told
    assert "Two players are called ann" in told
    assert "a sign in it that is not printed" in told
    assert "\x1b" not in told


def test_the_end_of_answers_is_told() -> None:
    with pytest.raises(GameError, match="nothing is played"):
        asked("", "")


def test_without_a_terminal_it_is_said_what_to_pass(invoke: Invoke) -> None:
    outcome = invoke("play")
    assert outcome.code == 2
    assert "--seat 1=human" in outcome.sentence
    assert "--bots sensible" in outcome.sentence
    assert invoke("play", "--bots", "random", "--players", "2").code == 0
