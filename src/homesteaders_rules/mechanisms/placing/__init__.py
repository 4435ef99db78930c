"""Placing workers: goods on the places of pieces."""
