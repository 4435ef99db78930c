"""Chance: no two stacks always lie in one order, and no seed is like the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...play.state import State
    from ...rules import Rules

SEEDS = 24


def check_stacks(rules: Rules, players: int, options: Mapping[str, bool] | None = None) -> None:
    """Over some seeds what is shuffled lies differently, and two stacks not always alike.

    Nor do the same pieces always come to a display.
    """
    games = [new_game(rules, players, seed, options) for seed in range(SEEDS)]
    stacks = games[0].table.layout.stacks
    orders = {stack: [_ranks(game, stack) for game in games] for stack in stacks}
    shuffled = [stack for stack in stacks if len(set(orders[stack])) > 1]
    for stack in stacks:
        hidden = not games[0].cells[games[0].table.layout.at["face up", stack]]
        several = len(games[0].stack(stack)) > 1
        assert not (hidden and several) or stack in shuffled, f"{stack} always lies in one order"
    for number, stack in enumerate(shuffled):
        for other in shuffled[:number]:
            alike = orders[stack] == orders[other]
            assert not alike, f"{stack} and {other} always lie in one order"
    for sort in games[0].table.layout.displays:
        rows = {game.display(sort) for game in games}
        several = len(set(next(iter(rows)))) > 1
        assert len(rows) > 1 or not several, f"the display of {sort} always begins alike"
    starts = {game.start_player for game in games}
    assert len(starts) in (1, players), f"only the seats {sorted(starts)} ever begin"


def _ranks(state: State, stack: str) -> tuple[int, ...]:
    """The order of a stack as places in the order of the text."""
    order = [state.table.layout.piece_index[name] for name in state.stack(stack)]
    known = sorted(order)
    return tuple(known.index(piece) for piece in order)
