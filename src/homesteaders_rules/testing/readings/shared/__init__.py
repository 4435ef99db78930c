"""What players share: auctions, displays, tracks, chance and pieces; and their grids."""

from . import auction, displays, enclosing, grids, homes, in_turn, occupying, tracks

__all__ = [
    "auction",
    "displays",
    "enclosing",
    "grids",
    "homes",
    "in_turn",
    "occupying",
    "tracks",
]
