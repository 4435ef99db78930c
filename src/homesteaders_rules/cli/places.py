"""Names the command line takes from where it lives."""

from __future__ import annotations

DEFAULT_GAME = __name__.partition("_rules.")[0]
"""The game that is meant where none is named: the one the package is named after."""
PROGRAM = DEFAULT_GAME
"""What the command is called."""
