"""No name of a game stands in the Python of the command line, the bots and the narration."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import homesteaders_rules
from homesteaders_rules import load
from homesteaders_rules.commands.course import Action, Option, Phase, Track
from homesteaders_rules.commands.definitions import Exchange, Good
from homesteaders_rules.commands.pieces import Piece, Sort
from homesteaders_rules.commands.scores import Scoring

PACKAGE = Path(homesteaders_rules.__path__[0])
MODULES = sorted([*(PACKAGE / "cli").glob("*.py"), *(PACKAGE / "bots").glob("*.py")])
MODULES.append(PACKAGE / "narration.py")
STRUCTURAL = {"lot", "lots", "players", "play", "build", "built", "factory", "neutral"}
"""Words of the language, of the machine and of attrs that a game uses as well."""


def names_of_the_game() -> set[str]:
    rules = load("homesteaders")
    found: set[str] = set()
    for kind in (Good, Sort, Piece, Track, Phase, Action, Option, Exchange):
        found |= {getattr(definition, "name", "") for definition in rules.of(kind)}
    for good in rules.of(Good):
        found |= {good.plural, good.group, good.group_plural}
    for sort in rules.of(Sort):
        found |= {sort.plural, *sort.places, *sort.stacks, *sort.moments, *sum(sort.labels, ())}
    found |= {line.label for scoring in rules.of(Scoring) for line in scoring.lines}
    return {name.lower() for name in found if name} - STRUCTURAL


def words_in(tree: ast.AST) -> set[str]:
    """Every identifier and every string."""
    found: set[str] = set()
    for node in ast.walk(tree):
        for field in ("id", "attr", "arg", "name", "asname", "value"):
            word = getattr(node, field, None)
            if isinstance(word, str):
                found.add(word.lower().strip("_").replace("_", " "))
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_name_of_a_game_stands_in_python(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    assert words_in(tree) & names_of_the_game() == set()
