"""A bot that looks one step ahead, and through an auction to what it buys."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..play.choosing import apply
from ..play.cursor import Cursor
from ..play.hidden.sampling import sample
from ..runtime.recording.events import Bid, Passed, Placed
from .asking import seen_by_decider
from .calendar import Now
from .outlook import Outlook, Tuning
from .placing import best_places

if TYPE_CHECKING:
    from ..linking.table import Table
    from ..play.state import State
    from ..play.views import View
    from ..runtime.offering.options import Option

MARGIN = 0.05
"""How much better an exchange must be than going on without it."""
PATIENCE = 12
"""How many exchanges in a row it makes at most."""
MOST_STEPS = 60
"""How far a look ahead goes at most."""


class SensibleBot:
    """Builds an income early, buys what is worth its price, and ends without debts it can avoid.

    It tries each option on the state and takes the one with the best outlook. A bid is followed
    to the end of the round as if all others passed. It knows no game: what things are worth it
    reads off the rules. The last option of a question is taken to be the one that declines.
    """

    def __init__(self, seed: int = 0, tuning: Tuning | None = None) -> None:
        self.random = Random(seed)
        self.tuning = tuning
        self._table: Table | None = None
        self._outlook: Outlook
        self._now: Now
        self._patience = PATIENCE
        self._kinds: dict[str, Bid | Passed | Placed | None] = {}

    def choose(self, view: View | State) -> Option:
        """The option with the best outlook; an exchange of any time where it makes it better."""
        self._sit_down(view.table)
        # What it does not see it makes up, once for each decision.
        state = sample(seen_by_decider(view), self.random.getrandbits(32))
        decision = state.decision
        options, player = decision.options, decision.player
        kinds = [self._kind(state, option) for option in options]
        self._now = Now.of(state)
        if any(isinstance(kind, Placed) for kind in kinds):
            best, without = self._placing(state, kinds), self._value(state, player)
        else:
            best, without = self._best(state, self._candidates(options, kinds), player)
        exchange = self._exchange(state, without, player) if self._patience else None
        self._patience = self._patience - 1 if exchange else PATIENCE
        return exchange or best

    def _sit_down(self, table: Table) -> None:
        if table is not self._table:
            self._table = table
            self._outlook = Outlook(table, self.tuning)
            self._kinds = {}

    def _kind(self, state: State, option: Option) -> Bid | Passed | Placed | None:
        """What an option does that matters to how it is tried: the same at every state."""
        if option.key not in self._kinds:
            _, events = apply(state, option)
            first = next(iter(events), None)
            if isinstance(first, Placed) and first.name not in state.pieces(first.player):
                first = None
            self._kinds[option.key] = first if isinstance(first, Bid | Passed | Placed) else None
        return self._kinds[option.key]

    # ------------------------------------------------------------------ options

    def _candidates(
        self, options: tuple[Option, ...], kinds: list[Bid | Passed | Placed | None]
    ) -> list[Option]:
        """The options worth a trial: of the bids on a lot only the lowest."""
        lowest: dict[int, tuple[int, Option]] = {}
        found: list[Option] = []
        for option, kind in zip(options, kinds, strict=True):
            if not isinstance(kind, Bid) or kind.neutral:
                found.append(option)
            elif kind.lot not in lowest or kind.amount < lowest[kind.lot][0]:
                lowest[kind.lot] = kind.amount, option
        return [option for _, option in lowest.values()] + found

    def _best(self, state: State, options: list[Option], player: int) -> tuple[Option, float]:
        if len(options) == 1:
            return options[0], self._try(state, options[0], player)
        values = [self._try(state, option, player) for option in options]
        highest = max(values)
        among = [o for o, value in zip(options, values, strict=True) if value > highest - 1e-9]
        return self.random.choice(among), highest

    def _placing(self, state: State, kinds: list[Bid | Passed | Placed | None]) -> Option:
        """The next of the best places that is not filled yet, or the end of placing."""
        options = state.decision.options
        wanted = best_places(self._outlook, state, state.decision.player)
        for option, kind in zip(options, kinds, strict=True):
            if isinstance(kind, Placed) and (kind.name, kind.place) in wanted:
                return option
        return options[-1]

    def _exchange(self, state: State, without: float, player: int) -> Option | None:
        """The exchange of any time that is better than going on without, if there is one."""
        decision = state.decision
        known = {option.key for option in decision.options}
        standing = self._value(state, player)
        found, most = None, MARGIN
        for option in decision.anytime:
            after, _ = apply(state, option)
            better = self._value(after, player) - standing
            for opened in after.decision.options:
                if opened.key not in known and not isinstance(
                    self._kind(after, opened), Bid | Placed
                ):
                    better = max(better, self._try(after, opened, player) - without)
            if better > most:
                found, most = option, better
        return found

    # ------------------------------------------------------------------ looking ahead

    def _value(self, state: State, player: int) -> float:
        return self._outlook.value(state, player, self._now)

    def _try(self, state: State, option: Option, player: int, deep: bool = True) -> float:
        """The outlook after an option, when what it leads to at once has been done."""
        kind = self._kinds.get(option.key)
        cursor = Cursor(state)
        cursor.choose(option)
        if isinstance(kind, Bid) and kind.neutral and deep:
            return self._after_neutral(cursor.state(), player)
        to_the_end_of_round = isinstance(kind, Bid | Passed)
        return self._value(self._follow(cursor, player, to_the_end_of_round), player)

    def _after_neutral(self, state: State, player: int) -> float:
        options = state.decision.options
        kinds = [self._kind(state, option) for option in options]
        candidates = self._candidates(options, kinds)
        return max(self._try(state, option, player, deep=False) for option in candidates)

    def _follow(self, cursor: Cursor, player: int, to_the_end_of_round: bool) -> State:
        """Play on: the player greedily, the others by declining."""
        state = start = cursor.state()
        for _ in range(MOST_STEPS):
            options = cursor.options
            if not options or state.round != start.round:
                break
            if not to_the_end_of_round and (cursor.player != player or state.phase != start.phase):
                break
            option = options[-1]
            if cursor.player == player and len(options) > 1:
                option = self._greedy(state, options, player)
            cursor.choose(option)
            state = cursor.state()
        return state

    def _greedy(self, state: State, options: tuple[Option, ...], player: int) -> Option:
        best, highest = options[-1], -1e9
        for option in options:
            trial = Cursor(state)
            trial.choose(option)
            value = self._value(trial.state(), player)
            if value > highest:
                best, highest = option, value
        return best
