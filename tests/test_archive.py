"""The package works from a zip, where its files have paths and are no files."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import homesteaders_rules
from environments import with_packages_of
from homesteaders_rules.paths import PACKAGE, data_folder

CODE = """if True:
    import sys
    import homesteaders_rules
    from homesteaders_rules import apply, load, new_game, read
    from homesteaders_rules.language.messages.codes import catalogue
    assert ".zip" in homesteaders_rules.__file__
    rules = load("new_beginnings")
    state = new_game(rules, 3, seed=1)
    while state.options:
        state, _ = apply(state, state.options[-1])
    _, (unknown,) = read("nowhere")
    print(rules.digest, len(state.cells), unknown.hint, len(catalogue()))
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archive") / "games.zip"
    parts = {PACKAGE: PACKAGE.name}
    parts |= {data_folder(name): f"{PACKAGE.name}/_data/{name}" for name in ("grammar", "rules")}
    with zipfile.ZipFile(path, "w") as packed:
        for folder, name in parts.items():
            for file in sorted(folder.rglob("*")):
                inner = file.relative_to(folder).as_posix()
                if file.is_file() and "__pycache__" not in inner and not inner.startswith("_data"):
                    packed.write(file, f"{name}/{inner}")
    return path


def test_a_game_is_played_from_a_zip(archive: Path, tmp_path: Path) -> None:
    told = []
    for cache in ("off", "on", "on"):
        finished = subprocess.run(
            [sys.executable, "-c", CODE],
            env=with_packages_of(
                archive,
                XDG_CACHE_HOME=str(tmp_path / "cache"),
                HOMESTEADERS_RULES_CACHE=cache,
            ),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
        told.append(finished.stdout.split(maxsplit=1))
    rules = homesteaders_rules.load("new_beginnings")
    assert [digest for digest, _ in told] == [rules.digest] * 3
    assert told[0] == told[1] == told[2]
    assert "homesteaders" in told[0][1]
    kept = sorted(path.suffix for path in (tmp_path / "cache" / "homesteaders-rules").iterdir())
    assert kept == [".compiled", ".states", ".table"]


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
