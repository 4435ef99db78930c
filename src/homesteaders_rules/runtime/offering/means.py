"""Means: what a player has of all that some payments need, as a key for what they can pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from ..registers import ACTOR
from .payments import Payment, Purse, affordable

Having = tuple[int, tuple[int, ...]]
"""The bits of the pieces owned that give a right, and how much is held of each good that pays."""


class Means:
    """The few cells that decide which of some payments a player can make.

    ``goods`` are those that pay, ``masks`` the bits of pieces that give rights, ``owned`` the cell
    of the pieces of the first player.
    """

    def __init__(
        self, goods: Iterable[int], masks: Iterable[int], purse: Purse, owned: int
    ) -> None:
        self._goods = tuple(sorted(set(goods)))
        self._mask = reduce(or_, masks, 0)
        self._held = purse.readers(self._goods)
        self._owned = owned

    def now(self, cells: Sequence[int]) -> Having:
        """What the player in ACTOR has."""
        player = cells[ACTOR]
        return cells[self._owned + player] & self._mask, self._held[player](cells)

    def open_ways(self, payments: Sequence[Payment], having: Having) -> Iterator[int]:
        """The numbers of the payments that can be made by whoever has so much."""
        rights, held = having
        return affordable(payments, dict(zip(self._goods, held, strict=True)), rights)
