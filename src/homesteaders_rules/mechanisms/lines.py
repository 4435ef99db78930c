"""Definitions that are made of lines: grids, maps, homes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from ..commands.definitions.definition import Definition
from ..trees import Node, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..commands.protocols import Reader

L = TypeVar("L", bound=Definition)


class OfLines(Definition):
    """A definition that is made of lines, each of which may depend on the table."""

    __slots__ = ()
    lines: tuple[Definition, ...]

    def of(self, kind: type[L]) -> list[L]:
        """Its lines of a kind."""
        return [line for line in self.lines if isinstance(line, kind)]


def lines_of(
    reader: Reader, lines: Iterable[Node], read: Callable[[Node], Iterable[Definition]]
) -> Iterator[Definition]:
    """What some lines say, each below the conditions that stand before it."""
    for line in lines:
        if str(line.data).startswith("with_"):
            static, inner = nodes(line)
            given = reader.condition(static)
            for each in lines_of(reader, [inner], read):
                yield evolve(each, conditions=(given, *each.conditions))
        else:
            yield from read(line)
