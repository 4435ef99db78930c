"""What the site is built of: bound to the page, pinned, and nothing from elsewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from prime import needed

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "homesteaders_rules" / "workshop" / "page"
SCRIPTS = sorted((ROOT / "web" / "page").glob("*.js"))

pytestmark = pytest.mark.tree


def test_the_page_finds_the_same_in_both_transports() -> None:
    """The site has another transport in the place of that of a server: with the same doors."""
    doors = [
        set(
            re.findall(
                r"^export (?:async )?(?:function|const) (\w+)", each.read_text(), re.MULTILINE
            )
        )
        for each in (PAGE / "transport.js", ROOT / "web" / "page" / "transport.js")
    ]
    assert doors[0] == doors[1]
    assert "sent" in doors[0]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere_and_no_text_becomes_code(script: Path) -> None:
    written = script.read_text(encoding="utf-8")
    assert written.startswith("// ")
    assert not re.search(r"https?://\w", written)
    assert not re.search(r"\beval\(|new Function|innerHTML|document\.write", written)


def test_what_the_library_needs_is_pinned_in_its_ranges() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "web" / "requirements.txt").read_text(encoding="utf-8").splitlines()[1:]
    pinned = {}
    for line in lines:
        found = re.fullmatch(r"([\w-]+)==([\d.]+) --hash=sha256:[0-9a-f]{64}", line)
        assert found, line
        pinned[found[1]] = found[2]
    for wanted in map(Requirement, told["dependencies"]):
        assert wanted.specifier.contains(pinned[wanted.name])


def test_only_what_may_be_imported_is_part_of_the_site() -> None:
    files = {
        "own/__init__.py": b"",
        "own/engine.py": b"""
from typing import TYPE_CHECKING
from . import words
if TYPE_CHECKING:
    import types_alone
else:
    import instead
def work():
    from .deep.room import Thing
    import standard
""",
        "own/words.py": b"import own.more as more",
        "own/more.py": b"",
        "own/unused.py": b"import unused_too",
        "own/deep/__init__.py": b"__getattr__ = on_demand(__name__, 'late', 'later')",
        "own/deep/late.py": b"",
        "own/deep/later.py": b"import own.latest",
        "own/latest.py": b"",
        "own/deep/room.py": b"class Thing: from ..beside import name",
        "own/beside.py": b"",
        "standard.py": b"""
import at_once, pdb
class Late:
    def work(self): import when_called
""",
        **{f"{name}.py": b"" for name in ("types_alone", "instead", "at_once", "when_called")},
        "pdb.py": b"",
        "unused_too.py": b"",
    }
    standard = ["standard.py", "at_once.py", "when_called.py", "pdb.py", "instead.py"]
    left = {*files} - needed(files, ["own.engine"], standard)
    assert left == {
        *("own/unused.py", "unused_too.py", "types_alone.py"),
        *("when_called.py", "pdb.py"),
    }
