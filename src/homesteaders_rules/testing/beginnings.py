"""Beginnings: a state together with the call that makes it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..play.saves import Game
from ..play.setup import begin
from ..play.state import State
from .situations import situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rules import Rules
    from ..runtime.recording.events import Events


@frozen(repr=False)
class Beginning:
    """The first state of a walk. ``call`` and ``arguments`` make it of rules again.

    Printed as that call: no rules, no cells. ``sought`` are names of pieces that a walk from here
    chooses more often where it can.
    """

    rules: Rules
    call: str
    arguments: dict[str, Any]
    state: State
    sought: frozenset[str] = frozenset()

    @classmethod
    def of_game(cls, rules: Rules, **arguments: Any) -> Beginning:
        """The first decision of a game; the arguments are those of :func:`new_game`."""
        return cls(rules, "new_game", _said(arguments), begin(rules, **arguments)[0])

    @classmethod
    def of_situation(
        cls, rules: Rules, sought: frozenset[str] = frozenset(), **arguments: Any
    ) -> Beginning:
        """A situation; the arguments are those of :func:`situation`."""
        state = situation(rules, **arguments)
        return cls(rules, "situation", _said(arguments), state, sought)

    @property
    def game(self) -> Game:
        """A game that begins here, to be saved and replayed."""
        if self.call == "new_game":
            return Game.new(self.rules, **self.arguments)
        return Game.begun_with(self.state)

    def played(self, keys: Iterable[str]) -> Game:
        """The same after some choices; one that cannot be made is left out with what follows."""
        game = self.game
        for key in keys:
            try:
                game.choose(key)
            except Exception:
                break
        return game

    def setup(self) -> tuple[State, Events] | None:
        """The state before the setup of a game, and what happened until the first decision."""
        if self.call != "new_game":
            return None
        state, events = begin(self.rules, **self.arguments)
        bare = state.table.fresh_cells(self.arguments.get("seed", 0))
        return State(state.table, tuple(bare), ()), events

    def __repr__(self) -> str:
        said = (f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.call}({', '.join(('rules', *said))})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def _said(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments that say anything."""
    return {name: value for name, value in arguments.items() if value not in (None, {}, (), [])}
