"""For each cell of a grid: goods are put there, and taken from there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Bundle
from ...commands.base import GOOD, Command, Vocabulary, walk
from ...commands.control import Composed
from ...commands.effects import Effect, Unvalued
from ...commands.flows import THE_STOCK, Flow, flows_of
from ...commands.repetition import Times
from ...commands.transfers import Bringing, gives, in_stock
from ...runtime import acts, counters, predicates, recording, steps
from ...runtime.offering import offers
from ...runtime.recording.events import STOCK
from ...trees import Node, nodes, tokens
from .. import grids
from ..maps.commands import taking
from ..parts import STOP
from .definitions import LieOn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ...runtime.acts import Act
    from ...runtime.predicates import Predicate

A_CELL = "a cell"
"""In the place of a holder of goods: the cell that ``there`` means."""


@frozen(eq=False, repr=False)
class ForEachCell(Composed):
    """``for each field: take 1 from there``: for each cell with such a tile, in their order.

    ``empty``: those on which no goods lie. ``chosen`` (``, at least one``): for as many as the
    player likes, one at least. Cells that are equal need no name: the first ones are taken.
    """

    why_not = "there is no cell for it"
    rules = ("for_each_cell",)
    example = "for each <tile>: gain 1 <good>"
    hints = (
        ("for each", "for each <tile>: take 1 from there"),
        ("for each empty", "for each empty <tile>, at least one: put 1 <good> there"),
    )
    goods: tuple[str, ...] = field(metadata=GOOD)
    said: str
    effect: Effect
    empty: bool = False
    chosen: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        word = tokens(node, "PHRASE")[0]
        effect = reader.body_there(nodes(node)[0])
        empty, chosen = (bool(tokens(node, kind)) for kind in ("EMPTY", "AT_LEAST_ONE"))
        span = reader.span(node)
        return cls(reader.goods(word), str(word), effect, empty, chosen, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        which = f"{'empty ' * self.empty}{self.said}{', at least one' * self.chosen}"
        return f"for each {which}: {self.effect.words(vocabulary)}"

    def worth(self, appraiser: Appraiser[W]) -> W:
        """Of one of them: how many there are hangs on the grid."""
        return self.effect.worth(appraiser)

    def asks_itself(self, rules: Causes) -> bool:
        return self.chosen

    def link(self, linker: Linker, follow: int) -> int:
        there = linker.layout.lattice.there
        with linker.pushed("cell"):
            after = linker.add(steps.Run(acts.Pop(there), follow))
            first = self._chosen(linker, after) if self.chosen else self._each(linker, after)
        begin = acts.Push(counters.InCell(there)), acts.SetTo(there, counters.Fixed(0))
        return linker.add(steps.Run(acts.Several(begin), first))

    def _each(self, linker: Linker, after: int) -> int:
        if self.effect.can(linker) != predicates.ALWAYS:
            linker.uncertain.append(self)
        following = self._next(linker, after)
        following.body = linker.link(self.effect, following.number)
        return following.number

    def _chosen(self, linker: Linker, after: int) -> int:
        """The first time it must be done; then the player may stop."""
        further, first = self._next(linker, after), self._next(linker, after)
        stop = offers.Plain(STOP, None, after)
        stop.meaning = STOP
        offered = tuple(self.effect.offered(linker, further.number))
        question = offers.Question((*offered, stop))
        linker.add(question)
        further.body = linker.add(offers.SkipIfAlone(question, offered, further.number))
        must = self.effect.offered(linker, further.number)
        first.body = linker.question(must, first.number)
        return first.number

    def _next(self, linker: Linker, after: int) -> grids.heaps.NextCell:
        following = grids.heaps.NextCell(self._which(linker), after)
        linker.add(following)
        return following

    def _which(self, linker: Linker) -> grids.heaps.Which:
        layout = linker.layout
        return grids.heaps.Which(layout.lattice, layout.grid.kinds_of(self.goods), self.empty)

    def present(self, linker: Linker) -> Predicate:
        test = self.effect.offered_if(linker) if self.chosen else self.effect.present(linker)
        return grids.heaps.OnSomeCell(self._which(linker), test)

    def can(self, linker: Linker) -> Predicate:
        """Where all cells are dealt with, what cannot be done for one is left out."""
        if not self.chosen:
            return predicates.ALWAYS
        return grids.heaps.OnSomeCell(self._which(linker), self.effect.offered_if(linker))


@frozen(eq=False, repr=False)
class PutThere(Effect):
    """``put 3 grain there``: from the stock onto the cell that is dealt with."""

    why_not = "there is none of it left"
    rules = ("put_there",)
    example = "put 1 <good> there"
    bundle: Bundle

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        reader.there(node)
        return cls(reader.bundle(nodes(node)[0]), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"put {self.bundle.words(vocabulary)} there"

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_STOCK, A_CELL, self.bundle)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        """Whoever has the cell can take them again, or they score there."""
        return appraiser.goods(self.bundle, 1)

    def act(self, linker: Linker) -> Act | None:
        return acts.Several.of(*(self._put(linker, *each) for each in linker.cost(self.bundle)))

    def present(self, linker: Linker) -> Predicate:
        return gives(linker, self.bundle, in_stock(linker))

    def _put(self, linker: Linker, good: int, amount: int) -> Act:
        lattice, name = linker.layout.lattice, linker.goods[good]
        told = recording.boards.LaidOn(name, STOCK, span=self.span, piece=linker.piece)
        stock, _ = in_stock(linker)[0](name)
        heap = lattice.heap(good)
        source = linker.source(told)
        return grids.heaps.PutThere(source, lattice, heap, stock, amount, name in linker.limited)


@frozen(eq=False, repr=False)
class TakeThere(Bringing, Unvalued):
    """``take 1 from there``: of the goods that lie on the cell dealt with; ``most`` 0: all.

    Where goods of several kinds lie there the first kind of the text goes first.
    """

    why_not = "nothing lies there"
    rules = ("take_there", "take_all_there")
    example = "take 1 from there"
    hints = (("take everything from there", "for each <tile>: take everything from there"),)
    most: int = 0

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        reader.there(node)
        return cls(*map(reader.number, tokens(node)), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"take {self.most or 'everything'} from there"

    def brings(self, rules: Causes) -> Iterable[str]:
        return rules.goods_on_cells()

    def act(self, linker: Linker) -> Act | None:
        lattice = linker.layout.lattice
        takings = tuple(taking(linker, self, heap) for heap in lattice.heaps)
        return grids.heaps.TakeThere(lattice, self.most, takings, linker.ceiling)


UNBOUNDED = 0


def most_on_cells(commands: Iterable[Command]) -> Mapping[str, int]:
    """The goods that may lie on cells, each with how many do at most; 0: nobody can tell.

    On an empty cell no more comes to lie than what is put there.
    """
    listed = list(commands)
    found = {good: 1 for each in listed if isinstance(each, LieOn) for good in each.goods}
    for each in listed:
        if not isinstance(each, ForEachCell):
            continue
        inside = list(walk(each.effect))
        again = not each.empty or any(isinstance(one, Times | ForEachCell) for one in inside)
        put: Counter[str] = Counter()
        for one in inside:
            put.update(one.bundle.numbers if isinstance(one, PutThere) else {})
        for good, amount in put.items():
            known = found.get(good, 1)
            found[good] = UNBOUNDED if again or known == UNBOUNDED else max(known, amount)
    return found
