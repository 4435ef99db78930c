"""What happens to the start player alone, where everybody may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.conditions import Players
from ...commands.control import If
from ...commands.definitions.course import Hook, Phase
from ...commands.definitions.definition import Clause
from ...commands.definitions.pieces import Piece, Sort
from ...commands.definitions.tracks import Track
from ...commands.effects import Effect
from ...commands.flows import THE_PLAYER
from ...commands.repetition import Collect, EachPlayer
from ...mechanisms.auction.commands import UsePiece
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.tracks import OnTrack
from ...mechanisms.turns import IsStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from ...commands.conditions import Condition
    from ...commands.protocols import Happening
    from .context import Checking

OF_EACH = (EachPlayer, EachWinner)
"""What stands in these has a player of its own."""
CALLED = ("action", "track")
"""What happens with a verb that calls it, to the same player."""


def check_alone(checking: Checking) -> None:
    """A warning where something happens to one player in a phase, and no line says to whom.

    Of a game its phases alone are asked, and only where goods come or go: whoever writes a whole
    game has its start player in mind.
    """
    is_pack = _is_pack(checking)
    used: set[tuple[str, str]] = set()
    for definition in checking.rules.definitions:
        of_phase = is_pack and isinstance(definition, Hook) and not definition.of_action
        if (of_phase or isinstance(definition, Phase)) and not _says(*definition.conditions):
            used |= {*_used(checking, definition)}
            _report(checking, definition)
    for piece in checking.rules.of(Piece):
        for clause in piece.clauses:
            if not used.isdisjoint({(piece.sort, clause.moment), ("", clause.moment)}):
                _report(checking, clause)


def _used(checking: Checking, definition: Command) -> Iterator[tuple[str, str]]:
    """The sort, or any, and the moment of the lines of pieces that are carried out."""
    for each in _done(checking, definition, set()):
        if isinstance(each, UsePiece):
            yield each.sort, each.moment
        elif isinstance(each, Collect) and each.place:
            yield "", each.moment


def _is_pack(checking: Checking) -> bool:
    return bool(checking.rules.headers[-1].extends)


def _report(checking: Checking, definition: Command) -> None:
    """Tell of the first effect in a definition that is about the start player alone."""
    for command in _alone(definition):
        by_it = (command, *_called(checking, command, set()))
        yours = next((each for each in by_it if _is_about_you(checking, each)), None)
        if yours is not None:
            where = command if checking.is_own(command) else yours
            words = where.words(checking.rules.vocabulary)
            message = f'"{words}" happens to the start player alone'
            hint = "put before it for whom it is: each player, from the start player:"
            hint += ", or for that one alone: if you are start player:"
            checking.report("W588", message, where, hint)
            return


def _is_about_you(checking: Checking, command: Command) -> bool:
    """Is it by itself about whoever acts?"""
    if not _is_pack(checking):
        return any(THE_PLAYER in (flow.giver, flow.taker) for flow in command.flows())
    if isinstance(command, OnTrack):
        tracks = checking.rules.of(Track)
        return not any(each.common for each in tracks if each.name == command.track)
    if isinstance(command, Collect):
        return not command.place and any(_lines_of_players(checking, command.moment))
    return isinstance(command, Effect) and command.about_you


def _lines_of_players(checking: Checking, moment: str) -> Iterator[bool]:
    """Each line of a moment: is it one of the rules or of a player's own piece, or about you?"""
    owned = {sort.name: sort.moments[:1] for sort in checking.rules.of(Sort) if sort.is_owned}
    yield from (clause.moment == moment for clause in checking.rules.of(Clause))
    for piece in checking.rules.of(Piece):
        yield bool(piece.slots) and owned.get(piece.sort) == (moment,)
        for clause in (each for each in piece.clauses if each.moment == moment):
            within = _done(checking, clause.effect, set())
            yield piece.sort in owned or any(_is_about_you(checking, each) for each in within)


def _done(checking: Checking, command: Command, seen: set[Happening]) -> Iterator[Command]:
    """What is carried out for the start player, and in what that calls."""
    for each in _alone(command):
        yield each
        yield from _called(checking, each, seen)


def _called(checking: Checking, command: Command, seen: set[Happening]) -> Iterator[Command]:
    """What a command itself calls, not what stands in it."""
    for happening in checking.flow.direct(command):
        if happening[0] in CALLED and happening not in seen:
            seen.add(happening)
            for effect in checking.flow.effects(happening):
                yield from _done(checking, effect, seen)


def _alone(command: Command) -> Iterator[Command]:
    """What is carried out for the start player, outside of what is for each."""
    says = isinstance(command, If) and _says(command.condition)
    if not isinstance(command, OF_EACH) and not says:
        yield command
        for part in command.children():
            yield from _alone(part)


def _says(*conditions: Condition) -> bool:
    """Do they say for whom it is, or is there nobody else?"""
    alone = (isinstance(each, Players) and each.most == 1 for each in conditions)
    return any(alone) or any(isinstance(each, IsStart) for each in conditions)
