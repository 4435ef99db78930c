"""What players share: auctions, displays, tracks, chance and pieces; their grids; later rounds."""

from . import auction, displays, enclosing, grids, homes, in_turn, later, occupying, tracks

__all__ = [
    "auction",
    "displays",
    "enclosing",
    "grids",
    "homes",
    "in_turn",
    "later",
    "occupying",
    "tracks",
]
