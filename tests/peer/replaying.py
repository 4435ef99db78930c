"""Replaying a recorded game through the rules, and comparing every state with the recorded one.

Most of the game has one player to move, and each decision is one step. Where the peer lets all
players act at once (income, what an event asks before the bidding, the last trades) but the rules
let them act in turn, the decisions of such a part are made in the order of the rules. What a player
does there touches nobody else, so the state after each step is put together from what each player
has after the decisions they have made by then; it is compared whole. Secret trades change what a
player has when all are done.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from homesteaders_rules import State, load, new_game, score, winners
from homesteaders_rules.testing import differential
from homesteaders_rules.testing.differential import (
    Difference,
    Differs,
    Player,
    Recording,
    differences,
)
from peer.keys import keys
from peer.picture import TOGETHER, Memory, part, phase, picture, player_picture, turned_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from homesteaders_rules.rules import Rules
    from peer.traces import Data, Game, Step

SILENT = ("hidden_trade", "event_done")
"""What changes nothing by itself: secret trades are made when all are done."""

CLOSING = ("pay_workers", "event_pay", "done")
"""What a player does last in a part in which all act at once, and that does no more than pay."""

TRACK_BONUSES = ("worker_and_rail_advance",)
"""Bonuses that end with a reward of the track."""


@frozen
class Result(differential.Result):
    """What came of replaying a game.

    ``composed`` of the states compared were put together player by player.
    """

    composed: int = 0


def rules_of(game: Game) -> Rules:
    """The rules a game was played by."""
    if "options" in game.header:
        return _rules("peer_new_beginnings")
    return _rules("homesteaders", "peer")


OPTIONS = {
    "expansion_buildings": "new buildings",
    "events": "events",
    "rail_line_on_no_build": "rail when not building",
}
"""The options of a recorded game, and their names in the rules."""


@cache
def _rules(*packs: str) -> Rules:
    return load(*packs)


def replay(game: Game) -> Result:
    """Replay one game."""
    replaying = _Replaying(game)
    found = differential.replay(replaying)
    return Result(
        found.name, found.compared, found.at, found.differences, composed=replaying.composed
    )


def begin(game: Game) -> State:
    """The first state of a game, dealt as recorded."""
    deal: dict[str, Sequence[str] | int] = {
        f"Auction {name[1:]}": pile for name, pile in game.header["piles"].items()
    }
    deal["start player"] = game.header["start_player"]
    if "events" in game.header:
        deal["Events"] = game.header["events"]
    options = {"income step by step": game.header["income_order"] == "phased"}
    options |= {OPTIONS[name]: value for name, value in game.header.get("options", {}).items()}
    return new_game(rules_of(game), game.players, options=options, deal=deal)


class _Replaying(Recording):
    """A recorded game of the peer, as the harness follows it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.memory = Memory()
        self.composed = 0

    def __str__(self) -> str:
        return str(self.game)

    def begin(self) -> State:
        return begin(self.game)

    def follow(self, player: Player) -> None:
        self.player = player
        self.compare("the beginning", picture(self.state, self.memory), self.game.initial)
        for together, steps in groupby(self.game.steps, key=_part):
            if together:
                self.together(tuple(steps))
            else:
                for step in steps:
                    self.choose(step)
                    self.compare(step, picture(self.state, self.memory), step.after)
        self.finish()

    @property
    def state(self) -> State:
        return self.player.state

    def choose(self, step: Step) -> None:
        """Make one recorded decision."""
        decision, player = step.decision, step.player
        if decision["type"] == "place_workers":
            self.memory.announce(player, sorted(decision["placement"]))
        offered = self.state.decision.keys
        self.player.choose(step, player, keys(decision, self.memory.wanted(player), offered))
        if decision["type"] == "collect_income":
            self.memory.collected(player)

    def compare(self, at: object, ours: Data, theirs: Data) -> None:
        """Compare two pictures, and the lots that lie there."""
        theirs = _normal(theirs, self.game)
        self.player.compare(at, ours, theirs)
        laid = turned_up(self.state)
        piles = self.game.header["piles"]
        number = theirs["round"]
        expected = [piles[name][number - 1] for name in sorted(piles) if number <= len(piles[name])]
        if laid != expected:
            raise Differs(at, [Difference("lots", laid, expected)])

    # ------------------------------------------------------------------ all at once

    def together(self, steps: Sequence[Step]) -> None:
        """A part in which the peer lets all players act at once."""
        frame = _Frame.of(picture(self.state, self.memory), part(self.state))
        queues: dict[int, deque[Step]] = {player: deque() for player in range(self.game.players)}
        for step in steps:
            queues[step.player].append(step)
        order = []
        while any(queues.values()):
            queue = queues[self.state.decision.player]
            if not queue:
                missing = Difference(
                    "whose turn", self.state.decision.player, "nobody of that part"
                )
                raise Differs(steps[-1], [missing])
            step = queue.popleft()
            self.choose(step)
            frame.note(step, self.state, self.memory)
            order.append(step.number)
        self._compare_together(steps, order, frame)

    def _compare_together(self, steps: Sequence[Step], order: Sequence[int], frame: _Frame) -> None:
        reached: set[int] = set()
        passed: set[int] = set()
        secret = False
        for step, number in zip(steps, order, strict=True):
            reached.add(step.number)
            passed.add(number)
            secret |= step.decision["type"] == "hidden_trade"
            last = step is steps[-1]
            self.composed += not last and (secret or reached != passed)
            ours = picture(self.state, self.memory) if last else frame.after(step)
            self.compare(step, ours, step.after)

    # ------------------------------------------------------------------ the end

    def finish(self) -> None:
        """Compare the scores and the winners."""
        theirs = self.game.final
        ours = {
            "scores": {f"p{each.player}": _scored(each) for each in score(self.state)},
            "winners": list(winners(self.state)),
        }
        if ours != theirs:
            raise Differs("the end", differences("", ours, theirs))


