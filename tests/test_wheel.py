"""The wheel and the sdist carry all that a game needs, and say rightly what they are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

import homesteaders_rules
from sizes import THOROUGH

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "homesteaders_rules"
HOOKS = ("compile_rules.py", "published_metadata.py")

pytestmark = pytest.mark.tree


def build(target: str, source: Path, into: Path) -> Path:
    """Build the one artefact ``target`` of the project at ``source``."""
    finished = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)],
        cwd=source,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    (artefact,) = into.iterdir()
    return artefact


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files(folder: Path, prefix: str) -> dict[str, bytes]:
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return contents(build("wheel", ROOT, tmp_path_factory.mktemp("wheel")))


def test_games_of_the_wheel_are_not_compiled_again(wheel: dict[str, bytes], tmp_path: Path) -> None:
    for name, data in wheel.items():
        path = tmp_path / "installed" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    code = """if True:
        import sys
        from homesteaders_rules import load
        for name in sys.argv[1:]:
            load(name)
        print(load("homesteaders").digest, "homesteaders_rules.language.assembly" in sys.modules)
    """
    names = [path.name for path in (ROOT / "rules").iterdir()]
    where = {"PYTHONPATH": str(tmp_path / "installed"), "XDG_CACHE_HOME": str(tmp_path / "nothing")}
    finished = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=tmp_path,
        env={**os.environ, **where, "HOMESTEADERS_RULES_CACHE": "on"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    expected = f"{homesteaders_rules.load('homesteaders').digest} False\n"
    assert finished.stdout == expected, finished.stderr
    assert not (tmp_path / "nothing").exists()


@pytest.fixture(scope="module")
def metadata(wheel: dict[str, bytes]) -> Message:
    (name,) = (name for name in wheel if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel[name].decode("utf-8"))


@pytest.mark.parametrize("folder", ["grammar", "rules"])
def test_the_wheel_carries_every_file_of_the_games(folder: str, wheel: dict[str, bytes]) -> None:
    prefix = f"{PACKAGE}/_data/{folder}"
    expected = files(ROOT / folder, prefix)
    assert expected
    assert {name: data for name, data in wheel.items() if name.startswith(prefix + "/")} == expected


def test_the_wheel_carries_the_package_and_nothing_else(wheel: dict[str, bytes]) -> None:
    rest = {
        name: data
        for name, data in wheel.items()
        if ".dist-info/" not in name and not name.startswith(f"{PACKAGE}/_data/")
    }
    assert rest == files(ROOT / "src" / PACKAGE, PACKAGE)
    assert f"{PACKAGE}/py.typed" in rest


def test_the_sdist_builds_the_same_wheel(wheel: dict[str, bytes], tmp_path: Path) -> None:
    """It has all that the wheel is made of, and where there is time one is made of it."""
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        # Before Python 3.11.4 there is no such filter, and the archive is our own.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert (source / "tests" / Path(__file__).name).is_file()
    for folder in ("src", "grammar", "rules"):
        assert files(source / folder, folder) == files(ROOT / folder, folder)
    for name in ("pyproject.toml", *HOOKS, "README.md", "LICENSE"):
        assert (source / name).read_bytes() == (ROOT / name).read_bytes()
    if THOROUGH:
        assert contents(build("wheel", source, tmp_path / "wheel")) == wheel


def test_the_metadata_says_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "homesteaders-rules"
    assert metadata["Version"] == homesteaders_rules.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]


def published(**environment: str) -> dict[str, Any]:
    """What hatchling would say of the project to an index."""
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    metadata: dict[str, Any] = json.loads(told.stdout)
    return metadata


def test_what_is_published_links_to_where_the_tree_is_read() -> None:
    """A link beside the README leads nowhere from the page of an index."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    here = published(HOMESTEADERS_RULES_ADDRESS="")
    assert here["readme"]["text"] == readme
    assert not here.get("urls"), "no address is made up"

    tree = "https://example.org/games/tree"
    there = published(HOMESTEADERS_RULES_ADDRESS=tree + "/")
    assert there["urls"] == {
        "Homepage": f"{tree}/README.md",
        "Documentation": f"{tree}/docs/language.md",
        "Changelog": f"{tree}/CHANGELOG.md",
    }
    beside = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", readme)
    assert beside and all((ROOT / path).exists() for path in beside)
    links = re.findall(r"\]\(([^)]+)\)", there["readme"]["text"])
    assert {f"{tree}/{path}" for path in beside} <= {link.partition("#")[0] for link in links}
    assert all(link.startswith(("https://", "#")) for link in links)


def test_the_core_needs_three_libraries_and_the_rest_is_extra(metadata: Message) -> None:
    required = metadata.get_all("Requires-Dist") or []
    core = [line for line in required if "extra ==" not in line]
    assert sorted(re.split(r"[^\w-]", line)[0] for line in core) == ["attrs", "cattrs", "lark"]
    assert all("<" in line and ">=" in line for line in core), "each has a range"
    extras = [
        "check",
        "cli",
        "learning",
        "lint",
        "native",
        "openspiel",
        "proofs",
        "statistics",
        "test",
        "testing",
        "thorough",
        "watch",
        "web",
    ]
    assert sorted(metadata.get_all("Provides-Extra") or []) == extras


def test_the_wheel_brings_the_command(wheel: dict[str, bytes]) -> None:
    (name,) = (name for name in wheel if name.endswith(".dist-info/entry_points.txt"))
    lines = wheel[name].decode("utf-8").split("\n")
    assert "[console_scripts]" in lines
    assert f"homesteaders = {PACKAGE}.cli:main" in lines


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[Unreleased\]$", text, re.MULTILINE)
