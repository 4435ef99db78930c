"""Board games as folders of text files, and an engine that plays them.

Everything public is exported here. The commands, which all rules are made of, are imported with
the package; the modules behind everything else when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .commands.base import Span, Vocabulary
from .commands.rules import Header, Rules
from .errors import BadSave, BadTable, GameError, IllegalOption

if TYPE_CHECKING:
    from .comparing import Change, Side, compare
    from .language.diagnostics import Diagnostic, RuleErrors
    from .language.loader import load, read
    from .linking.table import Table
    from .machine.events import STOCK, Event, Events
    from .machine.steps import Option
    from .narration import narrate, tell
    from .play.state import Cursor, Decision, Lot, State, apply, new_game, why_not
    from .saves import Game, Turn, replay, restore, save, state_from_json
    from .scoring import Line, Score, Source, score, winners
    from .views import View, view

_HOMES = {
    "comparing": ("Change", "Side", "compare"),
    "language.diagnostics": ("Diagnostic", "RuleErrors"),
    "language.loader": ("load", "read"),
    "machine.steps": ("Option",),
    "machine.events": ("STOCK", "Event", "Events"),
    "play.state": ("Cursor", "Decision", "Lot", "State", "apply", "new_game", "why_not"),
    "linking.table": ("Table",),
    "narration": ("narrate", "tell"),
    "saves": ("Game", "Turn", "replay", "restore", "save", "state_from_json"),
    "scoring": ("Line", "Score", "Source", "score", "winners"),
    "views": ("View", "view"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "STOCK",
    "BadSave",
    "BadTable",
    "Change",
    "Cursor",
    "Decision",
    "Diagnostic",
    "Event",
    "Events",
    "Game",
    "GameError",
    "Header",
    "IllegalOption",
    "Line",
    "Lot",
    "Option",
    "RuleErrors",
    "Rules",
    "Score",
    "Side",
    "Source",
    "Span",
    "State",
    "Table",
    "Turn",
    "View",
    "Vocabulary",
    "apply",
    "compare",
    "load",
    "narrate",
    "new_game",
    "read",
    "replay",
    "restore",
    "save",
    "score",
    "state_from_json",
    "tell",
    "view",
    "why_not",
    "winners",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
