"""What an option does, in its parts: for those who lay options out."""

from __future__ import annotations

from attrs import frozen

from ...values import ByValue
from ..operands import Cost


@frozen(eq=False, repr=False)
class Deed(ByValue):
    """An option in its parts. Those that it has not are None, or empty.

    ``verb`` is how its key begins. ``piece`` is the index of the piece it is done with, ``place``
    the number of the place that is filled, ``origin`` of the one that is left; ``lot`` counts from
    1, and ``group`` is what options of one kind are listed below. ``amount`` is what is bid or
    due; ``exchange`` the key of a single use of an exchange, ``times`` how often it is used.
    ``cost`` and ``gain`` are all that is paid and got at once, for every use; ``cells`` the names
    of the cells of a grid.
    """

    verb: str
    piece: int | None = None
    place: int | None = None
    origin: int | None = None
    lot: int | None = None
    group: str = ""
    amount: int | None = None
    exchange: str = ""
    times: int = 1
    cost: Cost = ()
    gain: Cost = ()
    cells: tuple[str, ...] = ()


def verb_of(sentence: str) -> str:
    """The verb of a sentence of the rules: it begins with it."""
    return sentence.partition(" ")[0]
