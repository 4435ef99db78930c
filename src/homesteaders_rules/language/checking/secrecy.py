"""What is done in secret must be such that nobody sees it: goods, and nothing that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.base import walk
from ...commands.conditions import FinalRound
from ...commands.control import If
from ...commands.definitions.pieces import Piece
from ...commands.repetition import EachPlayer
from ...mechanisms.auction.commands import Auction, UsePiece
from ...mechanisms.auction.neutral import NeutralBid
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.chance.commands import Spin
from ...mechanisms.maps.commands import LayMap, MakeNeutral, RandomNeutral, TakeAll
from ...mechanisms.occupying.commands import Leave, LeaveTo
from ...mechanisms.occupying.using import Clear, TakeBack, UseAnyFree
from ...mechanisms.piles.commands import Build, BuildSame, MovePieces, RemoveCopies, Stack, TurnUp
from ...mechanisms.piles.taking import TakeAny, TakePiece, TakeRandom
from ...mechanisms.placing.commands import PlaceGoods
from ...mechanisms.placing.in_turn import PlaceInTurn
from ...mechanisms.placing.moving import MovePlaced
from ...mechanisms.storage import Put, TakeFrom
from ...mechanisms.tracks import Advance, MoveBack, MoveOn
from ...mechanisms.turns import BecomeStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...commands.base import Command
    from ...commands.effects import Effect
    from ...linking.consequences import Consequences
    from .context import Checking

OPEN = (
    *(Advance, Auction, BecomeStart, Build, BuildSame, EachWinner, MoveBack, MoveOn),
    *(
        MovePieces,
        MovePlaced,
        NeutralBid,
        PlaceGoods,
        Put,
        RemoveCopies,
        Stack,
        TakeFrom,
        TakePiece,
    ),
    *(TakeAny, TakeRandom, TurnUp, UsePiece, Clear, Leave, LeaveTo, Spin, TakeBack, UseAnyFree),
    *(LayMap, MakeNeutral, RandomNeutral, TakeAll, PlaceInTurn),
)
"""Pieces, markers and bids lie on the table, and what lies on pieces is for all to see."""


FOLLOWED = ("action", "gains", "loses", "uses")
"""What is done in secret is also what follows at once from goods that change hands in it."""


def _done(flow: Consequences, effect: Effect) -> Iterator[Command]:
    """What may be done while an effect is carried out: where it asks, exchanges of any time too."""
    yield from flow.done_by(effect, FOLLOWED)
    if effect.asks(flow):
        for happening in flow.exchanged(None):
            if happening[0] in FOLLOWED:
                for following in flow.effects(happening):
                    yield from flow.done_by(following, FOLLOWED)


def check_secrets(checking: Checking) -> None:
    """In secret players may gain, give and exchange goods, and so may all that follows from it."""
    final = {
        id(command)
        for each in checking.every(If)
        if isinstance(each.condition, FinalRound)
        for command in walk(each.then)
    }
    lying = {
        id(command) for piece in checking.every(Piece) if piece.stack for command in walk(piece)
    }
    for each in checking.every(EachPlayer):
        if not each.secret:
            continue
        # What lies up has gone when the final round comes.
        never = final if id(each) in lying else set()
        done = _done(checking.flow, each.effect)
        seen = next((c for c in done if isinstance(c, OPEN) and id(c) not in never), None)
        if seen is not None:
            what = seen.words(checking.rules.vocabulary)
            message = f'"{what}" changes what lies on the table for all to see, and'
            if any(seen is part for part in walk(each)):
                hint = "do it in the open, after what is done in secret"
                checking.report("E523", f"{message} cannot be secret", seen, hint)
            else:
                message = f"{message} may follow from what is done in secret in {each.span}"
                hint = "let it follow from something else, or do it in the open, in a phase"
                checking.report("E523", message, seen, hint)
