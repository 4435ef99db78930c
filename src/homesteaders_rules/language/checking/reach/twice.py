"""What is for each player, and comes once for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.conditions import Static
from ....commands.control import Do, If, Sequence
from ....commands.definitions.pieces import Piece
from ....commands.repetition import EachPlayer
from ....mechanisms.auction.commands import Auction, UsePiece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....commands.base import Command
    from ..context import Checking


def check_twice(checking: Checking) -> None:
    """A warning where each player has something done in turn that is for each player.

    Not behind what a player chooses, pays for or has: then it may be meant so.
    """
    sold = {auction.sort for auction in checking.every(Auction)}
    told: set[Command] = set()
    for outer in checking.every(EachPlayer):
        for inner in _within(checking, outer.effect, sold) if type(outer) is EachPlayer else ():
            where = inner if checking.is_own(inner) else outer
            if where not in told:
                told.add(where)
                _report(checking, inner, where)


def _report(checking: Checking, inner: EachPlayer, where: Command) -> None:
    message = f'"{checking.text_of(inner)}" comes once for each player'
    hint = "leave out one of the two: what leads here stands behind each player already"
    checking.report("W580", message, where, hint)


def _within(checking: Checking, effect: Command, sold: set[str]) -> Iterator[EachPlayer]:
    """What is for each player in what is sure to be carried out."""
    match effect:
        case EachPlayer():
            if effect.order is None or not effect.order.others:
                yield effect
        case Sequence(effects=parts):
            for part in parts:
                yield from _within(checking, part, sold)
        case If(condition=Static()):
            for child in effect.children():
                yield from _within(checking, child, sold)
        case Do(action=action):
            for called in checking.flow.effects(("action", action)):
                yield from _within(checking, called, sold)
        case UsePiece(sort=sort, moment=moment) if sort not in sold:
            for piece in (each for each in checking.rules.of(Piece) if each.sort == sort):
                for clause in piece.clauses:
                    if clause.moment == moment:
                        yield from _within(checking, clause.effect, sold)
