"""The sentences of placing, each with its other answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, apply, load, read, why_not
from homesteaders_rules.testing.situations import situation

PACK = """
pack Placing, version 1, extends Homesteaders

replace action allocate:
    place workers:
        {}
        {}
"""


def pack_file(folder: Path, first: str, second: str) -> Path:
    path = folder / "placing.rules"
    path.write_text(PACK.format(first, second), encoding="utf-8")
    return path


def rules_with(folder: Path, first: str, second: str) -> Rules:
    return load(pack_file(folder, first, second))


def keys_after(rules: Rules, *keys: str) -> tuple[str, ...]:
    state = situation(rules, 2, "income", holdings={0: {"worker": 2}})
    for key in keys:
        state, _ = apply(state, key)
    return state.decision.keys


def test_none_stays_idle_while_a_place_is_free(tmp_path: Path) -> None:
    first, second = "all of them come back first", "none stays idle while a place is free"
    rules = rules_with(tmp_path, first, second)
    homestead = ("place worker Homestead 1", "place worker Homestead 2")
    assert keys_after(rules) == homestead
    state = situation(rules, 2, "income", holdings={0: {"worker": 3}})
    assert why_not(state, "done") == "no worker may stay idle while a place is free"
    assert keys_after(rules, *homestead) == ("done",)


@pytest.mark.parametrize(
    ("first", "kept"),
    [("all of them come back first", ()), ("those placed stay where they are", (1, 2))],
)
def test_what_was_placed_comes_back_or_stays(
    tmp_path: Path, first: str, kept: tuple[int, ...]
) -> None:
    rules = rules_with(tmp_path, first, "any of them may stay idle")
    state = situation(rules, 2, "income", holdings={0: {"worker": 2}})
    for key in ("place worker Homestead 1", "place worker Homestead 2", "done", "pay 2 silver"):
        state, _ = apply(state, key)
    state, _ = apply(apply(state, "done")[0], "pay 1 silver")
    for key in ("neutral bid on lot 1", "pass", "gain 1 trade", "pass", "gain 1 trade"):
        state, _ = apply(state, key)
    while state.decision.player != 0:
        state, _ = apply(apply(state, "done")[0], "pay 1 silver")
    assert state.placed(0) == tuple(("Homestead", place) for place in kept)
    assert ("place worker Homestead 1" in state.decision.keys) == (not kept)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("any of them may stay idle", "any of them may stay idle", "E321"),
        ("any of them may stay idle", "none stays idle while a place is free", "E321"),
        ("all of them come back", "any of them may stay idle", "E10"),
    ],
)
def test_wrong_sentences_are_told(tmp_path: Path, first: str, second: str, code: str) -> None:
    found, diagnostics = read(pack_file(tmp_path, first, second))
    assert found is None
    assert any(diagnostic.code.startswith(code) for diagnostic in diagnostics)


def test_a_missing_sentence_is_told_with_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "placing.rules"
    text = PACK.replace("        {}\n        {}", "        any of them may stay idle")
    path.write_text(text, encoding="utf-8")
    found, (diagnostic,) = read(path)
    assert found is None
    assert diagnostic.code == "E320"
    assert "all of them come back first (or: those placed stay" in diagnostic.hint
