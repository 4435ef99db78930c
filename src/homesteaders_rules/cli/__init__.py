"""The command line: ``homesteaders play``, ``simulate``, ``check``, ``show``, ``diff`` and more."""

from __future__ import annotations

import sys

DEFAULT_GAME = __name__.partition("_rules.")[0]
"""The game that is meant where none is named: the one the package is named after."""
PROGRAM = DEFAULT_GAME
"""What the command is called."""
NEEDED = ("typer", "rich")


def main() -> None:
    """Run the command line; it ends the process with the exit code."""
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        sys.stderr.write(
            f"{PROGRAM}: the command line needs {error.name}, which is not installed; "
            "get it with: pip install 'homesteaders-rules[cli]'\n"
        )
        sys.exit(1)
    sys.exit(run())
