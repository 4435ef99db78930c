"""A verb is added as a contributor would: a line of the grammar, a word, a file, and its name.

The trial is made in a copy of the package; ``stealing.py`` beside this file is the verb.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERB = Path(__file__).with_name("stealing.py")
READING = Path(__file__).with_name("stealing_again.py")
ORCHARD = ROOT / "tests" / "games" / "orchard.rules"

ADDED = {
    "grammar/homesteaders-language.lark": (
        (
            '    | "put" fixed_bundle "here"',
            '    | "steal" fixed_bundle "from each other player" -> steal\n',
        ),
        ("take|tally|", "steal|"),
    ),
    "src/homesteaders_rules/commands/catalogue.py": (
        ('    "mechanisms.storage",', '    "mechanisms.stealing",\n'),
    ),
}
"""For each file that is touched, before what is added, and what."""

TRIAL = """
action wish: steal 1 coin, 1 note from each other player
before fair: wish
whenever you lose a coin: gain 1 star
example the first player takes a coin from each of the others, with 3 players:
    player 1 has 2 coins, 0 stars
    player 2 has 5 coins, 0 stars
    player 3 has 0 coins, 0 stars
    in fair
    player 1 has 3 coins, 0 stars
    player 2 has 4 coins, 1 star
    player 3 has 0 coins, 0 stars
"""
CIRCLE = "whenever you gain a coin: steal 1 coin from each other player\n"
MISSPELT = "action wish: stael 1 coin from each other player\nbefore fair: wish\n"

PROGRAM = """
import sys
from pathlib import Path
from homesteaders_rules import read
from homesteaders_rules import Game
from homesteaders_rules.mechanisms.stealing import Steal
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.readings.registry import has_reading
from homesteaders_rules.testing.walks import walk

base = Path(sys.argv[1]).read_text(encoding="utf-8")
for text in sys.argv[2:]:
    file = Path("trial.rules")
    file.write_text(base + text, encoding="utf-8")
    rules, found = read(file)
    print(*(f"{each.code} {each.message} {each.hint}" for each in found), sep="; ", end="; ")
    print(*(failures(rules) if rules else ()), sep="; ")
    if rules and has_reading(Steal):
        game = Game.new(rules, 3, 1)
        for step in walk(rules, 3, 1, most=60):
            game.choose(step.option)
        check_game(game)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the package is made of, with one verb more."""
    copy = tmp_path_factory.mktemp("house")
    for folder in ("src", "grammar"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignored)
    for name, additions in ADDED.items():
        file = copy / name
        text = file.read_text(encoding="utf-8")
        for before, added in additions:
            assert text.count(before) == 1
            text = text.replace(before, added + before)
        file.write_text(text, encoding="utf-8")
    package = copy / "src" / "homesteaders_rules"
    shutil.copy(VERB, package / "mechanisms")
    shutil.copy(READING, package / "testing" / "readings")
    return copy


def run(house: Path, *command: str) -> str:
    environment = {"PYTHONPATH": str(house / "src"), "HOMESTEADERS_RULES_CACHE": "off"}
    finished = subprocess.run(
        [sys.executable, *command],
        cwd=house,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.mark.tree
def test_a_verb_in_one_file_plays_and_is_checked_and_explained(house: Path) -> None:
    told = run(house, "-c", PROGRAM, str(ORCHARD), TRIAL, CIRCLE, MISSPELT).splitlines()
    played, circle, misspelt = told
    assert played == "; "
    assert "E511 this goes round in a circle" in circle
    assert '"stael" is no word of the language; did you mean "steal"?' in misspelt
    assert "write: action wish: steal 1 coin from each other player" in misspelt
