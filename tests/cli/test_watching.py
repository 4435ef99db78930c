"""``play`` without people: a log that can be followed, and the final scoring."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from homesteaders_rules import load, restore, score, winners

Invoke = Callable[..., Any]


@pytest.fixture(scope="module")
def told() -> str:
    """A game, played once for all tests that read of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        outcome = run("play", "--players", "3", "--bots", "sensible", "--seed", "1")
    assert outcome.code == 0
    return outcome.output


def test_every_round_and_phase_has_its_heading(told: str) -> None:
    headings = re.findall(r"^── (.+?) ─", told, re.MULTILINE)
    rounds = [f"Round {number}" for number in range(1, 11)]
    assert headings == [*rounds, "Final round", "Final scoring"]
    phases = re.findall(r"^(\w+)$", told, re.MULTILINE)
    assert phases[:6] == ["setup", "prepare", "income", "bidding", "building", "prepare"]


def test_one_line_says_what_a_player_does(told: str) -> None:
    assert re.search(r"^  Player 3 bids 5 on lot 2$", told, re.MULTILINE)
    assert re.search(r"^  Player \d builds \w+ for 1 wood", told, re.MULTILINE)
    assert re.search(r"Player 1 places 1 worker on Homestead \d, gains 2 silver", told)


def test_no_line_is_wider_than_the_terminal(told: str) -> None:
    assert max(map(len, told.splitlines())) <= 80


def test_the_final_scoring_has_every_line_and_names_the_winner(told: str) -> None:
    table = told.partition("Final scoring")[2]
    labels = re.findall(r"^(\w+) +-?\d+ +-?\d+ +-?\d+$", table, re.MULTILINE)
    assert labels == ["chits", "buildings", "bonuses", "resources", "debt", "total"]
    totals = re.search(r"^total +(-?\d+) +(-?\d+) +(-?\d+)$", table, re.MULTILINE)
    assert totals is not None
    best = max(map(int, totals.groups()))
    assert re.search(rf"^Player \d wins with {best} points\.$", table, re.MULTILINE)


def test_the_same_seed_tells_the_same_game(invoke: Invoke, told: str) -> None:
    again = invoke("play", "--players", "3", "--bots", "sensible", "--seed", "1")
    assert again.output == told
    other = invoke("play", "--players", "3", "--bots", "sensible", "--seed", "2")
    assert other.output != told


def test_the_save_holds_the_whole_game(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outcome = invoke(
        "play", "--players", "2", "--bots", "random", "--seed", "3", "--save", str(file)
    )
    state = restore(file.read_text(encoding="utf-8")).state
    assert state.over
    (winner,) = winners(state)
    total = score(state)[winner].total
    assert f"Player {winner + 1} wins with {total} points" in outcome.output


def test_options_and_packs_are_played_and_named(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ["--bots", "random", "--players", "2", "--seed", "1", "--save", str(file)]
    outcome = invoke("play", *arguments, "--with", "peer", "--option", "open hands=yes")
    assert "Homesteaders with Peer for 2 players, seed 1" in outcome.output
    assert "option open hands: yes" in outcome.output
    game = restore(file.read_text(encoding="utf-8"))
    assert game.rules == load("homesteaders", "peer")
    assert game.state.table.options["open hands"] is True


def test_bots_are_dealt_out_in_turn(invoke: Invoke) -> None:
    outcome = invoke("play", "--players", "3", "--bots", "random,sensible", "--seed", "1")
    assert "Player 1 (random), Player 2 (sensible), Player 3 (random)" in " ".join(
        outcome.output.split()
    )


def test_without_a_seed_one_is_drawn_and_told(invoke: Invoke) -> None:
    outcome = invoke("play", "--players", "2", "--bots", "random")
    assert re.search(r"for 2 players, seed \d+$", outcome.output, re.MULTILINE)


def test_the_command_itself_plays_with_stdin_at_its_end(command: Invoke) -> None:
    outcome = command("play", "--players", "2", "--bots", "random", "--seed", "1")
    assert (outcome.code, outcome.errors) == (0, "")
    assert "wins with" in outcome.output
