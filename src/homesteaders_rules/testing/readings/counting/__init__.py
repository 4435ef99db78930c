"""Amounts and scores, read once more."""

from . import numbers, scores

__all__ = ["numbers", "scores"]
