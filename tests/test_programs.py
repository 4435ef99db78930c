"""The programs of the examples run, and say what their first lines promise."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))
SAID = {
    "at_the_table.py": ("sell wood: it costs", "taken back: borrow", "restored: True"),
    "tournament.py": ("the builder won",),
    "whole_game.py": ("Hard Winter, for 2 to 5 players", "bids 3 on lot", "The winner:"),
}


@pytest.mark.wheel
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_runs(name: str, tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr == ""
    for words in SAID[name]:
        assert words in finished.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_has_a_title_and_says_how_to_run_it(name: str) -> None:
    text = ast.get_docstring(ast.parse((EXAMPLES / name).read_text(encoding="utf-8")))
    assert text is not None
    title, rule, *rest = text.splitlines()
    assert rule == "=" * len(title)
    assert any(line.startswith(f"    python examples/{name}") for line in rest)
