"""What happens on a grid: tiles are laid on cells of the player."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...runtime.acts import Act
from ...runtime.offering.deeds import Deed, verb_of
from ...runtime.offering.offers import Offer
from ...runtime.offering.options import Option, by_bits, option_of
from ...runtime.operands import (
    Amount,
    Flag,
    Memory,
    PlayerCell,
    RecordSource,
    StepNumber,
    Stride,
    Text,
)
from ...runtime.packing import numbers
from ...runtime.predicates import Predicate
from ...runtime.registers import ACTOR
from ...values import ByValue
from .lattice import Lattice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...runtime.footprint import Goods, Row
    from ...runtime.recording.events import Log

FULL = "there is no cell for it"
NONE_LEFT = "none of them is left"
CLOSED = "it cannot be laid there"


@frozen(eq=False, repr=False)
class EmptyCells(ByValue):
    """How many cells hold neither tile nor good; ``open_only``: and are not enclosed."""

    lattice: Lattice
    open_only: Flag

    def count(self, cells: Sequence[int], player: int) -> int:
        lattice = self.lattice
        found = lattice.empty(cells, player) & ~lattice.heaped(cells, player)
        if self.open_only:
            found &= ~lattice.enclosed(cells, player)
        return found.bit_count()


@define(eq=False, repr=False)
class LayTile(Act):
    """A tile from ``giver`` to the player, on the ``cell`` given, whatever lies around it.

    Nothing happens where a tile lies there, or where ``capped`` and the giver has none.
    """

    source: RecordSource
    lattice: Lattice
    kind: Amount
    cell: Amount
    giver: PlayerCell
    stride: Stride
    taker: PlayerCell
    goods: Stride
    capped: Flag
    each: Act | None

    def do(self, cells: list[int], log: Log) -> None:
        if self.lattice.empty(cells, cells[ACTOR]) >> self.cell & 1:
            self.lay(cells, log, self.cell)

    def lay(self, cells: list[int], log: Log, cell: int) -> None:
        """On a cell that is free."""
        player = cells[ACTOR]
        giver = self.giver + player * self.stride
        if self.capped and cells[giver] < 1:
            return
        cells[giver] -= 1
        cells[self.taker + player * self.goods] += 1
        self.lattice.lay(cells, player, cell, self.kind)
        log.append((self.source, player, cell))
        if self.each is not None:
            self.each.do(cells, log)


@define(eq=False, repr=False)
class TurnTiles(Act):
    """After goods of the player were turned into others: the same of the tiles that they are.

    As many, from the first cell on, as lie there and are no longer ``held``.
    """

    source: RecordSource
    lattice: Lattice
    before: Amount
    after: Amount
    held: PlayerCell
    goods: Stride

    def do(self, cells: list[int], log: Log) -> None:
        player, lattice = cells[ACTOR], self.lattice
        lying = lattice.holding(cells, player, 1 << self.before)
        turned = lying.bit_count() - cells[self.held + player * self.goods]
        for cell in islice(numbers(lying), max(turned, 0)):
            lattice.lay(cells, player, cell, self.after)
            log.append((self.source, player, cell))


@define(eq=False, repr=False)
class LayOffer(Offer):
    """One option for each cell on which the player may lay a tile. Its operand: the cell."""

    name: Text
    laying: LayTile
    can: Predicate
    target: StepNumber
    _options: Memory[int, tuple[Option, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._options = by_bits(lambda cell: option_of(self, cell))

    def options(self, cells: Sequence[int]) -> tuple[Option, ...]:
        if not self.can.holds(cells):
            return ()
        laying = self.laying
        return self._options[laying.lattice.open_to(cells, cells[ACTOR], laying.kind)]

    def take(self, cells: list[int], log: Log, option: Option) -> int:
        (cell,) = option.operands
        self.laying.lay(cells, log, cell)
        return self.target

    def why_not(self, cells: Sequence[int], key: str) -> str | None:
        return self.refusal(cells, self.keys().index(key)) if key in self.keys() else None

    def refusal(self, cells: Sequence[int], cell: int) -> str:
        """Why it cannot be laid on a cell; empty where it can."""
        lattice, player, kind = self.laying.lattice, cells[ACTOR], self.laying.kind
        where = lattice.open_to(cells, player, kind)
        if not where:
            return FULL
        if not self.can.holds(cells):
            return NONE_LEFT
        if where >> cell & 1:
            return ""
        name = lattice.plan.names[cell]
        if not lattice.empty(cells, player) >> cell & 1:
            return f"{name} is not free"
        if lattice.closed(cells, player, kind) >> cell & 1:
            return f"{name} is closed to it"
        return f"{name} does not lie where it may be laid"

    def keys(self) -> tuple[str, ...]:
        return tuple(f"{self.name} {name}" for name in self.laying.lattice.plan.names)

    def key_of(self, operands: tuple[int, ...]) -> str:
        return f"{self.name} {self.laying.lattice.plan.names[operands[0]]}"

    def deed_of(self, operands: tuple[int, ...]) -> Deed:
        return Deed(verb_of(self.name), cells=(self.laying.lattice.plan.names[operands[0]],))


@frozen(eq=False, repr=False)
class CanLay(Predicate):
    """There is a cell on which the player may lay a tile of a kind."""

    lattice: Lattice
    kind: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        return bool(self.lattice.open_to(cells, cells[ACTOR], self.kind))

    def reads(self, row: Row) -> Goods | None:
        return frozenset()


@frozen(eq=False, repr=False)
class IsEmpty(Predicate):
    """No tile lies on a cell of the player."""

    lattice: Lattice
    cell: Amount

    def holds(self, cells: Sequence[int]) -> bool:
        return bool(self.lattice.empty(cells, cells[ACTOR]) >> self.cell & 1)

    def reads(self, row: Row) -> Goods | None:
        return frozenset()
