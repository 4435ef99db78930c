"""Characters: names that can be shown, and accents that belong to their letters."""

from __future__ import annotations

import unicodedata

LONGEST_STARTERS = 3
"""So many characters that stand for themselves are composed into one, in Korean."""


def printable(name: str) -> str:
    """The name of a file as messages can show it: what cannot be printed is escaped."""
    if name.isprintable():
        return name
    written = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
    return "".join(written)


def composed(line: str) -> tuple[str, tuple[int, ...]]:
    """A line with letters and their accents as one character each (NFC).

    With it for each character, and for the end, its column in the line as written; nothing where
    they are the same.
    """
    if unicodedata.is_normalized("NFC", line):
        return line, ()
    text: list[str] = []
    columns: list[int] = []
    start = 0
    for end in range(1, len(line) + 1):
        if end == len(line) or _begins(line, start, end):
            part = unicodedata.normalize("NFC", line[start:end])
            text.append(part)
            columns += [start + 1] * len(part)
            start = end
    return "".join(text), (*columns, len(line) + 1)


def _begins(line: str, start: int, end: int) -> bool:
    """Whether the character at ``end`` is no part of the one that begins at ``start``."""
    if unicodedata.combining(line[end]):
        return False
    if end - start > LONGEST_STARTERS:
        return True
    apart = (unicodedata.normalize("NFC", part) for part in (line[start:end], line[end]))
    return unicodedata.normalize("NFC", line[start : end + 1]) == "".join(apart)
