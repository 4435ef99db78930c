"""For learners: what a seat sees as numbers, rewards, and environments for the field's libraries.

The environments need pettingzoo or gymnasium, and games of OpenSpiel need open_spiel, imported
when they are first asked for: ``pip install "homesteaders-rules[learning]"`` or ``[openspiel]``.
Everything else needs nothing but the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import install
from .observing import HIDDEN, Entry, entries, observation
from .rewards import lead, won

if TYPE_CHECKING:
    from .alone import SeatEnv
    from .spiel import register_game
    from .turns import TableEnv

_HOMES = {
    "TableEnv": ("turns", "learning"),
    "SeatEnv": ("alone", "learning"),
    "register_game": ("spiel", "openspiel"),
}
"""The module of each, and the extra that brings what it needs."""

__all__ = [
    "HIDDEN",
    "Entry",
    "SeatEnv",
    "TableEnv",
    "entries",
    "lead",
    "observation",
    "register_game",
    "won",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, extra = _HOMES[name]
    try:
        return getattr(import_module(f".{module}", __name__), name)
    except ModuleNotFoundError as error:
        needs = f"{name} needs {error.name}: {install(extra)}"
        raise ModuleNotFoundError(needs, name=error.name) from error
