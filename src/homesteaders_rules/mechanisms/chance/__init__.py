"""Chance: markers that are spun, dice that are rolled, goods that are drawn."""
