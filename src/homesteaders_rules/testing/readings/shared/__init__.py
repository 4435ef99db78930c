"""What players share: auctions, displays, tracks, chance and pieces for all, read once more."""

from . import auction, displays, occupying, tracks

__all__ = ["auction", "displays", "occupying", "tracks"]
