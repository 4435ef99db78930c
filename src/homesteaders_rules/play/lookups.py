"""What a state or a view is asked about: seats and names that must be there.

Whoever asks gets the same GameError from a state and from a view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import GameError, shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..linking.layout import Layout


def seat_of(layout: Layout, player: object) -> int:
    """A seat at the table, from 0. Raises GameError for anything else."""
    if type(player) is not int or not 0 <= player < layout.players:
        raise GameError(f"there is no seat {shown(player)} at a table of {layout.players}")
    return player


def holder_of(layout: Layout, player: object) -> int:
    """A seat, or for -1 and ``players`` the row of the stock. Raises GameError."""
    if type(player) is int and player in (-1, layout.players):
        return layout.players
    return seat_of(layout, player)


def goods_cell(layout: Layout, player: object, good: object) -> int:
    """The cell of what a player, or the stock, holds of a good. Raises GameError."""
    name = _known("good", good, layout.good_index)
    return layout.goods_cell(holder_of(layout, player), name)


def lying_on(layout: Layout, cells: Sequence[int | None], piece: object, good: object) -> int:
    """How much of a good lies on a piece, or on a space of the map. Raises GameError."""
    name, kind = _known("piece", piece, layout.piece_index), _known("good", good, layout.good_index)
    cell = layout.at.get(("here", name, kind))
    found = 0 if cell is None else cells[cell] or 0
    heap = layout.ground and layout.ground.heap(layout.good_index[kind])
    if not heap:
        return found
    return found + heap.of(cells[heap.cell] or 0, layout.piece_index[name])


def lying_pairs(layout: Layout) -> Iterator[tuple[str, str]]:
    """Each piece and good that can lie on it."""
    yield from layout.here
    if layout.ground is None or layout.map is None:
        return
    for heap in layout.ground.heaps:
        for _, piece in layout.of_sort(layout.map.sort):
            yield piece.name, layout.goods[heap.good].name


def placed_by(
    layout: Layout, cells: Sequence[int | None], player: object
) -> tuple[tuple[str, int], ...]:
    """The filled places of a player: (piece, number of the place). Raises GameError."""
    bits = cells[layout.placed + seat_of(layout, player)] or 0
    return tuple(
        (layout.pieces[place.piece].name, place.number)
        for number, place in enumerate(layout.places)
        if bits >> number & 1
    )


def user_of(layout: Layout, cells: Sequence[int | None], piece: object) -> int | None:
    """The seat of who left what lies on a piece; None: nobody, or it is not kept.

    Raises GameError.
    """
    cell = layout.at.get(("user", _known("piece", piece, layout.piece_index)))
    seat = cells[cell] if cell is not None else None
    return seat - 1 if seat else None


def copies_cell(layout: Layout, place: object, piece: object) -> tuple[int, int]:
    """The cell of a place, and the number of a piece that may lie there. Raises GameError."""
    name = _known("piece", piece, layout.piece_index)
    places = layout.place_cells
    return places[_known("place", place, places)], layout.piece_index[name]


def displayed(layout: Layout, cells: Sequence[int], sort: object) -> tuple[str, ...]:
    """The pieces on the spaces of a display; empty where none lies. Raises GameError."""
    spaces = layout.displays[_known("display of", sort, layout.displays)]
    names = layout.piece_names
    return tuple(names[piece] if piece >= 0 else "" for piece in spaces.lie(cells))


def stack_cell(layout: Layout, stack: object) -> tuple[int, int]:
    """The cell of the order of a stack, and how many pieces it has. Raises GameError."""
    name = _known("stack", stack, layout.stack_size)
    return layout.at["stack", name], layout.stack_size[name]


def marker_cell(layout: Layout, track: object, player: object) -> tuple[int, tuple[int, ...]]:
    """The cell of a marker on a track, and the values that its numbers stand for, if it has any.

    Raises GameError for what is no track or no seat.
    """
    name = _known("track", track, [each.name for each in layout.tracks])
    seat = seat_of(layout, player)
    found = next(each for each in layout.tracks if each.name == name)
    return layout.at["track", layout.players if found.common else seat, name], found.values


def _known(kind: str, name: object, known: Collection[str]) -> str:
    if not isinstance(name, str):
        raise GameError(f"there is no {kind} {shown(name)}: a {kind} has a name")
    if name not in known:
        raise GameError(f'there is no {kind} "{name}"{suggestion(name, known)}')
    return name
