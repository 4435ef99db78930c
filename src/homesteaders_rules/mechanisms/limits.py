"""Limits of use: where in a cell of each player the uses of what is limited are counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..commands.definitions.definition import Definition, Exchange
from ..commands.definitions.pieces import Piece

USED = "used"
"""The first word of the name of those cells."""
Line = tuple[str, object]
"""A piece (none: the rules themselves), and what its exchange is called, or what it gives."""


def line_of(exchange: Exchange, piece: str) -> Line:
    """What is limited: an exchange for a group of goods is one line for all of them."""
    return piece, exchange.name or exchange.gain


def uses_of(definitions: Iterable[Definition]) -> Mapping[Line, int]:
    """For each line that is limited the bit from which on its uses are counted."""
    found: dict[Line, int] = {}
    first = 0
    for piece, exchange in _exchanges(definitions):
        line = line_of(exchange, piece)
        if exchange.most and line not in found:
            found[line] = first
            first += exchange.most.bit_length()
    return found


def bounds_of(definitions: Iterable[Definition]) -> tuple[tuple[int, int], ...]:
    """For each line that is limited the bit from which on its uses are counted, and the most."""
    listed = tuple(definitions)
    first = uses_of(listed)
    most = {line_of(each, piece): each.most for piece, each in _exchanges(listed) if each.most}
    return tuple((first[line], most[line]) for line in first)


def cells_of_uses(
    definitions: Iterable[Definition], players: int
) -> Iterator[tuple[tuple[str, int], int]]:
    """The cells in which uses are counted, one for each player, and their highest value."""
    counted: dict[Line, int] = {}
    for piece, exchange in _exchanges(definitions):
        if exchange.most:
            counted.setdefault(line_of(exchange, piece), exchange.most.bit_length())
    if counted:
        high = (1 << sum(counted.values())) - 1
        yield from (((USED, player), high) for player in range(players))


def _exchanges(definitions: Iterable[Definition]) -> Iterator[tuple[str, Exchange]]:
    """The exchanges of the rules, and of pieces, in the order of the text."""
    for each in definitions:
        if isinstance(each, Piece):
            yield from ((each.name, exchange) for exchange in each.exchanges)
        elif isinstance(each, Exchange):
            yield "", each
