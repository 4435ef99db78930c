"""Compiling sorts of pieces, and what is said of a sort as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.definitions.pieces import Sort
from ...spelling import nearest
from ...trees import Node, nodes, text_of, tokens
from ..names.names import PLAYERS

if TYPE_CHECKING:
    from ...commands.conditions import Condition
    from ..reading.syntax import Entry
    from .blocks import TextReader

    Conditions = tuple[Condition, ...]


def compile_sort(scope: TextReader, entry: Entry, conditions: Conditions) -> Sort:
    """``piece building/buildings:`` and its lines."""
    name, plural = (str(word) for word in tokens(entry.node))
    span = scope.span(entry.node)
    sort = Sort(name, plural, conditions=conditions, span=span)
    return with_lines(scope, sort, nodes(entry.node))


def with_lines(scope: TextReader, sort: Sort, lines: list[Node]) -> Sort:
    """The sort with more labels, places, stacks and moments.

    The last moment of a sort keeps its meaning: more moments come before it.
    """
    words = {"places": sort.places, "stacks": sort.stacks, "moments": sort.moments}
    labels = sort.labels
    carried = frozenset(label for group in labels for label in group)
    first = len(sort.moments[1:])
    for line in lines:
        _no_word_twice(scope, line)
        listed = tuple(text_of(word) for word in tokens(line))
        known = carried if line.data == "labels" else words[line.data]
        for word in tokens(line):
            if text_of(word) in known:
                scope.report("E301", f'"{text_of(word)}" stands twice', word, "keep one of them")
            if line.data == "places" and nearest(text_of(word), (PLAYERS,)):
                message = f'"{word}" is no word of the language; did you mean "{PLAYERS}"?'
                scope.report("E102", message, word)
        if line.data == "labels":
            labels = (*labels, listed)
        else:
            words[line.data] = (*words[line.data], *listed)
    last = words["moments"][first : first + 1] if sort.moments else ()
    moments = (*words["moments"][:first], *words["moments"][first + len(last) :], *last)
    places, stacks = words["places"], words["stacks"]
    return evolve(sort, labels=labels, places=places, stacks=stacks, moments=moments)


def _no_word_twice(scope: TextReader, line: Node) -> None:
    seen: set[str] = set()
    for word in tokens(line):
        if str(word) in seen:
            scope.report("E301", f'"{word}" stands twice in the list', word, "keep one of them")
        seen.add(str(word))
