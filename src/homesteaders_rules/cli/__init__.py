"""The command line: ``homesteaders play``, ``simulate``, ``check``, ``show``, ``diff`` and more."""

from __future__ import annotations

import gc
import os
import sys

DEFAULT_GAME = __name__.partition("_rules.")[0]
"""The game that is meant where none is named: the one the package is named after."""
PROGRAM = DEFAULT_GAME
"""What the command is called."""
NEEDED = ("typer", "rich")
INTERRUPTED = 130
MOST_UNCOLLECTED = 100_000
"""So many objects more than before make Python look for circles among them. Rules are many small
objects that stay: looking through them again and again is a sixth of the time to read them."""


def main() -> None:
    """Run the command line; it ends the process with the exit code.

    Whoever interrupts it is told so in a sentence, from here on and whatever is being imported.
    """
    try:
        _leave_when_interrupted()
        gc.set_threshold(MOST_UNCOLLECTED, *gc.get_threshold()[1:])
        sys.exit(_run())
    except KeyboardInterrupt:  # before the handler stands, or while the process ends
        _say("interrupted")
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()  # All that is left goes with the process, circles or not.


def _leave_when_interrupted() -> None:
    """While modules are imported an interruption ends the process at once.

    As an exception it would be taken for an error of whatever is imported: Python turns those of
    some hooks into others, or prints them and goes on.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def _leave(*_: object) -> None:
    _say("interrupted")
    os._exit(INTERRUPTED)


def _be_interrupted() -> None:
    """From here on the program cleans up behind itself when it is interrupted."""
    import signal

    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _say(sentence: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{PROGRAM}: {sentence}\n")
        sys.stderr.flush()


def _run() -> int:
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        from ..errors import install

        _say(
            f"the command line needs {error.name}, which is not installed; "
            f"get it with: {install('cli')}"
        )
        return 1
    _be_interrupted()
    return run()
