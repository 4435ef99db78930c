"""The structural words, as the grammar lists them: none of them can be a name."""

from __future__ import annotations

import re
from functools import lru_cache

from ...commands.definitions.occasions import KINDS
from ...paths import grammar_text

LIST = re.compile(r"^(_NO_OPENING|_NO_JOINT): /\(\?!\(\?:([^)]*)\)", re.MULTILINE)

OCCASIONS = frozenset(
    word
    for kind in KINDS.values()
    for verb in (kind.verb, kind.plain)
    for word in verb.split()
    if kind.of != "exchange"
)
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
