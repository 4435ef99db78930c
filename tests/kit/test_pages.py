"""The page on testing shows what is really printed, and the files to copy run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import command_line
from forked import in_child
from homesteaders_rules import load
from homesteaders_rules.testing.searching import search

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [block for block in BLOCKS if block.startswith("$ ")]
TO_COPY = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("hard_winter", "testing")
    for path in (ROOT / "examples" / folder).glob("test_*.py")
)


@pytest.mark.tree
@pytest.mark.parametrize("block", COMMANDS, ids=lambda block: block.partition("\n")[0])
def test_a_command_prints_what_the_page_says(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command, _, printed = block.partition("\n")
    program, *arguments = command.removeprefix("$ ").split()
    assert program == "homesteaders"
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    assert command_line.run(*arguments).output == printed


@pytest.mark.tree
def test_the_counterexample_is_the_one_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    rules = load("examples/faulty")

    def nobody_gets_rich_at_once(step) -> None:  # type: ignore[no-untyped-def]
        for player in range(step.after.table.players):
            more = step.after.holding(player, "coin") - step.before.holding(player, "coin")
            assert more <= 6, f"player {player + 1} gains {more} coins at once"

    found = search(rules, check=nobody_gets_rich_at_once)
    assert f"{found}\n" in BLOCKS
    assert len(COMMANDS) == 3


@pytest.fixture
def few_examples() -> Iterator[None]:
    """A file to copy runs; it need not find anything."""
    settings.register_profile("as before", settings())
    settings.register_profile("few", max_examples=2, deadline=None, database=None)
    settings.load_profile("few")
    yield
    settings.load_profile("as before")


@pytest.mark.tree
@pytest.mark.parametrize("name", TO_COPY)
def test_a_file_to_copy_runs(name: str, few_examples: None) -> None:
    path = ROOT / name
    text = re.sub(r"max_examples=\d+", "max_examples=2", path.read_text(encoding="utf-8"))
    there: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    exec(compile(text, path, "exec"), there)
    tests = [each for each in there.items() if each[0].startswith("test_")]
    assert tests
    for _, test in tests:
        test()
    assert f"](../{name})" in PAGE


@pytest.mark.tree
@pytest.mark.skipif(not hasattr(os, "fork"), reason="pytest runs in a child of this")
def test_the_claim_about_the_faulty_pack_fails(tmp_path: Path) -> None:
    arguments = ["-q", "-p", "no:cacheprovider", "examples/faulty/test_ferry.py"]
    environment = {"PYTEST_ADDOPTS": ""}
    code, told = in_child(lambda: pytest.main(arguments), ROOT, environment, tmp_path / "told")
    assert code == 1
    assert "coins at once" in told
