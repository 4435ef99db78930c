"""What the parser makes of a text: trees of nodes and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Extent: TypeAlias = tuple[int, int, int, int]
"""The line and column where something begins, and those where it ends."""


class Token(str):
    """A word of a text: ``type`` is the terminal of the grammar that it was read as."""

    __slots__ = ("type", "where")
    type: str
    where: Extent

    def part(self, text: str, start: int = 0) -> Token:
        """Some of its text, which begins so many characters behind its beginning."""
        line, column, *_ = self.where
        column += start
        return token_of(text, self.type, (line, column, line, column + len(text)))

    def like(self, text: str) -> Token:
        """Another text in its place."""
        return token_of(text, self.type, self.where)

    def as_phrase(self) -> Token:
        """The same, read as a name."""
        return token_of(self, "PHRASE", self.where)


class Node:
    """What a rule of the grammar, ``data``, read; what has no text stands nowhere (None)."""

    __slots__ = ("children", "data", "where")

    def __init__(self, data: str, children: list[Node | Token], where: Extent | None) -> None:
        self.data = data
        self.children = children
        self.where = where


def token_of(text: str, kind: str, where: Extent) -> Token:
    """A token of a terminal."""
    token = Token(text)
    token.type, token.where = kind, where
    return token


def tokens(node: Node, kind: str = "") -> list[Token]:
    """The tokens among the children; those of one terminal if ``kind`` is given."""
    children = node.children
    if kind:
        return [child for child in children if isinstance(child, Token) and child.type == kind]
    return [child for child in children if isinstance(child, Token)]


def nodes(node: Node, kind: str = "") -> list[Node]:
    """The trees among the children; those of one rule if ``kind`` is given."""
    children = node.children
    if kind:
        return [child for child in children if isinstance(child, Node) and child.data == kind]
    return [child for child in children if isinstance(child, Node)]


def below(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(nodes(node))


def text_of(token: Token) -> str:
    """A name without its quotes."""
    return str(token)[1:-1] if token.type == "QUOTED" else str(token)
