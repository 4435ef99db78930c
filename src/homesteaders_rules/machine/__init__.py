"""The machine: linked steps that run on the cells of a state.

Its modules are imported when they are first used, so that reading rules does not pay for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..machine import (
        acts,
        auctioning,
        construction,
        counting,
        decisions,
        events,
        judging,
        ordering,
        paying,
        placing,
        shelving,
        steps,
        table_steps,
        telling,
    )

__all__ = [
    "acts",
    "auctioning",
    "construction",
    "counting",
    "decisions",
    "events",
    "judging",
    "ordering",
    "paying",
    "placing",
    "shelving",
    "steps",
    "table_steps",
    "telling",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f".{name}", __name__)
