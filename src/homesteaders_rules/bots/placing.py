"""Where goods do most: the best places on the slots of a player's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .outlook import Outlook


def best_places(outlook: Outlook, cells: Sequence[int], player: int) -> set[tuple[str, int]]:
    """The places (piece, number) to fill, so that what is collected next is worth most."""
    layout = outlook.table.layout
    every = outlook.estates[cells[layout.owned + player]].slots.values()
    slots = [slot for listed in every for slot in listed]
    numbered = [(slot.each(cells, player), -number) for number, slot in enumerate(slots)]
    row = layout.row(player)
    free = {good: cells[row + good] for good in outlook.placed_goods}
    wanted: set[tuple[str, int]] = set()
    for each, number in sorted(numbered, reverse=True):
        slot = slots[-number]
        if each > 0 and free[slot.good] >= len(slot.places):
            free[slot.good] -= len(slot.places)
            wanted.update((slot.piece, place) for place in slot.places)
    return wanted
