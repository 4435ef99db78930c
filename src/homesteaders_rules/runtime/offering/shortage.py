"""What comes before goods are gained: a stock that is filled up, and room for more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..acts import Act
from ..counters import Counter, Fixed
from ..operands import Amount, Cell, Cost, GoodIndex, PlayerCell, RecordSource, Seats, Stride
from ..registers import ACTOR

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..recording.events import Log

Bound = tuple[tuple[GoodIndex, ...], Amount]
"""Some goods, and how much a player may hold of them together."""


@define(eq=False, repr=False)
class Refill(Act):
    """While the stock has less of a good than is needed, every player gives some back.

    From the player in ACTOR on, clockwise, and again until there is enough or nobody has any.
    ``each`` follows for each unit, for whoever gives it.
    """

    needed: Counter
    stock: Cell
    goods: PlayerCell
    stride: Stride
    players: Seats
    back: Amount
    source: RecordSource
    each: Act | None
    _always: int | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.needed, Fixed):
            object.__setattr__(self, "_always", self.needed.value)

    def do(self, cells: list[int], log: Log) -> None:
        needed = self._always
        if needed is None:
            needed = self.needed.count(cells, cells[ACTOR])
        if cells[self.stock] < needed:
            self.fill(cells, log, needed)

    def fill(self, cells: list[int], log: Log, needed: int) -> None:
        """So much, as far as there is so much."""
        you = cells[ACTOR]
        seats = [(you + place) % self.players for place in range(self.players)]
        while cells[self.stock] < needed and sum(self._gives(cells, log, s) for s in seats):
            pass
        cells[ACTOR] = you

    def _gives(self, cells: list[int], log: Log, seat: int) -> bool:
        cell = self.goods + seat * self.stride
        number = min(self.back, max(cells[cell], 0))
        if number:
            cells[ACTOR] = seat
            cells[cell] -= number
            cells[self.stock] += number
            log.append((self.source, seat, number))
            for _ in range(number if self.each is not None else 0):
                self.each.do(cells, log)  # type: ignore[union-attr]
        return number > 0


def has_room(bounds: Sequence[Bound], held: Mapping[int, int], paid: Cost, gained: Cost) -> bool:
    """May a player who holds so much, and pays some, gain so much more?"""
    return all(
        sum(held[good] for good in goods) + _of(goods, gained) - _of(goods, paid) <= most
        or not _of(goods, gained)
        for goods, most in bounds
    )


def _of(goods: Sequence[int], cost: Cost) -> int:
    return sum(amount for good, amount in cost if good in goods)
