"""A table as a game of OpenSpiel: seats decide one after the other, and chance decides first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy
import pyspiel

from ..errors import GameError, expect, shown
from ..play.setup import new_game
from ..play.views import view
from .observing import HIDDEN, entries, observation
from .rewards import won
from .steps import MOST_STEPS, chosen, described, table_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..linking.table import Table
    from ..play.state import State
    from ..rules import Rules

NAME = re.compile(r"[\w.-]+", re.ASCII)
"""Brackets and commas would begin the parameters of a game."""
SHUFFLES = 1000
"""So many first games chance draws from: OpenSpiel lists them all, each with its probability."""


def register_game(
    name: str,
    rules: Rules,
    players: int,
    options: Mapping[str, bool] | None = None,
    *,
    reward: Callable[[State, int], float] = won,
    bounds: tuple[float, float] = (0.0, 1.0),
    shuffles: int = SHUFFLES,
    most: int = MOST_STEPS,
) -> None:
    """Make a table known to OpenSpiel, so that ``pyspiel.load_game(name)`` is a game of it.

    Chance draws first, one of ``shuffles`` seeds; with one seed everything else is known. An
    action is a number of ``table.actions``. Rewards come at the end: ``reward`` says them for a
    state and a seat, ``bounds`` the least and the most of them; OpenSpiel has no games that are
    broken off, so after ``most`` choices it is over, with a return of 0 for all.

    Raises GameError for a name that OpenSpiel knows already or cannot read, for what is no table,
    no number of choices or of shuffles and no bounds, and TypeError for values of another kind.
    """
    expect(name, str, "the name of a game")
    if not NAME.fullmatch(name):
        raise GameError(f"OpenSpiel cannot read {shown(name)}: take letters, digits and _ alone")
    if name in pyspiel.registered_names():
        raise GameError(f"OpenSpiel knows a game {shown(name)} already; give it another name")
    if type(shuffles) is not int or shuffles < 1:
        raise GameError(f"chance draws from 1 shuffle or more, not {shown(shuffles)}")
    table = table_for(rules, players, options, reward=reward, most=most)
    kind, facts = _kind(name, table.players), _facts(table, bounds, shuffles, most)

    class Registered(TableGame):
        """The table that was registered, as OpenSpiel makes games: of parameters alone."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, facts, parameters or {})
            self.rules, self.table, self.reward = rules, table, reward
            self.shuffles, self.most = shuffles, most

    pyspiel.register_game(kind, Registered)


def _kind(name: str, players: int) -> Any:
    """What OpenSpiel knows of a game before one is loaded."""
    types = pyspiel.GameType
    return types(
        short_name=name,
        long_name=name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


def _facts(table: Table, bounds: tuple[float, float], shuffles: int, most: int) -> Any:
    """The sizes of a game."""
    least, best = _bounds(bounds)
    return pyspiel.GameInfo(
        num_distinct_actions=len(table.actions),
        max_chance_outcomes=shuffles,
        num_players=table.players,
        min_utility=least,
        max_utility=best,
        max_game_length=most,
    )


def _bounds(bounds: object) -> tuple[float, float]:
    """The least and the most of a reward."""
    numbers = (
        [each for each in bounds if isinstance(each, int | float)]
        if isinstance(bounds, tuple)
        else []
    )
    if len(numbers) != 2:
        raise TypeError(f"bounds are two numbers, not {shown(bounds)}")
    least, best = numbers
    if not least <= best:
        raise GameError(f"the least reward comes first, and {shown(bounds)} does not begin with it")
    return least, best


class TableGame(pyspiel.Game):
    """A game of a table that :func:`register_game` has made known."""

    rules: Rules
    table: Table
    reward: Callable[[State, int], float]
    shuffles: int
    most: int

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """By its name: whoever reads it has registered it too."""
        return pyspiel.load_game, (self.get_type().short_name,)

    def new_initial_state(self) -> TableState:
        """Before chance has drawn."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Chance draws once."""
        return 1

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        """Who sees for seats: what all see, what a seat alone sees, or both, as ``kind`` says."""
        if parameters:
            raise GameError("what is observed has no parameters")
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


class TableState(pyspiel.State):
    """A state of a game: ``now`` is the :class:`State` of the rules; None before chance draws."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.game = game
        self.now: State | None = None
        self.chosen = 0

    def __deepcopy__(self, known: dict[int, Any]) -> TableState:
        """A state of rules never changes, so that a copy may share it."""
        copy = TableState(self.game)
        copy.__setstate__(self.__getstate__())
        copy.now, copy.chosen = self.now, self.chosen
        return copy

    def current_player(self) -> int:
        """The seat that decides, from 0."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.now is None else self.now.decision.player

    def is_terminal(self) -> bool:
        """Over by the rules, or broken off."""
        return self.now is not None and (self.now.over or self.chosen >= self.game.most)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed is as likely."""
        return [(seed, 1 / self.game.shuffles) for seed in range(self.game.shuffles)]

    def returns(self) -> list[float]:
        """The reward of each seat; nothing while the game goes on, and where it was broken off."""
        seats = range(self.game.table.players)
        now = self.now
        return [self.game.reward(now, seat) if now and now.over else 0.0 for seat in seats]

    def __str__(self) -> str:
        return "chance draws" if self.now is None else described(view(self.now, None))

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now is not None, "chance has its outcomes"
        return sorted(self.game.table.actions.offered(self.now))

    def _apply_action(self, action: int) -> None:
        table = self.game.table
        if self.now is None:
            self.now = new_game(self.game.rules, table.players, action, table.options)
        else:
            self.now = chosen(self.now, action)
            self.chosen += 1

    def _action_to_string(self, player: int, action: int) -> str:
        drawn = player == pyspiel.PlayerId.CHANCE
        return f"seed {action}" if drawn else self.game.table.actions[action]


class Observer:
    """What a seat sees, as ``tensor`` and as text.

    Of what all see, a number is what :func:`observation` says to who has no seat; of what a seat
    alone sees, only the numbers that others do not see are there, and all else is HIDDEN.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        self.table = table
        self.public = kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = numpy.zeros(len(entries(table)), "float32")
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Make ``tensor`` what a seat sees of a state: all HIDDEN before chance draws."""
        self.tensor[:] = self._numbers(state, player)

    def string_from(self, state: TableState, player: int) -> str:
        """What a seat sees of a state, in words: who has what, or entries by their names."""
        if state.now is None or not (self.public or self.private):
            return ""
        if self.public:
            return described(view(state.now, player if self.private else None))
        named = zip(entries(self.table), self._numbers(state, player), strict=True)
        return "\n".join(f"{entry.name}: {number}" for entry, number in named if number != HIDDEN)

    def _numbers(self, state: TableState, player: int) -> tuple[int, ...]:
        if state.now is None or not (self.public or self.private):
            return (HIDDEN,) * len(self.tensor)
        shared = observation(view(state.now, None))
        if not self.private:
            return shared
        own = observation(view(state.now, player))
        if self.public:
            return own
        pairs = zip(own, shared, strict=True)
        return tuple(mine if all_see == HIDDEN else HIDDEN for mine, all_see in pairs)
