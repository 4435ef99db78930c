"""The library's own tests in Pyodide, run by Node: ``make test-thorough`` does it.

They run in pieces, since WebAssembly never gives memory back. A test that asks for what Pyodide
has not is skipped there and then, with that as the reason; whole files for which it is nothing are
listed below. Without Node, npm and what comes from there all are left out, and that is said in a
sentence. ``python tests/in_pyodide.py tests/runtime`` runs only what lies there.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections import Counter
from contextlib import suppress
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from importlib.machinery import ModuleSpec

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {
    "tests/learning": "they are for libraries of machine code",
    "tests/native": "they are for the machine in C",
    "tests/web": "they are for a browser",
    "tests/cli/test_at_the_screen.py": "a terminal",
    "tests/cli/test_terminal.py": "a terminal",
    "tests/workshop/test_apart.py": "an engine in another process",
    "tests/workshop/test_serving.py": "a server and threads",
}
"""Tests that mean nothing where there is one process, one thread, no terminal and no machine code,
and why."""
LACKING = {
    "does not support processes": "Pyodide has no processes",
    "[Errno 52] Function not implemented": "Pyodide has no processes",
    "No module named '_multiprocessing'": "Pyodide has no processes",
    "can't start new thread": "Pyodide has no threads",
    "has no attribute 'mkfifo'": "Pyodide has no named pipes",
    "has no attribute 'AF_UNIX'": "Pyodide has no sockets",
}
"""What an error says where Pyodide has not what a test asks for."""
LIBRARIES = ("attrs", "cattrs", "lark", "pytest", "rich", "shellingham")
"""What the tests need beside in_pyodide.txt. Nothing else that is installed here is found there: it
may be machine code, or ask for some."""
NAME = re.compile(r"[\w.-]+")
MOST_FILES = 12
"""So many files are tested by one process at most."""
UNCOUNTED = "ignore::hypothesis.errors.HypothesisWarning"
"""Hypothesis counts references to objects, and newer Pythons do not count all."""
OPTIONS = ("-q", "--tb=short", "-p", "no:cacheprovider", "-m", "not tree", "-W", UNCOUNTED)
OUTCOME = re.compile(r"\b(\d+) (passed|failed|skipped|xfailed|error)s?\b")


# ---------------------------------------------------------------------------------- outside


def pieces(chosen: Sequence[str]) -> Iterator[list[str]]:
    """The files of tests below what is chosen, or all, a few of a folder at a time."""
    by_folder: dict[Path, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if _is_below(name, chosen or ["tests"]) and not _is_below(name, LEFT_OUT):
            by_folder.setdefault(path.parent, []).append(name)
    for files in by_folder.values():
        for begin in range(0, len(files), MOST_FILES):
            yield files[begin : begin + MOST_FILES]


def _is_below(name: str, places: Iterable[str]) -> bool:
    return any(f"{name}/".startswith(f"{place.rstrip('/')}/") for place in places)


def top_names(libraries: Iterable[str]) -> set[str]:
    """What can be imported of some libraries and of all that these need."""
    known: dict[str, set[str]] = {}
    waiting = [*libraries]
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        known[name] = set()
        with suppress(PackageNotFoundError):
            found = distribution(name)
            known[name] = {file.parts[0].removesuffix(".py") for file in found.files or ()}
            needs = [each for each in found.requires or () if "extra ==" not in each]
            waiting += [each[0] for each in map(NAME.match, needs) if each]
    return set().union(*known.values())


def outside(chosen: list[str]) -> int:
    """Run this file in Pyodide, for each piece; 1 where a test failed, or a piece never ended."""
    sys.path.insert(0, str(ROOT / "web"))
    from make_site import PARTS, WEB, program, pyodide, unpack_all

    try:
        node, folder = program("node", "Pyodide runs in it"), pyodide()
        unpack_all(Path(__file__).with_suffix(".txt"), PARTS / "tested")
    except SystemExit as error:
        print(f"Nothing is tested in Pyodide: {error}")
        return 0
    kept, packages = PARTS / "tested-kept", Path(sysconfig.get_path("purelib"))
    kept.mkdir(exist_ok=True)
    others = {path.name.removesuffix(".py") for path in packages.iterdir()} - top_names(LIBRARIES)
    others -= {path.name.removesuffix(".py") for path in (PARTS / "tested").iterdir()}
    mounts = [f"/tree={ROOT}", f"/packages={packages}"]
    mounts += [f"/tested={PARTS / 'tested'}", f"/kept={kept}"]
    command = [node, str(WEB / "in_node.mjs"), str(folder), __file__, *mounts]
    outcomes: Counter[str] = Counter()
    for files in pieces(chosen):
        given = json.dumps({"without": sorted(others), "files": files})
        done = subprocess.run(
            [*command, given], cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True
        )
        print(f"{files[0]} ...\n{done.stdout}", flush=True)
        found = OUTCOME.findall(done.stdout.rpartition("\n=")[2])
        outcomes += Counter({outcome: int(number) for number, outcome in found})
        outcomes["pieces"] += 1
        outcomes["broken"] += done.returncode not in (0, 5)
    print(f"In Pyodide: {', '.join(f'{number} {what}' for what, number in outcomes.items())}")
    return int(outcomes["broken"] > 0)


# ---------------------------------------------------------------------------------- inside


class Found(PathFinder):
    """Finds no module of the packages that are ``absent``, wherever they lie."""

    absent: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def find_spec(cls, fullname: str, *where: Any) -> ModuleSpec | None:
        """Called by Python for each module that is imported."""
        is_absent = fullname.partition(".")[0] in cls.absent
        return None if is_absent else super().find_spec(fullname, *where)


class Lacking:
    """Skips a test where Pyodide has not what it asks for."""

    def pytest_runtest_makereport(self, call: Any) -> None:
        """Called by pytest before it makes a report of an error, for other plugins than its own."""
        import pytest

        error = call.excinfo and call.excinfo.value
        while error is not None:
            reason = next((why for said, why in LACKING.items() if said in str(error)), None)
            if reason is not None:
                try:
                    pytest.skip(reason)
                except pytest.skip.Exception as skipped:
                    call.excinfo = pytest.ExceptionInfo.from_exception(skipped)
                return
            error = error.__cause__ or error.__context__


def inside(given: str) -> int:
    """Run the tests of some files; what pytest ends with."""
    wanted = json.loads(given)
    sys.path[:0] = ["/tree/src", "/tree/tests", "/tree/web"]
    sys.path += ["/tested", "/packages"]
    Found.absent = frozenset(wanted["without"])
    sys.meta_path[sys.meta_path.index(PathFinder)] = Found
    sys.pycache_prefix = "/kept/bytecode"
    os.chdir("/tree")
    os.environ |= {
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "XDG_CACHE_HOME": "/kept/cache",
        "CI": "1",  # Hypothesis looks at the same examples each time, and keeps none.
    }
    import pytest

    return int(pytest.main([*OPTIONS, *wanted["files"]], plugins=[Lacking()]))


if __name__ == "__main__":
    is_inside = sys.platform == "emscripten"
    raise SystemExit(inside(sys.argv[1]) if is_inside else outside(sys.argv[1:]))
