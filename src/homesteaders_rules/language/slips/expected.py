"""Which words a text may go on with, by the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import cache

from ...spelling import SHORT, nearest
from ...words import join
from ..messages.phrases import PLAIN_WORDS, SILENT, keywords_of
from ..reading.automaton import Unreadable
from ..reading.grammar import automaton, structural_words
from ..reading.sources import read_text
from .changes import SMALL

NAMES = frozenset({"PHRASE", "TITLE", "QUOTED", "WORD"})
"""Terminals that names are read as."""
NOTHING = "\x00"
"""What no terminal begins with: the text cannot be read any further from here."""


SHORTEST = 2
"""Of longer phrases small words may be missing."""
MOST_NAMED = 8
A_NAME = "[a-z]"
"""With this begin patterns of names."""
PLAIN = re.compile(r"[a-z][a-z ,'’-]*[a-z]|a")


@cache
def opening_words_of_lines() -> Set[str]:
    """The words that begin a definition."""
    return _plain(automaton().opening)


@cache
def words_of_language() -> Set[str]:
    """Each word that is one of the language somewhere."""
    phrases = _plain(automaton().terminals)
    return structural_words() | {word.strip(",") for each in phrases for word in each.split()}


def _plain(terminals: Iterable[str]) -> Set[str]:
    """The keywords among some terminals that are words and nothing else."""
    return {word for word in keywords(terminals) if PLAIN.fullmatch(word)}


def expected_after(text: str) -> tuple[Set[str], bool]:
    """The words of the language that may follow a text, and whether a name may.

    Only the last definition of the text is read, as far as it can be.
    """
    source, _ = read_text(text + ".", "")
    if source is None:
        return frozenset(), False
    lines = list(source.plain)
    begins = max((n for n, line in enumerate(lines) if line[:1] not in ("", " ")), default=0)
    passage = "\n".join(lines[begins:]).removesuffix(".")
    try:
        automaton().read(passage + NOTHING)
    except Unreadable as error:
        terminals = error.reading.accepted
        return _plain(terminals), not NAMES.isdisjoint(terminals)
    return frozenset(), False


def keywords(terminals: Iterable[str], full: bool = False) -> frozenset[str]:
    """The words that the keyword terminals among ``terminals`` stand for.

    ``full``: of words with an optional letter only the longer form.
    """
    patterns = automaton().terminals
    names = [name for name in terminals if name not in PLAIN_WORDS and name in patterns]
    names = [name for name in names if not patterns[name].startswith(A_NAME)]
    words = (w for n in names if n not in SILENT for w in keywords_of(patterns[n], full))
    return frozenset(word.replace(r"\d+", "2") for word in words)


def named(keywords: Iterable[str], *others: str) -> str:
    """What is expected, in words: some of it, where it is much."""
    every = [*others, *sorted(f'"{word.removeprefix(", ")}"' for word in keywords)]
    if len(every) > MOST_NAMED:
        every = [*every[:MOST_NAMED], "..."]
    return join(every, "or")


def begun(text: str, phrases: Iterable[str]) -> tuple[int, frozenset[str]]:
    """How far a text agrees with the first words of longer phrases, and how these go on there."""
    further: dict[int, set[str]] = {}
    for phrase in phrases:
        gaps = (gap.end() for gap in re.finditer(" ", phrase))
        end = max((gap for gap in gaps if f"{text} ".startswith(phrase[:gap])), default=0)
        further.setdefault(end, set()).add(phrase[end:])
    end = max(further, default=0)
    return end, frozenset(further[end] if end else ())


def like_a_keyword(text: str, keywords: Iterable[str]) -> tuple[str, str] | None:
    """The words at the start of ``text`` that look like a keyword, and the keyword."""
    words = text.partition(":")[0].split()
    comma = text.startswith(",")
    by_length: dict[int, set[str]] = {}
    for keyword in keywords:
        length = len(keyword.split()) - (keyword.startswith(", ") and not comma)
        by_length.setdefault(length, set()).add(keyword)
    for length in sorted(by_length, reverse=True):
        shorter = " ".join(words[: length - 1]).rstrip(":,")
        for keyword in sorted(by_length[length]) if length > SHORTEST else ():
            if _without_small(shorter) == _without_small(keyword):
                return shorter, keyword
        start = " ".join(words[:length]).rstrip(":,")
        if start not in by_length[length] and len(start) > 1 and len(words) >= length:
            found = nearest(start, by_length[length])
            if not found and len(start) == SHORT:
                found = nearest(start, by_length[length], consonants=True)
            if found:
                return start, found
    return None


def _without_small(phrase: str) -> list[str]:
    return [word for word in phrase.split() if word not in SMALL]
