"""Places in a text, and how rules say their words: the ground everything stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
class Vocabulary:
    """How the rules say their words: the plural of every good and sort of pieces."""

    plurals: Mapping[str, str] = field(factory=dict)

    def count(self, number: int, name: str) -> str:
        """``2, "point"`` -> ``"2 points"``."""
        return f"{number} {self.plural(name) if number != 1 else name}"

    def plural(self, name: str) -> str:
        """The word for several of ``name``; the word itself where no plural is declared."""
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


def join(parts: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    listed = list(parts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"
