"""Boards of spaces with neighbours: tiles in their places, what lies there, and rows on them."""
