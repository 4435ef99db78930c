"""Checks of the words of an auction: they mean something only where something is auctioned."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from ...commands.amounts import TheBid
from ...commands.definitions.occasions import Occasion
from ...mechanisms.auction.commands import Auction
from ...mechanisms.auction.conditions import EveryPlayerWon, NobodyWon, ThisLot, WonLot
from ...mechanisms.auction.neutral import NeutralBid
from ...mechanisms.auction.winning import EachWinner
from ...mechanisms.piles.commands import BuildSame
from ...mechanisms.turns import FIRST_WINNER, WINNER, PlayerWord
from .context import table_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...commands.base import Command
    from .context import Checking, Conditions

OF_LOTS = (EachWinner, EveryPlayerWon, NeutralBid, NobodyWon, ThisLot, WonLot)
"""Words about lots that name their sort."""
SPEAKING = (*OF_LOTS, BuildSame, Occasion, PlayerWord, TheBid)
"""All that may speak of lots."""


def check_auctions(checking: Checking) -> None:
    """What speaks of lots, bids and winners stands where such lots are auctioned."""
    auctions: list[tuple[Command, str, Conditions]] = []
    spoken: list[tuple[Command, str, Conditions]] = []
    for auction, conditions in checking.placed_of(Auction):
        auctions.append((auction, auction.sort, conditions))
    for command, conditions in checking.placed_of(*SPEAKING):
        sort = _lots_of(command)
        if sort is not None:
            spoken.append((command, sort, conditions))
    _check_sorts(checking, auctions)
    for command, sort, conditions in spoken:
        given = [where for _, auctioned, where in auctions if sort in ("", auctioned)]
        table = checking.missing_table(conditions, given)
        if table is not None:
            where = f" {table_words(table)}" if given else ""
            lots = checking.rules.vocabulary.plural(sort) if sort else "lots"
            message = f"{lots} are not auctioned{where}, and so nobody bids on them or wins them"
            hint = f"write a phase with a block like: auction {lots}: ..."
            checking.report("E525", message, command, hint)


def _check_sorts(checking: Checking, auctions: Sequence[tuple[Command, str, Conditions]]) -> None:
    """At one table all that is auctioned is of one sort: its stacks are numbered as the lots."""
    for (_, first, before), (command, second, conditions) in combinations(auctions, 2):
        both = checking.missing_table((*before, *conditions), ())
        if first != second and both is not None:
            words = checking.rules.vocabulary
            message = (
                f"{words.plural(second)} are auctioned {table_words(both)}, where "
                f"{words.plural(first)} are auctioned too"
            )
            hint = f"make one sort of the two, with more stacks: more of piece {first}: stacks: ..."
            checking.report("E530", message, command, hint)
            return


def _lots_of(command: Command) -> str | None:
    """The sort of the lots that a command speaks of; empty: of any lots; None: of none."""
    match command:
        case TheBid():
            return ""
        case PlayerWord(kind=kind) if kind == FIRST_WINNER:
            return ""
        case PlayerWord(kind=kind, sort=sort) if kind == WINNER:
            return sort
        case BuildSame(lots=sort) | Occasion(verb="wins", of=sort):
            return sort
        case _:
            return command.sort if isinstance(command, OF_LOTS) else None
