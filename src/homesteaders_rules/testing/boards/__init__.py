"""Situations on maps and grids."""
