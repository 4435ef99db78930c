"""What is done in secret must be such that nobody sees it: goods, and nothing that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.repetition import EachPlayer
from ...linking.consequences import Consequences
from ...mechanisms.auction.commands import Auction, EachWinner, NeutralBid, UsePiece
from ...mechanisms.piles.commands import (
    Build,
    BuildSame,
    MovePieces,
    RemoveCopies,
    Stack,
    TakePiece,
    TurnUp,
)
from ...mechanisms.placing.commands import PlaceGoods
from ...mechanisms.storage import Put, TakeFrom
from ...mechanisms.tracks import Advance, MoveBack, MoveOn
from ...mechanisms.turns import BecomeStart

if TYPE_CHECKING:
    from .context import Checking

OPEN = (
    *(Advance, Auction, BecomeStart, Build, BuildSame, EachWinner, MoveBack, MoveOn),
    *(MovePieces, NeutralBid, PlaceGoods, Put, RemoveCopies, Stack, TakeFrom, TakePiece),
    *(TurnUp, UsePiece),
)
"""Pieces, markers and bids lie on the table, and what lies on pieces is for all to see."""


def check_secrets(checking: Checking) -> None:
    """In secret players may gain, give and exchange goods."""
    rules = Consequences(checking.rules.definitions)
    for each in checking.every(EachPlayer):
        if not each.secret:
            continue
        seen = next((c for c in rules.done_by(each.effect) if isinstance(c, OPEN)), None)
        if seen is not None:
            what = seen.words(checking.rules.vocabulary)
            message = (
                f'"{what}" changes what lies on the table for all to see, and cannot be secret'
            )
            hint = "do it in the open, after what is done in secret"
            checking.report("E523", message, seen, hint)
