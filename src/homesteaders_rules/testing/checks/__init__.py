"""Checks of the promises, each usable alone. Each raises AssertionError with what is wrong."""

from .complete import check_all, check_game, check_option, check_state, check_step
from .conserved import Holdings, check_conserved, check_holdings, holdings, piece_places
from .kept import (
    check_cursor,
    check_equal,
    check_honest,
    check_late,
    check_pickled,
    check_saved,
)
from .offered import check_decision, check_guards, check_listed, check_offered, every_key
from .pumps import check_pumps
from .scored import check_scored
from .sights import (
    check_heard,
    check_hidden,
    check_secret,
    check_sight,
    check_undo,
    hidden_changed,
)
from .times import check_times

__all__ = [
    "Holdings",
    "check_all",
    "check_conserved",
    "check_cursor",
    "check_decision",
    "check_equal",
    "check_game",
    "check_guards",
    "check_heard",
    "check_hidden",
    "check_holdings",
    "check_honest",
    "check_late",
    "check_listed",
    "check_offered",
    "check_option",
    "check_pickled",
    "check_pumps",
    "check_saved",
    "check_scored",
    "check_secret",
    "check_sight",
    "check_state",
    "check_step",
    "check_times",
    "check_undo",
    "every_key",
    "hidden_changed",
    "holdings",
    "piece_places",
]
