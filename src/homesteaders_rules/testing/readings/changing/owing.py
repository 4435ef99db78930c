"""What is due, or something else for each that is missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ....mechanisms.owing import EachMissing, PayOrElse
from ..payments import Way, due_of, hand_over, payable
from ..reading import Asks, Choice, Reading
from ..registry import always_ask, reads

if TYPE_CHECKING:
    from ....commands.amounts import Item

always_ask(PayOrElse)


@reads(PayOrElse)
def _pay_or_else(game: Reading, effect: PayOrElse) -> Asks:
    """Good after good, from as much as there is down to nothing."""
    for item in effect.bundle.items:
        if due_of(game, item.amount) > 0:
            yield from game.ask(partial(_ways, game, effect, item), skips=False)


def _ways(game: Reading, effect: PayOrElse, item: Item) -> list[Choice]:
    due = due_of(game, item.amount)
    found: dict[frozenset[tuple[str, int]], Choice] = {}
    for paid in range(due, -1, -1):
        ways = payable(game, {item.good: paid}, game.purpose) if paid else [None]
        for way in ways:
            goods = () if way is None else way.goods
            key = game.text.paid(goods or ((item.good, 0),), item.good)
            pay = partial(_paid, game, effect, way, due - paid)
            found.setdefault(frozenset(goods), Choice(key, pay))
        if found and effect.all_there:
            break
    return [*found.values()]


def _paid(game: Reading, effect: PayOrElse, way: Way | None, missing: int) -> Asks:
    if way is not None:
        yield from hand_over(game, effect.span, way)
    game.missing = missing
    if missing:
        yield from game.do(effect.for_each_missing())


@reads(EachMissing)
def _for_each_missing(game: Reading, amount: EachMissing, seat: int) -> int:
    return amount.number.value * game.missing
