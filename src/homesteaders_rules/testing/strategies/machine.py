"""A state machine for Hypothesis: a game that is played, undone, saved and looked at.

TestGame = game_machine(load("homesteaders"), load("new_beginnings")).TestCase
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ...play.saves import Game, restore, save
from ...play.views import view
from ..checks import check_conserved, check_decision, check_holdings, check_step
from ..checks import check_cursor as cursor_goes
from ..lines import line_behind, shown
from .states import beginnings

if TYPE_CHECKING:
    from ...rules import Rules
    from ..beginnings import Beginning


def game_machine(*rules: Rules) -> type[RuleBasedStateMachine]:
    """A machine for a game under any of some rules; its test case is its ``TestCase``."""

    class GameMachine(_GameMachine):
        @initialize(beginning=beginnings(*rules))
        def begin(self, beginning: Beginning) -> None:
            self.start(beginning)

    return GameMachine


class _GameMachine(RuleBasedStateMachine):
    """Rules of the machine change the game; invariants look at it after each."""

    game: Game | None = None

    def start(self, beginning: Beginning) -> None:
        """Begin a game, and check its setup."""
        self.game = beginning.game
        setup = beginning.setup()
        if setup is not None:
            check_conserved(setup[0], self.game.state, setup[1])

    @property
    def going(self) -> Game:
        """The game, which has begun."""
        assert self.game is not None
        return self.game

    def _open(self) -> bool:
        return self.game is not None and not self.game.state.over

    @precondition(_open)
    @rule(data=st.data())
    def choose(self, data: Any) -> None:
        """Somebody chooses, and everything of that step is checked."""
        before = self.going.state
        option = data.draw(st.sampled_from(before.options), label="option")
        self._carry_out(option.key)

    @precondition(lambda self: self._open() and bool(self.going.state.anytime))
    @rule(data=st.data())
    def exchange(self, data: Any) -> None:
        """Somebody uses an exchange of any time."""
        option = data.draw(st.sampled_from(self.going.state.anytime), label="exchange")
        self._carry_out(option.key)

    def _carry_out(self, key: str) -> None:
        before = self.going.state
        option = before.decision.find(key)
        assert option is not None, f"{key} is listed and not found"
        try:
            cursor_goes(before, option)
            events = self.going.choose(option)
            check_step(before, self.going.state, events, option)
        except AssertionError as error:
            error.add_note(f"{key}: {shown(line_behind(before, option))}")
            raise

    @precondition(lambda self: self.game is not None and bool(self.game.turns))
    @rule()
    def undo(self) -> None:
        """The last choice is taken back, if it may be."""
        last = self.going.turns[-1]
        player = last.before.decision.player
        if self.going.why_not_undo(player) is None:
            assert self.going.undo(player) == last.key
            assert self.going.state == last.before

    @precondition(lambda self: self.game is not None)
    @rule()
    def save_and_restore(self) -> None:
        """The game is saved and goes on from what was read."""
        again = restore(save(self.going, with_state=True), self.going.rules)
        assert again.state == self.going.state
        assert again.keys == self.going.keys
        self.game = again

    @precondition(lambda self: self.game is not None)
    @rule()
    def look(self) -> None:
        """Everybody looks, and nobody sees what only others know."""
        state = self.going.state
        hidden = [good.name for good in state.table.layout.goods if good.hidden]
        for seat in range(state.table.players):
            seen = view(state, seat)
            for good in hidden:
                assert seen.holding(seat, good) == state.holding(seat, good)

    @invariant()
    def holds_together(self) -> None:
        """Nobody holds less than nothing; something can be chosen until the end."""
        if self.game is not None:
            check_holdings(self.game.state)
            check_decision(self.game.state)
