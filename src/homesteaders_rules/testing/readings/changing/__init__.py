"""Goods that become others, or less than what is due."""

from . import owing, turning

__all__ = ["owing", "turning"]
