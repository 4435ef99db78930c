"""Checks of pieces that are used by what is left on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.base import walk
from ....commands.definitions.pieces import Piece
from ....mechanisms.occupying.commands import Leave, LeaveTo, begins_with
from ....mechanisms.occupying.conditions import AnyFree
from ....mechanisms.occupying.using import Clear, TakeBack, UseAnyFree, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..context import Checking


def check_occupying(checking: Checking) -> None:
    """What is used while it is free is taken by what its text leaves there."""
    left = {each.piece for each in checking.every(Leave)}
    left |= {each.piece for each in checking.every(LeaveTo)}
    told: set[str] = set()
    for use in checking.every(UseAnyFree):
        for piece in _pieces(checking, use):
            lines = text_of(piece)
            if lines and not begins_with(lines[0]) and piece.name not in told:
                told.add(piece.name)
                words = use.words(checking.rules.vocabulary)
                message = f'"{words}" means {piece.name}, and its text leaves nothing there first'
                hint = "begin its text with a line like: leave 1 <good> here to gain 1 <good>"
                checking.report("E551", message, lines[0], hint)
    if told:
        return
    for command in _about(checking):
        if not any(piece.name in left for piece in _pieces(checking, command)):
            words = command.words(checking.rules.vocabulary)
            message = f'"{words}" means nothing: nobody ever leaves anything there'
            hint = f"write below a {command.sort}: leave 1 <good> here to gain 1 <good>"
            checking.report("E552", message, command, hint)
    _check_taken_back(checking)


def _about(checking: Checking) -> Iterator[UseAnyFree | Clear | AnyFree]:
    yield from checking.every(UseAnyFree)
    yield from checking.every(Clear)
    yield from checking.every(AnyFree)


def _pieces(checking: Checking, command: UseAnyFree | Clear | AnyFree) -> list[Piece]:
    """The pieces that a command means."""
    labels = set(command.labels)
    fitting = (piece for piece in checking.rules.of(Piece) if piece.sort == command.sort)
    return [piece for piece in fitting if labels <= set(piece.labels)]


def _check_taken_back(checking: Checking) -> None:
    """What comes home was left by the one player who used the piece."""
    back = next(checking.every(TakeBack), None)
    if back is None:
        return
    used = [p for use in checking.every(UseAnyFree) for p in _pieces(checking, use)]
    if not used:
        hint = checking.in_a_phase("use any free <free>")
        message = "nothing is anybody's: no piece is ever used while it is free"
        checking.report("E553", message, back, hint)
        return
    lent = {id(each) for piece in used for line in text_of(piece) for each in walk(line)}
    leaving: list[Leave | LeaveTo] = [*checking.every(Leave)]
    for each in (*leaving, *checking.every(LeaveTo)):
        if id(each) not in lent:
            message = f"several players may leave goods on {each.piece}, and nobody knows whose"
            hint = "leave them only in lines without a moment, on a piece that is used while free"
            checking.report("E553", message, each, hint)
