"""Tiles are laid on the cells of a grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Bundle, Item, Number
from ...commands.base import CELL, GOOD, Command, Vocabulary
from ...commands.control import Choose
from ...commands.effects import Effect
from ...commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ...commands.transfers import each_gained, gives, in_stock, of_player
from ...runtime import counters, predicates, recording
from ...trees import Node, tokens
from .. import grids
from ..holding import bounds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ...runtime.acts import Act
    from ...runtime.offering.offers import Offer
    from ...runtime.predicates import Predicate


class OntoGrid(Effect):
    """One of a good from the stock onto the grid of the player, who has it then, for a cost."""

    __slots__ = ()
    uses_up = True
    asks_which = True
    good: str
    cost: Bundle

    @property
    def bundle(self) -> Bundle:
        """What goes from the stock to the player."""
        return Bundle((Item(Number(1), self.good, span=self.span),))

    def flows(self) -> Iterable[Flow]:
        yield from flows_of(THE_PLAYER, THE_STOCK, self.cost)
        yield from flows_of(THE_STOCK, THE_PLAYER, self.bundle)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        lost = [("loses", good) for good in self.cost.goods]
        return [*lost, *rules.gaining([self.good]), *rules.filling_up([self.good])]

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.total([appraiser.goods(self.bundle, 1), appraiser.goods(self.cost, -1)])


@frozen(eq=False, repr=False)
class Lay(OntoGrid):
    """``lay 1 field``: from the stock onto a free cell of the player's grid, where it may lie.

    It counts among what the player has, as what they gain does. ``cell``: on that one, whatever
    lies around it (``lay 1 room on B1``); nothing happens where that is not free. ``cost``: paid
    with it, and each cell is offered to whoever can pay (``pay 2 wood to lay 1 stable``).
    """

    lays_tiles = True
    why_not = "there is no cell for it"
    rules = ("lay_tile",)
    example = "lay 1 <tile>"
    hints = (("lay", example),)
    good: str = field(metadata=GOOD)
    cell: str = field(default="", metadata=CELL)
    cost: Bundle = Bundle(())

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        number, word, *where = tokens(node)
        if str(number) != "1":
            hint = f"one after the other: {number} times: lay 1 {word}"
            reader.report("E302", "tiles are laid one by one", number, hint)
        cell = reader.named("cell", where[0]) if where else ""
        span = reader.span(node)
        each = tuple(cls(good, cell, span=span) for good in reader.goods(word))
        return each[0] if len(each) == 1 else Choose(each, span=span)

    def paid_with(self, cost: Bundle) -> Effect | None:
        """The same, where the player says on which cell and the cost is known."""
        if self.cell or self.cost.items or not cost.is_plain:
            return None
        return type(self)(self.good, cost=cost, span=cost.span or self.span)

    def words(self, vocabulary: Vocabulary) -> str:
        paid = f"pay {self.cost.words(vocabulary)} to " if self.cost.items else ""
        return f"{paid}lay 1 {self.good}" + f" on {self.cell}" * bool(self.cell)

    def asks_itself(self, rules: Causes) -> bool:
        return not self.cell

    def act(self, linker: Linker) -> Act | None:
        return self._laying(linker)

    def link(self, linker: Linker, follow: int) -> int:
        if self.cell:
            return super().link(linker, follow)
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        if self.cell:
            return super().offers(linker, follow)
        name, laying, there_is_one = f"lay {self.good}", self._laying(linker), self._is_left(linker)
        if self.cost.items:
            return [self._paid_laying(linker, name, laying, there_is_one, follow)]
        offer = grids.steps.LayOffer(name, laying, there_is_one, follow)
        offer.meaning = "lay", self.good
        return [offer]

    def _paid_laying(
        self, linker: Linker, name: str, laying: grids.steps.LayTile, left: Predicate, follow: int
    ) -> Offer:
        cost, among = linker.cost(self.cost), self.cost.among
        linker.check_ways(self, cost, linker.purpose)
        payments = linker.solver(linker.purpose, among).payments(cost)
        offer = grids.paying.PaidLayOffer(
            name,
            laying,
            left,
            follow,
            linker.source(linker.paid_decoder(self)),
            payments,
            linker.purse,
            linker.layout.owned,
            linker.losses(payment.goods for payment in payments),
        )
        offer.meaning = self
        return offer

    def present(self, linker: Linker) -> Predicate:
        lattice, kind = linker.layout.lattice, self._kind(linker)
        there_is_one = self._is_left(linker)
        if self.cost.items:
            cost, among = linker.cost(self.cost), self.cost.among
            paid = linker.can_pay(self, cost, linker.purpose, among)
            there_is_one = predicates.All.of(paid, there_is_one)
        if self.cell:
            cell = lattice.plan.names.index(self.cell)
            return predicates.All.of(there_is_one, grids.steps.IsEmpty(lattice, cell))
        return predicates.All.of(there_is_one, grids.steps.CanLay(lattice, kind))

    def can(self, linker: Linker) -> Predicate:
        return self.present(linker)

    def _is_left(self, linker: Linker) -> Predicate:
        """Is there one, and may the player have one more?"""
        there_is_one = gives(linker, self.bundle, in_stock(linker))
        _, room = bounds.gained(linker, self.good, counters.Fixed(1))
        if room == counters.Fixed(1):
            return there_is_one
        return predicates.All.of(there_is_one, predicates.Within(room, 1))

    def _kind(self, linker: Linker) -> int:
        layout = linker.layout
        kind: int = layout.lattice.kind_of(layout.good_index[self.good])
        return kind

    def _laying(self, linker: Linker) -> grids.steps.LayTile:
        """How one is laid; on the first cell, where the player says on which."""
        lattice = linker.layout.lattice
        (giver, _), (taker, _) = in_stock(linker), of_player(linker)
        told = recording.boards.TileOnCell(
            self.good, lattice.plan.names, span=self.span, piece=linker.piece
        )
        return grids.steps.LayTile(
            linker.source(told),
            lattice,
            self._kind(linker),
            lattice.plan.names.index(self.cell) if self.cell else 0,
            *giver(self.good),
            *taker(self.good),
            self.good in linker.limited,
            each_gained(linker, self.good),
        )


def turned(linker: Linker, command: Command, before: str, after: str) -> Act | None:
    """What follows where goods of the player were turned into others, and are tiles; else None."""
    layout = linker.layout
    lattice = layout.lattice
    tiles = layout.grid.tiles if layout.grid is not None else ()
    if before not in tiles or after not in tiles:
        return None
    told = recording.boards.TileTurned(
        after, lattice.plan.names, span=command.span, piece=linker.piece
    )
    one, other = (lattice.kind_of(layout.good_index[good]) for good in (before, after))
    held, goods = of_player(linker)[0](before)
    return grids.steps.TurnTiles(linker.source(told), lattice, one, other, held, goods)
