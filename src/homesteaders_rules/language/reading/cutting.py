"""Cutting text into tokens: as Lark does it, without a regular expression of all terminals.

Lark joins the terminals that fit at a state of the parser into one expression, which for so many
keywords takes longer to compile than a game takes to read. Here a terminal is only tried where the
text goes on with a character that it can begin with, and a keyword is compared as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

WORDS_END = r"\b(?!-)"
KEYWORD = re.compile(rf"(?P<words>[a-z, ]*[a-z]){re.escape(WORDS_END)}")
ONE_OF = re.compile(rf"\((?P<words>[a-z |]+)\){re.escape(WORDS_END)}")
BEGINS = re.compile(r"[a-z,][a-z ](?![?*+{])[^|]*")
"""What two characters begin that stand there as they are, and nothing stands beside them."""
GROUP = re.compile(r"\([^()]*\)")

Terminal = tuple[str, str]
"""The name of one, and its regular expression."""
Way = tuple[str, "Callable[..., re.Match[str] | None] | None", str]
"""A keyword, or what matches a regular expression; and the name of the terminal."""


@cache
def _matching(pattern: str, flags: int) -> Callable[..., re.Match[str] | None]:
    return re.compile(pattern, flags).match


@cache
def _begins(pattern: str) -> str | None:
    """The characters with which a match can begin; None: with any."""
    if KEYWORD.fullmatch(pattern):
        return pattern[0]
    several = ONE_OF.fullmatch(pattern)
    if several:
        return "".join(words[0] for words in several["words"].split("|"))
    outside = GROUP.sub("", pattern)
    return pattern[0] if BEGINS.fullmatch(outside) else None


def _way(terminal: Terminal, flags: int) -> Way:
    name, pattern = terminal
    keyword = KEYWORD.fullmatch(pattern)
    if keyword:
        return keyword["words"], None, name
    return "", _matching(pattern, flags), name


class Cutter:
    """Cuts off the first of some terminals that matches, in Lark's order."""

    def __init__(self, terminals: Sequence[Terminal], flags: int) -> None:
        self.terminals = terminals
        self._flags = flags
        self._ways: dict[str, tuple[Way, ...]] = {}

    def match(self, text: str, position: int) -> tuple[str, str] | None:
        """What the text has at a position, and the name of its terminal; None: nothing fits."""
        first = text[position]
        ways = self._ways.get(first)
        if ways is None:
            ways = self._ways[first] = tuple(
                _way(each, self._flags)
                for each in self.terminals
                if first in (_begins(each[1]) or first)
            )
        for words, match, name in ways:
            if match is not None:
                found = match(text, position)
                if found:
                    return found.group(), name
            elif text.startswith(words, position):
                following = text[position + len(words) : position + len(words) + 1]
                if not (following.isalnum() or following in ("_", "-")):
                    return words, name
        return None
