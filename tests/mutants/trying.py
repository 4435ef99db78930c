"""Tries files of tests with changes, each in a child of one process that has read no rules.

Started by ``mutation.py`` in the folder of mutants: each line of its input is a mutant (or
"stats"), a file of tests and seconds; each line of its output is what came of it.
"""

from __future__ import annotations

import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from mutmut.mutation import trampoline
from mutmut.state import state

import homesteaders_rules

IMPORTED = "Module already imported"
FLAGS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-W", f"ignore:{IMPORTED}")
PATIENCE = 60
"""So many times as long may it take by the clock: a test may wait, and the machine be busy."""
PLUGIN = "homesteaders_rules.testing.plugin"
"""pytest imports it, and wants to do so itself."""


def main() -> None:
    """Answer line by line."""
    for module in pkgutil.walk_packages(homesteaders_rules.__path__, "homesteaders_rules."):
        if not module.name.startswith((PLUGIN, "homesteaders_rules.__main__")):
            with suppress(ImportError):
                import_module(module.name)
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            print(json.dumps(tried(*json.loads(line), Path(folder) / "told.json")), flush=True)


def tried(mutant: str, file: str, limit: int, told: Path) -> tuple[int, float, list[str]]:
    """The exit code of pytest, the seconds it took, and for "stats" the functions it called."""
    told.write_text("[1, []]")
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            signal.alarm(limit * PATIENCE)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silence, stream)
            os.environ["MUTANT_UNDER_TEST"] = mutant
            trampoline.get_mutant_under_test = lambda: mutant
            code = int(pytest.main([*FLAGS, file]))
            told.write_text(json.dumps([code, sorted(state()._stats)]))
        finally:
            os._exit(0)
    used = os.wait4(child, 0)[2]
    code, functions = json.loads(told.read_text())
    return code, used.ru_utime, functions


if __name__ == "__main__":
    main()
