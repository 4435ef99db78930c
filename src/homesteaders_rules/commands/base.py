"""What every command shares: a place in the text, and words.

A command is one frozen attrs object compiled from one phrase of a rule file. It says what it
means in three ways: :meth:`Command.words` gives the phrase back, ``link`` (on effects) emits the
steps that carry it out, and its fields are the data that a tool may read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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


@frozen(eq=False, repr=False)
class Command:
    """A phrase of the language. Equality ignores where it was written.

    Commands share equality, hash and repr, which attrs would make anew for each class: there are
    many classes, and making them is most of what importing costs.
    """

    span: Span | None = field(default=None, kw_only=True)

    def _values(self) -> tuple[Any, ...]:
        names = (each.name for each in fields(type(self)) if each.name != "span")
        return tuple(getattr(self, name) for name in names)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"

    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""
        raise NotImplementedError


def join(parts: Iterable[str], last: str = "and") -> str:
    """``a, b and c``."""
    listed = list(parts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"
