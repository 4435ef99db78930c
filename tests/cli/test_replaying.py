"""``replay``: a save, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import run

Invoke = Callable[..., Any]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game, which replaying does not change."""
    file = tmp_path_factory.mktemp("saved") / "game.json"
    run("play", "--players", "2", "--bots", "sensible", "--seed", "1", "--save", file)
    return file


def test_every_choice_is_told_with_what_came_of_it(invoke: Invoke, saved: Path) -> None:
    lines = invoke("replay", str(saved)).output.splitlines()
    numbered = [line for line in lines if re.match(r"\d+\. Player \d: ", line)]
    assert [int(line.partition(".")[0]) for line in numbered] == list(range(1, len(numbered) + 1))
    first = lines.index(numbered[0])
    assert re.fullmatch(r"1\. Player (\d): place worker Homestead 2", lines[first])
    assert re.fullmatch(r"  Player \d places 1 worker on Homestead 2", lines[first + 1])
    assert any("wins with" in line for line in lines)


def test_it_stops_where_it_is_told_to(invoke: Invoke, saved: Path) -> None:
    output = invoke("replay", str(saved), "--until", "4").output
    assert "\n4. Player" in output
    assert "\n5. Player" not in output
    assert "After 4 choices it is the turn of Player" in output


def test_until_nothing_was_chosen(invoke: Invoke, saved: Path) -> None:
    assert (
        "After 0 choices it is the turn of" in invoke("replay", str(saved), "--until", "0").output
    )


def test_quiet_says_only_how_it_ends(invoke: Invoke, saved: Path) -> None:
    output = invoke("replay", str(saved), "--quiet").output
    assert output.startswith("── Final scoring")
    assert "1. Player" not in output
