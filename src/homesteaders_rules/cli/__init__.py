"""The command line: ``homesteaders play``, ``simulate``, ``check``, ``show``, ``diff`` and more."""

from __future__ import annotations

import sys

NEEDED = ("typer", "rich")


def main() -> None:
    """Run the command line; it ends the process with the exit code."""
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        sys.stderr.write(
            f"homesteaders: the command line needs {error.name}, which is not installed; "
            "get it with: pip install 'homesteaders-rules[cli]'\n"
        )
        sys.exit(1)
    sys.exit(run())
