"""What players share, in the second reading: auctions, tracks and chance, pieces for all."""

from . import auction, occupying, tracks

__all__ = ["auction", "occupying", "tracks"]
