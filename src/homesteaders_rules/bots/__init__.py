"""Players made of Python: the protocol, the bots that come with the package, and finding one by name."""

from __future__ import annotations

from .registry import Bot, bot_names, make_bot, register

__all__ = ["Bot", "bot_names", "make_bot", "register"]
