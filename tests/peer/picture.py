"""A state of this library as the peer would show it, so that the two can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from homesteaders_rules import State
    from peer.keys import Placement
    from peer.traces import Data

GOODS = {
    "silver": "silver",
    "wood": "wood",
    "food": "food",
    "steel": "steel",
    "gold": "gold",
    "copper": "copper",
    "livestock": "livestock",
    "trade": "trade",
    "debt": "debt",
    "vp_chits": "point",
    "workers": "worker",
    "rail_lines": "rail",
}
"""The peer's names of goods, and the names in the rules."""

TOGETHER = ("allocate", "pay_workers", "endgame")
"""The phases in which the peer lets all players act at once."""

SUPPLY = "supply"
UNIQUE = "Homestead"
"""Never on offer: the peer does not list it."""


def placing(state: State) -> bool:
    """Is the player to move asked where the workers go?"""
    return not state.over and state.phase == "income" and "done" in state.decision.keys


@define
class Memory:
    """What the peer shows longer, or earlier, than the state of this library holds it.

    The workers of a player stay where they are until the player moves them: here they are taken
    back as soon as it is the player's turn to place them, and placed when the peer collects.
    The marker of a neutral bid stays on its lot when it is outbid: here it is gone.
    """

    announced: dict[int, Placement] = field(factory=dict)
    placed: dict[int, Placement] = field(factory=dict)
    neutral: tuple[int, int] = (0, 0)

    def announce(self, player: int, placement: Placement) -> None:
        """The player says where the workers shall go, and has not collected."""
        self.announced[player] = placement

    def wanted(self, player: int) -> Placement:
        """Where the player's workers shall go: as announced, else where they were."""
        return self.announced.get(player, self.placed.get(player, []))

    def collected(self, player: int) -> None:
        """The player's workers are placed: from now on the state says where."""
        self.announced.pop(player, None)

    def placement(self, state: State, player: int) -> Placement:
        """Where the player's workers are, for the peer."""
        if player in self.announced or (state.decision.player == player and placing(state)):
            return self.wanted(player)
        self.placed[player] = sorted([name, number] for name, number in state.placed(player))
        return self.placed[player]


def picture(state: State, memory: Memory) -> Data:
    """The whole state in the terms of the peer."""
    players = range(state.table.players)
    shown = {
        "round": state.round,
        "phase": phase(state),
        "to_move": to_move(state),
        "start_player": state.start_player,
        "auction": lot(state),
        "players": {f"p{player}": player_picture(state, player, memory) for player in players},
        "supply": supply(state),
    }
    if any(track.name == "Neutral" for track in state.table.layout.tracks):
        shown["neutral"] = {"bid": neutral_bid(state, memory), "level": state.position("Neutral")}
    return shown


def player_picture(state: State, player: int, memory: Memory) -> Data:
    """What the peer shows of one player."""
    shown: Data = {name: state.holding(player, good) for name, good in GOODS.items()}
    shown["track_position"] = state.position("Railroad", player)
    shown["placement"] = memory.placement(state, player)
    shown["buildings"] = sorted(state.pieces(player))
    shown["bid"] = bid(state, player)
    return shown


def supply(state: State) -> Data:
    """How many copies of each building are on offer."""
    names = (name for name in state.table.layout.piece_names if name != UNIQUE)
    listed = (name for name in names if ("pieces", SUPPLY, name) in state.table.layout.at)
    return {name: state.copies(SUPPLY, name) for name in listed}


# ---------------------------------------------------------------------------------- bids


def register(state: State, *name: str | int) -> int:
    """A cell by its name in the layout."""
    return state.cells[state.table.layout.at[name]]


def bidding(state: State) -> bool:
    """May bids lie on the lots?"""
    return state.phase in ("bidding", "building") and phase(state) != "neutral_bid"


def lot(state: State) -> int:
    """The lot being resolved, from 1; 0 where there is none."""
    return register(state, "lot") + 1 if state.phase == "building" else 0


def bid(state: State, player: int) -> list[str | int]:
    """The marker of a player."""
    if not bidding(state):
        return []
    if register(state, "out") >> player & 1:
        return ["pass"]
    marked, amount = register(state, "marker lot", player), register(state, "marker bid", player)
    if not marked:
        return []
    if marked < lot(state):
        return ["done"]
    leads = any(each.leader == player and each.number == marked for each in state.lots())
    return [marked, amount, "high" if leads else "outbid"]


def neutral_bid(state: State, memory: Memory) -> list[str | int]:
    """The marker of the neutral bid. The peer takes it off with its lot, or with an unsold one."""
    if not bidding(state):
        memory.neutral = (0, 0)
        return []
    standing = next((each for each in state.lots() if each.neutral), None)
    if standing is not None:
        memory.neutral = standing.number, standing.bid
    number, amount = memory.neutral
    if not number:
        return []
    over = (each for each in state.lots() if each.number < lot(state))
    if any(each.number == number or each.leader is None for each in over):
        return ["done"]
    return [number, amount, "outbid" if standing is None else "high"]


# ---------------------------------------------------------------------------------- whose turn


def phase(state: State) -> str:
    """What is being decided, by the peer's name for it."""
    if state.over:
        return "over"
    keys = state.decision.keys
    match state.phase:
        case "income":
            return "allocate" if placing(state) else "pay_workers"
        case "settling":
            return "endgame"
        case "bidding" if keys[0].startswith("neutral bid"):
            return "neutral_bid"
        case "bidding" if "pass" in keys:
            return "bid"
        case "bidding":
            return "rail_bonus"
    return _building_phase(state)


def _building_phase(state: State) -> str:
    keys = state.decision.keys
    if "build nothing" in keys:
        return "second_build" if register(state, "built last") else "build"
    if "decline" in keys:
        return "tile_bonus" if _asked_by_lot(state) else "building_bonus"
    return "rail_bonus" if keys[0].startswith("gain ") else "pay_auction"


def _asked_by_lot(state: State) -> bool:
    """Does the question stand on a lot, and not on a building?"""
    effect = state.decision.step.effect
    assert effect is not None and effect.span is not None
    return effect.span.file.endswith("lots.rules")


def to_move(state: State) -> list[int]:
    """Who may act. Where the peer lets all act at once, the state is one that has just begun it."""
    if state.over:
        return []
    if phase(state) in TOGETHER:
        return list(range(state.table.players))
    return [state.decision.player]
