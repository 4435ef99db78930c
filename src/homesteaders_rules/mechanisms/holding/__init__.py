"""Holding: what a player may hold, and what happens when the stock runs short."""
