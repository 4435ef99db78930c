"""The library's own tests in Pyodide, run by Node: ``make test-thorough`` does it.

Without Node, npm and what comes from there they are left out, and that is said in a sentence.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTED = ("tests/runtime", "tests/language")
"""What the page stands on: texts are read, and games run."""
OPTIONS = ("-q", "-p", "no:cacheprovider", "-m", "not tree and not wheel")
PLUGINS = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"


def outside(chosen: list[str]) -> int:
    """Run this file in Pyodide; what it ends with."""
    sys.path.insert(0, str(ROOT / "web"))
    from make_site import PARTS, WEB, program, pyodide, unpack_all

    try:
        node, folder = program("node", "Pyodide runs in it"), pyodide()
        unpack_all(Path(__file__).with_suffix(".txt"), PARTS / "tested")
    except SystemExit as error:
        print(f"Nothing is tested in Pyodide: {error}")
        return 0
    mounts = [f"/tree={ROOT}", f"/packages={sysconfig.get_path('purelib')}"]
    mounts.append(f"/tested={PARTS / 'tested'}")
    command = [node, str(WEB / "in_node.mjs"), str(folder), __file__, *mounts, *chosen]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def inside(chosen: list[str]) -> int:
    """Run the tests; what pytest ends with."""
    sys.path[:0] = ["/tree/src", "/tree/tests", "/tree/web"]
    sys.path += ["/tested", "/packages"]
    os.chdir("/tree")
    os.environ[PLUGINS] = "1"
    import pytest

    return int(pytest.main([*OPTIONS, *(chosen or TESTED)]))


if __name__ == "__main__":
    raise SystemExit((inside if sys.platform == "emscripten" else outside)(sys.argv[1:]))
