"""What every command shares: a place in the text, and words.

A command is one frozen attrs object compiled from one phrase of a rule file. It says what it
means in four ways: ``read`` makes it of a tree, :meth:`Command.words` gives the phrase back,
``link`` (on effects) emits the steps that carry it out, and its fields are the data that a tool may
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from attrs import Attribute, field, fields, frozen

from ..trees import Node, Token, tokens
from ..values import ByValue, values_by
from ..words import ADDED, Span, Vocabulary, a_or_an, join

if TYPE_CHECKING:
    from .flows import Flow
    from .protocols import Causes, Happening, WordReader


__all__ = ["Command", "Span", "Vocabulary", "added", "filled", "join", "walk"]


def added(default: Any) -> Any:
    """A field that came later: at its default it leaves the digest of a text as it was."""
    return field(default=default, metadata={ADDED: True})


GOOD = {"names": "good"}
SORT = {"names": "sort of pieces"}
PIECE = {"names": "piece"}
STACK = {"names": "stack"}
ACTION = {"names": "action"}
PHASE = {"names": "phase"}
TRACK = {"names": "track"}
TALLY = {"names": "tally"}
EXCHANGE = {"names": "exchange"}
CELL = {"names": "cell"}
"""The metadata of fields that name something defined elsewhere."""
MOMENT = {"reads": "moment"}
"""The same of words that a sort of pieces declares for itself, and that nobody else defines."""


CellName = tuple[str | int, ...]


@cache
def _naming(kind: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class that name something defined elsewhere, each with what it names."""
    named = ((each.name, each.metadata.get("names")) for each in fields(kind))
    return tuple((name, of) for name, of in named if of)


naming: Callable[[Any], tuple[tuple[str, str], ...]] = _naming

PLAIN = frozenset({"str", "int", "bool", "int | None", "str | None", "tuple[str, ...]"})
"""The types of fields in which no command can be."""


@cache
def _holders(kind: Any) -> tuple[str, ...]:
    """The fields of a class that may hold commands."""
    return tuple(f.name for f in fields(kind) if f.name != "span" and f.type not in PLAIN)


holders_of: Callable[[Any], tuple[str, ...]] = _holders


@cache
def _held(kind: Any) -> Callable[[Any], tuple[object, ...]] | None:
    """What gets the values of those fields at once; None: there are none."""
    names = _holders(kind)
    # Of a single name it would be no tuple; where something stands is no command.
    return attrgetter(*names, "span") if names else None


held_in: Callable[[Any], Callable[[Any], tuple[object, ...]] | None] = _held

C = TypeVar("C", bound="Command")


def filled(kind: type[C], reader: WordReader, node: Node) -> C:
    """A command whose fields are the words of a tree, in their order.

    A field is a name of what its metadata says; else a number, or the word as it stands there.
    """
    words = zip(said_by(kind), tokens(node), strict=False)
    values = [_read_as(each, reader, word) for each, word in words]
    return kind(*values, span=reader.span(node))


@cache
def _said_by(kind: Any) -> tuple[Attribute[Any], ...]:
    """The fields that a phrase fills by its own words."""
    return tuple(each for each in fields(kind) if not each.kw_only)


said_by: Callable[[Any], tuple[Attribute[Any], ...]] = _said_by


def _read_as(known: Attribute[Any], reader: WordReader, word: Token) -> str | int:
    named = known.metadata.get("names") or known.metadata.get("reads")
    if named:
        return reader.named(named, word)
    return str(word) if str(known.type) == "str" else reader.number(word)


class Remembering:
    """Room for what is in a command, found once: all who check, link and count walk over it."""

    __slots__ = ("_inside", "_whole")
    _inside: tuple[Command, ...]
    _whole: tuple[Command, ...]


@frozen(eq=False, repr=False)
class Command(Remembering, ByValue):
    """A phrase of the language. Equality ignores where it was written.

    Commands share equality, hash and repr, which attrs would make anew for each class: there are
    many classes, and making them is most of what importing costs.
    """

    rules: ClassVar[tuple[str, ...]] = ()
    """The rules of the grammar that say it."""
    example: ClassVar[str] = ""
    """A phrase that says it, with names of the game at hand in the place of ``<good>``."""
    hints: ClassVar[tuple[tuple[str, str], ...]] = ()
    """More examples, each behind the words of the language that it explains."""

    span: Span | None = field(default=None, kw_only=True, eq=False)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, values_by(type(self))(self)))})"

    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""
        raise NotImplementedError

    def causes(self, rules: Causes) -> Iterable[Happening]:
        """What happens because of this command itself, not of those within it."""
        return ()

    def flows(self) -> Iterable[Flow]:
        """The goods that this phrase itself moves, not those within it: from whom to whom."""
        return ()

    def mentions(self) -> Iterable[tuple[str, str]]:
        """The kind and the name of everything defined elsewhere that this phrase speaks of."""
        named = naming(type(self))
        return self._mentioned(named) if named else ()

    def _mentioned(self, named: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
        for field_name, kind in named:
            value = getattr(self, field_name)
            for name in value if isinstance(value, tuple) else (value,):
                if name:
                    yield kind, name

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        """The cells of a state that it needs for itself: each with its name and highest value.

        Those of one name are one cell. Everybody sees them, and they begin at 0.
        """
        return ()

    def children(self) -> tuple[Command, ...]:
        """The commands directly in this one."""
        try:
            return self._inside
        except AttributeError:
            inside = tuple(self._found_inside())
            object.__setattr__(self, "_inside", inside)
            return inside

    def _found_inside(self) -> list[Command]:
        found: list[Command] = []
        held = held_in(type(self))
        for value in held(self) if held is not None else ():
            if isinstance(value, Command):
                found.append(value)
            elif value and isinstance(value, tuple):
                _collect(value, found)
        return found

    def whole(self) -> tuple[Command, ...]:
        """This command and every command inside it, each before what is inside it."""
        try:
            return self._whole
        except AttributeError:
            object.__setattr__(self, "_whole", tuple(_found_below(self)))
            return self._whole

    def inner(self) -> Iterable[tuple[Command, tuple[Command, ...]]]:
        """Its children, each with the conditions of the table under which it comes to pass."""
        return ((child, ()) for child in self.children())


GAP = re.compile(r"(?:\ba )?<[a-z]+>|\d+")
"""What may differ in an example: a name, with its article, or a number."""


class SaidOneWay:
    """A phrase that is always said as its example is, with its fields in the gaps, in their order.

    The contrary of :func:`filled`. In a gap for several, such as ``<lots>``, stands the plural.
    """

    __slots__ = ()
    example: ClassVar[str]

    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""
        values = (getattr(self, each.name) for each in said_by(type(self)))
        return GAP.sub(lambda gap: _in_gap(gap[0], next(values), vocabulary), self.example)


def _in_gap(gap: str, value: Any, vocabulary: Vocabulary) -> str:
    if gap.endswith("s>"):
        return vocabulary.plural(value)
    return a_or_an(value) if gap.startswith("a ") else str(value)


def _collect(values: tuple[object, ...], found: list[Command]) -> None:
    for value in values:
        if isinstance(value, Command):
            found.append(value)
        elif isinstance(value, tuple):
            _collect(value, found)


def walk(*commands: Command) -> Iterator[Command]:
    """Commands and every command inside them, each before what is inside it."""
    return chain.from_iterable(command.whole() for command in commands)


def _found_below(command: Command) -> Iterator[Command]:
    waiting = [command]
    while waiting:
        command = waiting.pop()
        yield command
        inside = command.children()
        if inside:
            waiting += reversed(inside)
