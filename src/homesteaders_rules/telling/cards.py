"""Cards: pieces as data for those who draw them, each line with its place in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..words import Span, Vocabulary
from .describing import conditions_of, printed_lines

if TYPE_CHECKING:
    from ..commands.definitions.pieces import Piece


@frozen
class CardLine:
    """One line that is printed on a piece, and where it stands in the text."""

    text: str
    span: Span | None


@frozen
class Card:
    """A piece as it is printed.

    ``cost`` is in words, with what may be paid instead; ``copies`` are for each player where
    ``for_each``. ``places`` is the number of places on it that can be filled. ``stack`` is empty
    where it belongs to none, and ``when`` where it is there at every table.
    """

    name: str
    sort: str
    labels: tuple[str, ...]
    cost: str
    worth: int
    copies: int
    for_each: bool
    places: int
    stack: str
    when: str
    lines: tuple[CardLine, ...]
    span: Span | None


def card(piece: Piece, vocabulary: Vocabulary) -> Card:
    """A piece of some rules as data; ``vocabulary`` is that of the rules."""
    return Card(
        piece.name,
        piece.sort,
        piece.labels,
        piece.cost_words(vocabulary),
        piece.worth,
        1 if piece.copies_per_player else piece.copies,
        piece.copies_per_player,
        sum(slot.count for slot in piece.slots),
        piece.stack,
        conditions_of(piece, vocabulary),
        tuple(CardLine(text, span) for text, span in printed_lines(piece, vocabulary)),
        piece.span,
    )
