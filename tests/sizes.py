"""How much is tried: little in `make test`, much in `make test-thorough` and where it is asked for.

``HOMESTEADERS_RULES_THOROUGH=1`` before any command that runs the tests makes them thorough.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
THOROUGH = os.environ.get("HOMESTEADERS_RULES_THOROUGH", "") not in ("", "0")


def size(quick: int, thorough: int) -> int:
    """One of two numbers of games, examples or seeds."""
    return thorough if THOROUGH else quick


def some(every: Sequence[T], quick: int) -> Sequence[T]:
    """All of them where there is time; in a hurry so many, spread evenly from first to last."""
    if THOROUGH or len(every) <= quick:
        return every
    return [every[round(n * (len(every) - 1) / max(1, quick - 1))] for n in range(quick)]
