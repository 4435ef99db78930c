"""The package works from a zip, where its files have paths and are no files."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import homesteaders_rules
from environments import with_packages_of
from homesteaders_rules.paths import PACKAGE, data_folder

CODE = """if True:
    import os, sys
    import homesteaders_rules
    from homesteaders_rules import apply, load, new_game, read
    from homesteaders_rules.language.messages.codes import catalogue
    assert ".zip" in homesteaders_rules.__file__
    _, (unknown,) = read("nowhere")
    for kept in sys.argv[1:]:
        os.environ["HOMESTEADERS_RULES_CACHE"] = kept
        rules = load("homesteaders")
        state = new_game(rules, 3, seed=1)
        while state.options:
            state, _ = apply(state, state.options[-1])
        print(rules.digest, len(state.cells), unknown.hint, len(catalogue()))
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a distribution has in it; what Python has compiled lies beside it, to be read faster."""
    path = tmp_path_factory.mktemp("archive") / "games.zip"
    parts = {PACKAGE: PACKAGE.name}
    parts |= {data_folder(name): f"{PACKAGE.name}/_data/{name}" for name in ("grammar", "rules")}
    with zipfile.ZipFile(path, "w") as packed:
        for folder, name in parts.items():
            for file in sorted(folder.rglob("*")):
                inner = file.relative_to(folder).as_posix()
                if file.is_file() and "__pycache__" not in inner and not inner.startswith("_data"):
                    packed.write(file, f"{name}/{inner}")
                    compiled = Path(cache_from_source(file))
                    if file.suffix == ".py" and compiled.is_file():
                        packed.write(compiled, f"{name}/{inner}c")
    return path


def test_a_game_is_played_from_a_zip(archive: Path, tmp_path: Path) -> None:
    told = []
    for kept in (["on", "off"], ["on"]):
        finished = subprocess.run(
            [sys.executable, "-c", CODE, *kept],
            env=with_packages_of(archive, XDG_CACHE_HOME=str(tmp_path / "cache")),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
        told += [line.split(maxsplit=1) for line in finished.stdout.splitlines()]
    rules = homesteaders_rules.load("homesteaders")
    assert [digest for digest, _ in told] == [rules.digest] * 3
    assert told[0] == told[1] == told[2]
    assert "homesteaders" in told[0][1]
    files = (tmp_path / "cache" / "homesteaders-rules").iterdir()
    assert sorted(path.suffix for path in files) == [".compiled", ".table"]


def test_the_command_works_from_a_zip(archive: Path, tmp_path: Path) -> None:
    command = "from homesteaders_rules.cli import main; main()"
    finished = subprocess.run(
        [sys.executable, "-c", command, "check", "peer"],
        env=with_packages_of(archive),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "nothing is wrong" in finished.stdout
