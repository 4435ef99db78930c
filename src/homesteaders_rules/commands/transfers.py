"""Gains and discards: the one way in which goods change hands without a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..runtime import acts, records
from .amounts import Number

if TYPE_CHECKING:
    from ..runtime.acts import Act
    from .amounts import Bundle, Item
    from .base import Command
    from .linked import Linker


def transfer(linker: Linker, command: Command, bundle: Bundle, sign: int) -> Act | None:
    """A bundle from the stock to the player (``sign`` 1) or from the player (-1).

    A player gives no more than they hold; the stock no more than it holds of limited goods.
    """
    counted = [item for item in bundle.items if sign < 0 or _counted(linker, item)]
    fixed = tuple(item for item in bundle.items if item not in counted)
    linked = [_counted_act(linker, command, item, sign) for item in counted]
    if fixed:
        linked.insert(0, _fixed_act(linker, command, type(bundle)(fixed)))
    return acts.Several.of(*linked)


def _counted(linker: Linker, item: Item) -> bool:
    return item.good in linker.limited or not isinstance(item.amount, Number)


def _fixed_act(linker: Linker, command: Command, bundle: Bundle) -> Act | None:
    goods = linker.cost(bundle)
    names = tuple((linker.purse.names[good], amount) for good, amount in goods)
    source = linker.source(records.Fixed(names, span=command.span, piece=linker.piece))
    act = acts.TransferFixed(source, goods, len(linker.purse.names), linker.purse.stock)
    earned = (linker.earned(linker.purse.names[good], amount) for good, amount in goods)
    return acts.Several.of(act, *earned, linker.following(gained=goods))


def _counted_act(linker: Linker, command: Command, item: Item, sign: int) -> Act | None:
    good = linker.layout.good_index[item.good]
    source = linker.source(records.Counted(item.good, sign, span=command.span, piece=linker.piece))
    if sign > 0:
        gained = linker.following(gained=((good, 1),))
        each = acts.Several.of(linker.earned(item.good, 1), gained)
    else:
        each = linker.following(lost=((good, 1),))
    return acts.TransferCounted(
        source,
        good,
        item.amount.counter(linker.layout),
        sign,
        sign < 0 or item.good in linker.limited,
        len(linker.purse.names),
        linker.purse.stock,
        each,
    )
