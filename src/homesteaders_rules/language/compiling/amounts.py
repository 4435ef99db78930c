"""Reading amounts and lists of goods; where a list names a group, one of its goods is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from ...commands.amounts import (
    Amount,
    Bundle,
    Count,
    GoodCount,
    Item,
    Number,
    PieceCount,
    Sum,
    TallyCount,
    TrackCount,
)
from ...commands.base import Vocabulary
from ...commands.catalogue import AMOUNTS, COUNTS, by_rule
from ...mechanisms.grids.counting import CellCount
from ...mechanisms.sets import GroupCount
from ...spelling import nearest
from ...trees import Node, Token, nodes, text_of, tokens
from ..names.scope import GROUP, Scope, labels_at
from .portions import PORTIONS, not_here, portion_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.conditions import Condition

READERS, COUNTS_OF = by_rule(AMOUNTS), by_rule(COUNTS)
EACH, PRICE = "each_item", "price_item"
R = TypeVar("R", bound="AmountReader")


class AmountReader(Scope):
    """A scope that reads what is counted, and lists of goods."""

    __slots__ = ()

    def count(self, part: Node | Token, sort: str = "") -> Count:
        """``worker``, ``industrial building``, ``Railroad``, the name of a tally, or more of it.

        ``sort``: the words may also be labels of it alone.
        """
        if not isinstance(part, str):
            return COUNTS_OF[part.data].read(self, part)
        return self._count(part, sort)

    def _count(self, token: Token, sort: str) -> Count:
        word, span, names = str(token), self.span(token), self.names
        if token.type != "PHRASE":
            name = text_of(token)
            if name in names.pieces and name not in names.tracks:
                of = names.sorts.get(names.pieces[name], "")
                carried = " ".join((*names.labels_of(of)[:1], of))
                message = f'"{name}" is one piece; a good, a track or pieces are counted here'
                hint = f"pieces are counted by what they carry: per {carried}"
                self.report("E202", message, token, hint)
                return TrackCount(name, span=span)
            return TrackCount(self.named("track", token), span=span)
        if word in names.goods:
            return GoodCount(names.goods[word], span=span)
        if word in names.tallies:
            return TallyCount(word, span=span)
        if word in names.counts:
            return CellCount(names.counts[word], span=span)
        if word in names.groups:
            goods = (GoodCount(good, span=span) for good in self.goods(token))
            return GroupCount(names.groups[word], tuple(goods), span=span)
        *before, last = word.split()
        is_sort = any(of == last or of in before or word.endswith(f" {of}") for of in names.sorts)
        if not is_sort and not (before and nearest(last, names.sorts)):
            labels = names.labels_of(sort)
            found = labels_at(word.split(), labels)
            if found and " ".join(found) == word:
                return PieceCount(sort, found, span=span)
            meant = self._carried(token)
            if meant is not None:
                return meant
            known = (*names.goods, *names.sorts, *names.tallies, *names.counts, *labels)
            self.unknown(token, known, "good or sort of pieces")
            return GoodCount(word, span=span)
        labels, sort = self.split_labels(token)
        return PieceCount(sort, labels, span=span)

    def _carried(self, token: Token) -> PieceCount | None:
        """Labels without what carries them, with an error; None for other words."""
        word, names = str(token), self.names
        for sort in names.owned_sorts():
            labels = labels_at(word.split(), names.labels_of(sort))
            if " ".join(labels) == word:
                plural = [form for form, of in names.sorts.items() if of == sort][-1]
                message = f'"{word}" is a label; behind it stands what carries it'
                self.report("E202", message, token, f'did you mean "{word} {plural}"?')
                return PieceCount(sort, labels, span=self.span(token))
        return None

    def here(self, part: Node | Token) -> str:
        """The piece that ``here`` means."""
        if not self.piece:
            hint = "a piece can keep goods; write the line below a line like: <sort> <piece>:"
            if self.names.maps:
                hint = "a space can, when it is built: whenever a player builds a <space>: ..."
            where = self.word_in(part, "here")
            self.report("E338", '"here" means nothing outside of a piece', where, hint)
        return self.piece

    def there(self, part: Node | Token) -> None:
        """An error where ``there`` means nothing: outside of what is done for each cell."""
        if not self.on_cell:
            hint = "write it in a block like: for each <tile>: take 1 from there"
            where = self.word_in(part, "there")
            self.report("E372", '"there" means nothing here', where, hint)

    # ---- lists

    def items(self, node: Node) -> tuple[Item, ...]:
        """One item of a list; several for ``price of ...`` and ``1 of each ...``."""
        word, span = tokens(node, "PHRASE")[0], self.span(node)
        if node.data in PORTIONS:
            if not self.portion and not self.lenient:
                not_here(self, node)
            return tuple(Item(Number(n), good, span=span) for good, n in self.portion)
        if node.data == PRICE:
            return self._price_items(word)
        amount = READERS[node.data].read(self, node)
        goods = self.goods(word) if node.data == EACH else (self.good(word),)
        return tuple(Item(amount, good, span=span) for good in goods)

    def _price_items(self, token: Token) -> tuple[Item, ...]:
        if str(token) not in self.names.groups:
            self.unknown(token, self.names.groups, GROUP)
            return ()
        if not self.chosen or self.names.groups[str(token)] != self.group:
            message = f'"price of {token}" stands for nothing here'
            hint = "it can be used in an exchange that also names 1 of the same group of goods"
            self.report("E304", message, token, hint)
            return ()
        return self.price.items if self.price is not None else ()

    def bundle(self, node: Node | None) -> Bundle:
        """``2 silver, 1 trade``; a bundle without items for ``nothing``."""
        if node is None or not node.children:
            return Bundle()
        items: dict[str, Item] = {}
        for part in nodes(node):
            for item in self.items(part):
                before = items.get(item.good)
                if before is None:
                    items[item.good] = item
                elif part.data == PRICE or before in (self.price or Bundle()).items:
                    items[item.good] = _added(before, item)
                elif not (_fixed(before.amount) and _fixed(item.amount)):
                    amounts = *_parts(before.amount), *_parts(item.amount)
                    items[item.good] = evolve(before, amount=Sum(amounts, span=before.span))
                else:
                    message = f"{item.good} stands twice in the list"
                    hint = "write each good once, with the whole number"
                    self.report("E301", message, part, hint)
        is_portion = any(part.data in PORTIONS for part in nodes(node))
        among = self.among if is_portion else ()
        return Bundle(tuple(items.values()), among, span=self.span(node))

    # ---- groups

    def groups_in(self, node: Node | None) -> list[tuple[str, Node]]:
        """The groups of goods that a list names, each with the item that names it."""
        found: list[tuple[str, Node]] = []
        for item in nodes(node) if node is not None else ():
            word = str(tokens(item, "PHRASE")[0])
            if (
                item.data not in (EACH, *PORTIONS)
                and word in self.names.groups
                and word not in self.names.goods
            ):
                found.append((self.names.groups[word], item))
        return found

    def _single_group(self, found: list[tuple[str, Node]]) -> str:
        """The one group that is named, ``1`` of it; empty where none is or the wish is too much."""
        asked = [(group, item) for group, item in found if item.data != PRICE]
        groups = sorted({group for group, _ in found})
        if len(groups) > 1:
            message = f"more than one group of goods ({', '.join(groups)})"
            hint = "choose from one group only, or write two effects: A, then B"
            self.report("E306", message, found[1][1], hint)
            return ""
        for group, item in asked:
            if item.data != "plain_item" or str(tokens(item)[0]) != "1":
                message = f"only 1 {group} can be chosen at once"
                plain = item.data == "plain_item"
                several = f'did you mean "any {" ".join(map(str, tokens(item)))}"?'
                self.report("E307", message, item, several if plain else f"write: 1 {group}")
                return ""
        return asked[0][0] if asked else ""

    def each_of_group(self: R, *bundles: Node | None) -> Iterator[tuple[R, tuple[Condition, ...]]]:
        """The reader itself, or one for each good of the group that the lists name.

        A good with several prices, each under its own conditions, gives one for each price.
        """
        found = [entry for bundle in bundles for entry in self.groups_in(bundle)]
        listed = [item for each in bundles if each is not None for item in nodes(each)]
        if any(item.data in PORTIONS for item in listed):
            yield from self._each_portion(found, *bundles)
            return
        group = self._single_group(found)
        if not group:
            # Groups that stand there nevertheless were reported just now.
            yield self if bool(found) == self.lenient else evolve(self, lenient=bool(found)), ()
            return
        priced = [item for _, item in found if item.data == PRICE]
        unpriced = [good for good in self.names.members[group] if good not in self.prices]
        if priced and unpriced and not self.names.in_unread_text(unpriced[0]):
            message = f"without a price: {', '.join(unpriced)}"
            known = (self.prices[good] for good in self.names.members[group] if good in self.prices)
            usual = next((p[0][0].words(Vocabulary()) for p in known), "1 <good>")
            hint = f"write prices: and below it, indented: {unpriced[0]}: {usual}"
            self.report("E305", message, priced[0], hint)
        for good in self.names.members[group]:
            prices = self.prices.get(good, ()) if priced else ()
            for price, conditions in prices or ((None, ()),):
                yield evolve(self, group=group, chosen=good, price=price), conditions

    def _each_portion(
        self: R, groups: list[tuple[str, Node]], *bundles: Node | None
    ) -> Iterator[tuple[R, tuple[Condition, ...]]]:
        """The reader for each way to choose any so many goods."""
        chosen = portion_in(self, *bundles)
        for _, item in groups:
            hint = "choose one thing, and then the other: A, then B"
            self.report("E306", "a portion and one of a group at once", item, hint)
        if chosen is None or groups:
            yield evolve(self, lenient=True), ()
            return
        for way in chosen.ways():
            yield evolve(self, portion=way, among=chosen.goods), ()


def _parts(amount: Amount) -> tuple[Amount, ...]:
    return amount.amounts if isinstance(amount, Sum) else (amount,)


def _fixed(amount: Amount) -> bool:
    """Is there a plain number in it? Two of them are one number, and a slip."""
    return any(isinstance(part, Number) for part in _parts(amount))


def _added(one: Item, other: Item) -> Item:
    """A price may ask for a good that the exchange asks for anyway."""
    if isinstance(one.amount, Number) and isinstance(other.amount, Number):
        total = one.amount.value + other.amount.value
        return evolve(one, amount=evolve(one.amount, value=total))
    return one
