"""Cutting text into tokens: as Lark does it, without a regular expression of all terminals.

Lark joins the terminals that fit at a state of the parser into one expression, which for so many
keywords takes longer to compile than a game takes to read. Here a terminal is only tried where the
text goes on with a character that it can begin with, and a keyword is compared as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain

WORDS_END = r"\b(?!-)"
SPELT_OUT = re.compile(rf"(?P<words>(?:[a-z, ?]|\([a-z, |?]+\))+(?<! )){re.escape(WORDS_END)}")
"""Words alone, some of which may be missing or have others in their place."""
CHOICE = re.compile(r"\((?P<others>[^()]*)\)\??|(?P<letter>.)\?")
BEGINS = re.compile(r"[a-z,][a-z ](?![?*+{])[^|]*")
"""What two characters begin that stand there as they are, and nothing stands beside them."""
SIGN = re.compile(r'\(?(?P<sign>[ \n":/,])(?![?*{])[^|]*')
"""The same of what a sign begins that stands there at least once."""
GROUP = re.compile(r"\([^()]*\)")
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


class Terminal(dict[str, tuple[Way, ...]]):
    """A terminal: the ways in which it is tried, by the character with which the text goes on."""

    def __init__(self, name: str, pattern: str, flags: int) -> None:
        super().__init__()
        self.name, self.pattern, self._flags = name, pattern, flags
        self._words = _spelt_out(pattern)
        sign = SIGN.fullmatch(pattern)
        is_known = not self._words and BEGINS.fullmatch(GROUP.sub("", pattern))
        self._begins = sign["sign"] if sign else pattern[0] if is_known else ""

    def __missing__(self, first: str) -> tuple[Way, ...]:
        found: tuple[Way, ...] = ()
        if self._words:
            found = tuple((each, None, self.name) for each in self._words if each[0] == first)
        elif self._begins in ("", first):
            found = (("", _matching(self.pattern, self._flags), self.name),)
        self[first] = found
        return found


class Cutter:
    """Cuts off the first of some terminals that matches, in Lark's order."""

    def __init__(self, terminals: Sequence[Terminal]) -> None:
        self.terminals = terminals
        self._ways: dict[str, tuple[Way, ...]] = {}

    def match(self, text: str, position: int) -> tuple[str, str] | None:
        """What the text has at a position, and the name of its terminal; None: nothing fits."""
        first = text[position]
        ways = self._ways.get(first)
        if ways is None:
            each = [terminal[first] for terminal in self.terminals]
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
