"""What a layout says of a cell, and of the places on pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from ..mechanisms.later.commands import cells_of_later
from ..mechanisms.limits import cells_of_uses
from ..values import ByValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..commands.base import CellName, Command
    from ..commands.definitions.definition import Definition
    from ..commands.definitions.pieces import Piece, Sort

T = TypeVar("T")
HIDDEN = -1
PUBLIC = -2


@frozen(eq=False, repr=False)
class Cell(ByValue):
    """One cell: its name, who may see it (a player, PUBLIC or HIDDEN), and its bounds."""

    name: tuple[str | int, ...]
    owner: int
    low: int
    high: int


@frozen(eq=False, repr=False)
class Place(ByValue):
    """A place on a slot: its good, the piece, the slot's number, the number of the place.

    Places are numbered from 1 for each piece and good.
    """

    good: str
    piece: int
    slot: int
    number: int


def every(definitions: Sequence[Definition], kind: type[T]) -> tuple[T, ...]:
    """The definitions of a kind."""
    return tuple(d for d in definitions if isinstance(d, kind))


def owned_first(sorts: tuple[Sort, ...], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Pieces that players can own first: their bits are the low ones."""
    owned = {sort.name for sort in sorts if sort.is_owned}
    return tuple(sorted(pieces, key=lambda piece: piece.sort not in owned))


def own_cells(
    definitions: Sequence[Definition], commands: Iterable[Command], players: int, rounds: int
) -> dict[CellName, int]:
    """The cells that commands need for themselves, with their highest values; all see them."""
    found = {name: high for each in commands for name, high in each.cells(players)}
    found |= dict(cells_of_uses(definitions, players))
    return found | dict(cells_of_later(definitions, players, rounds))


def places_on(pieces: Iterable[Piece]) -> tuple[Place, ...]:
    """The places on pieces, in their order."""
    places: list[Place] = []
    for index, piece in enumerate(pieces):
        count: dict[str, int] = {}
        for number, slot in enumerate(piece.slots):
            for _ in range(slot.count):
                count[slot.good] = count.get(slot.good, 0) + 1
                places.append(Place(slot.good, index, number, count[slot.good]))
    return tuple(places)


def slots_of(places: Iterable[Place]) -> dict[tuple[int, int], int]:
    """For each piece and the number of a slot on it the bits of the places of that slot."""
    bits: dict[tuple[int, int], int] = {}
    for number, place in enumerate(places):
        slot = place.piece, place.slot
        bits[slot] = bits.get(slot, 0) | 1 << number
    return bits
