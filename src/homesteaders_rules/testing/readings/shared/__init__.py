"""What players share: auctions, displays, tracks, chance and pieces for all, read once more."""

from . import auction, displays, in_turn, occupying, tracks

__all__ = ["auction", "displays", "in_turn", "occupying", "tracks"]
