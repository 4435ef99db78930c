"""What is done once, when the site is built, so that no browser has to do it at each visit.

It runs in Pyodide, since bytecode and kept tables fit one version of Python alone. It is given the
unpacked wheels in ``/wheels``, and writes into ``/out``: the standard library as a zip of bytecode,
and an archive of the files of our own package, of what it needs, and of what it keeps.
"""

from __future__ import annotations

import ast
import json
import os
import struct
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, Any

import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

WHEELS, OUT = Path("/wheels"), Path("/out")
HOME = Path("/workshop")
"""Where the files of the archive lie in the browser too."""
LIBRARY, KEPT = HOME / "library", HOME / "kept"
OWN = "homesteaders_rules"
ENGINE = f"{OWN}.workshop.engine"
BY_NAME = ("bots", "commands", "mechanisms")
"""Rooms of our package whose modules are imported by names in texts."""
STARTING = ("_pyodide", "pyodide", "importlib", "site", "encodings.idna", "encodings.utf_16_le")
"""What Pyodide imports, or Python by names in texts."""
NEVER = {
    *("_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "ctypes", "doctest", "multiprocessing"),
    *("asyncio.proactor_events", "asyncio.windows_events", "asyncio.windows_utils"),
    *("pdb", "pydoc", "tkinter", "unittest"),
}
"""What is imported only where a system has other parts, or a terminal, or processes."""
READ = (".rules", ".toml", ".lark", "entry_points.txt")
"""What is read beside modules."""


# ---------------------------------------------------------------------------------- what is needed


def modules_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The files of modules by the names of these."""
    found = {}
    for file in files:
        if file.endswith(".py"):
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found[name] = file
    return found


def imported(node: ast.AST, package: str, deep: bool) -> Iterator[str]:
    """The names of modules that are imported below a node, and of what may be one.

    What is only there for types is none. ``deep``: what functions import is one too.
    """
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")
        base = above[: len(above) - node.level + 1] if node.level else []
        module = ".".join([*base, *filter(None, [node.module])])
        yield from (module, *(f"{module}.{each.name}" for each in node.names))
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "on_demand":
        yield from (f"{package}.{ast.literal_eval(each)}" for each in node.args[1:])
    elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        for other in node.orelse:
            yield from imported(other, package, deep)
    elif deep or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for each in ast.iter_child_nodes(node):
            yield from imported(each, package, deep)


def needed(files: Mapping[str, bytes], roots: Iterable[str], standard: Iterable[str]) -> set[str]:
    """The files of all modules that some modules need, and those that these need.

    Of the standard library it is what is imported with a module; what one of its functions
    imports would be half of it.
    """
    modules, standard = modules_of(files), {*standard}
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        file = modules.get(name)
        if file is None or file in found or {name, name.partition(".")[0]} & NEVER:
            continue
        found.add(file)
        package = name if file.endswith("/__init__.py") else name.rpartition(".")[0]
        waiting += imported(ast.parse(files[file]), package, file not in standard)
        waiting.append(name.rpartition(".")[0])
    return found


# ---------------------------------------------------------------------------------- our own


def bytecode(text: bytes, name: str) -> bytes:
    """A module as bytecode that nobody compares with its source, and half as big."""
    code = compile(text, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(written.stripped(code), source_hash(text), False))


def lay_out(files: Mapping[str, bytes], names: Iterable[str]) -> None:
    """Lay modules out as bytecode, and the other files as they are."""
    for name in sorted(names):
        target, data = LIBRARY / name, files[name]
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".py"):
            target, data = target.with_suffix(".pyc"), bytecode(data, name)
        target.write_bytes(data)


def rehearse() -> None:
    """Begin every game that comes along, and ask everything once.

    What is made of the texts is kept then, and what is imported is known.
    """
    os.environ["XDG_CACHE_HOME"] = str(KEPT)
    os.umask(0o022)
    from homesteaders_rules.language.reading.grammar import automaton, language
    from homesteaders_rules.workshop.engine import Engine
    from homesteaders_rules.workshop.protocol import REQUESTS, called

    engine, asked = Engine(), set()

    def ask(question: str, **fields: Any) -> Any:
        request = {"version": 1, "id": 1, "ask": question, **fields}
        answer = json.loads(engine.answer(json.dumps(request)))
        if answer["answer"] == "failed":
            raise SystemExit(f"{question} is not answered: {answer['reason']}")
        asked.add(question)
        return answer

    language()
    automaton()
    seats = ["human", "sensible"]
    for game in ask("hello")["games"]:
        table = ask("play", packs=[game["id"]], seats=seats)
        match = {"match": table["match"]}
        ask("cards", **match)
        ask("choose", **match, key=table["options"][0]["key"], turns=table["turns"])
        for refused in ask("undo", **match)["refused"][:1]:
            ask("how", **match, key=refused["key"])
            ask("reach", **match, keys=[refused["key"]])
        ask("look", **match)
        ask("restore", save=ask("save", **match)["text"], seats=seats)
        cards = ask("check", packs=[game["id"]])["cards"]
        file = next(card["at"]["file"] for card in cards if card["at"])
        ask("source", packs=[game["id"]], file=file)
    text = f"pack Trial, version 1, extends {game['title']}\n\nafter income: gian 1 \U0001f3aa\n"
    ask("check", texts={"trial.rules": text})
    ask("complete", texts={"trial.rules": text}, file="trial.rules", offset=len(text) - 8)
    missing = {called(kind) for kind in REQUESTS} - asked
    if missing:
        raise SystemExit(f"never asked: {', '.join(sorted(missing))}")


def archive() -> None:
    """Write all files as one: how long the list of them is, the list, and what is in them."""
    files = sorted(path for path in HOME.rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in files]
    names = [[str(path), len(data)] for path, data in zip(files, contents, strict=True)]
    index = json.dumps(names).encode()
    (OUT / "library.bin").write_bytes(b"".join([struct.pack("<I", len(index)), index, *contents]))


def standard_library(files: Mapping[str, bytes], names: Iterable[str]) -> None:
    """Write a part of the standard library as a zip of bytecode."""
    with zipfile.ZipFile(OUT / "python.zip", "w") as target:
        for name in sorted(names):
            info = zipfile.ZipInfo(f"{name}c")
            target.writestr(info, bytecode(files[name], name))


def main() -> None:
    """All of it."""
    (packed,) = (each for each in sys.path if each.endswith(".zip"))
    with zipfile.ZipFile(packed) as source:
        standard = {name: source.read(name) for name in source.namelist() if name.endswith(".py")}
    paths = [path for path in sorted(WHEELS.rglob("*")) if path.is_file()]
    others = {path.relative_to(WHEELS).as_posix(): path.read_bytes() for path in paths}
    others["written.py"] = Path(written.__file__).read_bytes()
    files = standard | others
    roots = [*STARTING, *sys.modules, "written", ENGINE]
    rooms = tuple(f"{OWN}.{room}." for room in BY_NAME)
    roots += [name for name in modules_of(others) if name.startswith(rooms)]
    chosen = needed(files, roots, standard)
    texts = {name for name in others if name.startswith(OWN) and name.endswith(READ)}
    lay_out(others, texts | (chosen & others.keys()))
    sys.path.insert(0, str(LIBRARY))
    known = written.install()
    rehearse()
    written.KEPT = LIBRARY / written.KEPT.name
    written.keep(known)
    chosen |= needed(files, sys.modules, standard)
    standard_library(files, chosen & standard.keys())
    archive()


if __name__ == "__main__":
    main()
