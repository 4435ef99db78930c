"""The command line, run within the process of the tests."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen
from typer.main import get_command
from typer.testing import CliRunner

from homesteaders_rules.cli import PROGRAM
from homesteaders_rules.cli.app import app
from homesteaders_rules.cli.errors import in_one_sentence

if TYPE_CHECKING:
    from pathlib import Path

built = cache(get_command)
"""The commands and their options, which take longer to build than most commands take to run."""


@frozen
class Outcome:
    """The exit code, what was printed, and what was complained about."""

    code: int
    output: str
    errors: str

    @property
    def sentence(self) -> str:
        """The complaint, which must be one line and no traceback."""
        assert "Traceback" not in self.errors
        (line,) = self.errors.strip().splitlines()
        return line


def run(*arguments: str | Path, typed: str = "") -> Outcome:
    """Run a command with its arguments, and what is typed, as the installed command does."""
    with CliRunner().isolation(input=typed) as (output, errors, *_):
        code = in_one_sentence(
            lambda: built(app).main(
                args=[*map(str, arguments)], prog_name=PROGRAM, standalone_mode=False
            )
        )
        sys.stdout.flush()
        sys.stderr.flush()
        return Outcome(code, _text(output.getvalue()), _text(errors.getvalue()))


def _text(written: bytes) -> str:
    return written.decode("utf-8", "replace").replace("\r\n", "\n")
