"""``simulate``: many games by bots, timed, and checked step by step if wanted."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from ..bots import Bot, make_bot
from ..bots.chance import RandomBot
from ..errors import GameError
from ..play.choosing import apply
from ..play.cursor import Cursor
from ..play.scoring import score
from ..play.setup import new_game
from ..play.state import State
from ..testing.checks import check_cursor, check_decision, check_holdings, check_step
from .errors import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..rules import Rules
    from ..runtime.offering.options import Option

MOST_STEPS = 100_000
"""A game that is not over after so many choices counts as a violation."""
MOST_TOLD = 5


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
    """Play them all and print what came of it; the exit code is 1 if a check failed."""
    tally = Tally(wanted.players, totals=[0] * wanted.players)
    wanted.rules.for_table(wanted.players, wanted.options)
    seated(wanted, 0)
    for number in _with_progress(range(wanted.games), as_json):
        seed = wanted.seed + number
        bots = seated(wanted, seed)
        started = time.perf_counter()
        end = play_one(wanted, seed, bots, tally)
        tally.seconds += time.perf_counter() - started
        tally.games += 1
        for each in score(end):
            tally.totals[each.player] += each.total
    data = tally.data()
    for violation in tally.violations[:MOST_TOLD]:
        complain(violation)
    if as_json:
        sys.stdout.write(json.dumps(data) + "\n")
    else:
        for name, value in data.items():
            shown = ", ".join(map(str, value)) if isinstance(value, list) else value
            sys.stdout.write(f"{name.replace('_', ' '):<21}{shown}\n")
    return int(bool(tally.violations))


def _with_progress(numbers: range, as_json: bool) -> Any:
    """The numbers, with a bar on a terminal."""
    if as_json or not sys.stderr.isatty():
        return numbers
    from rich.progress import track

    from .console import new_console

    return track(numbers, "playing", console=new_console(stderr=True), transient=True)


def seated(wanted: Simulation, seed: int) -> list[Bot]:
    """A bot for each seat."""
    names = [name.strip() for name in wanted.bots.split(",") if name.strip()] or ["random"]
    bots = [
        make_bot(names[seat % len(names)], seed * 1000 + seat) for seat in range(wanted.players)
    ]
    for bot in bots:
        if isinstance(bot, RandomBot):
            bot.anytime = wanted.anytime
    return bots


def play_one(wanted: Simulation, seed: int, bots: Sequence[Bot], tally: Tally) -> State:
    """One game; its last state."""
    start = new_game(wanted.rules, wanted.players, seed, wanted.options)
    if wanted.verify:
        return _play_verified(start, bots, tally, seed)
    pickers = [bot for bot in bots if isinstance(bot, RandomBot)]
    if len(pickers) == len(bots) and not wanted.anytime:
        return _play_on_cursor(start, pickers, tally)
    return _play_states(start, bots, tally)


def _play_on_cursor(start: State, bots: Sequence[RandomBot], tally: Tally) -> State:
    """Without a state for each decision: as fast as it goes."""
    cursor = Cursor(start)
    decisions = listed = 0
    options: tuple[Option, ...] = cursor.options
    while options:
        decisions += 1
        listed += len(options)
        cursor.choose(bots[cursor.player].pick(options))
        options = cursor.options
    tally.decisions += decisions
    tally.options += listed
    return cursor.state()


def _play_states(start: State, bots: Sequence[Bot], tally: Tally) -> State:
    state = start
    for _ in range(MOST_STEPS):
        if state.over:
            return state
        decision = state.decision
        tally.decisions += 1
        tally.options += len(decision.options)
        state, _ = apply(state, bots[decision.player].choose(state))
    tally.violations.append(f"a game is not over after {MOST_STEPS} choices")
    return state


def _play_verified(start: State, bots: Sequence[Bot], tally: Tally, seed: int) -> State:
    """One game, every step checked, replayed by its keys at the end; the last state."""
    state = start
    keys: list[str] = []

    def check(claim: Callable[[], None]) -> None:
        try:
            claim()
        except (AssertionError, GameError) as fault:
            where = f"seed {seed}, choice {len(keys) + 1}, round {state.round}, {state.phase}"
            tally.violations.append(f"{where}: {fault}")

    check(lambda: _check_start(start))
    while not state.over and len(keys) < MOST_STEPS:
        decision = state.decision
        check(lambda: _check_options(state))  # noqa: B023
        tally.decisions += 1
        tally.options += len(decision.options)
        option = bots[decision.player].choose(state)
        check(lambda: check_cursor(state, option))  # noqa: B023
        after, events = apply(state, option)
        check(lambda: check_step(state, after, events))  # noqa: B023
        keys.append(option.key)
        state = after
    if not state.over:
        tally.violations.append(f"seed {seed}: not over after {MOST_STEPS} choices")
    check(lambda: _check_replay(start, keys, state))
    return state


def _check_start(start: State) -> None:
    check_holdings(start)
    check_decision(start)


def _check_options(state: State) -> None:
    """Everything that is listed is accepted, and leads to a decision or to the end."""
    check_decision(state)
    for option in state.decision.all:
        after, _ = apply(state, option)
        assert after.over or after.decision.options, f"nothing can be chosen after {option.key}"


def _check_replay(start: State, keys: Sequence[str], end: State) -> None:
    state = start
    for key in keys:
        state, _ = apply(state, key)
    assert state == end, "the game replayed by its keys ends differently"
