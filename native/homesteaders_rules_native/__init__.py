"""The machine in C that plays linked programs of homesteaders-rules.

It is used by ``homesteaders_rules`` where it is installed, and of no use by itself. ``VOCABULARY``
tells which vocabulary of parts it was built for, ``KNOWN`` which of them it can carry out.
"""

from __future__ import annotations

from ._machine import KNOWN, VOCABULARY, Game, Image, begin, state, types

__all__ = ["KNOWN", "VOCABULARY", "Game", "Image", "begin", "state", "types"]
