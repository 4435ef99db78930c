"""Where goods do most: the best places on the slots of a player's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..play.state import State
    from .outlook import Outlook


def best_places(outlook: Outlook, state: State, player: int) -> set[tuple[str, int]]:
    """The places (piece, number) to fill, so that what is collected next is worth most."""
    numbered: list[tuple[float, int, str, list[tuple[str, int]]]] = []
    for name in state.pieces(player):
        count: dict[str, int] = {}
        for _, slot in outlook.pieces[name].slots:
            first = count.get(slot.good, 0) + 1
            count[slot.good] = first + slot.count - 1
            places = [(name, number) for number in range(first, first + slot.count)]
            each = slot.yields(state, player) / slot.count
            numbered.append((each, -len(numbered), slot.good, places))
    free = {good: state.holding(player, good) for good in outlook.placed_goods}
    wanted: set[tuple[str, int]] = set()
    for each, _, good, places in sorted(numbered, reverse=True):
        if each > 0 and free[good] >= len(places):
            free[good] -= len(places)
            wanted.update(places)
    return wanted
