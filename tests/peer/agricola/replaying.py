"""Replaying a recorded game of the family game, and comparing every state with the recorded one.

Each decision is one step, but for two things. In a harvest the peer lets each player feed and breed
in one go, and the rules let all feed, and then breed: what one player does there touches nobody
else, so the states are compared when all are done. And the peer always asks whether to bake in a
new oven: where the rules do not, since there is no grain, the state is compared after the answer.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from homesteaders_rules import State, load, new_game, score
from homesteaders_rules.testing.differential import (
    Difference,
    Differs,
    Player,
    Recording,
    Result,
    differences,
)
from homesteaders_rules.testing.differential import replay as follow_recording
from peer.agricola.farm import fields
from peer.agricola.keys import Asked, bake_after_oven, breed, convert, feed, place, young
from peer.agricola.names import SCORES, SPACES
from peer.agricola.picture import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from homesteaders_rules.rules import Rules
    from peer.agricola.traces import Data, Game, Step

PLACING = "place person on "
ACTS = {"place": place, "convert": convert, "bake_after_oven": bake_after_oven}


def replay(game: Game) -> Result:
    """Replay one game."""
    return follow_recording(_Replaying(game))


def rules_of(game: Game) -> Rules:
    """The rules a game was played by."""
    return _rules("peer_agricola") if game.unchanged else _rules("agricola")


@cache
def _rules(*packs: str) -> Rules:
    return load(*packs)


def begin(game: Game) -> State:
    """The first state of a game, dealt as recorded."""
    deal: dict[str, Sequence[str] | int] = {
        "Rounds": [SPACES[card] for card in game.header["round_cards"]],
        "start player": game.header["start_player"] - 1,
    }
    return new_game(rules_of(game), game.players, deal=deal)


class _Replaying(Recording):
    """A recorded game of the peer, as the harness follows it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __str__(self) -> str:
        return str(self.game)

    def begin(self) -> State:
        return begin(self.game)

    def follow(self, player: Player) -> None:
        self.player = player
        self.compare("the beginning", self.game.initial)
        for harvest, steps in groupby(self.game.steps, key=lambda step: step.do == "harvest"):
            if harvest:
                self.harvest(tuple(steps))
            else:
                self.work(tuple(steps))
        self.finish()

    @property
    def state(self) -> State:
        return self.player.state

    def compare(self, at: object, theirs: Data) -> None:
        """Compare the state with a recorded one."""
        self.player.compare(at, picture(self.state, theirs["spaces"]), _normal(theirs))

    def work(self, steps: Sequence[Step]) -> None:
        """The decisions up to a harvest, or the end."""
        for step, following in zip(steps, (*steps[1:], None), strict=True):
            if step.do == "place":
                self.compare_open(step)
            ACTS[step.do](Asked(self.player, step))
            if following is None or not self.passed_over(following):
                self.compare(step, step.after)

    def passed_over(self, step: Step) -> bool:
        """Does the peer ask something that the rules do not, since nothing could be baked?"""
        return step.do == "bake_after_oven" and not Asked(self.player, step).offered("decline")

    def compare_open(self, step: Step) -> None:
        """Compare the places that a person may be placed on."""
        keys = self.state.decision.keys
        ours = sorted(key.removeprefix(PLACING) for key in keys if key.startswith(PLACING))
        theirs = sorted(SPACES[space] for space in step.decision["open"])
        if ours != theirs:
            raise Differs(step, [Difference("open", ours, theirs)])

    def harvest(self, steps: Sequence[Step]) -> None:
        """A harvest: all feed, then breed."""
        for step in steps:
            feed(Asked(self.player, step))
        for step in steps:
            self.compare_young(step)
            breed(Asked(self.player, step))
        self.compare(steps[-1], steps[-1].after)

    def compare_young(self, step: Step) -> None:
        """Compare the sets of young that may be chosen, where there are several."""
        theirs = sorted(young(kinds) for kinds in step.decision["breed"]["choices"])
        asked = not self.state.over and self.state.phase == "breeding"
        if len(theirs) > 1:
            ours = sorted(self.state.decision.keys) if asked else []
            if ours != theirs:
                raise Differs(step, [Difference("young", ours, theirs)])
        elif asked and self.state.decision.player == step.player:
            raise Differs(step, [Difference("young", sorted(self.state.decision.keys), theirs)])

    def finish(self) -> None:
        """Compare the scores, line by line."""
        ours = {
            str(each.player + 1): {
                **{label: each.line(label) for label in SCORES},
                "total": each.total,
            }
            for each in score(self.state)
        }
        if ours != self.game.header["scores"]:
            raise Differs("the end", differences("scores", ours, self.game.header["scores"]))


def _normal(state: Data) -> Data:
    """A recorded state, with what has no order listed in one."""
    players = {}
    for name, player in state["players"].items():
        players[name] = player | {
            "fields": fields(player["fields"]),
            "rooms": player["rooms"] | {"cells": sorted(player["rooms"]["cells"])},
            "pastures": sorted(sorted(cells) for cells in player["pastures"]),
            "stables": sorted(player["stables"]),
            "improvements": sorted(player["improvements"]),
        }
    return state | {"players": players}
