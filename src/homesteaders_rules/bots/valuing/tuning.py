"""How the parts of an outlook are weighed."""

from __future__ import annotations

from attrs import frozen


@frozen
class Tuning:
    """How the parts of an outlook are weighed. None of it belongs to a game."""

    later: float = 0.95
    """What something in the next rounds is worth, against the same now."""
    growth: float = 0.3
    """How much what a piece counts is expected to grow in a round."""
    late: float = 0.5
    """What goods that do not score keep of their worth in the last round."""
    last: float = 0.3
    """What they keep when nothing but exchanges is left."""
    triggered: float = 0.6
    """How often in a round the player does what a trigger waits for."""
    right: float = 0.25
    """What a right, an exchange or a way to pay is worth in a round."""
    cleared: float = 0.4
    """How many units of a good that counts against the player they get rid of in a round."""
    idle: float = 0.5
    """What a good that has no free place is worth, for the places of pieces to come."""
    turn: float = 0.8
    """What one more good to place on places of all is worth in a round."""
    next_tier: float = 0.5
    """What part of the next tier of a scoring the way to it is worth."""
    detour: float = 0.8
    """What a good that does not score is worth where players race to the end of the game."""
    hoard: float = 0.75
    """What the next unit of it is worth there, against the one before."""
