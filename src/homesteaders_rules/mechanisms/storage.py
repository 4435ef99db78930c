"""Goods that lie on pieces, for all to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ..commands.amounts import HERE, Bundle, Item, Number
from ..commands.base import GOOD, Vocabulary, join
from ..commands.effects import Effect
from ..commands.flows import THE_PLAYER, THE_STOCK, Flow, flows_of
from ..commands.transfers import (
    can_take,
    each_gained,
    gives,
    in_stock,
    of_player,
    on_piece,
    transferred,
)
from ..runtime import acts, counters, offering
from ..runtime.offering import offers
from ..trees import Node, nodes, tokens
from .holding import bounds
from .maps.commands import left_there

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.protocols import Appraiser, Causes, Happening, Linker, Reader, W
    from ..runtime.acts import Act
    from ..runtime.offering.offers import Offer
    from ..runtime.predicates import Predicate


@frozen(eq=False, repr=False)
class Put(Effect):
    """``put 1 point here``: from the stock onto the piece whose text it is, or a space of a map."""

    about_you = False
    rules = ("put_here",)
    example = "put 1 <good>, 2 <goods> here"
    bundle: Bundle
    piece: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        bundle = reader.bundle(nodes(node)[0])
        return cls(bundle, reader.here(node), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"put {self.bundle.words(vocabulary)} here"

    def flows(self) -> Iterable[Flow]:
        return flows_of(THE_STOCK, self.piece, self.bundle)

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        """Whoever owns the piece can take them again, or they score there."""
        return appraiser.goods(self.bundle, 1)

    def act(self, linker: Linker) -> Act | None:
        goods = linker.cost(self.bundle)
        if self.piece == HERE:
            return left_there(linker, self, goods, in_stock(linker), capped=False)
        return acts.Several.of(*(self._put(linker, good, amount) for good, amount in goods))

    def present(self, linker: Linker) -> Predicate:
        return gives(linker, self.bundle, in_stock(linker))

    def _put(self, linker: Linker, index: int, amount: int) -> Act:
        """Of limited goods no more than the stock holds."""
        good = linker.goods[index]
        ends = in_stock(linker), on_piece(linker, self.piece)
        if good not in linker.limited:
            return transferred(linker, self, [(good, amount)], *ends)
        act = transferred(linker, self, [(good, 1)], *ends)
        return evolve(act, times=counters.Fixed(amount), capped=True)


@frozen(eq=False, repr=False)
class TakeFrom(Effect):
    """``take 1 resource from here``: one of the goods that lie on the piece; nothing if none do."""

    is_question = True
    rules = ("take_from_here",)
    example = "take 1 <good> from here"
    piece: str
    goods: tuple[str, ...] = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        number, word = tokens(node)
        if str(number) != "1":
            hint = f"for more repeat it: {number} times: take 1 <good> from here"
            reader.report("E302", "only 1 can be taken from here at once", number, hint)
        goods = reader.goods(word)
        return cls(reader.here(node), goods, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"take 1 {join(self.goods, 'or')} from here"

    def flows(self) -> Iterable[Flow]:
        one = (Item(Number(1), good) for good in self.goods)
        return [Flow(self.piece, THE_PLAYER, item, len(self.goods) > 1) for item in one]

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return rules.gaining(self.goods)

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.one_of(self.goods)

    def link(self, linker: Linker, follow: int) -> int:
        follow = bounds.within_bounds(linker, self.goods, follow)
        question = offers.Question(tuple(self.offers(linker, follow)))
        linker.add(question)
        return linker.add(offers.SkipIfEmpty(question, follow))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        found: list[Offer] = []
        for good in self.goods:
            ends = on_piece(linker, self.piece), of_player(linker)
            take = transferred(linker, self, [(good, 1)], *ends)
            after = acts.Several.of(take, each_gained(linker, good))
            key = f"take 1 {good} from {self.piece}"
            here, room = take.gives[0][0], bounds.room(linker, good)
            found.append(offering.ordering.FromHere(key, after, follow, here, room))
        return found

    def present(self, linker: Linker) -> Predicate:
        return can_take(linker, self.goods, on_piece(linker, self.piece))
