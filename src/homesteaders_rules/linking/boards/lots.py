"""Lots: stacks of what is auctioned; or pieces that stay where they lie, each a stack of itself."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ...commands.amounts import Amount, Number, TrackValue
from ...runtime.packing import laid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...commands.definitions.pieces import Piece, Sort
    from ...commands.definitions.tracks import Track
    from ...mechanisms.piles.commands import Layer


def boards_of(
    sorts: Iterable[Sort], pieces: Iterable[Piece], sold: set[str]
) -> Mapping[str, tuple[str, ...]]:
    """For each sort that is auctioned where it lies, in no stacks, the names of its pieces."""
    listed = list(pieces)
    boards = {
        sort.name: tuple(piece.name for piece in listed if piece.sort == sort.name)
        for sort in sorts
        if sort.name in sold and sort.places and not sort.stacks
    }
    return MappingProxyType(boards)


def on_board(piece: int) -> Iterator[tuple[str, int]]:
    """The cells of a lot that stays, and their values: what lies up there is always the same."""
    return iter((("stack", laid((piece,), 1)), ("turned", 1), ("face up", 1)))


def largest(lying: Sequence[Piece], ways: Iterable[tuple[Layer, ...]]) -> int:
    """The most pieces that ever lie in a stack of these, however it is laid; at least 1."""
    return max((_size(layers, lying) for layers in ways), default=1)


def _size(layers: tuple[Layer, ...], lying: Sequence[Piece]) -> int:
    """The most pieces that lie in a stack of these layers; no layers: all of them."""
    size = 0
    for layer in layers:
        fitting = sum(layer.label in piece.labels for piece in lying)
        size += fitting if layer.count is None else min(layer.count, fitting)
    return min(size, len(lying)) if layers else len(lying)


def add_auction(
    players: int, lots: int, highest: int, standing: int, add: Callable[..., int]
) -> None:
    """The cells of an auction: who leads each lot, with what bid, and what each player bids."""
    for lot in range(lots):
        add("leader", lot, high=players + 1)
    for lot in range(lots):
        add("standing", lot, high=max(highest, standing))
    for player in range(players):
        add("marker lot", player, high=lots)
        add("marker bid", player, high=highest)


def greatest(amount: Amount, tracks: Iterable[Track], otherwise: int) -> int:
    """The most that an amount can be; ``otherwise`` where that is not known."""
    match amount:
        case Number(value=value):
            return value
        case TrackValue(track=name):
            track = next(track for track in tracks if track.name == name)
            return max((*track.values, track.last))
    return otherwise
