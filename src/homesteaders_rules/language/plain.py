"""Commands, and what belongs to compiled rules, as plain data that JSON can hold, and back.

An object stands in the data as its class, by number, with the values of its fields; a list is a
tuple. Only classes that rules are made of are ever looked up, so that data can build commands and
do nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any

from attrs import define, field, fields, has

from ..rules import Header
from ..words import Span
from .messages.diagnostics import Diagnostic

Maker = tuple[type, list[str]]

SPAN = "span"
ROOT = __name__.split(".", maxsplit=1)[0]
COMMANDS = re.compile(r"((?:commands|mechanisms)(?:\.[a-z_]+)+):([A-Z][A-Za-z]*)")
OTHERS = {f"{kind.__module__}:{kind.__name__}": kind for kind in (Header, Diagnostic)}


@cache
def _values(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What gets the class of an object and the values of all its fields."""
    if not has(kind):
        raise TypeError(f"{kind.__name__} is nothing that rules are made of")
    return attrgetter("__class__", *(each.name for each in fields(kind)))


values_of: Callable[[Any], Callable[[Any], tuple[Any, ...]]] = _values


@define(eq=False, repr=False)
class _Writer:
    """Collects the classes and the files that are named in the data."""

    classes: dict[type, int] = field(factory=dict)
    files: dict[str, int] = field(factory=dict)

    def plain(self, value: Any) -> dict[Any, Any]:
        """What stands for an object; JSON asks the same of those in it."""
        if isinstance(value, Span):
            file = self.files.setdefault(value.file, len(self.files))
            return {SPAN: (file, value.line, value.column, value.end_line, value.end_column)}
        kind, *values = values_of(type(value))(value)
        return {self.classes.setdefault(kind, len(self.classes)): values}


def to_json(value: Any) -> bytes:
    """A value as a line of JSON: what stands behind its head names classes and files by numbers."""
    writer = _Writer()
    # Nothing that is frozen holds itself.
    encoder = json.JSONEncoder(check_circular=False, separators=(",", ":"), default=writer.plain)
    data = encoder.encode(value)
    classes = [f"{kind.__module__}:{kind.__name__}" for kind in writer.classes]
    return f"{json.dumps([classes, [*writer.files]])} {data}".encode()


def from_json(line: bytes) -> Any:
    """The value of a line. Raises ValueError for anything that :func:`to_json` does not write."""
    try:
        text = line.decode()
        (classes, files), end = json.JSONDecoder().raw_decode(text)
        makers = {str(number): _maker(name) for number, name in enumerate(classes)}
        value = json.loads(text[end:], object_hook=_Reader(makers, files).made)
        return _fixed(value) if isinstance(value, list) else value
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(f"no compiled rules: {error}") from error


def _maker(name: str) -> Maker:
    """A class, and as what it is given the values of its fields, in their order."""
    kind = OTHERS.get(name) or _command(name)
    return kind, [each.alias for each in fields(kind)]


def _command(name: str) -> type:
    """A class of commands; importing its module runs code of this package only."""
    from ..commands.base import Command

    known = COMMANDS.fullmatch(name.removeprefix(f"{ROOT}."))
    kind = known and vars(import_module(f"{ROOT}.{known[1]}")).get(known[2])
    if not (isinstance(kind, type) and issubclass(kind, Command)):
        raise ValueError(f"{name} is no command")
    return kind


@define(eq=False, repr=False)
class _Reader:
    makers: dict[str, Maker]
    files: list[str]

    def made(self, entry: dict[str, Any]) -> Any:
        """The object that an entry stands for; those in it are made already."""
        ((number, values),) = entry.items()
        if number == SPAN:
            file, *place = values
            return Span(self.files[file], *place)
        kind, names = self.makers[number]
        return kind(**dict(zip(names, _fixed(values), strict=True)))


def _fixed(values: list[Any]) -> tuple[Any, ...]:
    """A list as a tuple, and those in it."""
    return tuple([_fixed(each) if isinstance(each, list) else each for each in values])
