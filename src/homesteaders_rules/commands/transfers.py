"""Goods on their way from one holder to another: how that is linked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import evolve

from ..mechanisms.holding import bounds
from ..runtime import acts, counters, predicates
from ..runtime.recording import events, records
from ..runtime.recording.events import STOCK
from .amounts import Bundle, GoodCount, Item, Number
from .effects import Effect

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from ..runtime.counters import Counter
    from ..runtime.predicates import Predicate
    from .base import Command
    from .protocols import Causes, Happening, Linker


class Bringing(Effect):
    """An effect that brings goods to the player; what is then too much for them goes back at once.

    Whether that asks them something hangs on what the rules say of these goods.
    """

    __slots__ = ()

    def brings(self, rules: Causes) -> Iterable[str]:
        """The goods that may come."""
        raise NotImplementedError

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return rules.gaining(self.brings(rules))

    def asks_itself(self, rules: Causes) -> bool:
        return rules.gives_back(self.brings(rules))

    def link(self, linker: Linker, follow: int) -> int:
        brought = self.brings(linker.consequences)
        return super().link(linker, bounds.within_bounds(linker, brought, follow))


def gives(linker: Linker, bundle: Bundle, giver: Holder) -> Predicate:
    """Can the giver give anything of a bundle?"""
    return predicates.Either.of(*(_gives(linker, item, giver) for item in bundle.items))


def _gives(linker: Linker, item: Item, giver: Holder) -> Predicate:
    """Has the giver any of it, where that is limited, and is the number more than nothing?"""
    where, holder = giver
    tests: list[Predicate] = []
    least = item.amount.value if isinstance(item.amount, Number) else 1
    short = bounds.can_be_gained(linker, item.good, least) if holder == STOCK else None
    if short is not None:
        tests.append(short)
    elif holder is None or item.good in linker.limited:
        tests.append(predicates.Within(counters.InCell(*where(item.good)), 1))
    if not isinstance(item.amount, Number):
        tests.append(predicates.Within(item.amount.counter(linker.layout), 1))
    return predicates.All.of(*tests)


def transfer(linker: Linker, command: Command, bundle: Bundle, sign: int) -> Act | None:
    """A bundle from the stock to the player (``sign`` 1) or from the player (-1).

    A player gives no more than they hold; the stock no more than it holds of limited goods. What
    is known beforehand is followed up at once, what is counted unit by unit.
    """
    counted = [item for item in bundle.items if sign < 0 or _counted(linker, item)]
    fixed = linker.cost(bundle)
    if counted:
        fixed = linker.cost(Bundle(tuple(item for item in bundle.items if item not in counted)))
    names = [(linker.goods[good], amount) for good, amount in fixed]
    return acts.Several.of(
        _act(linker, command, names, sign) if names else None,
        *(linker.earned(*each) for each in names),
        linker.following(gained=fixed),
        *(_counted_act(linker, command, item, sign) for item in counted),
    )


def _counted(linker: Linker, item: Item) -> bool:
    if not isinstance(item.amount, Number) or item.good in linker.limited:
        return True
    return bounds.is_bounded(linker, item.good)


def _counted_act(linker: Linker, command: Command, item: Item, sign: int) -> Act:
    with linker.depending(item.amount, GoodCount(item.good) if sign < 0 else None):
        act = _act(linker, command, [(item.good, 1)], sign)
        each = (each_gained if sign > 0 else each_lost)(linker, item.good)
        capped = sign < 0 or item.good in linker.limited
        before, times = None, item.amount.counter(linker.layout)
        if sign > 0:
            before, times = bounds.gained(linker, item.good, times)
        whole = acts.Several.of(before, evolve(act, times=times, capped=capped, each=each))
    assert whole is not None
    return whole


def each_gained(linker: Linker, good: str) -> Act | None:
    """What follows from each unit of a good that a player gains; tallies count it."""
    return acts.Several.of(linker.earned(good, 1), linker.publish_act("gains", good))


def each_lost(linker: Linker, good: str) -> Act | None:
    """What follows from each unit of a good that a player loses."""
    return linker.publish_act("loses", good)


def _act(
    linker: Linker, command: Command, goods: Iterable[tuple[str, int]], sign: int
) -> acts.Transfer:
    giver, taker = (in_stock(linker), of_player(linker))[::sign]
    return transferred(linker, command, goods, giver, taker)


Holder = tuple[Callable[[str], tuple[int, int]], int | None]
"""For a good its cell and how far those of players lie apart; and as events name the holder."""


def in_stock(linker: Linker) -> Holder:
    """The stock of all goods."""
    return lambda good: (linker.purse.stock + linker.layout.good_index[good], 0), STOCK


def of_player(linker: Linker) -> Holder:
    """The player whose turn it is, whom events name."""
    return lambda good: (linker.layout.goods_cell(0, good), len(linker.layout.goods)), None


def on_piece(linker: Linker, piece: str) -> Holder:
    """A piece on which goods lie."""
    told = events.on_piece(linker.layout.piece_index[piece])
    return lambda good: (linker.layout.at["here", piece, good], 0), told


def can_take(linker: Linker, goods: Iterable[str], giver: Holder) -> Predicate:
    """Has the giver any of some goods of which the player may hold one more?"""
    where, _ = giver
    there = ((good, counters.InCell(*where(good))) for good in goods)
    tests = (predicates.Within(bounds.with_room(linker, *each), 1) for each in there)
    return predicates.Either.of(*tests)


def emptied(
    linker: Linker, command: Command, piece: str, good: str, taker: Holder
) -> acts.Transfer:
    """All of a good that lies on a piece, to a holder; to a player no more than they may hold."""
    giver = on_piece(linker, piece)
    act = transferred(linker, command, [(good, 1)], giver, taker)
    times: Counter = counters.InCell(*giver[0](good))
    each = None
    if taker[1] is None:
        each = each_gained(linker, good)
        times = bounds.with_room(linker, good, times)
    return evolve(act, times=times, each=each)


def transferred(
    linker: Linker,
    command: Command,
    goods: Iterable[tuple[str, int]],
    giver: Holder,
    taker: Holder,
) -> acts.Transfer:
    """So many of some goods from one holder to another: the act, and how it is told."""
    (given, source), (taken, target) = giver, taker
    listed = tuple(goods)
    gives = tuple((*given(good), *taken(good), amount) for good, amount in listed)
    told = tuple((good, source, target, amount) for good, amount in listed)
    decoder = records.Transferred(told, span=command.span, piece=linker.piece)
    return acts.Transfer((linker.source(decoder),), gives, linker.ceiling)
