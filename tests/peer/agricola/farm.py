"""What lies on a player's cells, and what is due to them, in the terms of the peer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peer.agricola.names import ROOMS

if TYPE_CHECKING:
    from homesteaders_rules import State
    from peer.agricola.traces import Data


def farm(state: State, player: int) -> Data:
    """Rooms, fields and what grows there, pastures and stables."""
    cells = state.grid(player)
    kinds = {room: kind for kind, room in ROOMS.items()}
    rooms = [cell for cell in cells if cell.tile in kinds]
    pastures: dict[int, list[str]] = {}
    for cell in cells:
        if cell.area:
            pastures.setdefault(cell.area, []).append(cell.name)
    return {
        "rooms": {
            "kind": "/".join(sorted({kinds[cell.tile] for cell in rooms})),
            "cells": sorted(cell.name for cell in rooms),
        },
        "fields": fields({c.name: _crop(c.lying) for c in cells if c.tile == "field"}),
        "pastures": sorted(map(sorted, pastures.values())),
        "stables": sorted(cell.name for cell in cells if cell.tile == "stable"),
    }


def fields(sown: Data) -> Data:
    """Where fields lie, and what grows on them.

    The rules tell fields that hold the same not apart: they sow the first of them, and the peer
    any. So it is compared which cells are fields, and what grows on some field or other.
    """
    crops = [crop for crop in sown.values() if crop is not None]
    return {"cells": sorted(sown), "crops": sorted(crops)}


def _crop(lying: tuple[tuple[str, int], ...]) -> list[str | int] | None:
    """What grows on a field, and how much of it."""
    crops: list[list[str | int]] = [[good, amount] for good, amount in lying]
    return crops[0] if crops else None


def due(state: State, player: int) -> dict[str, dict[str, int]]:
    """Which goods come in which rounds."""
    return {str(due.round): dict(due.goods) for due in state.due(player)}