@define
class _Frame:
    """A part in which all act at once: what does not change in it, and what each player has.

    ``waits`` says for each player in which phase, if any, they still have to act.
    """

    name: str
    shared: Data
    players: dict[str, Data]
    waits: dict[int, str]
    latest: dict[int, Data]
    notes: dict[int, tuple[Data, str]] = field(factory=dict)
    automatic: set[int] | None = None

    @classmethod
    def of(cls, shown: Data, name: str) -> _Frame:
        waits = {player: str(shown["phase"]) for player in shown["to_move"]}
        latest = {int(name[1:]): player for name, player in shown["players"].items()}
        return cls(name, shown, dict(shown["players"]), waits, latest)

    def note(self, step: Step, state: State, memory: Memory) -> None:
        """What a player has after a step, and what they still have to do."""
        kind = step.decision["type"]
        shown = player_picture(state, step.player, memory)
        if part(state) == self.name and state.decision.player == step.player:
            waits = phase(state)
        else:
            later = state.table.options["income step by step"]
            waits = "pay_workers" if later and kind == "collect_income" else ""
        if kind in SILENT or (kind in CLOSING and part(state) != self.name):
            shown = self._paid(step)
        self.latest[step.player] = shown
        self.notes[step.number] = shown, waits

    def _paid(self, step: Step) -> Data:
        """What a player has after a step that does no more than pay.

        Ours may have gone on to what happens when all are done, and the peer not yet.
        """
        shown = self.latest[step.player]
        return shown | {
            good: shown[good] - step.decision.get(good, 0) for good in ("silver", "gold")
        }

    def after(self, step: Step) -> Data:
        """The state after a step: to be asked for each step in the order of the peer."""
        self.players[f"p{step.player}"], self.waits[step.player] = self.notes[step.number]
        now = next((name for name in TOGETHER if name in self.waits.values()), "")
        if now == "pay_workers" and self.automatic is None:
            self.automatic = {player for player in self.waits if self._pays_alone(player)}
        waiting = {player for player, name in self.waits.items() if name == now}
        moving = [] if waiting & (self.automatic or set()) else sorted(waiting)
        return self.shared | {"phase": now, "to_move": moving, "players": self.players}

    def _pays_alone(self, player: int) -> bool:
        """Does the peer pay the workers for a player, who has only one way to do it?"""
        has = self.players[f"p{player}"]
        return bool(has["silver"] >= has["workers"] and not has["gold"] and not has["trade"])


def _part(step: Step) -> str:
    """The part in which all act at once that a step belongs to; else nothing."""
    return TOGETHER.get(step.phase, "")


def _normal(state: Data, game: Game) -> Data:
    """A recorded state without what the peer only shows in another way.

    Buildings are listed by name, not by time. A marker on a lot that was resolved is taken off:
    the peer leaves it there where the last decision on the lot was a reward of the track.
    """
    players = {}
    for name, player in state["players"].items():
        bid = player["bid"]
        if bid and bid[-1] == "high" and bid[0] < state["auction"]:
            tile = game.header["piles"][f"A{bid[0]}"][state["round"] - 1]
            if game.header["tiles"][tile]["bonus"] in TRACK_BONUSES:
                bid = ["done"]
        players[name] = player | {"buildings": sorted(player["buildings"]), "bid": bid}
    return state | {"players": players}


def _scored(each: Any) -> Data:
    resources = {"gold": 0, "copper": 0, "livestock": 0}
    for line in each.lines:
        if line.label == "resources":
            resources |= {source.what.split()[-1]: source.amount for source in line.sources}
    return {
        "total": each.total,
        "vp_chits": each.line("chits"),
        "building_points": each.line("buildings"),
        "building_bonus": each.line("bonuses"),
        **resources,
        "debt": each.line("debt"),
        "silver_tiebreak": each.tie,
    }
