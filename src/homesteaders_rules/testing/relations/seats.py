"""Seats rotated: whoever sits one seat further on, with the start player, fares the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mechanisms.piles.steps import RandomStart
from ...play.choosing import apply
from ...play.scoring import leading, score
from ...play.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...play.saves import Game
    from ...play.state import State


def check_rotated(game: Game) -> None:
    """The choices of a game, played at a table where everybody sits one seat further on.

    Where the start player is not drawn, or the game begins in its middle, nothing is compared.
    """
    if game.begun is not None:
        return
    first = game.turns[0].before if game.turns else game.state
    table, players = first.table, first.table.players
    deal: dict[str, tuple[str, ...] | int] = {name: first.stack(name) for name in _stacks(first)}
    deal["start player"] = (first.start_player + 1) % players
    other = new_game(game.rules, players, game.seed, table.options, deal)
    _check_dealt(other, deal)
    if other.start_player == first.start_player:
        return
    states = [turn.before for turn in game.turns]
    for number, state in enumerate((*states, game.state)):
        _check_alike(state, other)
        if number < len(game.turns):
            other, _ = apply(other, game.turns[number].key)


def _check_dealt(state: State, deal: Mapping[str, tuple[str, ...] | int]) -> None:
    """What chance would decide is as it was dealt."""
    for stack in _stacks(state):
        assert state.stack(stack) == deal[stack], f"{stack} was dealt, and lies otherwise"
    if any(isinstance(step, RandomStart) for step in state.table.program.steps):
        assert state.start_player == deal["start player"], "the start player is not who was dealt"


def _stacks(state: State) -> tuple[str, ...]:
    return state.table.layout.stacks


def _check_alike(state: State, other: State) -> None:
    players = state.table.players
    keys = [sorted(option.key for option in each.decision.all) for each in (state, other)]
    assert keys[0] == keys[1], f"one seat further on other keys: {keys[1]}, not {keys[0]}"
    for seat in range(players):
        further = (seat + 1) % players
        decides = state.over or state.decision.player == seat
        assert decides == (other.over or other.decision.player == further), "another seat decides"
        assert state.pieces(seat) == other.pieces(further), f"seat {further} owns other pieces"
        assert state.placed(seat) == other.placed(further), f"seat {further} has placed otherwise"
        for good in state.table.layout.goods:
            held = state.holding(seat, good.name), other.holding(further, good.name)
            assert held[0] == held[1], f"{good.name} of seat {further}: {held[1]}, not {held[0]}"
    lines = [[each.lines for each in score(one)] for one in (state, other)]
    assert lines[0] == [*lines[1][1:], lines[1][0]], "one seat further on other scores"
    best = sorted((seat + 1) % players for seat in leading(state))
    assert best == sorted(leading(other)), "one seat further on others win"
