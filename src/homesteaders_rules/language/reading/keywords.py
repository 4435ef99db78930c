"""The words of the language, by the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import cache

from ..messages.phrases import PLAIN_WORDS, SILENT, keywords_of
from .grammar import automaton, structural_words

A_NAME = "[a-z]"
"""With this begin patterns of names."""
PLAIN = re.compile(r"[a-z][a-z ,'’-]*[a-z]|a")


@cache
def opening_words_of_lines() -> Set[str]:
    """The words that begin a definition."""
    return plain_words(automaton().opening)


@cache
def words_of_language() -> Set[str]:
    """Each word that is one of the language somewhere."""
    phrases = plain_words(automaton().terminals)
    return structural_words() | {word.strip(",") for each in phrases for word in each.split()}


def plain_words(terminals: Iterable[str]) -> Set[str]:
    """The keywords among some terminals that are words and nothing else."""
    return {word for word in keywords(terminals) if PLAIN.fullmatch(word)}


def keywords(terminals: Iterable[str], full: bool = False) -> frozenset[str]:
    """The words that the keyword terminals among ``terminals`` stand for.

    ``full``: of words with an optional letter only the longer form.
    """
    patterns = automaton().terminals
    names = [name for name in terminals if name not in PLAIN_WORDS and name in patterns]
    names = [name for name in names if not patterns[name].startswith(A_NAME)]
    words = (w for n in names if n not in SILENT for w in keywords_of(patterns[n], full))
    return frozenset(word.replace(r"\d+", "2") for word in words)
