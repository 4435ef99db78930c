"""What is expected at a place, in words, and which word of it somebody nearly wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...spelling import SHORT, nearest
from ...words import join
from .changes import SMALL

SHORTEST = 2
"""Of longer phrases small words may be missing."""
MOST_NAMED = 8


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
