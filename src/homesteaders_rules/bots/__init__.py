"""Players made of Python: what a bot is, those that come along, and finding one by its name."""

from __future__ import annotations

from .asking import Bot, ask
from .contest import Standing, contest
from .registry import bot_names, make_bot, register

__all__ = ["Bot", "Standing", "ask", "bot_names", "contest", "make_bot", "register"]
