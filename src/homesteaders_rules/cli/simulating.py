"""``simulate``: many games by bots, timed, and checked step by step if wanted."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from ..bots import Bot, ask, make_bot
from ..bots.chance import RandomBot
from ..play.choosing import apply
from ..play.cursor import Cursor
from ..play.scoring import score, winners
from ..play.setup import new_game
from ..play.state import State
from .console import with_progress
from .errors import complain
from .measuring.verifying import VerifiedGame
from .table.seating import names_of_seats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..rules import Rules
    from ..runtime.offering.options import Option

MOST_STEPS = 100_000
"""A game that takes more choices is broken off, which counts as a violation."""


@frozen
class Simulation:
    """What is to be played."""

    rules: Rules
    players: int
    games: int
    bots: str
    seed: int
    options: Mapping[str, bool]
    anytime: bool
    verify: bool


@define
class Tally:
    """What was counted."""

    players: int
    games: int = 0
    seconds: float = 0.0
    decisions: int = 0
    options: int = 0
    totals: list[int] = field(factory=list)
    won: dict[int, float] = field(factory=dict)
    violations: list[str] = field(factory=list)

    def data(self) -> dict[str, Any]:
        """The result, as it is printed."""
        seconds = max(self.seconds, 1e-9)
        means = [round(total / max(self.games, 1), 2) for total in self.totals]
        return {
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / seconds, 2),
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / seconds, 1),
            "mean_options": round(self.options / max(self.decisions, 1), 2),
            "mean_scores": means,
            "violations": len(self.violations),
        }


def simulate_games(wanted: Simulation, as_json: bool) -> int:
    """Play them and print what came of it; the first fault ends it, with exit code 1."""
    # First: it refuses a number of players that there cannot be.
    wanted.rules.for_table(wanted.players, wanted.options)
    tally = Tally(wanted.players, totals=[0] * wanted.players)
    seated(wanted, 0)
    for number in with_progress(range(wanted.games), wanted.games, "playing", as_json):
        seed = wanted.seed + number
        bots = seated(wanted, seed)
        started = time.perf_counter()
        end = play_one(wanted, seed, bots, tally)
        tally.seconds += time.perf_counter() - started
        tally.games += 1
        for each in score(end):
            tally.totals[each.player] += each.total
        best = winners(end) if end.over else ()
        for seat in best:
            tally.won[seat] = tally.won.get(seat, 0) + 1 / len(best)
        if tally.violations:
            break
    data = tally.data()
    for violation in tally.violations:
        complain(violation)
    if as_json:
        sys.stdout.write(json.dumps(data) + "\n")
    else:
        names = names_of_seats(wanted.players, wanted.bots)
        if len(set(names)) > 1:
            means = zip(names, data["mean_scores"], strict=True)
            data["mean_scores"] = [f"{name} {mean}" for name, mean in means]
            data["won"] = [f"{name} {tally.won.get(n, 0):g}" for n, name in enumerate(names)]
        for name, value in data.items():
            shown = ", ".join(map(str, value)) if isinstance(value, list) else value
            sys.stdout.write(f"{name.replace('_', ' '):<21}{shown}\n")
    return int(bool(tally.violations))


def seated(wanted: Simulation, seed: int) -> list[Bot]:
    """A bot for each seat."""
    names = names_of_seats(wanted.players, wanted.bots)
    bots = [make_bot(name, seed * 1000 + seat) for seat, name in enumerate(names)]
    for bot in bots:
        if isinstance(bot, RandomBot):
            bot.anytime = wanted.anytime
    return bots


def play_one(wanted: Simulation, seed: int, bots: Sequence[Bot], tally: Tally) -> State:
    """One game; its last state."""
    if wanted.verify:
        return _play_verified(wanted, seed, bots, tally)
    start = new_game(wanted.rules, wanted.players, seed, wanted.options)
    movers = [bot for bot in bots if isinstance(bot, RandomBot)]
    if len(movers) == len(bots):
        return _play_on_cursor(start, movers, tally)
    return _play_states(start, bots, tally)


def _play_on_cursor(start: State, bots: Sequence[RandomBot], tally: Tally) -> State:
    """Without a state for each decision: as fast as it goes."""
    cursor = Cursor(start)
    decisions = listed = 0
    options: tuple[Option, ...] = cursor.options
    while options and decisions < MOST_STEPS:
        decisions += 1
        listed += len(options)
        cursor.choose(bots[cursor.player].move(start.table, cursor.cells, cursor))
        options = cursor.options
    tally.decisions += decisions
    tally.options += listed
    if options:
        tally.violations.append(endless(tally))
    return cursor.state()


def _play_states(start: State, bots: Sequence[Bot], tally: Tally) -> State:
    state = start
    for _ in range(MOST_STEPS):
        if state.over:
            return state
        decision = state.decision
        tally.decisions += 1
        tally.options += len(decision.options)
        state, _ = apply(state, ask(bots[decision.player], state))
    tally.violations.append(endless(tally))
    return state


def endless(tally: Tally) -> str:
    """How a game is told that was broken off."""
    return (
        f"game {tally.games + 1} is not over after {MOST_STEPS} choices; "
        "one in which a bot uses exchanges as long as it can need not end"
    )


def _play_verified(wanted: Simulation, seed: int, bots: Sequence[Bot], tally: Tally) -> State:
    """One game with every step checked, as far as the first fault; the last state."""
    verified = VerifiedGame(wanted.rules, wanted.players, seed, wanted.options)
    fault = verified.play(bots, MOST_STEPS)
    tally.decisions += verified.decisions
    tally.options += verified.options
    if fault:
        tally.violations.append(f"{fault}; {verified.kept()}")
    return verified.state
