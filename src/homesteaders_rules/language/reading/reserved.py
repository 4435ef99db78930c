"""The structural words, as the grammar lists them: none of them can be a name."""

from __future__ import annotations

import re
from functools import lru_cache

from ...paths import grammar_text

LIST = re.compile(r"^(_NO_OPENING|_NO_JOINT): /\(\?!\(\?:([^)]*)\)", re.MULTILINE)

OCCASIONS = frozenset({"pass", "passes", "gains", "lose", "loses", "builds", "decline", "declines"})
"""Verbs of ``whenever``; an exchange of such a name could never be waited for."""


@lru_cache(maxsize=1)
def _lists() -> dict[str, frozenset[str]]:
    found = LIST.findall(grammar_text())
    return {name: frozenset(words.split("|")) for name, words in found}


def opening_words() -> frozenset[str]:
    """Words that cannot begin a name."""
    return _lists()["_NO_OPENING"]


def joining_words() -> frozenset[str]:
    """Words that cannot stand anywhere in a name."""
    return _lists()["_NO_JOINT"]


def structural_words() -> frozenset[str]:
    """All words that cannot be a name."""
    return opening_words() | joining_words()


def third_person(name: str) -> str:
    """What a player does who uses an exchange: ``sell freely`` -> ``sells freely``."""
    verb, blank, rest = name.partition(" ")
    return f"{verb}s{blank}{rest}"
