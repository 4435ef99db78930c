"""Occupying: pieces that lie open to all, and are taken by what players leave on them."""
