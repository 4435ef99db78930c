"""The definitions cut out of the tree of a text.

An :class:`Entry` is one definition as a pack wrote it, not yet compiled: packs are put together
from entries, so that a definition of a later pack is compiled with everything that holds then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ...trees import Node, Token, tokens
from ...values import ByValue
from ...words import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ...commands.conditions import Condition
    from ..messages.diagnostics import Diagnostic
    from .sources import Source


NOWHERE = (1, 1, 1, 2)


@frozen(eq=False, repr=False)
class Passage(ByValue):
    """The stretch of a source that was parsed at once: it begins in line ``first``."""

    source: Source
    first: int
    lines: tuple[str, ...]

    def span_of(self, part: Node | Token) -> Span:
        """Where a part of the tree stands in its file."""
        line, column, end_line, end_column = part.where or NOWHERE
        # A tree that ends with a line ends, for the lexer, where the next one begins.
        while end_line > line and not self.line(end_line)[: end_column - 1].strip():
            end_line -= 1
            end_column = len(self.line(end_line)) + 1
        return self.span(line, column, end_line, end_column)

    def holds(self, span: Span) -> bool:
        """Whether a stretch of a file lies in the passage."""
        here = self.first <= span.line < self.first + len(self.lines)
        return here and span.file == self.source.file

    def line(self, number: int) -> str:
        """A line of the passage, counted from 1."""
        return self.lines[number - 1] if number <= len(self.lines) else ""

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """A stretch of the passage as a stretch of the file."""
        before = self.first - 1
        return self.source.span(line + before, column, end_line + before, end_column)


ADD, REPLACE, REMOVE, SET, RENAME = "add", "replace", "remove", "set", "rename"
MORE = "more of piece"
"""The kind of what is added to a sort."""
MORE_SCORING = "more of scoring"
"""The kind of what is added to the scoring."""


@frozen(eq=False, repr=False)
class Entry(ByValue):
    """One definition of a pack. ``name`` is empty where a definition has none.

    ``static`` are the conditions around it, as trees; ``around`` is the tree that holds what
    several definitions share: the line of a group of goods or pieces. ``unless`` are more
    conditions: a later pack changed the definition for some tables, and these are left.
    ``more`` are the entries whose lines a scoring has besides its own.
    ``called``: what pieces are called now, by the names that the pack knows. ``replaced``: what an
    earlier pack said in its place.
    """

    kind: str
    name: str
    node: Node
    passage: Passage
    pack: str
    operation: str = ADD
    static: tuple[Node, ...] = ()
    around: Node | None = None
    unless: tuple[Condition, ...] = ()
    more: tuple[Entry, ...] = ()
    called: Mapping[str, str] = field(factory=dict, eq=False)
    named_at: Span | None = field(default=None, eq=False)
    replaced: Entry | None = field(default=None, eq=False)

    @property
    def title(self) -> str:
        """``action forgive a debt``: as one writes it after ``replace``."""
        if self.kind == "piece":
            return f"{self.sort} {self.name}"
        return self.name if self.kind == self.name else f"{self.kind} {self.name}"

    @property
    def sort(self) -> str:
        """Of a piece, the sort that stands before its name."""
        return str(tokens(self.node)[0])

    def with_whole_name(self, sorts: Collection[str]) -> Entry:
        """``building grain Mill``: behind the words for a sort begins the name of a piece."""
        first, title, *others = self.node.children
        ends = (gap.start() for gap in re.finditer(" ", self.sort))
        end = next((end for end in ends if self.sort[:end] in sorts), 0)
        if not end or not isinstance(first, Token) or not isinstance(title, Token):
            return self
        small = first.part(first[end + 1 :], end + 1)
        name = f"{small} {self.name}"
        node = Node(self.node.data, [first.part(first[:end]), title.like(name), *others], None)
        begins, ends_at = self.passage.span_of(small), self.span
        span = evolve(begins, end_line=ends_at.end_line, end_column=ends_at.end_column)
        return evolve(self, name=name, node=node, named_at=span)

    @property
    def span(self) -> Span:
        """Where its name stands, else where it begins."""
        return self.named_at or self.passage.span_of(self.node)

    def finding(self, code: str, message: str, hint: str = "") -> Diagnostic:
        """What is wrong with it, told where its name stands."""
        return self.passage.source.finding(code, message, self.span, hint)
