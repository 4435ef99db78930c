"""What a person is told of what exchanges open: in the menu, for ``how`` and for ``why not``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from homesteaders_rules import Game, State, load, save
from homesteaders_rules.testing.situations import situation

Invoke = Callable[..., Any]


def building(trades: int = 1) -> State:
    """On a lot for what costs 2 wood, of which one is missing."""
    held = {"trade": trades, "wood": 1, "steel": 1, "silver": 3}
    won = {1: (0, 3)}
    return situation(load("homesteaders"), 3, "building", 1, holdings={0: held}, won=won)


def told(invoke: Invoke, folder: Path, *lines: str, trades: int = 1) -> str:
    """The output of a session at that lot, with all white space as one space."""
    file = folder / "game.json"
    file.write_text(save(Game.begun_with(building(trades))), encoding="utf-8")
    typed = "".join(f"{line}\n" for line in ("", *lines))
    arguments = ("play", "--resume", str(file), "--seat", "1=human")
    return " ".join(invoke(*arguments, typed=typed).output.split())


def test_the_menu_shows_what_exchanges_open(invoke: Invoke, tmp_path: Path) -> None:
    output = told(invoke, tmp_path)
    assert "build Boarding House, after: borrow, buy wood" in output


def test_how_tells_each_way_and_what_it_costs(invoke: Invoke, tmp_path: Path) -> None:
    output = told(
        invoke, tmp_path, "how build Boarding House", "how build Boarding House?", "how", trades=2
    )
    costs = "costs 1 steel, 2 trades; brings 1 wood, 2 silver, 1 point; score +1"
    assert output.count(f"after: sell steel, buy wood ({costs})") == 2
    assert (
        "after: borrow, buy wood (costs 1 trade; brings 1 wood, 1 silver, 1 debt; score -1)"
        in output
    )
    assert "say for what: how KEY" in output


def test_why_not_names_the_cheapest_way(invoke: Invoke, tmp_path: Path) -> None:
    output = told(invoke, tmp_path, "why not build Boarding House?", "why not build Bank?")
    assert "Boarding House costs 2 wood; you have 1 wood. after: borrow, buy wood" in output


def test_how_says_why_there_is_no_way(invoke: Invoke, tmp_path: Path) -> None:
    output = told(invoke, tmp_path, "how build Boarding House", "how done", trades=0)
    assert "you have 1 wood; no exchange" in output
