"""Players made of Python: what a bot is, those that come along, and finding one by its name."""

from __future__ import annotations

from .registry import Bot, bot_names, make_bot, register

__all__ = ["Bot", "bot_names", "make_bot", "register"]
