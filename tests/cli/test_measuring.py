"""``cover`` and ``check --mutate``: lines that do nothing, and lines without an example."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules.cli import console

Invoke = Callable[..., Any]

GAME = """\
game Small, version 1, for 2 players

public thing/things: 9 pebble/pebbles, 9 shell/shells
public unit/units: 20 star/stars

phase digging: each player: may gain 2 pebbles
phase selling:
    each player: may pay 1 pebble to gain 3 stars
    each player: if you have 15 or more shells: gain 1 shell
play:
    rounds 1-2: digging, selling
scoring in stars:
    stars: 1 per star

example a pebble for stars, with 2 players:
    player 1 has 1 pebble
    in selling
    player 1: "pay 1 pebble to gain 3 stars"
    player 1 has 0 pebbles, 3 stars
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "small.rules").write_text(GAME, encoding="utf-8")
    return folder


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(GAME.splitlines(), 1) if text in line)


def test_lines_that_do_nothing_are_listed(invoke: Invoke, game: Path) -> None:
    outcome = invoke("cover", str(game), "--walks", "20")
    never, summary = outcome.output.splitlines()
    assert outcome.code == 1
    place = f"{game}/small.rules:{line_of('15 or more shells')}"
    assert never == f"{place}: never: each player: if you have 15 or more shells: gain 1 shell"
    assert summary == "Small: 3 of 4 lines did something in 20 walks and the examples"


def test_the_lines_of_a_pack_as_data_and_as_marks(invoke: Invoke, game: Path) -> None:
    lines = json.loads(invoke("cover", str(game), "--walks", "20", "--format", "json").output)
    done = {line["line"]: set(line["done"]) for line in lines}
    assert done[line_of("may gain 2")] >= {"fired", "asked", "offered", "chosen"}
    assert done[line_of("stars: 1 per")] == {"scored"}
    assert done[line_of("15 or more shells")] == set()
    marks = invoke("cover", str(game), "--walks", "20", "--format", "marks").output.splitlines()
    assert marks[0] == f"{game}/small.rules"
    assert marks[line_of("15 or more shells")].split()[:2] == [
        "!",
        str(line_of("15 or more shells")),
    ]
    assert marks[line_of("may gain 2")].startswith("faoc")
    assert len(marks) >= len(GAME.splitlines())


def test_a_format_that_is_none_is_refused(invoke: Invoke, game: Path) -> None:
    for command in (("cover",), ("check", "--mutate")):
        outcome = invoke(*command, str(game), "--format", "poem")
        assert outcome.code == 2
        assert '"poem" is no format' in outcome.errors


def test_lines_without_an_example_are_named(invoke: Invoke, game: Path) -> None:
    outcome = invoke("check", str(game), "--mutate")
    assert outcome.code == 1
    digging = line_of("may gain 2")
    told = outcome.output.splitlines()
    assert f"{game}/small.rules:{digging}: phase digging: each player: may gain 2 pebbles" in told
    assert '    no example notices "phase digging: each player: may gain 3 pebbles"' in told
    assert '    no example notices "phase digging: each player: may gain 1 pebble"' in told
    assert not any(f":{line_of('pay 1 pebble to')}:" in line for line in told)
    data = json.loads(invoke("check", str(game), "--mutate", "--format", "json").output)
    assert data["changes"]["noticed by an example"] > 2
    assert data["changes"]["refused by the checks"] > 2
    assert digging in {line["line"] for line in data["lines"]}


def test_how_far_it_is_is_told_without_a_terminal_too(
    invoke: Invoke, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large game takes minutes; what is read by a program stays what it is."""
    monkeypatch.setattr(console, "SECONDS", 0)
    told = invoke("check", str(game), "--mutate")
    changes = int(told.output.rpartition("Small: ")[2].split()[0])
    assert told.errors.splitlines()[0] == f"changing: 0 of {changes}"
    assert told.errors.splitlines()[-1] == f"changing: {changes - 1} of {changes}"
    assert not invoke("check", str(game), "--mutate", "--format", "json").errors


def test_an_example_more_is_a_line_less(invoke: Invoke, game: Path) -> None:
    example = """
example two pebbles, with 2 players:
    in digging
    player 1: "gain 2 pebbles"
    player 1 has 2 pebbles
"""
    (game / "more.rules").write_text(example, encoding="utf-8")
    after = invoke("check", str(game), "--mutate").output
    assert f":{line_of('may gain 2')}:" not in after


def test_another_name_is_no_other_rule(invoke: Invoke, game: Path) -> None:
    """What a piece, a line of the scoring or an option is called is left alone."""
    text = """
option two pools: yes
    There are 2 pools.
piece pool/pools:
    places: shore
    moments: tide
pool "2nd Pool": tide: put 1 shell here
pool Pool 7:
    tide: put 4 shells here
before selling: collect tide
exchange mend pebble: 2 pebbles -> 1 shell
"""
    (game / "more.rules").write_text(text, encoding="utf-8")
    told = invoke("check", str(game), "--mutate").output
    assert "put 5 shells here" in told
    assert "Pool 8" not in told
    assert "3rd" not in told
    assert "1st" not in told
    assert "2 pools" not in told
    assert "mend shell" not in told
    assert "mend pebble: 3 pebbles" in told
    assert "pebbles: 1 per star" not in told
    assert "stars: 2 per star" in told or "stars: 0 per star" in told


def test_wrong_rules_are_not_mutated(invoke: Invoke, game: Path) -> None:
    (game / "more.rules").write_text("phase digging: gain 1 pepple\n", encoding="utf-8")
    outcome = invoke("check", str(game), "--mutate")
    assert outcome.code == 2
    assert "only rules that are right can be mutated" in outcome.errors


def test_examples_that_fail_notice_nothing(invoke: Invoke, game: Path) -> None:
    (game / "small.rules").write_text(GAME.replace("0 pebbles, 3 stars", "0 pebbles, 4 stars"))
    outcome = invoke("check", str(game), "--mutate")
    assert outcome.code == 2
    assert "player 1 has 3 stars" in outcome.errors
