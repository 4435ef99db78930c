"""Displays: pieces on spaces in a row, that stay there until somebody builds them."""
