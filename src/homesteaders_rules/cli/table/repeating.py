"""The placing of the last round, to be done again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...errors import IllegalOption
from ...mechanisms.placing.steps import PlaceGoods
from ...play.choosing import apply

if TYPE_CHECKING:
    from ...play.saves import Game, Turn


@frozen
class LastPlacing:
    """What a player placed in a round, as far as it can be done now: the keys, in their order."""

    round: int
    keys: tuple[str, ...]

    @property
    def words(self) -> str:
        """What Enter alone does."""
        return f"again: as in round {self.round}, {', '.join(self.keys)} (Enter takes it)"


def last_placing(game: Game) -> LastPlacing | None:
    """What who decides placed the last time, where they are asked for a whole placing again.

    None where it is not so, or where nothing of it can be done; and once they have begun.
    """
    state = game.state
    if state.over or not isinstance(state.decision.step, PlaceGoods):
        return None
    same = [turn for turn in game.turns if _is_same(turn, game) and _places(turn)]
    if not same or same[-1].before.round == state.round:
        return None
    last = same[-1].before.round
    keys = []
    for turn in same:
        if turn.before.round == last:
            try:
                state, _ = apply(state, turn.key)
            except IllegalOption:
                continue
            keys.append(turn.key)
    return LastPlacing(last, tuple(keys)) if keys else None


def _is_same(turn: Turn, game: Game) -> bool:
    """Is it the same question to the same player?"""
    then, now = turn.before.decision, game.state.decision
    return then.player == now.player and then.step is now.step


def _places(turn: Turn) -> bool:
    """Was something placed, and not a placing ended, or an exchange used?"""
    option = turn.before.decision.find(turn.key)
    return (
        option is not None and option.offer is turn.before.decision.step and bool(option.operands)
    )
