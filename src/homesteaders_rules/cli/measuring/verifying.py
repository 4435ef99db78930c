"""``simulate --verify``: a game with every step checked; its first fault is told and kept.

It is played a second time by the plain reading of its text, step by step.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...bots import Bot, ask
from ...play.choosing import apply
from ...play.saves import Game
from ...testing.beginnings import Beginning
from ...testing.checks import check_conserved, check_decision, check_holdings, check_step
from ...testing.counterexamples import fault_of
from ...testing.lines import line_behind, shown
from ...testing.readings.instep import InStep
from ..files import write_save

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...play.state import State
    from ...rules import Rules
    from ...runtime.offering.options import Option

FILE = "fault-{}.json"


class VerifiedGame:
    """A game by bots, step by step. It ends where it is over or something is wrong."""

    def __init__(self, rules: Rules, players: int, seed: int, options: Mapping[str, bool]) -> None:
        self.beginning = Beginning.of_game(rules, players=players, seed=seed, options=dict(options))
        self.seed = seed
        self.state: State = self.beginning.state
        self.follower = InStep()
        self.keys: list[str] = []
        self.decisions = self.options = 0

    def play(self, bots: Sequence[Bot], most: int) -> str:
        """Play on; what is wrong, where and by which choice and rule line, or nothing."""
        fault = self._wrong(self._check_start)
        while not fault and not self.state.over:
            if len(self.keys) == most:
                return f"seed {self.seed}: not over after {most} choices"
            fault = self._step(bots[self.state.decision.player])
        return fault or self._wrong(self._check_replay)

    def _step(self, bot: Bot) -> str:
        state = self.state
        self.decisions += 1
        self.options += len(state.decision.options)
        for option in state.decision.all:
            if fault := self._wrong(partial(self._try, option), option):
                return fault
        chosen = ask(bot, state)

        def checked() -> None:
            after, events = apply(state, chosen)
            check_step(state, after, events, chosen)
            self.follower.step(state, chosen.key, after, events)
            self.state = after

        fault = self._wrong(checked, chosen)
        self.keys.append(chosen.key)
        return fault

    def _try(self, option: Option) -> None:
        """What is listed is accepted, and leads to a decision or to the end."""
        after, _ = apply(self.state, option)
        assert after.over or after.decision.options, "nothing can be chosen after it"

    def _check_start(self) -> None:
        setup = self.beginning.setup()
        if setup is not None:
            check_conserved(setup[0], self.state, setup[1])
        check_holdings(self.state)
        check_decision(self.state)
        self.follower = InStep.of(self.state, is_new=True)

    def _check_replay(self) -> None:
        state = self.beginning.state
        for key in self.keys:
            state, _ = apply(state, key)
        assert state == self.state, "the game replayed by its keys ends differently"

    def _wrong(self, claim: Callable[[], None], option: Option | None = None) -> str:
        """Why a claim does not hold, in a sentence with its place; nothing where it does."""
        state = self.state
        try:
            claim()
        except Exception as error:
            number = len(self.keys) + 1
            where = f"seed {self.seed}, choice {number}, round {state.round}, {state.phase}"
            who = ""
            if option is not None:
                line = shown(line_behind(state, option))
                who = f', player {state.decision.player + 1}: "{option.key}" ({line})'
            return f"{where}{who}: {fault_of(error)}"
        return ""

    def kept(self) -> str:
        """Save the game as far as it went; how to replay it. Nothing is overwritten."""
        try:
            return f"homesteaders replay {_written(self.beginning.played(self.keys))} plays it"
        except OSError as error:
            return f"it could not be saved: {error.strerror}"


def _written(game: Game) -> Path:
    """A new file in the working directory with the game."""
    number = 1
    while (file := Path(FILE.format(number))).exists():
        number += 1
    write_save(game, file)
    return file
