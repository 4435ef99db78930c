"""Do the project's own tests bite? mutmut changes a module, and tests must notice.

    pip install mutmut
    python tests/mutants/mutation.py payments                # every mutant of a module
    python tests/mutants/mutation.py views --sample 60       # some of them, drawn by --seed

At first each file of tests runs once, to see which functions it reaches and how long it takes. A
mutant is tried with those files that reach it, as long as ``--budget`` lasts: fast ones first, and
those that have noticed others. Each file has a process of its own, in which nothing is kept of a
program without the mutant. In the end the score is told, and each mutant that no test has noticed.
What is kept in ``--into`` is not done again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ("src", "grammar", "rules", "examples", "docs", "tests")
PACKAGE = "src/homesteaders_rules"
MODULES = {
    "payments": ("runtime/offering/payments.py", "runtime/offering/prices.py"),
    "paying": ("runtime/offering/exchanges.py", "runtime/offering/due.py"),
    "tracks": ("mechanisms/tracks.py", "mechanisms/rewards.py"),
    "auction": ("mechanisms/auction/steps.py", "mechanisms/auction/paying.py"),
    "commands": ("commands/",),
    "views": ("play/views.py",),
}
FOLDERS = (
    "agricola",
    "bots",
    "cli",
    "enclosing",
    "golden",
    "language",
    "montana",
    "new_beginnings",
    "packs",
    "planning",
    "play",
    "rulings",
    "runtime",
)
"""Whose tests are tried: not those of other machines, of screens and of pages."""
MOST = 60
"""So many seconds of processor time may a file of tests take that is to be tried."""
LISTING = """
import json, sys
from mutmut import __main__ as m
m.set_mutant_under_test("mutant_generation")
m.makedirs("mutants", exist_ok=True)
m.copy_src_dir()
m.copy_also_copy_files()
m.setup_source_paths()
m.create_mutants(1)
names = [name for _, name, _ in m.collect_source_file_mutation_data(mutant_names=())[0]]
print("=" + json.dumps(names))
"""
"""Makes the mutants in a folder, and tells their names."""
HEADS = ("+++", "---")
MARGIN = 4
"""So many times as long as a file of tests takes may it take with a mutant, in processor time."""

Reach = dict[str, tuple[float, list[str]]]
"""For each file of tests how many seconds it takes, and which functions it reaches."""


def main() -> None:
    """Measure the modules that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help=f"of {', '.join(MODULES)}; none: all of them")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int, default=60, help="seconds of tests for a mutant")
    parser.add_argument("--into", type=Path, default=None, help="a folder for copies and results")
    asked = parser.parse_args()
    if shutil.which("mutmut", path=Path(sys.executable).parent) is None:
        sys.exit("mutmut is not installed beside this Python: pip install mutmut")
    into = asked.into or Path(tempfile.mkdtemp(prefix="mutation-"))
    into.mkdir(parents=True, exist_ok=True)
    modules = asked.modules or list(MODULES)
    names = kept(into / "names.json", lambda: prepared(into))
    with Trying(into) as trying:
        reach = reached(into, trying)
        for module in modules:
            own = [name for name in names if file_of(name).startswith(MODULES[module])]
            chosen = own if not asked.sample else Random(asked.seed).sample(own, asked.sample)
            alive = survivors(into, reach, chosen, asked.budget, trying)
            killed = f"{len(chosen) - len(alive)} of {len(chosen)}"
            print(f"{module}: {killed} killed, of {len(own)} in all")


