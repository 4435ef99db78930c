"""Cutting text into tokens: as Lark does it, without a regular expression of all terminals.

Lark joins the terminals that fit at a state of the parser into one expression, which for so many
keywords takes longer to compile than a game takes to read. Here a terminal is only tried where the
text goes on with a character that it can begin with, and a keyword is compared as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain

WORDS_END = r"\b(?!-)"
SPELT_OUT = re.compile(rf"(?P<words>(?:[a-z, ?]|\([a-z, |?]+\))+(?<! )){re.escape(WORDS_END)}")
"""Words alone, some of which may be missing or have others in their place."""
CHOICE = re.compile(r"\((?P<others>[^()]*)\)\??|(?P<letter>.)\?")
BEGINS = re.compile(r"[a-z,][a-z ](?![?*+{])[^|]*")
"""What two characters begin that stand there as they are, and nothing stands beside them."""
GROUP = re.compile(r"\([^()]*\)")
MOST_REMEMBERED = 10_000
"""So many pairs of a terminal and a character: a text may have any character."""

Terminal = tuple[str, str]
"""The name of one, and its regular expression."""
Way = tuple[str, "Callable[..., re.Match[str] | None] | None", str]
"""A keyword, or what matches a regular expression; and the name of the terminal."""


@cache
def _matching(pattern: str, flags: int) -> Callable[..., re.Match[str] | None]:
    return re.compile(pattern, flags).match


@cache
def _spelt_out(pattern: str) -> tuple[str, ...]:
    """All that a keyword may be, in the order in which it is tried; nothing for other patterns."""
    found = SPELT_OUT.fullmatch(pattern)
    return tuple(_chosen(found["words"])) if found else ()


def _chosen(words: str) -> Iterator[str]:
    choice = CHOICE.search(words)
    if choice is None:
        yield words
        return
    before, after = words[: choice.start()], words[choice.end() :]
    others = choice["letter"] or choice["others"]
    for each in (*others.split("|"), *([""] if choice[0].endswith("?") else ())):
        yield from _chosen(f"{before}{each}{after}")


@lru_cache(MOST_REMEMBERED)
def _ways(name: str, pattern: str, flags: int, first: str) -> tuple[Way, ...]:
    """How a terminal is tried where the text goes on with a character."""
    words = _spelt_out(pattern)
    if words:
        return tuple((each, None, name) for each in words if each[0] == first)
    if BEGINS.fullmatch(GROUP.sub("", pattern)) and pattern[0] != first:
        return ()
    return (("", _matching(pattern, flags), name),)


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
            each = (_ways(*terminal, self._flags, first) for terminal in self.terminals)
            ways = self._ways[first] = tuple(chain.from_iterable(each))
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
