"""Running the command line: within the process, or as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Outcome, run

Invoke = Callable[..., Outcome]


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run a command with its arguments, and what is typed."""
    monkeypatch.setenv("COLUMNS", "80")

    return run


@pytest.fixture
def command(tmp_path: Path) -> Invoke:
    """Run the installed command, away from the repository, with stdin at its end."""

    def run(*arguments: str) -> Outcome:
        finished = subprocess.run(
            [sys.executable, "-c", "from homesteaders_rules.cli import main; main()", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Outcome(finished.returncode, finished.stdout, finished.stderr)

    return run
