"""Compiling tiles: the spaces of each, which are pieces of the sort that the map is of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import Bundle
from ...commands.definitions.pieces import Piece
from ...mechanisms.maps.definitions import Tile
from ...trees import Node, nodes, text_of, tokens
from ..names.names import space_of
from .draft import Draft
from .pieces import compile_cost, compile_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...commands.conditions import Condition
    from ...commands.definitions.definition import Definition
    from ..reading.syntax import Entry
    from .blocks import TextReader

AROUND = 6
"""So many spaces lie around the one in the middle, which is 0."""


def compile_tile(
    scope: TextReader, entry: Entry, conditions: tuple[Condition, ...]
) -> Sequence[Definition]:
    """``tile Swan Lake:`` and its spaces, each with a number, its labels and its cost."""
    node = entry.node
    name = text_of(tokens(node)[0])
    sort = scope.mapped_sort(tokens(node)[0])
    spaces: dict[str, Piece] = {}
    for line in nodes(node):
        piece = _space(scope, line, name, sort, conditions)
        _check_number(scope, line, len(spaces))
        spaces.setdefault(piece.name, piece)
    if len(spaces) <= AROUND:
        message = f"{name} has {len(spaces)} spaces, and not {AROUND + 1}"
        hint = f"write one line for each: 0 in the middle, and 1 to {AROUND} around it"
        scope.report("E393", message, tokens(node)[0], hint)
    tile = Tile(name, tuple(spaces), conditions=conditions, span=scope.span(node))
    return [tile, *spaces.values()]


def _check_number(scope: TextReader, line: Node, expected: int) -> None:
    """Spaces are numbered one by one."""
    number = tokens(line)[0]
    if int(number) != expected or expected > AROUND:
        message = f"the next space of the tile is {expected}, not {number}"
        if expected > AROUND:
            message = f"a tile has {AROUND + 1} spaces, from 0 to {AROUND}"
        hint = "0 is in the middle, then come those around it, clockwise"
        scope.report("E393", message, number, hint)


def _space(
    scope: TextReader, line: Node, tile: str, sort: str, conditions: tuple[Condition, ...]
) -> Piece:
    draft = Draft(scope, sort)
    for part in nodes(line, "joined_labels"):
        compile_labels(draft, part, line)
    cost = next((compile_cost(scope, part) for part in nodes(line, "bundle")), Bundle())
    return Piece(
        sort,
        space_of(tile, str(tokens(line)[0])),
        tuple(draft.labels),
        cost=cost,
        conditions=conditions,
        span=scope.span(line),
    )
