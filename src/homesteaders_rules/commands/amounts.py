"""How many, and how much of what: amounts, counts and bundles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ..mechanisms import maps
from ..runtime import counters, dividing, pointing
from ..runtime.registers import LOT
from ..trees import Node, tokens
from .base import GOOD, SORT, TALLY, TRACK, Command, SaidOneWay, Vocabulary, added, filled, join

if TYPE_CHECKING:
    from ..runtime.counters import Counter
    from .protocols import Layout, WordReader


MOST_DUE = 9999
"""No payment is of more: as much as the numbers that a text may name."""


class Count(Command):
    """Something that can be counted for a player."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Count:
        """What a tree of its rule counts; a name alone is read by what it names."""
        return filled(cls, reader, node)

    def several(self, vocabulary: Vocabulary) -> str:
        """The words for more than one of it."""
        *before, counted = self.words(vocabulary).split(" ")
        return " ".join((*before, vocabulary.plural(counted)))

    def counter(self, layout: Layout) -> Counter:
        """Linked to the cells of a table."""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class GoodCount(Count):
    """``worker``: how many of a good the player holds."""

    example = "<good>"
    good: str = field(metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.good

    def several(self, vocabulary: Vocabulary) -> str:
        return vocabulary.plural(self.good)

    def counter(self, layout: Layout) -> Counter:
        return counters.InCell(layout.goods_cell(0, self.good), len(layout.goods))


@frozen(eq=False, repr=False)
class PieceCount(Count):
    """``industrial building``: how many pieces of a sort, with all of the labels, they own.

    No labels means every piece of the sort.
    """

    example = "<label> <sort>"
    sort: str = field(metadata=SORT)
    labels: tuple[str, ...] = ()

    def words(self, vocabulary: Vocabulary) -> str:
        return " ".join((*self.labels, self.sort))

    def several(self, vocabulary: Vocabulary) -> str:
        return " ".join((*self.labels, vocabulary.plural(self.sort)))

    def counter(self, layout: Layout) -> Counter:
        return counters.Owned(layout.owned, layout.mask(self.sort, self.labels))


HERE = "here"
"""In the place of a piece: the space of a map that was built on last."""


@frozen(eq=False, repr=False)
class HereCount(Count):
    """``point here``: how many of a good lie on the piece."""

    rules = ("here",)
    example = "<good> here"
    piece: str
    good: str = field(metadata=GOOD)

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Count:
        good = reader.named("good", tokens(node)[0])
        return cls(reader.here(node), good, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.good} here"

    def several(self, vocabulary: Vocabulary) -> str:
        return f"{vocabulary.plural(self.good)} here"

    def counter(self, layout: Layout) -> Counter:
        if self.piece == HERE:
            return maps.steps.OnBuiltLast(layout.ground.heap(layout.good_index[self.good]))
        return counters.InCell(layout.at["here", self.piece, self.good], 0)


@frozen(eq=False, repr=False)
class OnYoursCount(SaidOneWay, Count):
    """``settlement on your spaces``: how many of a good lie on the pieces of a sort you own."""

    rules = ("on_yours",)
    example = "<good> on your <maps>"
    good: str = field(metadata=GOOD)
    sort: str = field(metadata=SORT)

    def several(self, vocabulary: Vocabulary) -> str:
        return f"{vocabulary.plural(self.good)} on your {vocabulary.plural(self.sort)}"

    def counter(self, layout: Layout) -> Counter:
        heap = layout.ground and layout.ground.heap(layout.good_index[self.good])
        if heap is None:
            return counters.Fixed(0)
        return maps.steps.OnOwned(heap, layout.owned, layout.mask(self.sort, ()))


@frozen(eq=False, repr=False)
class TrackCount(Count):
    """``Railroad``: the space of the player's marker, 0 before the first.

    Of a track for all it is the value below the marker, the same for everybody.
    """

    example = "<track>"
    track: str = field(metadata=TRACK)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.track

    def counter(self, layout: Layout) -> Counter:
        if ("track", 0, self.track) not in layout.at:
            return TrackValue(self.track).counter(layout)
        return counters.InCell(layout.at["track", 0, self.track], 1)


@frozen(eq=False, repr=False)
class TallyCount(Count):
    """``harvest``: what a tally of the player counted last."""

    example = "<tally>"
    tally: str = field(metadata=TALLY)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.tally

    def counter(self, layout: Layout) -> Counter:
        return counters.InCell(layout.at["tally", 0, self.tally], len(layout.tallies))


@frozen(eq=False, repr=False)
class SumCount(Count):
    """``copper and livestock``: several counts together."""

    counts: tuple[Count, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return join(count.words(vocabulary) for count in self.counts)

    def several(self, vocabulary: Vocabulary) -> str:
        return join(count.several(vocabulary) for count in self.counts)

    def counter(self, layout: Layout) -> Counter:
        return counters.Together(tuple(count.counter(layout) for count in self.counts))


class Amount(Command):
    """A number that may depend on the state."""

    __slots__ = ()

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Amount:
        """The amount of an item of a list."""
        return filled(cls, reader, node)

    def due(self) -> Amount:
        """As something to be paid: no more than MOST_DUE, so that it can be raised in time."""
        return self

    def counter(self, layout: Layout) -> Counter:
        """Linked to the cells of a table."""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class Number(Amount):
    """``2``."""

    rules = ("plain_item", "each_item")
    example = "2 <goods>"
    value: int

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Amount:
        word = tokens(node)[0]
        return cls(reader.number(word), span=reader.span(word))

    def words(self, vocabulary: Vocabulary) -> str:
        return str(self.value)

    def counter(self, layout: Layout) -> Counter:
        return counters.Fixed(self.value)


@frozen(eq=False, repr=False)
class Per(Amount):
    """``1 ... per worker, at most 5``: ``each`` for every unit counted, never above ``most``.

    ``every``: for so many of them together, as in ``1 ... for every 3 workers``.
    """

    rules = ("counted_item", "every_item")
    example = "1 <good> per <good>, at most 5"
    hints = (("for every", "gain 1 <good> for every 3 <goods>"),)
    each: int
    count: Count
    most: int | None = None
    every: int = added(1)

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Amount:
        numbers = [reader.number(word) for word in tokens(node, "NUMBER")]
        is_every = node.data == "every_item"
        every = numbers.pop(1) if is_every else 1
        each, *most = numbers
        count = reader.count(node.children[2 + is_every])
        return cls(each, count, most[0] if most else None, every, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        limit = "" if self.most is None else f", at most {self.most}"
        if self.every > 1:
            return f"for every {self.every} {self.count.several(vocabulary)}{limit}"
        return f"per {self.count.words(vocabulary)}{limit}"

    @property
    def slope(self) -> float:
        """About what one more of it counts."""
        return self.each / self.every

    def value(self, number: int) -> int:
        """What so many of it count."""
        found = self.each * (number // self.every)
        return found if self.most is None else min(found, self.most)

    def due(self) -> Amount:
        return evolve(self, most=MOST_DUE if self.most is None else self.most)

    def counter(self, layout: Layout) -> Counter:
        counter = self.count.counter(layout)
        if self.every > 1:
            counter = dividing.Divided(counter, self.every)
        return counters.Multiple.of(self.each, counter, self.most)


class TheBid(Amount):
    """``the bid``: what the winner offered for the lot being resolved."""

    __slots__ = ()

    rules = ("bid_item",)
    example = "the bid in <goods>"

    def words(self, vocabulary: Vocabulary) -> str:
        return "the bid"

    def counter(self, layout: Layout) -> Counter:
        return pointing.Chosen(LOT, layout.at["standing", 0])


@frozen(eq=False, repr=False)
class Sum(Amount):
    """``5 silver, 1 silver per worker``: amounts of one good that add up."""

    amounts: tuple[Amount, ...]

    def words(self, vocabulary: Vocabulary) -> str:
        return ", ".join(amount.words(vocabulary) for amount in self.amounts)

    def due(self) -> Amount:
        return evolve(self, amounts=tuple(amount.due() for amount in self.amounts))

    def counter(self, layout: Layout) -> Counter:
        return counters.Together(tuple(amount.counter(layout) for amount in self.amounts))


@frozen(eq=False, repr=False)
class Half(Amount):
    """``half of the bid ..., rounded down``."""

    rules = ("half_bid_item",)
    example = "half of the bid in <goods>, rounded down"
    hints = (("half of the bid in", "pay half of the bid in <goods>, rounded down"),)
    amount: Amount

    @classmethod
    def read(cls, reader: WordReader, node: Node) -> Amount:
        return cls(TheBid.read(reader, node), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"half of {self.amount.words(vocabulary)}"

    def counter(self, layout: Layout) -> Counter:
        return dividing.Halved(self.amount.counter(layout))


@frozen(eq=False, repr=False)
class TrackValue(Amount):
    """``Neutral``: the value below the marker of a common track."""

    track: str = field(metadata=TRACK)

    def words(self, vocabulary: Vocabulary) -> str:
        return self.track

    def counter(self, layout: Layout) -> Counter:
        track = next(track for track in layout.tracks if track.name == self.track)
        cell = layout.at["track", layout.players, self.track]
        return pointing.Listed(cell, track.values) if track.values else counters.InCell(cell)


@frozen(eq=False, repr=False)
class Item(Command):
    """An amount of one good: ``2 silver``, ``1 silver per worker``, ``the bid in silver``."""

    amount: Amount
    good: str = field(metadata=GOOD)

    def words(self, vocabulary: Vocabulary) -> str:
        match self.amount:
            case Number(value=value):
                return vocabulary.count(value, self.good)
            case Per(each=each):
                return f"{vocabulary.count(each, self.good)} {self.amount.words(vocabulary)}"
            case Sum(amounts=amounts):
                return ", ".join(Item(each, self.good).words(vocabulary) for each in amounts)
            case Half():
                return f"{self.amount.words(vocabulary)} in {self.good}, rounded down"
            case _:
                return f"{self.amount.words(vocabulary)} in {self.good}"


@frozen(eq=False, repr=False)
class Bundle(Command):
    """``2 silver, 1 trade``: several goods, each at most once. May be empty (``nothing``).

    ``among``: the goods of which any so many were chosen; none of them stands in for another.
    """

    items: tuple[Item, ...] = ()
    among: tuple[str, ...] = added(())

    @property
    def goods(self) -> tuple[str, ...]:
        """The goods, however many of each."""
        return tuple(item.good for item in self.items)

    @property
    def numbers(self) -> dict[str, int]:
        """How many of each good, of those of which that is a plain number."""
        items = ((item.good, item.amount) for item in self.items)
        return {good: amount.value for good, amount in items if isinstance(amount, Number)}

    @property
    def is_plain(self) -> bool:
        """Are all of them plain numbers, so that nothing need be counted?"""
        return len(self.numbers) == len(self.items)

    def words(self, vocabulary: Vocabulary) -> str:
        return ", ".join(item.words(vocabulary) for item in self.items) or "nothing"
