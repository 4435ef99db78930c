"""Sentences of mechanisms: each fills one field of a command, and is said from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..values import ByValue
from ..words import join

if TYPE_CHECKING:
    from ..trees import Node


@frozen(eq=False, repr=False)
class Sentence(ByValue):
    """``field`` is True where the text says ``first``, and False where it says ``other``.

    ``rules``: those of the grammar that read it, one for both or one for each. Without ``other``
    the sentence may be left out. ``{sort}`` is what the mechanism is about.
    """

    field: str
    first: str
    other: str
    rules: tuple[str, ...]

    def says(self, value: Any, sort: str) -> str:
        """The sentence for a value of the field."""
        return (self.first if value else self.other).format(sort=sort)

    def is_said(self, rule: str, end: str) -> bool:
        """Does a sentence read by a rule, with these words at its end, fill this field?"""
        return rule in self.rules and (self.first.endswith(end) or self.other.endswith(end))

    def value(self, rule: str, end: str) -> bool:
        """What it stands for."""
        return rule == self.rules[0] and self.first.endswith(end)

    @property
    def every(self) -> tuple[str, ...]:
        """All that may be said in its place."""
        return tuple(filter(None, (self.first, self.other)))

    def example(self, sort: str) -> str:
        """The sentence as it is usually said."""
        return self.says(True, sort)

    def hint(self, sort: str) -> str:
        """What to write where it is missing; nothing where it may be left out."""
        return self.other and f"{self.says(True, sort)} (or: {self.says(False, sort)})"

    def spoken(self, command: object, sort: str) -> str:
        """The sentence as a command says it; empty where it leaves it out."""
        return self.says(getattr(command, self.field), sort)


@frozen(eq=False, repr=False)
class Way(ByValue):
    """One of the sentences that may be said in a place: its rule, and the fields that it fills."""

    words: str
    rule: str
    fills: tuple[tuple[str, Any], ...]


@frozen(eq=False, repr=False)
class Ways(Sentence):
    """One of several sentences, each of which fills the same fields; ``field`` only names them.

    ``first`` and ``other`` are what hints tell.
    """

    ways: tuple[Way, ...]

    @property
    def every(self) -> tuple[str, ...]:
        return tuple(way.words for way in self.ways)

    def is_said(self, rule: str, end: str) -> bool:
        return any(way.rule == rule and way.words.endswith(end) for way in self.ways)

    def value(self, rule: str, end: str) -> Any:
        """The fields that are filled."""
        fitting = (way for way in self.ways if way.rule == rule and way.words.endswith(end))
        return dict(next(fitting).fills)

    def spoken(self, command: object, sort: str) -> str:
        fitting = (
            way.words
            for way in self.ways
            if all(getattr(command, name) == value for name, value in way.fills)
        )
        return next(fitting).format(sort=sort)


def ways(field: str, *listed: Way) -> Ways:
    """Sentences in the place of each other, those first that are said most often."""
    one, other = (way.words for way in listed[:2])
    return Ways(field, one, other, tuple(way.rule for way in listed), listed)


@frozen(eq=False, repr=False)
class OfGood(Sentence):
    """A sentence that may be left out, and that names a good: ``field`` holds the good.

    ``called`` is the field of its name as the text has it.
    """

    called: str

    def spoken(self, command: object, sort: str) -> str:
        name = getattr(command, self.called)
        return self.first.format(good=name) if name else ""


class Numbers(Sentence):
    """``bids are 1, 2, 4 or 8``: ``field`` holds the numbers behind ``first``."""

    __slots__ = ()

    @property
    def every(self) -> tuple[str, ...]:
        return (self.other,)

    def says(self, value: Any, sort: str) -> str:
        return f"{self.first} {join(map(str, value), 'or')}"

    def example(self, sort: str) -> str:
        return self.says((1, 2, 4, 8), sort)

    def hint(self, sort: str) -> str:
        return self.example(sort)


@frozen(eq=False, repr=False)
class Said(ByValue):
    """A sentence of the text, and the value of its field."""

    sentence: Sentence
    value: Any
    node: Node


@frozen(eq=False, repr=False)
class Sentences(ByValue):
    """Those of a mechanism, in the order in which they are said."""

    of: str
    listed: tuple[Sentence, ...]

    def spoken(self, command: object, sort: str = "") -> tuple[str, ...]:
        """The whole procedure of a command, one sentence each, in the words of the language."""
        said = (each.spoken(command, sort) for each in self.listed)
        return tuple(sentence for sentence in said if sentence)

    def example(self, sort: str) -> tuple[str, ...]:
        """All that must be said, as it is usually said."""
        return tuple(each.example(sort) for each in self.listed if each.other)
