"""What holds for the package as a whole: light to import, short modules, a command that plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "homesteaders_rules"
MOST_LINES = 400


def run(*command: str | Path, cwd: Path) -> str:
    finished = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_importing_the_package_imports_nothing_heavy(tmp_path: Path) -> None:
    code = """if True:
        import sys
        import homesteaders_rules
        assert homesteaders_rules.__file__, "the package has no __init__.py"
        heavy = {"lark", "cattrs", "typer", "click", "rich", "hypothesis", "pytest"}
        print(*sorted(heavy & set(sys.modules)))
    """
    assert run(sys.executable, "-I", "-c", code, cwd=tmp_path).split() == []


@pytest.mark.tree
def test_every_module_is_short() -> None:
    lines = {
        str(path.relative_to(SOURCE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sorted(SOURCE.rglob("*.py"))
    }
    assert lines
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}


def test_the_command_plays_a_game_away_from_the_repository(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("homesteaders")
    arguments = ("play", "--players", "4", "--bots", "sensible", "--seed", "1")
    told = run(command, *arguments, cwd=tmp_path)
    assert told.strip()
    assert run(command, *arguments, cwd=tmp_path) == told, "one seed, two different games"
