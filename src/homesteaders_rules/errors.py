"""Errors of playing. Each carries data; its text says what is wrong and the way out."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class GameError(Exception):
    """Something asked of a game that cannot be done. Nothing has changed."""

    message: str

    def __str__(self) -> str:
        return self.message


@frozen
class IllegalOption(GameError):
    """An option that is not offered. ``key`` is what was asked for, ``reason`` says why not."""

    key: str = ""
    reason: str = ""


@frozen
class BadTable(GameError):
    """A number of players or an option that the rules do not know."""


@frozen
class BadSave(GameError):
    """A save that is damaged, edited or of other rules; ``changed`` names what differs in them."""

    changed: tuple[str, ...] = field(default=())


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean "..."?`` for the known word that is most like ``word``, or nothing."""
    found = get_close_matches(word, list(known), 1, 0.5)
    return f'; did you mean "{found[0]}"?' if found else ""
