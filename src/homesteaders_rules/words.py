"""Places in a text, and how rules say their words: the ground everything stands on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from attrs import field, frozen

from .errors import expect, shown
from .values import Unchanging

ADDED = "added"
"""Marks fields that came to a command after texts were saved with it."""


@frozen
class Span:
    """A stretch of a rule file. Lines and columns count from 1; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Vocabulary(Unchanging):
    """How the rules say their words: the plural of every good and sort of pieces."""

    plurals: Mapping[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        expect(self.plurals, Mapping, "a mapping of words to their plurals")
        object.__setattr__(self, "plurals", MappingProxyType(dict(self.plurals)))

    def __hash__(self) -> int:
        return hash(frozenset(self.plurals.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Vocabulary, (dict(self.plurals),)

    def count(self, number: int, name: str) -> str:
        """``2, "point"`` -> ``"2 points"``. Raises TypeError for what is no number or no word."""
        expect(number, int, "a whole number")
        return f"{shown(number)} {self.plural(name) if number != 1 else name}"

    def plural(self, name: str) -> str:
        """The word for several of ``name``; the word itself where no plural is declared.

        Raises TypeError where ``name`` is no word.
        """
        expect(name, str, "a word")
        return self.plurals.get(name, name)


class Phrase(Protocol):
    """Something that was read from a text and can be said again."""

    @property
    def span(self) -> Span | None:
        """Where it stands."""
        ...

    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""
        ...


def missing_sentences(number: int, what: str, where: str = "") -> str:
    """``2, "of the map"`` -> ``"2 sentences of the map are missing"``, as findings say it."""
    if number == 1:
        return f"a sentence {what} is missing{where}"
    return f"{number} sentences {what} are missing{where}"


def a_or_an(name: str) -> str:
    """The name of one, with its article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def join(parts: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    listed = list(parts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


IRREGULAR = {"has": "have", "does": "do", "is": "are"}


def plain_form(phrase: str) -> str:
    """``gains 1 point`` as one says it of you: ``gain 1 point``. It begins with its verb."""
    verb, blank, rest = phrase.partition(" ")
    if verb in IRREGULAR:
        return f"{IRREGULAR[verb]}{blank}{rest}"
    ending = 2 if verb.endswith(("sses", "shes", "ches", "xes", "oes")) else verb.endswith("s")
    return f"{verb[: len(verb) - ending]}{blank}{rest}"


def in_new_names(key: str, called: Mapping[str, str]) -> str:
    """A key as it is, where what it names has other names now."""
    if not called:
        return key
    names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({names})(?!\w)", lambda found: called[found[1]], key)