class Trying:
    """A process that tries files of tests with mutants."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "trying.py")],
            cwd=folder / "mutants",
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Trying:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def __call__(self, mutant: str, file: str, seconds: int) -> tuple[int, float, list[str]]:
        """The exit code of pytest, the seconds it took, and for "stats" the functions it called."""
        print(json.dumps([mutant, file, seconds]), file=self._process.stdin, flush=True)
        return tuple(json.loads(self._process.stdout.readline()))


def kept(file: Path, make: Callable[[], Any]) -> Any:
    """What stands in a file, or is made and written there."""
    if not file.is_file():
        file.write_text(json.dumps(make()), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


def survivors(
    folder: Path, reach: Reach, names: list[str], budget: int, trying: Trying
) -> list[str]:
    """The mutants that no test has noticed; each is told when it is found."""
    results = folder / "results.json"
    known: dict[str, str] = kept(results, dict)
    alive = []
    for name in names:
        if name not in known:
            tests = chosen_tests(reach, name, budget, Counter(known.values()))
            known[name] = noticing(tests, name, trying)
            results.write_text(json.dumps(known), encoding="utf-8")
        if not known[name]:
            alive.append(name)
            shown = output([str(Path(sys.executable).parent / "mutmut"), "show", name], folder)
            lines = shown.splitlines()
            changed = [line for line in lines if line[:1] in ("+", "-") and line[:3] not in HEADS]
            print(f"  {name}", *changed, sep="\n    ", flush=True)
    return alive


def chosen_tests(reach: Reach, name: str, budget: int, noticed: Counter[str]) -> dict[str, float]:
    """The files of tests that reach a mutant, and their seconds, as many as there is time for.

    First come those from which most is hoped in a second: fast ones, and such as have noticed
    other mutants.
    """
    function = name.rpartition("__mutmut_")[0]
    reaching = {file: seconds for file, (seconds, called) in reach.items() if function in called}
    chosen: dict[str, float] = {}
    for file in sorted(reaching, key=lambda each: reaching[each] / (1 + noticed[each])):
        if sum(chosen.values()) + reaching[file] <= budget:
            chosen[file] = reaching[file]
    return chosen


def noticing(tests: dict[str, float], name: str, trying: Trying) -> str:
    """The first file of tests that fails with a mutant, or nothing."""
    for file, seconds in tests.items():
        if trying(name, file, round(seconds * MARGIN) + 10)[0]:
            return file
    return ""


def reached(folder: Path, trying: Trying) -> Reach:
    """What each file of tests reaches; those that take too long or do not pass are told."""
    results = folder / "reach.json"
    known: dict[str, tuple[float, list[str]] | None] = kept(results, dict)
    files = [path for each in FOLDERS for path in (folder / "tests" / each).glob("test_*.py")]
    for file in sorted(path.relative_to(folder).as_posix() for path in files):
        if file not in known:
            code, seconds, functions = trying("stats", file, MOST)
            known[file] = None if code else (seconds, functions)
            results.write_text(json.dumps(known), encoding="utf-8")
        if known[file] is None:
            print(f"  {file} is left out: it fails, or takes too long", flush=True)
    return {file: reach for file, reach in known.items() if reach is not None}


def file_of(name: str) -> str:
    """The file of a mutant, from within the package: "play/views.py"."""
    return "/".join(name.rpartition(".")[0].split(".")[1:]) + ".py"


def prepared(folder: Path) -> list[str]:
    """A copy of the tree, in which mutmut has changed all modules; the names of the mutants."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, dirs_exist_ok=True)
    files = [path for paths in MODULES.values() for path in paths]
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"{PACKAGE}/{path}{'' if path.endswith('.py') else '*'}" for path in files],
        "also_copy": ["grammar", "rules", "examples", "docs"],
        "use_git_change_detection": False,
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    text = "\n".join([project, "[tool.mutmut]", *lines, ""])
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return listed(folder)


def environment() -> dict[str, str]:
    """The package and the tests are those of the copy, and nothing is kept on the disk."""
    return {
        **os.environ,
        "PYTHONPATH": "src:tests",
        "HOMESTEADERS_RULES_CACHE": "off",
        "HOMESTEADERS_RULES_MACHINE": "python",
        "PYTHONHASHSEED": "0",
    }


def listed(folder: Path) -> list[str]:
    """The names of all mutants."""
    told = output([sys.executable, "-c", LISTING], folder)
    line = next((each for each in told.splitlines() if each.startswith("=")), None)
    if line is None:
        sys.exit(f"no mutants were made:\n{told}")
    return sorted(json.loads(line[1:]))


def output(command: list[str], folder: Path) -> str:
    """What a program says in a folder."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


if __name__ == "__main__":
    main()
