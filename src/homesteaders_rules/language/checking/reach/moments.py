"""Moments that never come, and lines of pieces that name none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.control import Do, Nothing
from ....commands.definitions.definition import ALSO_GIVES, Clause
from ....commands.definitions.pieces import Piece, Sort
from ....commands.repetition import Collect
from ....mechanisms.auction.commands import Auction, UsePiece
from ....mechanisms.auction.winning import EachWinner
from ....mechanisms.later.commands import CollectDue, Later
from ....mechanisms.occupying.using import UseAnyFree
from ....mechanisms.piles.commands import Build
from ...names.names import PLAYERS
from .taking import dealt_in

if TYPE_CHECKING:
    from ..context import Checking

IN_TURN = "each player, from the start player"


def check_moments(checking: Checking) -> None:
    """Every moment of a clause comes, and every line without one is carried out."""
    rules = checking.rules
    coming = {each.moment for each in checking.every(Collect)}
    used = {(each.sort, each.moment) for each in checking.every(UsePiece)}
    for sort in rules.of(Sort):
        # Where there is one place beside players, pieces are taken, and mostly none is built.
        is_built = sort.places[2:] or any(each.sort == sort.name for each in checking.every(Build))
        if PLAYERS in sort.places and is_built and sort.moments:
            coming.add(sort.moments[-1])
    later = next(iter(checking.every(Later)), None)
    if later is not None and next(iter(checking.every(CollectDue)), None) is None:
        hint = checking.in_a_phase("each player: collect what is due")
        checking.report("W517", "what is put off is never collected", later, hint)
    clauses = [("", clause) for clause in rules.of(Clause)]
    clauses += [(piece.sort, clause) for piece in rules.of(Piece) for clause in piece.clauses]
    told: set[tuple[str, str]] = set()
    for sort_name, clause in clauses:
        named = sort_name, clause.moment
        if clause.moment and clause.moment not in coming and named not in used | told:
            told.add(named)
            hint = _collected(checking, *named)
            checking.report("W517", f'the moment "{clause.moment}" never comes', clause, hint)
    _unused_lines(checking)


def _collected(checking: Checking, sort: str, moment: str) -> str:
    """The hint how a moment of pieces comes; of those that nobody owns it is said of which."""
    lots = {auction.sort for auction in checking.every(Auction)}
    what = f"the {moment} of the {sort}"
    if moment == ALSO_GIVES:
        what = f"what the {sort} also gives"
    elif not any(each.stacks for each in checking.rules.of(Sort) if each.name == sort):
        if opening := dealt_in(checking, moment):
            return f"add a line: after {opening}: {IN_TURN}: collect {moment}"
        return checking.in_a_phase(f"collect {moment}", each=True)
    if sort in lots or moment == ALSO_GIVES:
        return _of_each_winner(checking, f"collect {what}")
    return checking.in_a_phase(f"{IN_TURN}: collect {what}")


def _of_each_winner(checking: Checking, effect: str) -> str:
    """The hint to let something happen to all who have won something."""
    named = (
        each.action
        for block in checking.every(EachWinner)
        for each in (block.effect, *block.effect.children())
        if isinstance(each, Do)
    )
    *_, last = ("", *named)
    if last and checking.rules.headers[1:]:
        return f"add a line: after {last}: {effect}"
    return f"write into the block of each winner: {effect}"


def _unused_lines(checking: Checking) -> None:
    """Lines of pieces that begin with no moment, where nothing uses such a piece."""
    rules = checking.rules
    used = {each.sort for each in checking.every(UsePiece) if not each.moment}
    open_to_all = [*checking.every(UseAnyFree)]
    moments = {sort.name: sort.moments for sort in rules.of(Sort)}
    placed = {piece.sort: slot.good for piece in rules.of(Piece) for slot in piece.slots}
    for piece in rules.of(Piece):
        lines = (c for c in piece.clauses if not isinstance(c.effect, Nothing))
        bare = [clause for clause in lines if not clause.moment]
        free = (set(each.labels) for each in open_to_all if each.sort == piece.sort)
        if bare and piece.sort not in used and not any(x <= set(piece.labels) for x in free):
            hint = checking.in_a_phase(f"use the {piece.sort}")
            if moments.get(piece.sort):
                hint = f"say when it happens: {moments[piece.sort][0]}: ..."
            good = placed.get(piece.sort)
            if good:
                hint = f"{hint}; or who is to be placed here: 1 {good}: ..."
            message = "nothing ever carries out this line, which names no moment"
            checking.report("W517", message, bare[0], hint)
