"""Hypothesis strategies: tables, situations, walks, games, and whole packs of rules.

Choices are drawn by Hypothesis, so that what fails shrinks to few choices from a plain beginning.
Each takes one or several rules, of which it draws. They need hypothesis: the extra ``testing``.
"""

from .states import beginnings, handfuls, situations, states
from .tables import amounts, pieces, seats, tables
from .texts import broken, game_texts, packs
from .walks import games, options, seeded_walks, walks, walks_from

__all__ = [
    "amounts",
    "beginnings",
    "broken",
    "game_texts",
    "games",
    "handfuls",
    "options",
    "packs",
    "pieces",
    "seats",
    "seeded_walks",
    "situations",
    "states",
    "tables",
    "walks",
    "walks_from",
]
