"""How much is tried: little in `make test`, much in `make test-thorough` and where it is asked for.

``HOMESTEADERS_RULES_THOROUGH=1`` before any command that runs the tests makes them thorough.
"""

from __future__ import annotations

import os

THOROUGH = os.environ.get("HOMESTEADERS_RULES_THOROUGH", "") not in ("", "0")


def size(quick: int, thorough: int) -> int:
    """One of two numbers of games, examples or seeds."""
    return thorough if THOROUGH else quick
