"""What a game was worth to a seat when it is over: what learners are rewarded with."""

from __future__ import annotations

from ..play.lookups import seat_of
from ..play.scoring import score, winners
from ..play.state import State


def won(state: State, seat: int) -> float:
    """1 for who wins alone, an equal share of it for each of several winners, 0 for all others.

    Raises GameError while the game goes on, and for a seat that is not there.
    """
    first = winners(state)
    return 1 / len(first) if seat_of(state.table.layout, seat) in first else 0.0


def lead(state: State, seat: int) -> float:
    """By how many points a seat is ahead of the best of the others; alone, its points.

    Raises GameError for a seat that is not there.
    """
    totals = [each.total for each in score(state)]
    own = totals.pop(seat_of(state.table.layout, seat))
    return float(own - max(totals, default=0))
