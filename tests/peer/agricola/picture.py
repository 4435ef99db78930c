"""A state of this library as the peer would show it, so that the two can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from homesteaders_rules import score
from peer.agricola.farm import due, farm
from peer.agricola.names import GOODS, GROWTH, IMPROVEMENTS, SPACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from homesteaders_rules import State
    from peer.agricola.traces import Data

HARVEST = ("field", "feeding", "breeding")
"""Phases of the rules that are one to the peer."""

LYING = ("wood", "clay", "reed", "stone", "food", "sheep", "boar", "cattle")
"""What may lie on spaces."""


def picture(state: State, spaces: Iterable[str]) -> Data:
    """The whole state in the terms of the peer; ``spaces`` are those that lie on the board."""
    now = phase(state)
    return {
        "round": min(state.round, state.table.rounds),
        "phase": now,
        "start_player": state.start_player + 1,
        "next": state.decision.player + 1 if now == "work" else None,
        "players": {
            str(player + 1): player_picture(state, player) for player in range(state.table.players)
        },
        "spaces": space_pictures(state, spaces),
    }


def phase(state: State) -> str:
    """What is going on, by the peer's name for it."""
    if state.over:
        return "over"
    return "harvest" if state.phase in HARVEST else state.phase


def player_picture(state: State, player: int) -> Data:
    """What the peer shows of one player."""
    pieces = state.pieces(player)
    return {
        **{name: state.holding(player, good) for name, good in GOODS.items()},
        **farm(state, player),
        "placed": len(state.placed(player)),
        "fences": state.holding(player, "fence"),
        "improvements": sorted(name for name, piece in IMPROVEMENTS.items() if piece in pieces),
        "due": due(state, player),
        "score": score(state)[player].total,
    }


def space_pictures(state: State, spaces: Iterable[str]) -> Data:
    """What lies on each space, and who stands there."""
    stands = {
        piece: player for player in range(state.table.players) for piece, _ in state.placed(player)
    }
    shown: dict[str, Data] = {}
    for space in spaces:
        name = SPACES[space]
        lying = {good: state.lying(name, good) for good in LYING}
        shown[space] = {
            "goods": {good: amount for good, amount in lying.items() if amount},
            "people": [stands[name] + 1] if name in stands else [],
        }
    _note_births(state, shown)
    return shown


def _note_births(state: State, shown: Mapping[str, Data]) -> None:
    """Where somebody was born: on the last of these spaces only if there is one more newborn."""
    born = {player + 1: state.holding(player, "newborn") for player in range(state.table.players)}
    for space in GROWTH:
        for player in shown.get(space, {}).get("people", ()):
            if born[player]:
                shown[space]["newborns"] = [player]
                born[player] -= 1
