"""Board games as folders of text files, and an engine that plays them.

What playing needs is exported here; the modules behind it are imported when they are first used.
Bots are in ``bots``, environments in ``learning``, a screen as data in ``seeing``, texts and
matches of a page in ``workshop``, and what tests need in ``testing``.
"""

from __future__ import annotations

__version__ = "0.2.0"
"""The version of the library; what is installed is called so too."""

TYPE_CHECKING = False  # as type checkers know it: the command begins here, and imports nothing yet
if TYPE_CHECKING:
    from typing import Any

    from .errors import BadSave, BadTable, BeyondCatalogue, GameError, IllegalOption
    from .language.loader import load, read
    from .language.messages.diagnostics import Diagnostic, RuleErrors
    from .linking.actions import Actions
    from .linking.table import Table
    from .play.choosing import apply, why_not
    from .play.cursor import Cursor
    from .play.due import Due
    from .play.hidden.sampling import sample
    from .play.planning.forecast import Forecast, forecast
    from .play.planning.how import How, Way, how
    from .play.planning.reach import Reachable, reachable
    from .play.rolling import rollout
    from .play.saves import Game, Turn, replay, restore, save, state_from_json
    from .play.scoring import Line, Score, Source, score, winners
    from .play.seats import Seat, seats_of
    from .play.setup import begin, new_game
    from .play.spaces import GridCell, Lot, Space
    from .play.state import Decision, State
    from .play.views import View, view
    from .rules import Header, Rules
    from .runtime.offering.options import Option
    from .runtime.recording.events import STOCK, Event, Events
    from .telling.comparing import Change, Side, compare
    from .telling.narration import narrate, tell
    from .words import Span, Vocabulary

_HOMES = {
    "errors": ("BadSave", "BadTable", "BeyondCatalogue", "GameError", "IllegalOption"),
    "rules": ("Header", "Rules"),
    "words": ("Span", "Vocabulary"),
    "telling.comparing": ("Change", "Side", "compare"),
    "language.messages.diagnostics": ("Diagnostic", "RuleErrors"),
    "language.loader": ("load", "read"),
    "runtime.offering.options": ("Option",),
    "runtime.recording.events": ("STOCK", "Event", "Events"),
    "play.cursor": ("Cursor",),
    "play.due": ("Due",),
    "play.planning.forecast": ("Forecast", "forecast"),
    "play.planning.how": ("How", "Way", "how"),
    "play.planning.reach": ("Reachable", "reachable"),
    "play.seats": ("Seat", "seats_of"),
    "play.setup": ("begin", "new_game"),
    "play.choosing": ("apply", "why_not"),
    "play.spaces": ("GridCell", "Lot", "Space"),
    "play.state": ("Decision", "State"),
    "linking.actions": ("Actions",),
    "linking.table": ("Table",),
    "telling.narration": ("narrate", "tell"),
    "play.rolling": ("rollout",),
    "play.saves": ("Game", "Turn", "replay", "restore", "save", "state_from_json"),
    "play.hidden.sampling": ("sample",),
    "play.scoring": ("Line", "Score", "Source", "score", "winners"),
    "play.views": ("View", "view"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "STOCK",
    "Actions",
    "BadSave",
    "BadTable",
    "BeyondCatalogue",
    "Change",
    "Cursor",
    "Decision",
    "Diagnostic",
    "Due",
    "Event",
    "Events",
    "Forecast",
    "Game",
    "GameError",
    "GridCell",
    "Header",
    "How",
    "IllegalOption",
    "Line",
    "Lot",
    "Option",
    "Reachable",
    "RuleErrors",
    "Rules",
    "Score",
    "Seat",
    "Side",
    "Source",
    "Space",
    "Span",
    "State",
    "Table",
    "Turn",
    "View",
    "Vocabulary",
    "Way",
    "apply",
    "begin",
    "compare",
    "forecast",
    "how",
    "load",
    "narrate",
    "new_game",
    "reachable",
    "read",
    "replay",
    "restore",
    "rollout",
    "sample",
    "save",
    "score",
    "seats_of",
    "state_from_json",
    "tell",
    "view",
    "why_not",
    "winners",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from .garbage import collected_later

    with collected_later():
        value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
