"""Linking what a player may hold, and what happens where the stock runs short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime import predicates
from ...runtime.counters import Counter, Fixed, InCell, Together
from ...runtime.offering.shortage import Bound, Refill
from ...runtime.recording import records
from ...runtime.recording.events import STOCK
from .. import holding
from ..homes.dwelling import all_at_home
from .definitions import MayHold, RunsShort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.amounts import Item
    from ...commands.protocols import Linker
    from ...runtime.acts import Act
    from ...runtime.predicates import Predicate


def shortage(linker: Linker, good: str) -> RunsShort | None:
    """What is said of a good that runs short."""
    return next((each for each in linker.of(RunsShort) if good in each.goods), None)


def is_bounded(linker: Linker, good: str) -> bool:
    """Is no more of it gained than a player may hold, or than there is for all?"""
    short = shortage(linker, good)
    no_more = any(good in each.goods and not each.gives_back for each in linker.of(MayHold))
    return no_more or short is not None


def gained(linker: Linker, good: str, number: Counter) -> tuple[Act | None, Counter]:
    """What comes before so much of a good is gained, and how much it is then."""
    number, short = with_room(linker, good, number, own=False), shortage(linker, good)
    if short is None:
        return None, number
    if not short.back:
        stock = linker.layout.goods_cell(linker.layout.players, good)
        return None, holding.steps.AllOrNone(number, stock)
    return refill(linker, short, good, number), number


def with_room(linker: Linker, good: str, number: Counter, own: bool = True) -> Counter:
    """So much of a good, as far as the player has a stock of their own for so much more.

    That bounds it wherever it comes from. Without ``own`` it is gained, and whoever gains no more
    than they may hold is bounded too.
    """
    layout, width = linker.layout, len(linker.layout.goods)
    for each in linker.of(MayHold):
        if good in each.goods and (each.own or not (own or each.gives_back)):
            cells = tuple(layout.goods_cell(0, held) for held in each.goods)
            number = holding.steps.WithRoom(number, cells, width, each.count)
    return number


def room(linker: Linker, good: str) -> Counter | None:
    """How much more of a good a player has a stock of their own for; None: it has no bound."""
    endless = Fixed(linker.layout.most)
    bounded = with_room(linker, good, endless)
    return None if bounded is endless else bounded


def refill(linker: Linker, short: RunsShort, good: str, number: Counter) -> Refill:
    """Everybody gives back until there is enough."""
    layout = linker.layout
    told = records.Transferred(((good, None, STOCK, 1),), span=short.span)
    return Refill(
        number,
        layout.goods_cell(layout.players, good),
        layout.goods_cell(0, good),
        len(layout.goods),
        layout.players,
        short.back,
        linker.source(told),
        linker.publish_act("loses", good),
    )


def refills(linker: Linker, goods: Iterable[str]) -> tuple[tuple[int, Refill], ...]:
    """For each of some goods what comes before it is gained, where the stock may be filled up."""
    found = ((good, short) for good in goods if (short := shortage(linker, good)) is not None)
    return tuple(
        (linker.layout.good_index[good], refill(linker, short, good, Fixed(0)))
        for good, short in found
        if short.back
    )


def holding_bounds(linker: Linker, goods: Iterable[str]) -> tuple[Bound, ...]:
    """What bounds how much may be held of any of some goods."""
    named, index = set(goods), linker.layout.good_index
    return tuple(
        (tuple(index[good] for good in each.goods), each.count)
        for each in linker.of(MayHold)
        if named & set(each.goods)
    )


def can_be_gained(linker: Linker, good: str, amount: int) -> Predicate | None:
    """Is there any for the player, as the rules of shortage have it? None: they have none."""
    short = shortage(linker, good)
    if short is None:
        return None
    layout = linker.layout
    stock = layout.goods_cell(layout.players, good)
    if short.back:
        # The stock first, which has some nearly always.
        return holding.steps.SomebodyHas(
            (stock, *(layout.goods_cell(p, good) for p in range(layout.players)))
        )
    return predicates.Within(InCell(stock), amount)


def fits(linker: Linker, items: Iterable[Item]) -> Predicate:
    """Can all of it be gained, as far as players have stocks of their own?"""
    layout, listed = linker.layout, tuple(items)
    found: list[Predicate] = []
    for each in linker.of(MayHold):
        meant = [item.amount for item in listed if each.own and item.good in each.goods]
        if meant:
            number = Together.of(amount.counter(layout) for amount in meant)
            cells = tuple(layout.goods_cell(0, good) for good in each.goods)
            found.append(holding.steps.HasRoom(number, cells, len(layout.goods), each.count))
    return predicates.All.of(*found)


def within_bounds(linker: Linker, goods: Iterable[str], follow: int) -> int:
    """After goods were gained: what is too much, or has no home, goes; and then it goes on."""
    named, layout = set(goods), linker.layout
    for each in linker.of(MayHold):
        if each.gives_back and named & set(each.goods):
            indices = tuple(layout.good_index[good] for good in each.goods)
            told = records.Paid(linker.goods, span=each.span)
            one = tuple((index, 1) for index in indices)
            step = holding.steps.GiveBack(
                indices, each.count, linker.purse, linker.source(told), linker.losses([one]), follow
            )
            follow = linker.add(step)
            step.effect = each  # what is asked is not the gain that it follows
    return all_at_home(linker, named, follow)
