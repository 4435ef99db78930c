"""The text is the game (promise 5): nothing of a game is named in Python or in the grammar."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from homesteaders_rules import Rules, load
from homesteaders_rules.commands.amounts import Number
from homesteaders_rules.commands.course import Action, Option, Phase, Play, Track
from homesteaders_rules.commands.definitions import Exchange, Good, Tally
from homesteaders_rules.commands.pieces import Piece, Sort

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "homesteaders_rules"
GRAMMAR = ROOT / "grammar"

STRUCTURAL = {
    "lot": "what an auction sells, in every game: the auction's own word",
    "lots": "several of them",
    "event": "what happened: a word of the public interface, and of an expansion",
    "events": "several of them",
    "Events": "what apply returns, and the pile of an expansion",
    "players": "the place of what players own",
    "build": "the verb of taking a piece for its cost",
}
"""Words of the language itself that are also names in the games, and why."""

PACKS = [("homesteaders",), ("peer",), ("new_beginnings",), ("peer_new_beginnings",)]


def names_of(rules: Rules) -> set[str]:
    """Every name that the rules give to something."""
    found: set[str] = set()
    for good in rules.of(Good):
        found |= {good.name, good.plural, good.group, good.group_plural}
    for sort in rules.of(Sort):
        found |= {sort.name, sort.plural, *sort.places, *sort.stacks, *sort.moments}
        found |= {label for group in sort.labels for label in group}
    for exchange in rules.of(Exchange):
        found.add(exchange.name)
    for play in rules.of(Play):
        found |= {*play.opening, *play.round_phases, *play.final_phases}
    for kind in (Action, Option, Phase, Piece, Tally, Track):
        found |= {definition.name for definition in rules.of(kind)}
    return found - {""}


def words_of(source: str) -> set[str]:
    """Every identifier and string of a module, docstrings aside."""
    tree = ast.parse(source)
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.alias(name=name):
                found.add(name)
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Constant(value=str(text)) if id(node) not in docs:
                found.add(text)
    return found


def terminals_of(grammar: str) -> set[str]:
    """Every name, string and word inside a pattern of a grammar."""
    lines = (line.split("//")[0] for line in grammar.splitlines())
    return set(re.findall(r"[A-Za-z][A-Za-z_]*(?: [A-Za-z_]+)*", "\n".join(lines)))


@pytest.fixture(scope="module", params=PACKS, ids=" ".join)
def names(request: pytest.FixtureRequest) -> set[str]:
    return names_of(load(*request.param)) - set(STRUCTURAL)


@pytest.mark.tree
def test_no_module_names_a_thing_of_a_game(names: set[str]) -> None:
    clashes = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for word in words_of(path.read_text(encoding="utf-8"))
        if word in names
    }
    assert not clashes


@pytest.mark.tree
def test_the_grammar_names_no_thing_of_a_game(names: set[str]) -> None:
    clashes = {
        f"{path.name}: {word}"
        for path in sorted(GRAMMAR.glob("*.lark"))
        for word in terminals_of(path.read_text(encoding="utf-8"))
        if word in names
    }
    assert not clashes


def test_the_exceptions_are_needed() -> None:
    """A structural word that no game uses as a name is no exception."""
    used = set().union(*(names_of(load(*packs)) for packs in PACKS))
    words = set(STRUCTURAL)
    assert words <= used | {"build"}


def test_numbers_of_the_game_are_in_no_module() -> None:
    """The ladder of bids, the prices and the rounds are read from the text alone."""
    rules = load("homesteaders")
    play = rules.of(Play)[0]
    assert play.rounds == 10
    for exchange in rules.of(Exchange):
        for item in (*exchange.cost.items, *exchange.gain.items):
            assert isinstance(item.amount, Number)
    ladder = {"9, 12", "12, 16", "16, 21"}
    for path in sorted(PACKAGE.rglob("*.py")):
        code = ast.unparse(ast.parse(path.read_text(encoding="utf-8")))
        assert not any(rungs in code for rungs in ladder), path
