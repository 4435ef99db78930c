"""Areas of a grid are enclosed, for what each new edge costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...commands.amounts import Bundle, GoodCount, Item, Number, Per
from ...commands.base import Vocabulary
from ...commands.effects import Effect
from ...commands.transfers import each_gained, in_stock, of_player
from ...runtime import recording
from ...runtime.counters import Counter, Fixed
from ...runtime.offering.payments import multiple
from ...trees import Node, tokens
from ...words import a_or_an
from .. import enclosing
from ..grids.commands import OntoGrid
from ..holding import bounds
from ..holding.definitions import MayHold
from ..homes.dwelling import room_may_be_less
from .definitions import enclosed_at

if TYPE_CHECKING:
    from ...commands.protocols import Linker, Reader
    from ...runtime.offering.offers import Offer
    from ...runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class Enclose(OntoGrid):
    """``pay 1 wood per fence to enclose a pasture``: one area, with what is missing around it.

    ``good`` is what is built on edges, and ``cost`` what each of them costs; nothing where it
    only says ``enclose a pasture``.
    """

    why_not = "nothing can be enclosed"
    is_question = True
    rules = ("enclose",)
    example = "pay 1 <good> per <edge> to enclose a <area>"
    hints = (("enclose", example),)
    name: str
    good: str
    cost: Bundle = Bundle(())

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        """What is enclosed. What each edge costs stands before it: :meth:`paid_with`."""
        name = reader.named("enclosed area", tokens(node)[0])
        return cls(name, reader.on_edges(), span=reader.span(node))

    def paid_with(self, cost: Bundle) -> Effect | None:
        """The same, where the cost is one for each of what is built on edges."""
        items: list[Item] = []
        for item in cost.items:
            match item.amount:
                case Per(each=each, count=GoodCount(good=self.good), most=None, every=1):
                    items.append(Item(Number(each), item.good, span=item.span))
                case _:
                    return None
        return type(self)(self.name, self.good, Bundle(tuple(items)), span=cost.span or self.span)

    def words(self, vocabulary: Vocabulary) -> str:
        enclose = f"enclose {a_or_an(self.name)}"
        if not self.cost.items:
            return enclose
        costs = (f"{item.words(vocabulary)} per {self.good}" for item in self.cost.items)
        return f"pay {', '.join(costs)} to {enclose}"

    def link(self, linker: Linker, follow: int) -> int:
        return linker.question(self.offers(linker, follow), follow)

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        layout, follow = linker.layout, room_may_be_less(linker, follow)
        told = recording.boards.EdgesBuilt(
            self.good, layout.lattice.plan.names, span=self.span, piece=linker.piece
        )
        work = self._work(linker)
        offer = enclosing.steps.EncloseOffer(
            linker.source(told),
            linker.source(linker.paid_decoder(self)),
            work,
            linker.losses(way.goods for ways in work.payments for way in ways),
            each_gained(linker, self.good),
            follow,
        )
        offer.meaning = self
        return [offer]

    def present(self, linker: Linker) -> Predicate:
        return enclosing.steps.CanEnclose(self._work(linker))

    def can(self, linker: Linker) -> Predicate:
        return self.present(linker)

    def _work(self, linker: Linker) -> enclosing.steps.Work:
        layout = linker.layout
        (giver, _), (taker, apart) = in_stock(linker)[0](self.good), of_player(linker)[0](self.good)
        bounds_of = (each for each in linker.of(MayHold) if self.good in each.goods)
        held = [each.count for each in bounds_of if not each.gives_back]
        areas = enclosed_at(layout).areas.within(min(held, default=layout.lattice.plan.edges))
        solver, cost = linker.solver(linker.purpose, self.cost.among), linker.cost(self.cost)
        return enclosing.steps.Work(
            layout.lattice,
            enclosed_at(layout),
            areas,
            self._left(linker, giver, areas.most),
            tuple(solver.payments(multiple(cost, number)) for number in range(areas.most + 1)),
            linker.purse,
            layout.owned,
            giver,
            taker,
            apart,
        )

    def _left(self, linker: Linker, giver: int, most: int) -> Counter:
        """How many edges the player can still build."""
        _, number = bounds.gained(linker, self.good, Fixed(most))
        return enclosing.steps.StockAllows(number, giver) if self.good in linker.limited else number
