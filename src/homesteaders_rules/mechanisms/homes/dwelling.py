"""Linking homes: those of a table, and the question of who has more than find one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import homes as room
from ..enclosing.definitions import find_enclosed
from .definitions import HomesIn, HomesInside, HomesOf, HomesOutside, TooMany

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Layout, Linker
    from ...runtime.offering.exchanges import ExchangeOffer
    from .steps import Dwelling


def dwelling_of(layout: Layout, homes: HomesOf) -> Dwelling:
    """The homes at a table."""
    grid = layout.grid

    def kinds_of(tiles: tuple[str, ...]) -> int:
        return 0 if grid is None else int(grid.kinds_of(tiles))

    outside, inside = homes.of(HomesOutside), homes.of(HomesInside)
    return room.steps.Dwelling(
        tuple(layout.goods_cell(0, good) for good in homes.goods),
        len(layout.goods),
        sum(line.count for line in homes.of(HomesIn)),
        tuple(room.steps.ByTile(line.count, kinds_of(line.tiles)) for line in outside),
        tuple(room.steps.ByCell(line.count, kinds_of(line.tiles)) for line in inside),
        layout.lattice,
        find_enclosed(layout),
    )


def all_at_home(linker: Linker, goods: Iterable[str], follow: int) -> int:
    """After some goods were gained, or homes may be fewer: who has too many gives up some."""
    named = set(goods)
    for homes in linker.of(HomesOf):
        if named & set(homes.goods):
            follow = give_up(linker, homes, follow)
    return follow


def room_may_be_less(linker: Linker, follow: int) -> int:
    """After something that homes depend on has changed: the same of all goods that have homes."""
    return all_at_home(linker, [good for each in linker.of(HomesOf) for good in each.goods], follow)


def give_up(linker: Linker, homes: HomesOf, follow: int) -> int:
    """The question what to give up, while not all have a home."""
    dwelling = dwelling_of(linker.layout, homes)
    question = room.steps.GiveUpSome((), dwelling)
    question.skip = follow
    number = linker.add(question)
    question.effect = next(iter(homes.of(TooMany)), homes)
    live = {linker.layout.good_index[good] for good in homes.goods}
    question.offers = tuple(
        room.steps.GiveUp(exchange, number, dwelling)
        for kind in homes.kinds
        for exchange in linker.exchanges_of_kind(kind)
        if _frees(exchange, live)
    )
    return number


def _frees(exchange: ExchangeOffer, live: set[int]) -> bool:
    """Is one of those that need a home given for something that needs none?"""
    given, gained = {good for good, _ in exchange.cost}, {good for good, _ in exchange.gain}
    return bool(given & live) and not gained & live
