"""The pytest plugin: examples and packs as tests, and nothing unless it is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import command_line
import homesteaders_rules.language.assembly
import homesteaders_rules.testing.plugin.packtests  # noqa: F401  # known to all children
from forked import in_child
from sizes import THOROUGH

PLUGIN = "homesteaders_rules.testing.plugin"
GAME = """\
game Small, version 1, for 2 players

public thing/things: 9 pebble/pebbles
public unit/units: 20 star/stars

phase digging: each player: may gain 2 pebbles
phase selling:
    each player: may pay 1 pebble to gain 3 stars
    in round 3: each player: gain 1 star
play:
    rounds 1-2: digging, selling
scoring in stars:
    stars: 1 per star

example a pebble for stars, with 2 players:
    player 1 has 1 pebble
    in selling
    player 1: "pay 1 pebble to gain 3 stars"
    player 1 has 0 pebbles, {} stars
"""


pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="pytest runs in a child of this")
ENVIRONMENT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}


def run(folder: Path, *arguments: str | Path) -> tuple[int, str]:
    """pytest in a child of this process, which knows the modules already."""
    command = ["-p", PLUGIN, "--rootdir", *map(str, (folder, *arguments))]
    told = folder.with_name(f"{folder.name}.told")
    return in_child(lambda: pytest.main(command), folder, ENVIRONMENT, told)


def small(folder: Path, stars: int = 3) -> Path:
    home = folder / "small"
    home.mkdir()
    (home / "small.rules").write_text(GAME.format(stars), encoding="utf-8")
    return home


def test_examples_are_tests_where_a_file_or_its_folder_is_named(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    folder, file = small(tmp_path / "one"), small(tmp_path / "other") / "small.rules"
    code, output = run(tmp_path, folder, file, "-v")
    assert code == 0, output
    for name in ("one", "other"):
        assert f"{name}/small/small.rules::a pebble for stars PASSED" in output


def test_an_example_that_fails_is_told_in_its_own_words(tmp_path: Path) -> None:
    code, output = run(tmp_path, small(tmp_path, stars=4))
    assert code == 1
    assert "example a pebble for stars: player 1 has 3 stars" in output
    assert "Traceback" not in output


def test_rule_files_are_left_alone_unless_they_are_wanted(tmp_path: Path) -> None:
    home = small(tmp_path, stars=4)
    (home / "test_own.py").write_text("def test_it(): pass\n", encoding="utf-8")
    assert run(tmp_path, ".")[0] == 0
    (tmp_path / "pytest.ini").write_text("[pytest]\nrules_examples = true\n", encoding="utf-8")
    code, output = run(tmp_path, ".")
    assert code == 1
    assert "1 failed, 1 passed" in output


def test_it_costs_others_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    heavy = {'hypothesis', 'lark', 'homesteaders_rules.testing.checks'}\n"
        "    assert not heavy & set(sys.modules)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", PLUGIN, "test_own.py"],
        cwd=tmp_path,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_pack_is_tested_with_no_python_written(tmp_path: Path) -> None:
    code, output = run(tmp_path, "--rules-pack", small(tmp_path), "-v")
    assert code == 0, output
    for name in ("a pebble for stars", "nothing is lost, and all is told", "can be finished"):
        assert any(f"{name} PASSED" in line for line in output.splitlines())
    assert "never: " in output
    assert "in round 3: each player: gain 1 star" in output
    assert "3 of 4 lines did something" in output


def test_with_a_pack_other_tests_are_run_only_if_they_are_named(tmp_path: Path) -> None:
    home = small(tmp_path, stars=4)
    (tmp_path / "test_own.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nrules_examples = true\n", encoding="utf-8")
    code, output = run(tmp_path, "--rules-pack", home, "-k", "pebble")
    assert code == 1
    assert "1 failed, 5 deselected" in output
    (tmp_path / "test_own.py").write_text("def test_pebble(): pass\n", encoding="utf-8")
    code, output = run(tmp_path, "test_own.py", "--rules-pack", home, "-k", "pebble")
    assert "1 failed, 1 passed" in output


def test_a_wrong_text_is_one_failure_with_its_findings(tmp_path: Path) -> None:
    home = small(tmp_path)
    (home / "more.rules").write_text("phase resting: gain 1 pepple\n", encoding="utf-8")
    code, output = run(tmp_path, "--rules-pack", home)
    assert code == 1
    assert "pepple" in output
    assert "1 failed" in output


def test_a_counterexample_is_kept_and_can_be_replayed(tmp_path: Path) -> None:
    home = small(tmp_path)
    (tmp_path / "test_own.py").write_text(
        f"""
from hypothesis import HealthCheck, Phase, given, settings
from homesteaders_rules import load
from homesteaders_rules.testing.counterexamples import check_walk
from homesteaders_rules.testing.strategies import walks

RULES = load({str(home)!r})

def nobody_gains(step):
    assert step.before.holding(0, "pebble") >= step.after.holding(0, "pebble"), "a pebble more"

@settings(
    max_examples=30,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.generate],
)
@given(walks(RULES, most=5))
def test_it(walk):
    check_walk(walk, nobody_gains)
""",
        encoding="utf-8",
    )
    code, output = run(tmp_path, "test_own.py")
    assert code == 1
    assert "a pebble more" in output
    line = next(line for line in output.splitlines() if "homesteaders replay " in line)
    kept = Path(line.split("homesteaders replay ")[1])
    assert kept.is_file()
    replayed = command_line.run("replay", kept, "--game", home)
    assert replayed.code == 0, replayed.errors
    assert "gain 2 pebbles" in replayed.output


def test_the_fixtures_load_rules_and_begin_games(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(
        "def test_it(rules_of, game_of):\n"
        "    assert rules_of('homesteaders') is rules_of('homesteaders')\n"
        "    assert game_of('homesteaders', players=3, seed=2).players == 3\n",
        encoding="utf-8",
    )
    code, output = run(tmp_path, "test_own.py")
    assert code == 0, output


@pytest.mark.parametrize("profile", ["quick", "thorough", "nightly"] if THOROUGH else ["nightly"])
def test_a_profile_is_for_hypothesis_too(tmp_path: Path, profile: str) -> None:
    wanted = {"quick": 50, "thorough": 200, "nightly": 2000}[profile]
    (tmp_path / "test_own.py").write_text(
        "from hypothesis import settings\n"
        f"def test_it():\n    assert settings.default.max_examples == {wanted}\n",
        encoding="utf-8",
    )
    code, output = run(tmp_path, "test_own.py", "--rules-profile", profile)
    assert code == 0, output
