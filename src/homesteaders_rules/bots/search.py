"""A bot that plays on from states it may be in: flat Monte Carlo search over information sets.

Each simulation draws a state that agrees with the view, and plays on from it after each option
that is still in the running; so all are compared in the same states. The options that do worst
are given up, half of them each time, and what is left of the budget goes to the others.

Where goods and pieces are all that a game is about, it is played on by weights, for some rounds,
and in C where that machine plays; elsewhere as a sensible bot plays, to the end of the round.
"""

from __future__ import annotations

import re
import time
from functools import partial
from itertools import repeat
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Protocol

from ..errors import GameError
from ..linking.table import once
from ..play.choosing import apply
from ..play.hidden.sampling import sample
from ..play.scoring import totals
from ..play.state import State
from ..runtime.registers import ROUND
from .asking import seen_by_decider
from .calendar import Now
from .rollouts.ahead import play_ahead
from .rollouts.weights import Weights, are_enough
from .sensible import SensibleBot, Thinker
from .trying import Guess, Position
from .valuing.reckoning import Reckoning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..linking.table import Table
    from ..play.views import View
    from ..runtime.offering.options import Option

USUAL = "2s"
BUDGET = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(s?)")
MOST_OPTIONS = 7
"""So many options are looked at beside what a sensible bot takes: those that it likes best."""
AHEAD, FURTHER = 1, 3
"""So many rounds are played on, this one counted: as a sensible bot, and by weights."""
MOST_STEPS = 400
"""So many choices at most."""
MORE = 2
"""So much more of a hidden good than the viewer others are taken to have at most."""
ALIKE, FURTHER_OFF = 0.5, 0.5
"""How likely it is that somebody has as much of a hidden good as the viewer, and that what they
have more or less is one more than that."""
FEWEST = 4
"""So often at least an option must have been tried to be taken."""
SURE = 1.0
"""By so many standard errors another option must be better than what a sensible bot takes."""


class Rollout(Protocol):
    """Plays on from a state to some later one; the same for the same seed."""

    def __call__(self, state: State, seed: int, /) -> State: ...


def likely(seen: View, seed: int) -> State:
    """A state that agrees with a view, in which others hide about as much as the viewer has.

    Of all that agree most are of no game: what lies in the box would be in the hands of others.
    So what they would have beyond reason is put back to a stock that is hidden too.
    """
    state, layout, random = sample(seen, seed), seen.layout, Random(seed + 1)
    cells, width, viewer = [*state.cells], len(layout.goods), seen.player or 0
    stock, is_secret = layout.row(layout.players), state.secret
    for seat in (seat for seat in seen.seats if seat != viewer):
        for good in range(width):
            cell = layout.row(seat) + good
            if seen.cells[cell] is None and seen.cells[stock + good] is None:
                # Bids that are made in secret are covered by what was drawn.
                more = MORE if is_secret else _difference(random)
                most = max(cells[layout.row(viewer) + good] + more, 0)
                cells[stock + good] += max(cells[cell] - most, 0)
                cells[cell] = min(cells[cell], most)
    return State.of(seen.table, cells)


def _difference(random: Random) -> int:
    """How much more or less somebody has than another, about."""
    if random.random() < ALIKE:
        return 0
    found = 1
    while random.random() < FURTHER_OFF:
        found += 1
    return min(found, MORE) if random.random() < FURTHER_OFF else -found


def rollout_from(table: Table, cells: Sequence[int]) -> Rollout:
    """How a bot plays on that asks nothing else, from states like the one with these cells."""
    if not are_enough(table):
        return rollout
    return partial(_by_weights, Weights.at(table, cells, FURTHER))


def _by_weights(weights: Weights, state: State, _seed: int) -> State:
    """Some rounds later; what is left to chance is in the state already."""
    last = state.cells[ROUND] + FURTHER
    return State.of(state.table, play_ahead(state, weights, last, MOST_STEPS))


