"""Every command takes ``--with PACK``: several times, or several names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sizes import THOROUGH

Written = Callable[..., Path]
Invoke = Callable[..., Any]

COMMANDS = {
    "play": ["--players", "2", "--seed", "1", "--bots", "random"],
    "simulate": ["--games", "1", "--players", "2", "--bots", "random"],
    "show": ["--game", "homesteaders"],
    "diff": ["homesteaders"],
}

WRITTEN = [
    ["--with", "bees", "--with", "crows"],
    ["--with", "bees,crows"],
    ["--with", "bees, ./crows.rules"],
    ["--with=bees", "--with=homesteaders.crows"],
]
"""In a hurry each command has one of them, and one command all."""


@pytest.fixture
def two_packs(home: Path) -> None:
    for name in ("Bees", "Crows"):
        header = f"pack {name}, version 1, extends Homesteaders, for 2-4 players"
        (home / f"{name.lower()}.rules").write_text(f"{header}\nincome: gain 1 wood\n")


@pytest.mark.parametrize(
    ("command", "packs"),
    [
        pytest.param(command, packs, id=f"{command} {' '.join(packs)}")
        for command in COMMANDS
        for packs in WRITTEN
        if THOROUGH or command == "show" or packs is WRITTEN[0]
    ],
)
def test_the_packs_are_taken(
    two_packs: None, invoke: Invoke, command: str, packs: list[str]
) -> None:
    outcome = invoke(command, *COMMANDS[command], *packs)
    assert outcome.code == 0
    if command != "simulate":
        assert "Homesteaders with Bees with Crows" in outcome.output


def test_packs_bring_their_game(home: Path, invoke: Invoke) -> None:
    """Whoever writes for another game names it in the header, and need not say it again."""
    (home / "hives.rules").write_text("pack Hives, version 1, extends Orchard\n")
    arguments = ("--players", "2", "--seed", "1", "--bots", "random", "--with", "hives")
    assert "Orchard with Hives for 2 players" in invoke("play", *arguments).output
    assert invoke("show", "--with", "orchard", "picking").output.startswith("phase picking")
    refused = invoke("play", *arguments, "--game", "homesteaders").errors
    assert re.findall(r": (E\d+) ", refused) == ["E015"]
    assert "hint: Hives is a pack for Orchard, not for Homesteaders" in refused


def test_a_simulation_has_the_players_of_its_packs(invoke: Invoke) -> None:
    five = ["simulate", "--games", "1", "--players", "5", "--bots", "random"]
    assert invoke(*five, "--with", "new_beginnings").code == 0
    assert invoke(*five).code == invoke(*five, "--with", "new_beginnings,peer").code == 2


def test_check_reads_each_path_together_with_them(two_packs: None, invoke: Invoke) -> None:
    outcome = invoke("check", "crows.rules", "--with", "bees")
    assert (outcome.code, outcome.output) == (
        0,
        "Homesteaders with Bees with Crows: nothing is wrong\n",
    )
    assert "with Bees" not in invoke("check", "crows.rules").output


def test_check_says_where_they_meet(home: Path, two_packs: None, invoke: Invoke) -> None:
    for name in ("bees", "crows"):
        with (home / f"{name}.rules").open("a") as file:
            file.write("remove building Farm\n")
    for path, other in (("bees.rules", "crows"), ("crows.rules", "bees")):
        outcome = invoke("check", path, "--with", other)
        assert outcome.code == 1
        assert (
            f"{path}:3:17: E408 building Farm is removed by {other.title()} too" in outcome.output
        )


def test_check_finds_what_is_wrong_in_a_pack_beside(
    two_packs: None, home: Path, invoke: Invoke
) -> None:
    (home / "bees.rules").write_text(
        "pack Bees, version 1, extends Homesteaders\nincome: gian 1 wood\n"
    )
    outcome = invoke("check", "crows.rules", "--with", "bees", "--format", "json")
    assert outcome.code == 1
    assert [finding["code"] for finding in json.loads(outcome.output)] == ["E102"]


def test_a_game_goes_on_and_is_replayed(two_packs: None, home: Path, invoke: Invoke) -> None:
    packs = ["--with", "bees,crows"]
    saved = home / "game.json"
    assert (
        invoke(
            "play", "--players", "2", "--seed", "1", "--bots", "random", "--save", saved, *packs
        ).code
        == 0
    )
    for more in ([], packs, ["--with", "bees", "--with", "./crows.rules"]):
        assert invoke("replay", saved, "--quiet", *more).code == 0
        assert invoke("play", "--resume", saved, *more).code == 0
    outcome = invoke("replay", saved, "--with", "bees")
    assert outcome.code == 2
    assert "homesteaders.crows is not among the packs" in outcome.sentence


@pytest.mark.parametrize("command", [*COMMANDS, "check"])
def test_an_unknown_pack_is_told_in_a_sentence(
    two_packs: None, invoke: Invoke, command: str
) -> None:
    outcome = invoke(command, *COMMANDS.get(command, ["bees.rules"]), "--with", "craws")
    wanted = 'there is no game or pack "craws"; did you mean "crows"?'
    if command == "check":
        assert outcome.code == 1
        assert 'E013 there is no game or pack "craws"' in outcome.output
    else:
        assert (outcome.code, outcome.sentence) == (2, f"homesteaders: {wanted}")


def test_a_folder_with_a_comma_in_its_name(two_packs: None, home: Path, invoke: Invoke) -> None:
    (home / "bees.rules").rename(home / "bees, wild.rules")
    assert "with Bees" in invoke("show", "--with", "bees, wild.rules").output
