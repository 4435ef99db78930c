"""A state of this library as the peer would show it, so that the two can be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from homesteaders_rules import apply

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

TOGETHER = {
    "allocate": "income",
    "pay_workers": "income",
    "event_trade": "event",
    "event_pay": "event",
    "event_bonus": "event",
    "event_rail_bonus": "event",
    "endgame": "endgame",
}
"""The phases in which the peer lets all players act at once, and the part they belong to."""

SUPPLY = "supply"
EVENTS = "Events"
STORE = "Warehouse"
STORED = ("wood", "food", "steel", "gold", "copper", "livestock")
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
    if EVENTS in state.table.layout.stack_size:
        shown["event"] = event(state)
    if any(track.name == "Neutral" for track in state.table.layout.tracks):
        shown["neutral"] = {"bid": neutral_bid(state, memory), "level": state.position("Neutral")}
    return shown


def event(state: State) -> str:
    """The event of the round; the final one has none."""
    turned = register(state, "turned", EVENTS)
    return state.stack(EVENTS)[turned - 1] if state.round <= state.table.rounds else ""


def player_picture(state: State, player: int, memory: Memory) -> Data:
    """What the peer shows of one player."""
    shown: Data = {name: state.holding(player, good) for name, good in GOODS.items()}
    shown["track_position"] = state.position("Railroad", player)
    shown["placement"] = memory.placement(state, player)
    shown["buildings"] = sorted(state.pieces(player))
    shown["bid"] = bid(state, player)
    if STORE in shown["buildings"]:
        shown["warehouse"] = [good for good in STORED if state.lying(STORE, good)]
    return shown


def supply(state: State) -> Data:
    """How many copies of each building are on offer."""
    layout = state.table.layout
    owned = (piece.name for i, piece in enumerate(layout.pieces) if layout.is_owned(i))
    return {name: state.copies(SUPPLY, name) for name in owned if name != UNIQUE}


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


def turned_up(state: State) -> list[str]:
    """The lots of the round, also those that are not on offer."""
    if state.round > state.table.rounds:
        return []
    ups = ((name, register(state, "turned", name)) for name in state.table.layout.lots)
    return [state.stack(name)[turned - 1] for name, turned in ups if turned]


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
    over = range(1, lot(state))
    if any(each == number or not register(state, "leader", each - 1) for each in over):
        return ["done"]
    return [number, amount, "outbid" if standing is None else "high"]


# ---------------------------------------------------------------------------------- whose turn


def phase(state: State) -> str:
    """What is being decided, by the peer's name for it."""
    if state.over:
        return "over"
    match state.phase:
        case "income":
            return "allocate" if placing(state) else "pay_workers"
        case "settling":
            return "endgame"
        case "bidding":
            return _bidding_phase(state)
    return _building_phase(state)


def _bidding_phase(state: State) -> str:
    keys = state.decision.keys
    if keys[0].startswith("neutral bid"):
        return "neutral_bid"
    if "pass" in keys:
        return "bid"
    passing = register(state, "out") >> state.decision.player & 1
    if "done" in keys:
        return "event_pass" if passing else "event_trade"
    if "decline" in keys:
        return "event_bonus"
    if keys[0].startswith("gain "):
        return "rail_bonus" if passing else "event_rail_bonus"
    return "event_pay"


def _building_phase(state: State) -> str:
    keys = state.decision.keys
    if "stop" in keys:
        return "lot_action"
    if "build nothing" in keys:
        return {"lot": "build", "event": "event_build"}.get(asking(state), "second_build")
    if "decline" in keys:
        return {"lot": "tile_bonus", "event": "lot_event_bonus"}.get(
            asking(state), "building_bonus"
        )
    if "done" in keys:
        return "tile_bonus"
    return "rail_bonus" if keys[0].startswith("gain ") else "pay_auction"


def asking(state: State) -> str:
    """The sort of the piece whose text asks."""
    layout = state.table.layout
    return str(layout.pieces[layout.piece_index[state.decision.piece]].sort)


def part(state: State) -> str:
    """The part in which all players act at once that a state belongs to; else nothing."""
    return TOGETHER.get(phase(state), "")


def to_move(state: State) -> list[int]:
    """Who may act. Where the peer lets all act at once, the state is one that has just begun it."""
    if state.over:
        return []
    match part(state):
        case "":
            return [state.decision.player]
        case "event":
            return sorted(asked(state))
    return list(range(state.table.players))


def asked(state: State) -> set[int]:
    """Who is asked something before the part ends: found by playing on to its end."""
    players = set()
    while part(state) == "event":
        players.add(state.decision.player)
        keys = state.decision.keys
        state, _ = apply(state, "done" if "done" in keys else keys[0])
    return players
