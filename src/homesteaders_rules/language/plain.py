"""Commands, and what belongs to compiled rules, as plain data that JSON can hold, and back.

A list begins with a number: that of its class, or one of those below. Only classes that rules are
made of are ever looked up, so that data can build commands and do nothing else.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Any

from attrs import define, field, fields, has

from ..rules import Header
from ..words import Span
from .messages.diagnostics import Diagnostic

Maker = tuple[type, list[str]]

TUPLE, SPAN, MAPPING = -1, -2, -3
ROOT = __name__.split(".", maxsplit=1)[0]
COMMANDS = re.compile(r"((?:commands|mechanisms)(?:\.[a-z_]+)+):([A-Z][A-Za-z]*)")
OTHERS = {f"{kind.__module__}:{kind.__name__}": kind for kind in (Header, Diagnostic)}


@define(eq=False, repr=False)
class _Writer:
    """Collects the classes and the files that are named in the data."""

    classes: dict[type, int] = field(factory=dict)
    files: dict[str, int] = field(factory=dict)

    def plain(self, value: Any) -> Any:
        """A value as lists of plain values."""
        if value is None or isinstance(value, (str, int)):
            return value
        if isinstance(value, tuple):
            return [TUPLE, *map(self.plain, value)]
        if isinstance(value, Span):
            file = self.files.setdefault(value.file, len(self.files))
            return [SPAN, file, value.line, value.column, value.end_line, value.end_column]
        if isinstance(value, dict):
            return [MAPPING, *([key, self.plain(each)] for key, each in value.items())]
        kind = type(value)
        if not has(kind):
            raise TypeError(f"{kind.__name__} is nothing that rules are made of")
        number = self.classes.setdefault(kind, len(self.classes))
        return [number, *(self.plain(getattr(value, each.name)) for each in fields(kind))]


def to_json(value: Any) -> bytes:
    """A value as a line of JSON."""
    writer = _Writer()
    data = writer.plain(value)
    classes = [f"{kind.__module__}:{kind.__name__}" for kind in writer.classes]
    return json.dumps([classes, [*writer.files], data], separators=(",", ":")).encode()


def from_json(line: bytes) -> Any:
    """The value of a line. Raises ValueError for anything that :func:`to_json` does not write."""
    try:
        classes, files, data = json.loads(line)
        return _Reader([_maker(name) for name in classes], files).value(data)
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
    makers: list[Maker]
    files: list[str]

    def value(self, data: Any) -> Any:
        """The value of plain data."""
        if not isinstance(data, list):
            return data
        number, *parts = data
        if number == SPAN:
            return Span(self.files[parts[0]], *parts[1:])
        if number == MAPPING:
            return {key: self.value(each) for key, each in parts}
        values = [self.value(each) if isinstance(each, list) else each for each in parts]
        if number == TUPLE:
            return tuple(values)
        kind, names = self.makers[number]
        return kind(**dict(zip(names, values, strict=True)))
