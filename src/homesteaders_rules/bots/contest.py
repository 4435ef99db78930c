"""Which bot is better: many games in which seats go round, and who won them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..play.choosing import apply
from ..play.scoring import score, winners
from ..play.setup import new_game
from .asking import ask
from .registry import make_bot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..play.state import State
    from ..rules import Rules


@frozen
class Standing:
    """How a bot did: in how many of the ``games`` it won, and its mean points for each seat.

    A game that several win counts a part for each of them.
    """

    name: str
    games: int
    won: float
    points: float

    def __str__(self) -> str:
        return f"{self.name} won {self.won:g} of {self.games}, with {self.points:.1f} points"


def contest(
    rules: Rules,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
) -> tuple[Standing, ...]:
    """Let bots, one name for each seat, play so many games; how each name did, in that order.

    Each deal is played as often as there are seats, and everybody sits everywhere. Bots of one
    name stand together. Raises GameError as :func:`make_bot` and :func:`ask` do.
    """
    won = dict.fromkeys(bots, 0.0)
    points = dict.fromkeys(bots, 0)
    for number in range(games):
        deal, turn = divmod(number, len(bots))
        names = [bots[(seat + turn) % len(bots)] for seat in range(len(bots))]
        end = _played(new_game(rules, len(bots), seed + deal, options), names, seed + number)
        best = winners(end)
        for seat, name in enumerate(names):
            won[name] += (seat in best) / len(best)
            points[name] += score(end)[seat].total
    return tuple(
        Standing(name, games, round(won[name], 2), points[name] / max(games * bots.count(name), 1))
        for name in won
    )


def _played(state: State, names: Sequence[str], seed: int) -> State:
    """The end of a game."""
    bots = [make_bot(name, seed * len(names) + seat) for seat, name in enumerate(names)]
    while not state.over:
        player = state.decision.player
        state, _ = apply(state, ask(bots[player], state, names[player]))
    return state
