"""Board games as folders of text files, and an engine that plays them.

Everything public is exported here.
"""

from __future__ import annotations

from .errors import BadSave, BadTable, GameError, IllegalOption
from .language.diagnostics import Diagnostic, RuleErrors
from .language.loader import load, read
from .machine.state import Cursor, Decision, State, apply, new_game, why_not
from .saves import Game, replay, restore, save
from .scoring import Score, score, winners
from .views import View, view

__all__ = [
    "BadSave",
    "BadTable",
    "Cursor",
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "IllegalOption",
    "RuleErrors",
    "Score",
    "State",
    "View",
    "apply",
    "load",
    "new_game",
    "read",
    "replay",
    "restore",
    "save",
    "score",
    "view",
    "why_not",
    "winners",
]