def rollout(state: State, seed: int) -> State:
    """Play on by sensible choices of all players to the end of the round, or of the game."""
    random, table = Random(seed), state.table
    position = Position(table.program, [*state.cells], state.options)
    last = position.cells[ROUND] + AHEAD
    for _ in range(MOST_STEPS):
        if not position.options or position.cells[ROUND] >= last:
            break
        position.choose(_sensible(table, position, random))
    return State(table, position.cells, position.options)


def _sensible(table: Table, position: Position, random: Random) -> Option:
    """The option that a sensible bot would take; of exchanges those that open something."""
    options, thinker = position.options, Thinker(table, None, position)
    swap = None
    if len(options) > 1 or options[0].needed or thinker.opening():
        option, without = thinker.best(random)
        swap = thinker.exchange(position.anytime, thinker.opening(), without)
    else:
        option = options[0]
    return swap or option


class SearchBot:
    """Plays on from states that agree with its view, and takes what turns out best against others.

    ``setting``: what it may spend on a choice, a time (``2s``) or a number of simulations
    (``200``): equal seeds choose alike by simulations only. ``rollout`` plays on; None:
    :func:`rollout_from` says how.
    """

    def __init__(self, seed: int = 0, setting: str = USUAL, rollout: Rollout | None = None) -> None:
        budget = BUDGET.fullmatch(setting)
        if budget is None or not float(budget[1]):
            raise GameError(
                f'the bot "search" cannot spend "{setting}"; write a time for a choice, as in '
                '"search:2s", or a number of simulations, as in "search:200"'
            )
        self._amount, self._is_time = float(budget[1]), bool(budget[2])
        self.random = Random(seed)
        self.rollout = rollout
        self._sensible = SensibleBot(self.random.getrandbits(32))
        self._guess = Guess(self.random)

    def choose(self, view: View | State) -> Option:
        """The option that does best."""
        seen = seen_by_decider(view)
        usual = self._sensible.choose(seen)
        position = self._guess.position(seen)
        options = Thinker(seen.table, None, position).ranked()
        others = [option for option in options if option != usual][:MOST_OPTIONS]
        if not others:
            return usual
        rollout = self.rollout or rollout_from(seen.table, position.cells)
        return self._searched(seen, [usual, *others], rollout)

    def _searched(self, seen: View, options: list[Option], rollout: Rollout) -> Option:
        """The best of some options, of which the first is taken where none is surely better."""
        usual, running = options[0], options
        results: dict[Option, list[float]] = {option: [] for option in options}
        turns = (len(options) - 1).bit_length()
        for _ in range(turns):
            for _ in self._draws(len(running), turns):
                state = likely(seen, self.random.getrandbits(32))
                seed = self.random.getrandbits(32)
                for option in running:
                    results[option].append(_simulated(state, option, rollout, seed))
            ranked = sorted(running[1:], key=lambda option: -mean(results[option]))
            running = [usual, *ranked[: max(len(ranked) // 2, 1)]]
        best = running[1]
        return best if _is_better(results[best], results[usual]) else usual

    def _draws(self, running: int, turns: int) -> Iterator[None]:
        """Once for each state to be drawn in one of the turns: at least once."""
        share = self._amount / turns
        if self._is_time:
            end = time.monotonic() + share
            yield
            while time.monotonic() < end:
                yield
        else:
            yield from repeat(None, max(round(share / running), 1))


def _simulated(state: State, option: Option, rollout: Rollout, seed: int) -> float:
    """How far ahead of the best of the others the player is after playing on."""
    player = state.decision.player
    after, _ = apply(state, option.key)
    values = _values(rollout(after, seed))
    others = [value for seat, value in enumerate(values) if seat != player]
    return values[player] - max(others, default=0.0)


def _values(state: State) -> list[float]:
    """What everybody has in the end, or is likely to have."""
    if state.over:
        return [float(total) for total in totals(state)]
    table, cells = state.table, state.cells
    reckoning = once(table, Reckoning, Now.at(table, cells), None)
    return [reckoning.value(cells, player) for player in range(table.players)]


def _is_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Is it better in the same states, and not by chance?"""
    better = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    if len(better) < FEWEST:
        return False
    return mean(better) > SURE * stdev(better) / sqrt(len(better))
