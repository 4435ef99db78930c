"""The command line: ``homesteaders play``, ``simulate``, ``check``, ``show``, ``diff`` and more."""

from __future__ import annotations

import sys

DEFAULT_GAME = __name__.partition("_rules.")[0]
"""The game that is meant where none is named: the one the package is named after."""
PROGRAM = DEFAULT_GAME
"""What the command is called."""
NEEDED = ("typer", "rich")
INTERRUPTED = 130


def main() -> None:
    """Run the command line; it ends the process with the exit code."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:  # while modules are imported, or while the process ends
        sys.stderr.write(f"{PROGRAM}: interrupted\n")
        sys.exit(INTERRUPTED)


def _run() -> int:
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        sys.stderr.write(
            f"{PROGRAM}: the command line needs {error.name}, which is not installed; "
            "get it with: pip install 'homesteaders-rules[cli]'\n"
        )
        return 1
    return run()
