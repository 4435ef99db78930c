"""Cutting text into tokens: as Lark does it, without a regular expression of all terminals.

Lark joins the terminals that fit at a state of the parser into one expression, which for so many
keywords takes longer to compile than a game takes to read. Here a terminal is only tried where the
text goes on with a character that it can begin with, and a keyword is compared as it stands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from lark.lexer import BasicLexer, ContextualLexer

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.lexer import TerminalDef

WORDS_END = r"\b(?!-)"
KEYWORD = re.compile(rf"(?P<words>[a-z, ]*[a-z]){re.escape(WORDS_END)}")
ONE_OF = re.compile(rf"\((?P<words>[a-z |]+)\){re.escape(WORDS_END)}")
BEGINS = re.compile(r"[a-z,][a-z ](?![?*+{])[^|]*")
"""What two characters begin that stand there as they are, and nothing stands beside them."""
GROUP = re.compile(r"\([^()]*\)")

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


def _way(terminal: TerminalDef, flags: int) -> Way:
    pattern = terminal.pattern.to_regexp()
    keyword = KEYWORD.fullmatch(pattern)
    if keyword:
        return keyword["words"], None, terminal.name
    return "", _matching(pattern, flags), terminal.name


class StateLexer(BasicLexer):
    """The tokens at some states of the parser: the first terminal that matches, in Lark's order."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.callback = {}
        self._ways: dict[str, tuple[Way, ...]] = {}

    def match(self, text: Any, pos: int) -> tuple[str, str] | None:
        """What the text has at a position, and the name of its terminal; None: nothing fits."""
        whole = text if isinstance(text, str) else text.text
        first = whole[pos]
        ways = self._ways.get(first)
        if ways is None:
            ways = self._ways[first] = tuple(
                _way(each, self.g_regex_flags)
                for each in self.terminals
                if first in (_begins(each.pattern.to_regexp()) or first)
            )
        for words, match, name in ways:
            if match is not None:
                found = match(whole, pos)
                if found:
                    return found.group(), name
            elif whole.startswith(words, pos):
                following = whole[pos + len(words) : pos + len(words) + 1]
                if not (following.isalnum() or following in ("_", "-")):
                    return words, name
        return None


class Lexer(ContextualLexer):
    """A lexer for each state of the parser, as Lark takes one for its own."""

    BasicLexer: ClassVar[type[BasicLexer]] = StateLexer  # type: ignore[misc]
