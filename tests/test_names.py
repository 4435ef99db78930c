"""The text is the game (promise 5): nothing of a game is named in Python or in the grammar."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from homesteaders_rules import Rules, load
from homesteaders_rules.commands.amounts import Number
from homesteaders_rules.commands.definitions.course import Action, Option, Phase, Play
from homesteaders_rules.commands.definitions.definition import Exchange, Good, Tally
from homesteaders_rules.commands.definitions.pieces import Piece, Sort
from homesteaders_rules.commands.definitions.tracks import Track

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "homesteaders_rules"
GRAMMAR = ROOT / "grammar"

ALLOWED = {
    "bidding": "what goes on in an auction, in every game",
    "board": "what games are played on",
    "box": "the class of gymnasium for numbers with bounds",
    "building": "the verb to build",
    "built": "the verb to build",
    "crop": "what a tally counts in the line that is shown how to write one",
    "event": "what happened: a word of the public interface",
    "events": "what apply returns",
    "factory": "an argument of attrs and of bots",
    "families": "goods that have one kind of steps",
    "family": "one of them",
    "field": "what a class of attrs has",
    "fields": "several of them",
    "first": "before all others",
    "good": "what players hold and pay: the language's own word",
    "goods": "several of them",
    "ground": "what lies under the tiles of a map",
    "grow": "to become more",
    "lot": "what an auction sells, in every game: the auction's own word",
    "lots": "several of them",
    "marker": "what stands on a track, in every game",
    "markers": "several of them",
    "mine": "not somebody else's",
    "neutral": "a bid of nobody, in every auction",
    "people": "who sit at the table, beside bots",
    "person": "who sits at a keyboard; also of a verb, as in third person",
    "plain": "without anything more: plain data, a plain file",
    "players": "those who play; also the place of what they own",
    "point": "an entry point of a distribution",
    "points": "entry points",
    "printed": "the phrase: what is printed on pieces",
    "refill": "to fill again what the stock lacks",
    "release": "to let the stock have what lies on a map",
    "reveal": "to show what was secret",
    "room": "space that is left for more",
    "rounds": "what a game goes on in, in every game",
    "row": "what lies beside each other: tiles, cells, columns of a table",
    "rows": "several of them",
    "resource": "what a page loads, in a header of HTTP",
    "second": "behind the first; also a part of a minute",
    "settle": "to belong to a table",
    "setup": "how a game begins: in every game",
    "sixth": "a part of a whole turn of a hexagon",
    "space": "where a marker or a player's piece lies, in every game",
    "spaces": "several of them",
    "supply": "where goods come from: a line of examples says what it has",
    "terminal": "where text is shown; also a word of the grammar",
    "third": "behind the second",
    "trade": "the phrase: trade freely",
    "turns": "what players take in every game, and ways to turn a tile",
    "well": "as well: also",
    "work": "to do what is wanted",
    "workshop": "where rules are written and tried out, the page and what is behind it",
}
"""Words of the language or of Python that games use as names too, and what they mean here."""

LADDERS = ({"3", "4", "5"}, {"9", "12"}, {"12", "16"})
"""Parts of the ladder of bids, which no list of a module has."""

PACKS = [
    ("homesteaders",),
    ("peer",),
    ("new_beginnings",),
    ("peer_new_beginnings",),
    ("montana",),
    ("agricola",),
]
SMALL = [(str(ROOT / "examples" / name),) for name in ("tidewater", "bellfounders")]


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
    nodes = list(ast.walk(ast.parse(source)))
    docs = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found: set[str] = set()
    for node in nodes:
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


def words_in(path: Path) -> set[str]:
    """What stands in a module, in the lines of a grammar without comments, or in those of data."""
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            return words_of(source)
        case ".lark":
            return {line.split("//")[0] for line in source.splitlines()}
        case _:
            return set(source.splitlines())


def spaced(text: str) -> str:
    """The words of an identifier or a sentence: of ``EachWinner`` they are " each winner "."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)
    return f" {' '.join(parts).casefold()} "


def package() -> str:
    """Every identifier and string of package and grammar, in lines behind their files."""
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"), *GRAMMAR.glob("*.lark")]
    return "\n".join(
        f"{path.relative_to(ROOT).as_posix()}:{spaced(text)}"
        for path in sorted(files)
        for text in sorted(words_in(path))
    )


def names_in(written: str, names: set[str]) -> set[str]:
    """The names that stand in lines as whole words, each behind its line."""
    found = {name for name in names if f" {name} " in written}
    return {
        f"{line}: {name}" for name in found for line in written.splitlines() if f" {name} " in line
    }


def own_names(rules: Rules) -> set[str]:
    """What the rules alone call so: their names without the words of the language."""
    return {name.casefold() for name in names_of(rules)} - set(ALLOWED)


@pytest.mark.tree
def test_no_module_and_no_grammar_names_a_thing_of_a_game() -> None:
    """All are looked at once, for all games: it takes longest to read them."""
    names = set().union(*(own_names(load(*packs)) for packs in (*PACKS, *SMALL)))
    written = package()
    assert names_in(written, names) == set()
    lines = written.splitlines()
    modules = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py")}
    looked_at = {line.split(":")[0] for line in lines}
    assert {name for name in modules if not name.endswith("__init__.py")} <= looked_at
    assert {path.relative_to(ROOT).as_posix() for path in GRAMMAR.glob("*.lark")} <= looked_at
    assert "src/homesteaders_rules/linking/table.py: unpickled " in lines


@pytest.mark.parametrize(
    "text", ["Forge", "forge", "the Forge gives 1 silver", "railroad_advance", "TrainStation"]
)
def test_a_planted_name_is_found(text: str) -> None:
    assert names_in(spaced(text), own_names(load("homesteaders")))


def test_the_exceptions_are_needed() -> None:
    """What no game uses as a name is no exception."""
    used = set().union(*(names_of(load(*packs)) for packs in PACKS))
    used = {part for name in used for part in (name.casefold(), *name.casefold().split())}
    assert set(ALLOWED) <= used


def test_numbers_of_the_game_are_in_no_module() -> None:
    """The ladder of bids, the prices and the rounds are read from the text alone."""
    rules = load("homesteaders")
    play = rules.of(Play)[0]
    assert play.rounds == 10
    for exchange in rules.of(Exchange):
        for item in (*exchange.cost.items, *exchange.gain.items):
            assert isinstance(item.amount, Number)
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(ladder <= set(re.findall(r"\w+", source)) for ladder in LADDERS):
            continue  # numbers that stand nowhere in it stand in no list of it
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.Tuple, ast.List)):
                numbers = {str(each.value) for each in node.elts if isinstance(each, ast.Constant)}
                assert not any(ladder <= numbers for ladder in LADDERS), path
