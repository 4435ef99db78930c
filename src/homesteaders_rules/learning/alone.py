"""One seat of a table as an environment of Gymnasium: bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from gymnasium import Env, spaces

from ..bots import ask, make_bot
from ..errors import GameError, expect
from ..play.choosing import apply
from ..play.lookups import seat_of
from ..play.setup import new_game
from .numbers import Seen, seen_by, space_of
from .rewards import won
from .steps import MOST_STEPS, RENDER_MODES, Beginning, chosen, rendered, table_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..play.state import State
    from ..rules import Rules


class SeatEnv(Beginning, Env):
    """A game for one seat (from 0); the ``bots``, one for each other seat or one for all, go on.

    Observations are those of :class:`TableEnv`. An action that is not offered changes nothing and
    brings the reward ``refused``; ``info["refused"]`` then says why. The game ends by its rules
    with ``reward`` of the last state and the seat, or is truncated after ``most`` steps.

    Raises GameError for what is no table, no seat, no bots and no ``most``, and TypeError for
    values of another kind.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES)}

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, bool] | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        reward: Callable[[State, int], float] = won,
        refused: float = -1.0,
        most: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.rules = rules
        self.table = table_for(
            rules, players, options, reward=reward, most=most, render_mode=render_mode
        )
        self.seat = seat_of(self.table.layout, seat)
        expect(bots, (str, Sequence), "the name of a bot, or one for each other seat")
        names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != players - 1:
            raise GameError(f"{players - 1} bots play the other seats, not {len(names)}")
        for name in names:
            make_bot(name, 0)
        self.bots = names
        self.reward = reward
        self.refused = refused
        self.most = most
        self.render_mode = render_mode
        self.observation_space = space_of(self.table)
        self.action_space = spaces.Discrete(len(self.table.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first choice of the seat: the same one for the same ``seed``."""
        super().reset(seed=seed)
        game, *seeds = (int(self.np_random.integers(1 << 32)) for _ in range(self.table.players))
        self.now = new_game(self.rules, self.table.players, game, self.table.options)
        others = [seat for seat in range(self.table.players) if seat != self.seat]
        made = (make_bot(name, each) for name, each in zip(self.bots, seeds, strict=True))
        self._others = dict(zip(others, made, strict=True))
        self.steps = 0
        self._others_go_on()
        return seen_by(self.now, self.seat), {}

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """A choice of the seat, and all that the bots choose after it.

        Raises GameError before ``reset``.
        """
        self.steps += 1
        info: dict[str, Any] = {}
        reward = 0.0
        try:
            self.now = chosen(self.now, action)
        except GameError as error:
            reward, info["refused"] = self.refused, str(error)
        self._others_go_on()
        if self.now.over and not info:
            reward = self.reward(self.now, self.seat)
        if self.render_mode == "human":
            self.render()
        truncated = self.steps >= self.most and not self.now.over
        return seen_by(self.now, self.seat), reward, self.now.over, truncated, info

    def action_masks(self) -> Any:
        """What may be chosen now, as an array of bools: libraries that mask actions ask for it.

        Raises GameError before ``reset``.
        """
        return seen_by(self.now, self.seat)["action_mask"].astype(bool)

    def _others_go_on(self) -> None:
        """Up to the next choice of the seat, or the end."""
        while not self.now.over and self.now.decision.player != self.seat:
            self.now, _ = apply(self.now, ask(self._others[self.now.decision.player], self.now))

    def render(self) -> str | None:
        """The table as text: returned in the mode ``ansi``, written in the mode ``human``."""
        return rendered(self.now, self.render_mode)
