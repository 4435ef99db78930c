"""What a layout says of a cell, and of the places on pieces."""

from __future__ import annotations

from attrs import frozen

HIDDEN = -1
PUBLIC = -2


@frozen
class Cell:
    """One cell: its name, who may see it (a player, PUBLIC or HIDDEN), and its bounds."""

    name: tuple[str | int, ...]
    owner: int
    low: int
    high: int


@frozen
class Place:
    """A place on a slot: its good, the piece, the slot's number, the number of the place.

    Places are numbered from 1 for each piece and good.
    """

    good: str
    piece: int
    slot: int
    number: int
