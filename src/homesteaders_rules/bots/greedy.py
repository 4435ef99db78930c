"""A bot that looks at each option and where it leads at once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .asking import seen_by_decider
from .sensible import PATIENCE, Thinker
from .trying import Guess

if TYPE_CHECKING:
    from ..play.state import State
    from ..play.views import View
    from ..runtime.offering.options import Option


class GreedyBot:
    """Takes the option with the best outlook, as a sensible bot, and exchanges what is better.

    It does not see what an exchange would open.
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self._guess = Guess(self.random)
        self._patience = PATIENCE

    def choose(self, view: View | State) -> Option:
        """The option with the best outlook."""
        seen = seen_by_decider(view)
        thinker = Thinker(seen.table, None, self._guess.position(seen))
        option, _ = thinker.best(self.random)
        swap = thinker.exchange(seen.anytime) if self._patience else None
        self._patience = self._patience - 1 if swap else PATIENCE
        return swap or option
