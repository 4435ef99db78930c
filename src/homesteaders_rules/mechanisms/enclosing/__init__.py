"""Enclosing areas of a grid: what lies on the edges of its cells, and what they close in."""
