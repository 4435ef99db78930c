"""Grids: a board of cells for each player, what is laid on them, and goods that lie there."""
