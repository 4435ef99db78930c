"""A table as an environment of PettingZoo: seats decide one after the other (AEC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from ..play.setup import new_game
from .numbers import Seen, seen_by, space_of
from .rewards import won
from .steps import MOST_STEPS, RENDER_MODES, Beginning, chosen, rendered, table_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..play.state import State
    from ..rules import Rules


class TableEnv(Beginning, AECEnv):
    """A game in which the seats ``player_1``, ``player_2`` ... decide one after the other.

    An observation has ``observation``, the numbers of :func:`observation`, and ``action_mask``;
    an action is a number of ``table.actions``. Rewards come at the end: ``reward`` says them for
    a state and a seat. After ``most`` choices a game is truncated. ``step`` raises GameError for
    an action that is not offered; nothing has changed then.

    Raises GameError for what is no table and no ``most``, and TypeError for values of another kind.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, bool] | None = None,
        *,
        reward: Callable[[State, int], float] = won,
        most: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {
            "name": "homesteaders_rules_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.rules = rules
        self.table = table_for(
            rules, players, options, reward=reward, most=most, render_mode=render_mode
        )
        self.reward = reward
        self.most = most
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self.agents: list[str] = []
        self._space = space_of(self.table)
        self._random = numpy.random.default_rng()
        actions = len(self.table.actions)
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What a seat sees; the same for all."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of ``table.actions``."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the same one for the same ``seed``."""
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        game = int(self._random.integers(1 << 32))
        table = self.table
        self.now: State = new_game(self.rules, table.players, game, table.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self._go_on()

    def observe(self, agent: str) -> Seen:
        """What a seat sees now."""
        return seen_by(self.now, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The choice of the seat in ``agent_selection``; None for one whose game is over.

        Raises GameError for what is not offered, and before ``reset``.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.now = chosen(self.now, action)
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self.now.over:
            self.rewards = {
                each: self.reward(self.now, seat) for seat, each in enumerate(self.agents)
            }
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Whoever decides is next; when it is over the seats in order."""
        seat = 0 if self.now.over else self.now.decision.player
        self.agent_selection = self.agents[seat]

    def render(self) -> str | None:
        """The table as text: returned in the mode ``ansi``, written in the mode ``human``."""
        return rendered(self.now, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
