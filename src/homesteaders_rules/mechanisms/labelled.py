"""Effects on pieces of a sort that carry labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..commands.base import SORT
from ..commands.effects import Unvalued
from ..trees import Node, tokens

if TYPE_CHECKING:
    from ..commands.definitions.pieces import Piece
    from ..commands.protocols import Reader
    from ..words import Vocabulary


@frozen(eq=False, repr=False)
class OnLabelled(Unvalued):
    """Something with pieces of a sort, those that carry all of the labels."""

    sort: str = field(metadata=SORT)
    labels: tuple[str, ...] = ()

    @classmethod
    def read(cls, reader: Reader, node: Node) -> OnLabelled:
        labels, sort = reader.split_labels(tokens(node, "PHRASE")[0])
        return cls(sort, labels, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        """The words before the gaps of the example, and the pieces."""
        before, _, gaps = self.example.partition(" <")
        sort = vocabulary.plural(self.sort) if gaps.endswith("s>") else self.sort
        return " ".join((before, *self.labels, sort))

    def means(self, piece: Piece) -> bool:
        """Is it one of those pieces?"""
        return piece.sort == self.sort and set(self.labels) <= set(piece.labels)
