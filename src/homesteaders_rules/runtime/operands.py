"""Operands: what the parts of a linked program may hold.

A program is plain data. Every field of a step, an act, a counter, a predicate or an offer is
annotated with the kind of number it is, with such a part, or with a list of these; so a program
can be written down as ints (``linking.image``) and nothing hides in Python objects. Fields whose
names begin with an underscore are derived from the others when a part is made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Annotated, Any, TypeVar

from attrs import frozen

from ..values import ByValue

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@frozen(eq=False, repr=False)
class Kind(ByValue):
    """What a number stands for."""

    name: str


Cell = Annotated[int, Kind("cell")]
PlayerCell = Annotated[int, Kind("player cell")]
"""The cell of the first player; those of the others follow, as far apart as a stride says, or 1."""
Stride = Annotated[int, Kind("stride")]
"""How far cells of players lie apart; 0 where there is one for all."""
StepNumber = Annotated[int, Kind("step")]
Routine = Annotated[int, Kind("routine")]
RecordSource = Annotated[int, Kind("record")]
"""The number under which records are told."""
Amount = Annotated[int, Kind("amount")]
Direction = Annotated[int, Kind("direction")]
Coordinate = Annotated[int, Kind("coordinate")]
"""Of a space on a map; may be below nothing."""
GoodIndex = Annotated[int, Kind("good")]
PieceIndex = Annotated[int, Kind("piece")]
PlaceIndex = Annotated[int, Kind("place")]
LotIndex = Annotated[int, Kind("lot")]
PartIndex = Annotated[int, Kind("part")]
Seats = Annotated[int, Kind("seats")]
"""How many players there are."""
SEAT_BITS = 4
"""So many bits has a seat among others; nothing is played by more players than they can say."""
BITS = Kind("bits")
Bits = Annotated[int, BITS]
FLAG = Kind("flag")
Flag = Annotated[bool, FLAG]
CELLS = Kind("cells")
CellRange = Annotated[range, CELLS]
"""Cells that follow each other."""
TEXT = Kind("text")
Text = Annotated[str, TEXT]
"""For people: an image holds its number in a table of words that lies beside it."""
PHRASE = Kind("phrase")
Spoken = Annotated[Any, PHRASE]
"""A phrase of the rules, with its words and its place: a number in that table too."""
WHOLE = Kind("program")
Whole = Annotated[Any, WHOLE]
"""The program that it is a part of."""
BESIDE = Kind("beside")
Beside = Annotated[Any, BESIDE]
"""What a table or a linker adds, and no image holds: the table's identity, what a key means."""
Cost = tuple[tuple[GoodIndex, Amount], ...]
"""Pairs of the index of a good and an amount above 0."""


class Memory(dict[K, V]):
    """What was found for a key. Holding ``most`` of them it forgets all, and begins anew."""

    __slots__ = ("_find", "_most")

    def __init__(self, find: Callable[[K], V], most: int = 1 << 12) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        found = self[key] = self._find(key)
        return found
