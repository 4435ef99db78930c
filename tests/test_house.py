"""What holds for the package as a whole: light to import, short modules, a command that plays."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.language.cache import ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).resolve().parents[1] / "src" / "homesteaders_rules"
MOST_LINES = 400
MOST_MODULES = 16
"""In one folder: more than that is not a room but a store."""
LAYERS = (
    ("errors", "spelling", "words", "paths", "trees", "garbage", "freezing", "values", "markup"),
    ("hints", "incoming", "writing"),
    ("runtime",),
    ("commands", "mechanisms", "meaning", "rules"),
    ("linking",),
    ("language", "play", "telling"),
    ("seeing",),
    ("bots", "learning", "testing"),
    ("workshop",),
    ("cli", "__main__"),
)
"""Imports go from below to what stands above here, never the other way."""
SITTING = 700
HEART = ("registers", "steps", "program", "acts", "counters", "predicates")
"""What runs a game, to be read in one sitting: so many lines in all."""
UPWARDS = {("rules", "linking.table"), ("rules", "language.loader")}
"""A public method, and what pickling needs: imported when they are called."""


def run(*command: str | Path, cwd: Path) -> str:
    finished = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.mark.wheel
def test_importing_the_package_imports_nothing_heavy(tmp_path: Path) -> None:
    code = """if True:
        import sys
        import homesteaders_rules
        assert homesteaders_rules.__file__, "the package has no __init__.py"
        heavy = {"lark", "cattrs", "typer", "click", "rich", "hypothesis", "pytest"}
        heavy |= {"homesteaders_rules.commands", "homesteaders_rules.runtime"}
        print(*sorted(heavy & set(sys.modules)))
    """
    assert run(sys.executable, "-I", "-c", code, cwd=tmp_path).split() == []


def test_a_game_imports_only_what_carries_out_its_own_mechanisms(tmp_path: Path) -> None:
    code = """if True:
        import os, sys
        from homesteaders_rules import apply, load, new_game
        os.environ["HOMESTEADERS_RULES_CACHE"] = "off"
        rules = load("homesteaders")
        print(*sorted(name for name in sys.modules if ".runtime." in name))
        state = new_game(rules, 4, machine="python")
        apply(state, state.options[0])
        parts = (name.split(".") for name in sys.modules if ".mechanisms." in name)
        print(*sorted(part[2] for part in parts if part[-1] in ("steps", "heaps", "ground")))
    """
    runtime, told = run(sys.executable, "-c", code, cwd=tmp_path).splitlines()
    assert {"auction", "building", "piles"} <= {*told.split()}
    others = ["chance", "displays", "enclosing", "grids", "holding", "homes", "later", "maps"]
    assert not {*others, "occupying"} & {*told.split()}
    on_demand = ["ending", "players", "recording.boards", "recording.kinds"]
    on_demand += [f"offering.{name}" for name in ("counted", "limits", "portions", "trying")]
    assert "homesteaders_rules.runtime.steps" in runtime.split()
    assert not {f"homesteaders_rules.runtime.{name}" for name in on_demand} & {*runtime.split()}


@pytest.mark.tree
def test_every_module_is_short() -> None:
    lines = {
        str(path.relative_to(SOURCE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sorted([*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")])
    }
    assert lines
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}


@pytest.mark.tree
def test_the_heart_of_the_runtime_is_read_in_one_sitting() -> None:
    texts = [(SOURCE / "runtime" / f"{name}.py").read_text(encoding="utf-8") for name in HEART]
    assert sum(len(text.splitlines()) for text in texts) <= SITTING


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, also within functions and for types.

    The package itself is none: below it lies nothing.
    """
    package = path.relative_to(SOURCE).parts[:-1]
    for node in inner_imports(path.read_text(encoding="utf-8")):
        base = package[: len(package) - node.level + 1]
        target = (*base, *(node.module or "").split(".")) if node.module else base
        for alias in node.names:
            inner = SOURCE.joinpath(*target, alias.name)
            is_module = inner.with_suffix(".py").is_file() or inner.is_dir()
            if is_module or target:
                yield ".".join((*target, alias.name) if is_module else target)


def inner_imports(source: str) -> Iterator[ast.ImportFrom]:
    """What a module imports from the package; to parse all that stands beside it takes longest."""
    for statement in re.findall(
        r"^ *(from \.[\w.]* import (?:\([^()]*\)|.*))$", source, re.MULTILINE
    ):
        (node,) = ast.parse(statement).body
        assert isinstance(node, ast.ImportFrom)
        yield node


def test_imports_are_found_wherever_they_stand() -> None:
    source = """
from .one import two, three as four
class Five:
    from . import (
        six,  # why
        seven,
    )
    def eight():
        from ..nine.ten import eleven  # why
        import twelve
"""
    found = [(node.level, node.module, len(node.names)) for node in inner_imports(source)]
    assert found == [(1, "one", 2), (1, None, 2), (2, "nine.ten", 1)]


def import_graph() -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        if name != "__init__":
            found = set(imports(path))
            graph[name] = {other for other in found if (name, other) not in UPWARDS}
    return graph


@pytest.mark.tree
def test_imports_go_one_way() -> None:
    height = {name: number for number, names in enumerate(LAYERS) for name in names}
    graph = import_graph()
    assert graph
    upwards = [
        f"{name} -> {other}"
        for name, others in graph.items()
        for other in others
        if height[other.split(".")[0]] > height[name.split(".")[0]]
    ]
    assert upwards == []
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


@pytest.mark.tree
def test_nothing_that_compiles_imports_what_the_key_of_the_cache_leaves_out() -> None:
    """Else rules compiled by other code than that of today would be found in the cache."""
    assert {path.name for path in SOURCE.iterdir()} >= {*ASIDE}
    across = [
        f"{name} -> {other}"
        for name, others in import_graph().items()
        for other in others
        if name.split(".")[0] not in (*ASIDE, "__main__") and other.split(".")[0] in ASIDE
    ]
    assert across == []


@pytest.mark.tree
def test_no_folder_is_a_store() -> None:
    folders = [SOURCE, *(path for path in SOURCE.rglob("*") if path.is_dir())]
    counts = {
        str(folder): len([path for path in folder.glob("*.py") if path.stem != "__init__"])
        for folder in folders
    }
    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}


@pytest.mark.tree
@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/design.md"])
def test_the_plans_of_the_house_name_every_room(page: str) -> None:
    text = (SOURCE.parents[1] / page).read_text(encoding="utf-8")
    rooms = {path.parent for path in SOURCE.rglob("*.py")} - {SOURCE}
    unnamed = {room.name for room in rooms if not re.search(rf"\b{room.name}\b", text)}
    assert unnamed == set()


@pytest.mark.tree
def test_the_glossary_has_each_word_once_and_in_order() -> None:
    text = (SOURCE.parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
    parts = [re.findall(r"^\| \*\*(.+?)\*\* ", part, re.MULTILINE) for part in text.split("## ")]
    assert all(words == sorted(words) for words in parts)
    every = [word for words in parts for word in words]
    assert len(every) > 50
    assert len(set(every)) == len(every)


@pytest.mark.wheel
def test_the_command_plays_a_game_away_from_the_repository(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("homesteaders")
    arguments = ("play", "--players", "2", "--bots", "random", "--seed", "1")
    told = run(command, *arguments, cwd=tmp_path)
    assert told.strip()
    assert run(command, *arguments, cwd=tmp_path) == told, "one seed, two different games"
