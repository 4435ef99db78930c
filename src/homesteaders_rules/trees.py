"""What the parser makes of a text: trees of nodes and tokens. A token is a string with a type."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token, Tree

    Node: TypeAlias = Tree[Token]


def tokens(node: Node, kind: str = "") -> list[Token]:
    """The tokens among the children; those of one terminal if ``kind`` is given."""
    # A token is a string. Lark itself is only imported where text is parsed.
    children = node.children
    if kind:
        return [child for child in children if isinstance(child, str) and child.type == kind]
    return [child for child in children if isinstance(child, str)]


def nodes(node: Node, kind: str = "") -> list[Node]:
    """The trees among the children; those of one rule if ``kind`` is given."""
    children = node.children
    if kind:
        return [child for child in children if not isinstance(child, str) and child.data == kind]
    return [child for child in children if not isinstance(child, str)]


def below(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    yield node
    for child in nodes(node):
        yield from below(child)


def text_of(token: Token) -> str:
    """A name without its quotes."""
    return str(token)[1:-1] if token.type == "QUOTED" else str(token)
