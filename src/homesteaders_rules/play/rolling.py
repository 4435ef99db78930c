"""Rolling out: random games, played on from a state in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import GameError, expect, shown
from ..mechanisms.piles.randomness import MASK, below
from .state import STATE, State

if TYPE_CHECKING:
    from ..linking.table import Table
    from ..runtime.recording.events import Log

MOST = 1_000_000
"""So many decisions are made in one call at most."""
HUNDRED = 100


def rollout(state: State, seed: int, budget: int = MOST, anytime: int = 0) -> State:
    """The state after random choices: the game over, or so many decisions later.

    Every option is as likely as the others; in ``anytime`` of a hundred decisions an exchange of
    any time is used, if there is one. A seed plays the same game for ever, on every machine and
    platform. With the machine in C other threads run meanwhile. Raises GameError for what is no
    budget or no share of a hundred, and TypeError for what is no state or no seed.
    """
    expect(state, State, STATE)
    expect(seed, int, "a whole number as seed")
    if type(budget) is not int or not 0 <= budget <= MOST:
        raise GameError(f"a budget is a number of decisions up to {MOST}, not {shown(budget)}")
    if type(anytime) is not int or not 0 <= anytime <= HUNDRED:
        raise GameError(f"wanted are so many of a hundred decisions, not {shown(anytime)}")
    chance, left = seed & MASK, budget
    cells = state.cells
    while True:
        cells, chance, left = _in_machine(state.table, cells, chance, left, anytime)
        if not left:
            return State.of(state.table, cells)
        rest = left if state.table.native is None else 1
        cells, chance, done = _in_python(state.table, cells, chance, rest, anytime)
        left -= done
        if done < rest or not left:
            return State.of(state.table, cells)


Rolled = tuple[tuple[int, ...], int, int]
"""The cells after some decisions, the random numbers after them, and how many decisions."""


def _in_machine(
    table: Table, cells: tuple[int, ...], chance: int, left: int, anytime: int
) -> Rolled:
    """As far as the machine in C gets; last how many decisions are left to be made."""
    if table.native is None:
        return cells, chance, left
    try:
        game = table.native.game(cells)
    except ValueError:
        return cells, chance, left
    done, chance, is_stuck = game.rollout(chance, left, anytime)
    return game.cells, chance, left - done if is_stuck else 0


def _in_python(
    table: Table, cells: tuple[int, ...], chance: int, budget: int, anytime: int
) -> Rolled:
    program, thawed = table.program, list(cells)
    listed = program.options(thawed)
    log: Log = []
    done = 0
    while listed and done < budget:
        among = listed
        if anytime:
            number, chance = below(HUNDRED, chance)
            if number < anytime:
                among = program.anytime(thawed, listed) or listed
        number, chance = below(len(among), chance)
        listed = program.choose(thawed, log, among[number])
        log.clear()
        done += 1
    return tuple(thawed), chance, done
