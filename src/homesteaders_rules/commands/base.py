"""What every command shares: a place in the text, and words.

A command is one frozen attrs object compiled from one phrase of a rule file. It says what it
means in three ways: :meth:`Command.words` gives the phrase back, ``link`` (on effects) emits the
steps that carry it out, and its fields are the data that a tool may read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, fields, frozen

from ..words import ADDED, Span, Vocabulary, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = [
    "Causes",
    "Command",
    "Happening",
    "Span",
    "Vocabulary",
    "added",
    "join",
    "walk",
]

Happening = tuple[str, str]
"""Something that leads on: ``("gains", good)``, ``("action", name)``, ``("track", name)`` ..."""


class Causes(Protocol):
    """What a command may ask of the rules to say what it causes."""

    def exchanged(self, names: Iterable[str] | None) -> Iterable[Happening]:
        """What the use of some exchanges causes; None: of those open at any time."""
        ...


def added(default: Any) -> Any:
    """A field that came later: at its default it leaves the digest of a text as it was."""
    return field(default=default, metadata={ADDED: True})


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

    def __eq__(self, other: Any) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"

    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""
        raise NotImplementedError

    def causes(self, rules: Causes) -> Iterable[Happening]:
        """What happens because of this command itself, not of those within it."""
        return ()


def walk(value: object) -> Iterator[Command]:
    """A command and every command inside it."""
    if isinstance(value, tuple):
        for entry in value:
            yield from walk(entry)
    elif isinstance(value, Command):
        yield value
        for name in value.__attrs_attrs__:
            if name.name != "span":
                yield from walk(getattr(value, name.name))
