"""Goods that are turned into others: what is young grows up, what is wood becomes clay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from ..commands.amounts import Bundle, GoodCount, Item, Per
from ..commands.base import GOOD, Vocabulary
from ..commands.effects import Effect
from ..commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ..commands.transfers import each_gained, each_lost, in_stock, of_player, transferred
from ..runtime import acts, counters, predicates
from ..runtime.registers import ACTOR
from ..trees import Node, tokens
from .grids.commands import turned
from .holding.definitions import MayHold
from .sets import Difference, Least

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ..runtime.acts import Act
    from ..runtime.counters import Counter
    from ..runtime.predicates import Predicate
    from ..runtime.recording.events import Log


@frozen(eq=False, repr=False)
class TurnInto(Effect):
    """``turn newborns into people``: all of a good that a player has, one for one.

    No more of them than there are of the other good, where that is limited, and than may be held
    of it. Tiles of a grid stay where they lie (Agricola, 2007: renovation, and growing up). What
    follows comes when all of them are turned: it may take from the stock what was counted on.
    """

    is_open = False
    why_not = "you have none of it"
    rules = ("turn_into",)
    example = "turn <goods> into <good>"
    hints = (("turn", example),)
    before: str = field(metadata=GOOD)
    after: str = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        first, second = tokens(node)
        before = reader.named("good", first.as_phrase())
        after = reader.named("good", second)
        if before == after:
            hint = "name what it is turned into"
            reader.report("E301", f'"{before}" stands twice', second, hint)
        return cls(before, after, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"turn {vocabulary.plural(self.before)} into {vocabulary.plural(self.after)}"

    def flows(self) -> Iterable[Flow]:
        yield from flows_of(THE_PLAYER, THE_STOCK, self._all_as(self.before))
        yield from flows_of(THE_STOCK, THE_PLAYER, self._all_as(self.after))

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("loses", self.before), *rules.gaining([self.after])]

    def worth(self, appraiser: Appraiser[W]) -> W:
        gained = appraiser.goods(self._all_as(self.after), 1)
        return appraiser.total([gained, appraiser.goods(self._all_as(self.before), -1)])

    def _all_as(self, good: str) -> Bundle:
        """So much of a good as there is of the first."""
        return Bundle((Item(Per(1, GoodCount(self.before)), good),))

    def act(self, linker: Linker) -> Act:
        player, stock = of_player(linker), in_stock(linker)
        with linker.depending(GoodCount(self.before)):
            lost = transferred(linker, self, [(self.before, 1)], player, stock)
            came = transferred(linker, self, [(self.after, 1)], stock, player)
        return Turn(
            self._number(linker),
            evolve(lost, times=counters.OnTop()),
            evolve(came, times=counters.OnTop()),
            acts.Several.of(
                turned(linker, self, self.before, self.after),
                _for_each(linker, each_lost(linker, self.before)),
                _for_each(linker, each_gained(linker, self.after)),
            ),
        )

    def present(self, linker: Linker) -> Predicate:
        return predicates.Within(self._number(linker), 1)

    def _number(self, linker: Linker) -> Counter:
        layout, width = linker.layout, len(linker.layout.goods)
        bounds: list[Counter] = [GoodCount(self.before).counter(layout)]
        if self.after in linker.limited:
            bounds.append(counters.InCell(layout.goods_cell(layout.players, self.after)))
        for each in linker.of(MayHold):
            if self.after in each.goods and self.before not in each.goods:
                held = (counters.InCell(layout.goods_cell(0, good), width) for good in each.goods)
                bounds.append(
                    Difference(counters.Fixed(each.count), counters.Together(tuple(held)))
                )
        return bounds[0] if len(bounds) == 1 else Least(tuple(bounds))


def _for_each(linker: Linker, act: Act | None) -> Act | None:
    """An act for each that is turned: what follows where no more is moved."""
    if act is None:
        return None
    return acts.Transfer((), (), linker.ceiling, times=counters.OnTop(), each=act)


@define(eq=False, repr=False)
class Turn(acts.Act):
    """So many of a good go, and as many of another come; ``after``: what comes of it at last."""

    number: counters.Counter
    lost: acts.Act
    gained: acts.Act
    after: acts.Act | None

    def do(self, cells: list[int], log: Log) -> None:
        number = self.number.count(cells, cells[ACTOR])
        if number < 1:
            return
        cells.append(number)
        self.lost.do(cells, log)
        self.gained.do(cells, log)
        if self.after is not None:
            self.after.do(cells, log)
        cells.pop()
