"""All checks: of a step, of a state, of a game with every choice that was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.choosing import apply
from ...play.saves import Game
from ...play.state import State
from ..readings.instep import InStep
from .conserved import check_conserved, check_holdings
from .kept import check_cursor, check_equal, check_honest, check_late, check_pickled, check_saved
from .offered import check_decision, check_guards, check_offered, every_key
from .scored import check_scored
from .sights import check_heard, check_hidden, check_secret, check_sight, check_undo
from .times import check_times

if TYPE_CHECKING:
    from ...runtime.offering.options import Option
    from ...runtime.recording.events import Events


SEEN = 16
"""What everybody sees is looked at after one of so many choices, and whenever it is secret."""


def check_step(before: State, after: State, events: Events, option: Option | None = None) -> None:
    """All of the checks of one step; with the option that was chosen, those of cursors too."""
    check_conserved(before, after, events)
    check_holdings(after)
    check_decision(after)
    if option is not None:
        check_secret(before, after, events)
        check_cursor(before, option)
        check_late(before, option)


def check_option(state: State, option: Option) -> State:
    """Carry out an option, with all of the checks of that step; the state after it."""
    after, events = apply(state, option)
    check_step(state, after, events, option)
    return after


def check_state(state: State, seed: int = 0) -> None:
    """All that can be checked of one state: what is offered, seen, kept, and refused."""
    check_holdings(state)
    check_decision(state)
    check_honest(state)
    check_equal(state)
    check_pickled(state)
    check_sight(state)
    check_hidden(state, seed)
    check_heard(state, seed)
    check_scored(state)
    check_saved(Game.begun_with(state))
    if not state.over:
        check_offered(state, every_key(state))
        check_guards(state)
        check_times(state)


def check_game(game: Game, begins_phase: bool = False) -> None:
    """Every choice of a game in step with its second reading, what is seen, and the save of it.

    ``begins_phase``: the state that it began with is the first question of a phase.
    """
    first = game.turns[0].before if game.turns else game.state
    follower = InStep.of(first, game.begun is None, begins_phase)
    states = [*(turn.before for turn in game.turns[1:]), game.state]
    for number, turn in enumerate(game.turns):
        after = states[number]
        follower.step(turn.before, turn.key, after, turn.events)
        check_secret(turn.before, after, turn.events)
        if after.secret or number % SEEN == 0:
            check_sight(after)
    if game.turns:
        check_undo(game)
    check_saved(game)


def check_all(state_or_game: State | Game, seed: int = 0) -> None:
    """Everything: of a state, or of a game and the state that it leads to."""
    if isinstance(state_or_game, Game):
        check_game(state_or_game)
        check_state(state_or_game.state, seed)
    else:
        check_state(state_or_game, seed)
