"""What a pack lets happen to the start player alone, where everybody may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.control import If
from ...commands.definitions.course import Hook, Phase
from ...commands.definitions.pieces import Piece
from ...commands.flows import THE_PLAYER
from ...commands.repetition import EachPlayer
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.turns import IsStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from .context import Checking

OF_EACH = (EachPlayer, EachWinner)
"""What stands in these has a player of its own."""


def check_alone(checking: Checking) -> None:
    """A warning where goods come or go in a phase, and no line says whose.

    Of packs only: whoever writes a whole game has its start player in mind.
    """
    if not checking.rules.headers[-1].extends:
        return
    used: set[tuple[str, str]] = set()
    for definition in checking.rules.definitions:
        of_phase = isinstance(definition, Hook) and not definition.of_action
        if of_phase or isinstance(definition, Phase):
            used |= {(u.sort, u.moment) for u in _alone(definition) if isinstance(u, UsePiece)}
            _report(checking, definition)
    for piece in checking.rules.of(Piece):
        for clause in piece.clauses:
            if (piece.sort, clause.moment) in used:
                _report(checking, clause)


def _report(checking: Checking, definition: Command) -> None:
    """Tell of the first effect in a definition that moves goods of the start player alone."""
    for command in _alone(definition):
        if any(THE_PLAYER in (flow.giver, flow.taker) for flow in command.flows()):
            words = command.words(checking.rules.vocabulary)
            message = f'"{words}" happens to the start player alone'
            hint = "put before it for whom it is: each player, from the start player:"
            hint += ", or for that one alone: if you are start player:"
            checking.report("W588", message, command, hint)
            return


def _alone(command: Command) -> Iterator[Command]:
    """What is carried out for the start player, outside of what is for each."""
    yield command
    for part in command.children():
        says = isinstance(part, If) and isinstance(part.condition, IsStart)
        if not isinstance(part, OF_EACH) and not says:
            yield from _alone(part)
