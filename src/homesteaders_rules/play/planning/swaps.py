"""The exchanges of any time of a table, as a search over them needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...runtime.acts import Act, Conditional, Several, Transfer
from ...runtime.operands import Memory
from .looks import ANY, Looked, Looks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ...linking.layout import Layout
    from ...linking.table import Table
    from ...runtime.offering.exchanges import ExchangeOffer
    from ...runtime.offering.options import Option


MOST_USES = 20
"""So many exchanges, those for nothing aside, are looked at one after the other."""


class Swap:
    """An exchange of any time: what it takes and brings, and what it looks at.

    ``brings``: the goods of the player that it gives, or that what follows from it may move;
    ``gives``: how much of each good one use may take from the stock; ``moves``: cells
    that are no goods of the player's, and may change too; ``is_wild``: anything may change;
    ``is_chancy``: chance may decide what follows, and then it is not followed.
    """

    def __init__(self, number: int, offer: ExchangeOffer, layout: Layout) -> None:
        self.number = number
        self.offer = offer
        self.looks = Looks(layout)
        self.looks.exchange(offer, offer.ways())
        self.takes = frozenset(self.looks.wanted)
        self.prices = tuple(dict(offer.paid(*way)) for way in offer.ways() if way[1] == 1)
        self.brings = {good for good, _ in offer.gain}
        self.gives = dict(offer.gain)
        self.moves: set[int] = set()
        self.is_wild = bool(offer.refills)
        self.is_chancy = False
        self._layout = layout
        following = [act for _, act in offer.losses]
        following += [offer.after] if offer.after is not None else []
        for act in following:
            self._follow(act)
        self.is_plain = not (following or offer.bounds or offer.refills)
        self.looks.ahead = self.is_wild

    @property
    def is_source(self) -> bool:
        """Does it give something for nothing, as often as anybody likes?"""
        offer = self.offer
        bound = offer.mask or offer.turn is not None or offer.limit is not None
        bound = bound or bool(offer.bounds or self.looks.stocks)
        free = bool(offer.gain) and not offer.cost and not bound
        return free and not self.is_wild and not self.is_chancy

    def options(self, cells: Sequence[int]) -> Iterator[Option]:
        """Its options, as few as all others can be made of."""
        for option in self.offer.options(cells):
            way, times = option.operands
            if way or times == 1 or not self.is_plain:
                yield option

    def _follow(self, act: Act) -> None:
        """What follows: whatever it asks or counts may matter, and all that it moves."""
        match act:
            case Several():
                for each in act.acts:
                    self._follow(each)
            case Conditional():
                self.looks.at(act.test, False)
                for part in (act.then, act.otherwise):
                    if part is not None:
                        self._follow(part)
            case Transfer():
                self._transfer(act)
            case _ if act.is_random:
                self.is_chancy = True
            case _:
                self.is_wild = True

    def _transfer(self, act: Transfer) -> None:
        for giver, giver_apart, taker, taker_apart, amount in act.gives:
            ends = self._own(giver, giver_apart), self._own(taker, taker_apart)
            self.brings |= {good for good in ends if good is not None}
            stock = giver - self._layout.row(self._layout.players)
            if 0 <= stock < len(self._layout.goods):
                most = amount if act.times is None else ANY
                self.gives[stock] = self.gives.get(stock, 0) + most
            if act.capped:
                self.looks.goods |= {good for good in (*ends, stock) if good is not None}
        if act.times is not None:
            self.looks.at(act.times, False)
        if act.each is not None:
            self._follow(act.each)

    def _own(self, cell: int, apart: int) -> int | None:
        """The good of the player in a cell; None for those of the stock, and for what is none."""
        width = len(self._layout.goods)
        first, stock = self._layout.row(0), self._layout.row(self._layout.players)
        if first <= cell < first + width and apart == width:
            return cell - first
        if first <= cell < stock:
            self.is_wild = True
        elif not stock <= cell < stock + width:
            self.moves.add(cell)
        return None


@frozen
class Matters:
    """What matters to a question, exchanges in between included.

    ``swaps``: the exchanges that can matter; ``source``: the one that gives for nothing, where
    more of what it gives closes nothing; ``looks``: what all of them look at; ``asked``: the
    largest amounts of goods that the question asks for.
    """

    swaps: tuple[Swap, ...]
    source: Swap | None
    looks: Looks
    asked: dict[int, int]

    def caps(self, held: Sequence[int]) -> dict[int, int]:
        """For each good of which more closes nothing: how much can be of use at most.

        ``held``: what the player has of each good.
        """
        uses = self._most_uses(held)
        most: dict[int, int] = {}
        for swap in self.swaps:
            for price in swap.prices:
                for good, amount in price.items():
                    most[good] = max(most.get(good, 0), amount)
        return {
            good: min(self.asked.get(good, 0) + (uses * most[good] if good in most else 0), ANY)
            for good in self.looks.wanted
            if good not in self.looks.goods
        }

    def _most_uses(self, held: Sequence[int]) -> int:
        """How often they can be used in all: until what every one takes, and none brings, is gone.

        That which gives for nothing is not counted.
        """
        brought = {good for swap in self.swaps for good in swap.brings}
        prices = [price for swap in self.swaps for price in swap.prices]
        always = set.intersection(*({*price} for price in prices)) if prices else set()
        uses = [held[g] // min(price[g] for price in prices) for g in always - brought]
        return min([MOST_USES, *uses])


class Swaps:
    """All exchanges of any time of a table."""

    def __init__(self, table: Table) -> None:
        offers = table.program.exchanges
        self.layout = table.layout
        self.all = tuple(Swap(number, each, table.layout) for number, each in enumerate(offers))
        self._brought = {each for swap in self.all for each in swap.brings}
        self._bounds = {
            good: self._bounds_of(good)
            for good in sorted({good for swap in self.all for good in swap.looks.stocks})
        }
        self._closures = Memory(self._closure)

    def _bounds_of(self, good: int) -> tuple[int, list[tuple[int, int]]]:
        """How much of a good one use takes from the stock at most; and what all uses that do so

        must pay, which no exchange brings: each with the least amount.
        """
        givers = [swap for swap in self.all if good in swap.gives]
        prices = [price for swap in givers for price in swap.prices]
        always = set.intersection(*({*price} for price in prices)) - self._brought
        least = [(each, min(price[each] for price in prices)) for each in sorted(always)]
        return max(swap.gives[good] for swap in givers), least

    def tight(self, cells: Sequence[int]) -> frozenset[int]:
        """The goods of which the stock may have too few for all that exchanges could give."""
        if not self._bounds:
            return frozenset()
        purse = self.all[0].offer.purse
        row = purse.row(cells)
        found = set()
        for good, (most, prices) in self._bounds.items():
            uses = min([MOST_USES, *(cells[row + each] // least for each, least in prices)])
            if uses * most > cells[purse.stock + good]:
                found.add(good)
        return frozenset(found)

    def mattering(
        self, looks: Looks, tight: frozenset[int], without: Iterable[int] = ()
    ) -> Matters:
        """What matters to what looks so.

        ``tight``: goods of which the stock may have too few; ``without``: goods of which the
        player always has enough.
        """
        plenty = frozenset(without)
        asked = {good: n for good, n in looks.wanted.items() if good not in plenty}
        return Matters(*self._closures[looks.at_what, tight, plenty], asked)

    def _closure(
        self, name: tuple[Looked, frozenset[int], frozenset[int]]
    ) -> tuple[tuple[Swap, ...], Swap | None, Looks]:
        """The exchanges that can matter to what looks so, or to each other.

        Also the one that gives for nothing, and what all of them look at.
        """
        looked, tight, plenty = name
        whole = Looks.of(self.layout, looked)
        found: dict[int, Swap] = {}
        more = True
        while more:
            more = False
            whole.goods |= whole.stocks & tight
            for swap in self.all:
                if swap.number not in found and can_matter(swap, whole, plenty):
                    found[swap.number] = swap
                    whole.joined_with(swap.looks)
                    more = True
        for good in plenty:
            whole.wanted.pop(good, None)
        if any(swap.moves & whole.cells for swap in found.values()) and not whole.ahead:
            whole.ahead = True
            return self._closures[whole.at_what, tight, frozenset()]
        source = None if whole.ahead else self._source(found.values(), whole)
        return tuple(each for each in found.values() if each is not source), source, whole

    def _source(self, swaps: Iterable[Swap], looks: Looks) -> Swap | None:
        """One that gives for nothing, while nothing else that it moves matters.

        So whoever needs what it gives can have as much as they need, before all else. Where there
        are two, only one is used so: nobody can tell which to use how often.
        """
        matter = looks.wanted.keys() | looks.goods
        for swap in swaps:
            gains = {good for good, _ in swap.offer.gain}
            if swap.is_source and not gains & looks.goods and not (swap.brings - gains) & matter:
                return swap
        return None


def can_matter(swap: Swap, looks: Looks, plenty: Collection[int] = frozenset()) -> bool:
    """May an exchange change anything that is looked at, but for goods of which there is plenty?"""
    if looks.ahead or swap.is_wild:
        return True
    goods = (looks.wanted.keys() - set(plenty)) | looks.goods
    return bool(swap.brings & goods or swap.takes & looks.goods or swap.moves & looks.cells)
