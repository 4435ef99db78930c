"""Running the command line: within the process, or as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from homesteaders_rules.cli.app import app

Invoke = Callable[..., "Outcome"]


class Outcome:
    """The exit code, what was printed, and what was complained about."""

    def __init__(self, code: int, output: str, errors: str) -> None:
        self.code = code
        self.output = output
        self.errors = errors

    @property
    def sentence(self) -> str:
        """The complaint, which must be one line and no traceback."""
        assert "Traceback" not in self.errors
        (line,) = self.errors.strip().splitlines()
        return line


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run a command with its arguments, and what is typed."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, typed: str = "") -> Outcome:
        result = CliRunner().invoke(app, list(arguments), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

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
