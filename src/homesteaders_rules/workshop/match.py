"""A match: a game between people and bots, told to each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..bots import Bot, ask, bot_names, make_bot
from ..errors import GameError, expect, shown, suggestion
from ..play.saves import Game, restore, save
from ..telling.narration import Told, player_names
from .tale import Tale

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option

HUMAN = "human"
"""Who sits where a person chooses; any other name is that of a bot."""
MOST_AT_ONCE = 2_000
"""So many choices of bots follow one of a person at most; then it goes on when somebody asks."""


@define(repr=False)
class Match:
    """A game with somebody at each seat: :data:`HUMAN`, or the name of a bot.

    Bots choose as soon as it is their turn, so that it is always a person's turn, or the game is
    over; without people at the table it is played to its end.
    """

    game: Game
    seats: tuple[str, ...]
    _bots: list[Bot | None] = field(init=False, repr=False)
    _tales: dict[int | None, Tale] = field(init=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        if len(self.seats) != self.game.players:
            players = self.game.players
            raise GameError(f"{len(self.seats)} seats are named, and {players} play")
        self._bots = [
            None if name == HUMAN else _bot(name, self.game.seed * 1000 + seat)
            for seat, name in enumerate(self.seats)
        ]
        self.go_on()

    @classmethod
    def new(
        cls,
        rules: Rules,
        seats: Sequence[str],
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
    ) -> Match:
        """A match from the beginning, for as many players as there are seats.

        Raises GameError for unknown bots and options, and for a number that cannot play.
        """
        return cls(Game.new(rules, len(seats), seed, options), tuple(seats))

    @classmethod
    def from_state(cls, state: State, seats: Sequence[str]) -> Match:
        """A match that goes on from a state. Raises GameError as :meth:`new` does."""
        return cls(Game.begun_with(state), tuple(seats))

    @classmethod
    def restored(cls, text: str, seats: Sequence[str], rules: Rules | None = None) -> Match:
        """A match that goes on where it was saved. Raises BadSave, and GameError as :meth:`new`."""
        return cls(restore(text, rules), tuple(seats))

    # ------------------------------------------------------------------ who

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.game.state

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, from 0."""
        return tuple(seat for seat, bot in enumerate(self._bots) if bot is None)

    @property
    def viewer(self) -> int | None:
        """The seat of who looks at the table: who decides, or the only person; None: an onlooker.

        Where several people sit at one screen it is theirs in turn; at the end it is everybody's.
        """
        if len(self.people) == 1:
            return self.people[0]
        decider = self.state.decision.player
        return None if self.state.over or decider not in self.people else decider

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return player_names(self.game.players)

    # ------------------------------------------------------------------ what is done

    def choose(self, option: Option | str) -> None:
        """Carry out what a person chooses, and then what bots do, until a person decides again.

        Raises IllegalOption, with the reason, for what is not offered, and GameError where nobody
        is asked; nothing has changed then.
        """
        if self.state.over:
            raise GameError("the game is over")
        if self.state.decision.player not in self.people:
            raise GameError("a bot decides now: let it go on")
        self.game.choose(option)
        self.go_on()

    def go_on(self, most: int = MOST_AT_ONCE) -> bool:
        """Let bots choose, ``most`` times, until a person decides; whether bots still have to."""
        for _ in range(most):
            if self.state.over:
                return False
            player = self.state.decision.player
            bot = self._bots[player]
            if bot is None:
                return False
            self.game.choose(ask(bot, self.state, self.seats[player]))
        return not self.state.over and self.state.decision.player not in self.people

    def why_not_undo(self) -> str | None:
        """Why the last choice of the person who looks cannot be taken back; None where it can.

        Alone against bots it always can; with other people as :meth:`Game.undo` has it.
        """
        if not any(turn.before.decision.player in self.people for turn in self.game.turns):
            return "nothing has been chosen yet"
        if len(self.people) == 1:
            return None
        viewer = self.viewer
        last = self.game.turns[-1].before.decision.player
        return self.game.why_not_undo(last if viewer is None else viewer)

    def undo(self) -> str:
        """Take back the last choice of the person who looks, and what bots did since; its key.

        Raises GameError with the reason.
        """
        reason = self.why_not_undo()
        if reason is not None:
            raise GameError(f"that cannot be undone: {reason}")
        turns = self.game.turns
        last = max(n for n, turn in enumerate(turns) if turn.before.decision.player in self.people)
        self.game.turns, self.game.state = turns[:last], turns[last].before
        return turns[last].key

    def save(self) -> str:
        """The game as JSON, for :meth:`restored`."""
        return save(self.game)

    # ------------------------------------------------------------------ what is told

    def told(self, seat: int | None) -> list[Told]:
        """All that has happened, as far as a seat (None: an onlooker) may know of it by now.

        To the player of the seat it is told in the second person.
        """
        return self._tale(seat).of(self.game.turns)

    def last_choice(self, seat: int | None) -> int:
        """How many sentences of that were told before the last choices of the seat in a row."""
        return self._tale(seat).before(self.game.turns)

    def _tale(self, seat: int | None) -> Tale:
        if seat not in self._tales:
            self._tales[seat] = Tale(seat, self.names)
        return self._tales[seat]


def _bot(name: str, seed: int) -> Bot:
    """A bot that is known by its name, perhaps with a setting: nothing here imports a module."""
    expect(name, str, "the name of a bot")
    if name.partition(":")[0] not in bot_names():
        known = ", ".join((HUMAN, *bot_names()))
        hint = suggestion(name, (HUMAN, *bot_names())) or f"; known are {known}"
        raise GameError(f"there is no bot {shown(name)}{hint}")
    return make_bot(name, seed)
