"""Goods that lie on pieces, for all to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.amounts import Bundle
from ..commands.base import Vocabulary, join
from ..commands.effects import Effect
from ..runtime import acts, events, offers, ordering, records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.base import Causes, Happening
    from ..commands.linked import Linker
    from ..runtime.acts import Act
    from ..runtime.offers import Offer


@frozen(eq=False, repr=False)
class Put(Effect):
    """``put 1 point here``: from the stock onto the piece whose text it is."""

    bundle: Bundle
    piece: str

    def words(self, vocabulary: Vocabulary) -> str:
        return f"put {self.bundle.words(vocabulary)} here"

    def act(self, linker: Linker) -> Act | None:
        layout = linker.layout
        goods = linker.cost(self.bundle)
        names = tuple(linker.purse.names[good] for good, _ in goods)
        holder = events.on_piece(layout.piece_index[self.piece])
        teller = records.PutHere(names, holder, span=self.span, piece=self.piece)
        moves = tuple(
            (
                linker.purse.stock + good,
                layout.at["here", self.piece, name],
                amount,
                name in linker.limited,
            )
            for (good, amount), name in zip(goods, names, strict=True)
        )
        return acts.PutHere(linker.source(teller), moves)


@frozen(eq=False, repr=False)
class TakeFrom(Effect):
    """``take 1 resource from here``: one of the goods that lie on the piece; nothing if none do."""

    piece: str
    goods: tuple[str, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"take 1 {join(self.goods, 'or')} from here"

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return [("gains", good) for good in self.goods]

    def asks(self, linker: Linker) -> bool:
        return True

    def link(self, linker: Linker, follow: int) -> int:
        question = offers.Choice(tuple(self.offers(linker, follow)))
        linker.add(question)
        return linker.add(ordering.SkipIfEmpty(question, follow))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        layout = linker.layout
        offers: list[Offer] = []
        for good in self.goods:
            holder = events.on_piece(layout.piece_index[self.piece])
            teller = records.TakenHere(good, holder, span=self.span, piece=self.piece)
            take = acts.TakeHere(
                linker.source(teller),
                layout.at["here", self.piece, good],
                layout.goods_cell(0, good),
                len(layout.goods),
            )
            gained = ((layout.good_index[good], 1),)
            after = acts.Several.of(take, linker.earned(good, 1), linker.following(gained))
            key = f"take 1 {good} from {self.piece}"
            offers.append(ordering.FromHere(key, take.here, after, follow))
        return offers
