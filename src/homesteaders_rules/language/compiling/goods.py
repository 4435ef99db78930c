"""Compiling amounts, bundles, exchanges and all that is about goods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...commands.amounts import (
    Amount,
    Bundle,
    Count,
    GoodCount,
    Half,
    HereCount,
    Item,
    Number,
    Per,
    PieceCount,
    Sum,
    TallyCount,
    TheBid,
    TrackCount,
)
from ...commands.definitions import Exchange, Good, Limited, Price, Revealed, Substitution, Tally
from ...trees import nodes, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

    from ...commands.conditions import Condition
    from ...trees import Node
    from ..names.scope import Scope
    from ..reading.syntax import Entry

Conditions = tuple["Condition", ...]


# ---------------------------------------------------------------------------------- amounts


def compile_count(scope: Scope, token: Token) -> Count:
    """``worker``, ``industrial building``, ``Railroad`` or the name of a tally."""
    word, span = str(token), scope.span(token)
    if token.type != "PHRASE":
        return TrackCount(scope.title(token, scope.names.tracks, "track"), span=span)
    if word in scope.names.goods:
        return GoodCount(scope.names.goods[word], span=span)
    if word in scope.names.tallies:
        return TallyCount(word, span=span)
    if not any(sort in word.split() or word.endswith(f" {sort}") for sort in scope.names.sorts):
        known = (*scope.names.goods, *scope.names.sorts, *scope.names.tallies)
        scope.unknown(token, known, "good or sort of pieces")
        return GoodCount(word, span=span)
    labels, sort = scope.split_labels(token)
    return PieceCount(sort, labels, span=span)


def here(scope: Scope, node: Node) -> str:
    """The piece that ``here`` means."""
    if not scope.piece:
        hint = "a piece can keep goods; write the line below a line like: <sort> <piece>:"
        scope.report("E338", '"here" means nothing outside of a piece', node, hint)
    return scope.piece


def compile_item(scope: Scope, node: Node) -> tuple[Item, ...]:
    """One item of a bundle; several for ``price of ...``."""
    words, span = tokens(node), scope.span(node)
    if node.data == "price_item":
        return _price_items(scope, words[0])
    if node.data == "bid_item":
        return (Item(TheBid(span=span), scope.good(words[0]), span=span),)
    if node.data == "half_bid_item":
        half = Half(TheBid(span=span), span=span)
        return (Item(half, scope.good(words[0]), span=span),)
    each = scope.number(words[0])
    if node.data == "each_item":
        number = Number(each, span=scope.span(words[0]))
        return tuple(Item(number, good, span=span) for good in scope.goods(words[1]))
    amount: Amount = Number(each, span=scope.span(words[0]))
    if node.data in ("counted_item", "here_item"):
        most = scope.number(words[3]) if len(words) > 3 else None
        count: Count
        if node.data == "here_item":
            count = HereCount(here(scope, node), scope.good(words[2]), span=span)
        else:
            count = compile_count(scope, words[2])
        amount = Per(each, count, most, span=span)
    return (Item(amount, scope.good(words[1]), span=span),)


def _price_items(scope: Scope, token: Token) -> tuple[Item, ...]:
    if not scope.chosen or scope.names.groups.get(str(token)) != scope.group:
        message = f'"price of {token}" stands for nothing here'
        hint = "it can be used in an exchange that also names 1 of the same group of goods"
        scope.report("E304", message, token, hint)
        return ()
    return scope.price.items if scope.price is not None else ()


def compile_bundle(scope: Scope, node: Node | None) -> Bundle:
    """``2 silver, 1 trade``; a bundle without items for ``nothing``."""
    if node is None or not node.children:
        return Bundle()
    items: dict[str, Item] = {}
    for part in nodes(node):
        for item in compile_item(scope, part):
            before = items.get(item.good)
            if before is None:
                items[item.good] = item
            elif part.data == "price_item" or before in (scope.price or Bundle()).items:
                items[item.good] = _added(before, item)
            elif not (_fixed(before.amount) and _fixed(item.amount)):
                amounts = *_parts(before.amount), *_parts(item.amount)
                items[item.good] = evolve(before, amount=Sum(amounts, span=before.span))
            else:
                message = f"{item.good} stands twice in the list"
                hint = "write each good once, with the whole number"
                scope.report("E301", message, part, hint)
    return Bundle(tuple(items.values()), span=scope.span(node))


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


# ---------------------------------------------------------------------------------- groups


def groups_in(scope: Scope, node: Node | None) -> list[tuple[str, Node]]:
    """The groups of goods that a bundle names, each with the item that names it."""
    found: list[tuple[str, Node]] = []
    for item in nodes(node) if node is not None else ():
        if item.data == "each_item":
            continue
        single = item.data in ("bid_item", "half_bid_item", "price_item")
        word = str(tokens(item)[0 if single else 1])
        if word in scope.names.groups and word not in scope.names.goods:
            found.append((scope.names.groups[word], item))
    return found


def single_group(scope: Scope, found: list[tuple[str, Node]]) -> str:
    """The one group that is named, ``1`` of it; empty where none is or the wish is too much."""
    asked = [(group, item) for group, item in found if item.data != "price_item"]
    groups = {group for group, _ in found}
    if len(groups) > 1:
        hint = "choose from one group only, or write two effects: A, then B"
        scope.report(
            "E306", f"more than one group of goods ({', '.join(sorted(groups))})", found[1][1], hint
        )
        return ""
    for group, item in asked:
        if item.data != "plain_item" or str(tokens(item)[0]) != "1":
            scope.report("E307", f"only 1 {group} can be chosen at once", item, f"write: 1 {group}")
            return ""
    return asked[0][0] if asked else ""


def each_of_group(scope: Scope, *bundles: Node | None) -> Iterator[tuple[Scope, Conditions]]:
    """The scope itself, or one for each good of the group that the bundles name.

    A good with several prices, each under its own conditions, gives one scope for each price.
    """
    found = [entry for bundle in bundles for entry in groups_in(scope, bundle)]
    group = single_group(scope, found)
    if not group:
        # Groups that stand there nevertheless were reported just now.
        yield evolve(scope, lenient=bool(found)), ()
        return
    priced = [item for _, item in found if item.data == "price_item"]
    unpriced = [good for good in scope.names.members[group] if good not in scope.prices]
    if priced and unpriced:
        message = f"without a price: {', '.join(unpriced)}"
        hint = f"add a line below prices: {unpriced[0]}: 1 <good>"
        scope.report("E305", message, priced[0], hint)
    for good in scope.names.members[group]:
        prices = scope.prices.get(good, ()) if priced else ()
        if not prices:
            yield scope.choosing(group, good, None), ()
        for price, conditions in prices:
            yield scope.choosing(group, good, price), conditions


# ---------------------------------------------------------------------------------- definitions


def compile_good(scope: Scope, entry: Entry, conditions: Conditions) -> Good:
    """``14 wood`` with what its line says of the whole group."""
    words = tokens(entry.node)
    assert entry.around is not None
    sight, *group = tokens(entry.around)
    forms = [str(word) for word in words[1:]]
    group_forms = [str(word) for word in group if word.type == "PHRASE"]
    return Good(
        forms[0],
        forms[-1],
        group_forms[0],
        group_forms[-1],
        str(sight) == "hidden",
        scope.number(words[0]),
        conditions=conditions,
        span=scope.span(entry.node),
    )


def compile_limited(scope: Scope, entry: Entry, conditions: Conditions) -> Limited:
    """``limited: wood, food``; a group stands for all its goods."""
    goods: list[str] = []
    for token in tokens(entry.node):
        word = str(token)
        if word in scope.names.groups and word not in scope.names.goods:
            goods += scope.names.members[scope.names.groups[word]]
        else:
            goods.append(scope.good(token))
    distinct = tuple(dict.fromkeys(goods))
    return Limited(distinct, conditions=conditions, span=scope.span(entry.node))


def compile_revealed(scope: Scope, entry: Entry, conditions: Conditions) -> Revealed:
    """``everything is public``."""
    finally_only = entry.node.data == "revealed_finally"
    return Revealed(finally_only, conditions=conditions, span=scope.span(entry.node))


def compile_price(scope: Scope, entry: Entry, conditions: Conditions) -> Price:
    """``wood: 1 silver``."""
    good = scope.good(tokens(entry.node)[0])
    bundle = compile_bundle(scope, nodes(entry.node)[0])
    return Price(good, bundle, conditions=conditions, span=scope.span(entry.node))


def compile_exchanges(scope: Scope, node: Node, conditions: Conditions) -> list[Exchange]:
    """``exchange sell: 1 trade, 1 resource -> ...``: one for each good of a group it names."""
    name = "".join(str(word) for word in tokens(node, "PHRASE"))
    offered_only = bool(tokens(node, "WHEN_OFFERED"))
    counts_as, together = _tails(scope, node)
    cost, gain = nodes(node, "bundle")
    return [
        Exchange(
            name,
            compile_bundle(each, cost),
            compile_bundle(each, gain),
            offered_only,
            each.chosen,
            counts_as,
            together,
            conditions=(*conditions, *more),
            span=scope.span(node),
        )
        for each, more in each_of_group(scope, cost, gain)
    ]


def _tails(scope: Scope, node: Node) -> tuple[str, bool]:
    """What stands between the name of an exchange and its colon."""
    as_other = [word for part in nodes(node, "counts_as") for word in tokens(part)]
    together = nodes(node, "paid_together")
    for repeated in (*nodes(node, "counts_as")[1:], *together[1:]):
        scope.report("E332", "this stands twice", repeated, "keep one of them")
    return scope.exchange(as_other[0]) if as_other else "", bool(together)


def compile_substitutions(scope: Scope, node: Node, conditions: Conditions) -> list[Substitution]:
    """``1 gold may pay for 5 silver, even too much``."""
    pays, paid_for, *tails = nodes(node)
    for each in nodes(paid_for, "each_item"):
        goods = " or ".join(f"1 {good}" for good in scope.goods(tokens(each)[1]))
        scope.report("E308", "one payment is for one of several goods", each, f"write: {goods}")
    items = tuple(item for part in nodes(paid_for) for item in compile_item(scope, part))
    places = [word for tail in tails if tail.data == "purposes" for word in tokens(tail)]
    surplus = any(tokens(tail, "EVEN_TOO_MUCH") for tail in tails)
    purposes = tuple(dict.fromkeys(_purpose(scope, word) for word in places))
    bundle = compile_bundle(scope, pays)
    span = scope.span(node)
    return [Substitution(bundle, items, purposes, surplus, conditions=conditions, span=span)]


def _purpose(scope: Scope, token: Token) -> str:
    known = {word: word for word in (*scope.names.moments, "build")}
    return scope.resolve(token, known, "purpose of a payment")


def compile_tally(scope: Scope, entry: Entry, conditions: Conditions) -> Tally:
    """``tally harvest: resources that income gives``."""
    _, *words, moment = tokens(entry.node)
    goods = tuple(dict.fromkeys(good for word in words for good in scope.goods(word)))
    span = scope.span(entry.node)
    return Tally(entry.name, goods, scope.moment(moment), conditions=conditions, span=span)
