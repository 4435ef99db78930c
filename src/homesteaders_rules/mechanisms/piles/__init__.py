"""Piles: pieces in stacks, turned up, moved and dealt."""
