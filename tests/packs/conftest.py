"""A folder with the game Orchard in it, packs beside it, and the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Outcome, run
from homesteaders_rules import Diagnostic, Rules, read
from language.texts import pack, planted

Written = Callable[..., Path]
Invoke = Callable[..., Outcome]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the game Orchard; the user's own folder is empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of the user"))
    folder = tmp_path / "work"
    folder.mkdir()
    planted(folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def written(home: Path) -> Written:
    """Write a pack that extends Orchard, or what else its header says: in a folder of its name."""

    def write(name: str, text: str, header: str = ", version 1, extends Orchard") -> Path:
        folder = name.lower().replace(" ", "_")
        return pack(home, folder, f"pack {name}{header}\n{text}\n")

    return write


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run a command on a screen with 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    return run


@pytest.fixture
def found() -> Callable[..., list[Diagnostic]]:
    """What is wrong with packs that cannot be read, and with those that can."""

    def find(*packs: str | Path) -> list[Diagnostic]:
        rules: Rules | None
        rules, diagnostics = read(*packs)
        assert (rules is None) == any(d.is_error for d in diagnostics)
        return list(diagnostics)

    return find
