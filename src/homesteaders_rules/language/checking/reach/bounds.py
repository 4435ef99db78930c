"""What asks for more than a player can ever have, and spaces of tracks to which nobody comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.amounts import PieceCount, TrackCount
from ....commands.conditions import Has
from ....commands.counting.comparing import HasCount
from ....commands.definitions.pieces import Piece
from ....commands.definitions.tracks import Track
from ....mechanisms.holding.definitions import MayHold
from ....mechanisms.sets import KindCount, SetCount
from ....mechanisms.tracks import OnTrack

if TYPE_CHECKING:
    from ....commands.amounts import Count
    from ..context import Checking


def check_bounds(checking: Checking) -> None:
    """What is needed, or asked for, can be had at once."""
    for has in checking.every(Has):
        _check(checking, has, has.least, _most_held(checking, has.good))
    for condition in checking.every(HasCount):
        _check(checking, condition, condition.least, _most(checking, condition.count))
    for piece in checking.rules.of(Piece):
        for need in piece.needs:
            most = _most(checking, need.count)
            if most is not None and need.least > most:
                words = f"it {need.words(checking.rules.vocabulary)}"
                message = f"nobody builds {piece.name}: {words}, and a player owns {most} at most"
                checking.report("W536", message, need, "let it need fewer")


def check_moved(checking: Checking) -> None:
    """Where the space of a marker is counted something moves the marker."""
    moved = {each.track for each in checking.every(OnTrack) if each.leads_on}
    own = {track.name for track in checking.rules.of(Track) if not track.common}
    for count in checking.every(TrackCount):
        if count.track in own - moved:
            message = f"nothing moves the markers on {count.track}, so that this is always 0"
            hint = f"write where it happens: advance {count.track}"
            checking.report("W583", message, count, hint)


def _check(checking: Checking, condition: Has | HasCount, least: int, most: int | None) -> None:
    if most is not None and least > most:
        words = condition.words(checking.rules.vocabulary)
        message = f'"{words}" never holds: {most} is the most that a player can have'
        checking.report("W531", message, condition, "ask for fewer, or leave it out")


def _most_held(checking: Checking, good: str) -> int | None:
    """How much of a good a player may hold at any table, where no more is ever gained."""
    limits = (limit for limit in checking.rules.of(MayHold) if good in limit.goods)
    held = [each.count for each in limits if not each.gives_back and not each.conditions]
    return min(held, default=None)


def _most(checking: Checking, count: Count) -> int | None:
    """How many of what is counted a player can have; None where nothing says so."""
    match count:
        case PieceCount(sort=sort, labels=labels):
            pieces = checking.rules.of(Piece)
            # A player owns one piece of each name.
            carried = (p.name for p in pieces if p.sort == sort and {*labels} <= {*p.labels})
            return len({*carried}) or None
        case TrackCount(track=name):
            tracks = [each for each in checking.rules.of(Track) if each.name == name]
            return max((max(len(t.rewards), *t.values, 0) for t in tracks), default=None)
        case KindCount(counts=counts):
            return len(counts)
        case SetCount(counts=counts):
            known = [most for each in counts if (most := _most(checking, each)) is not None]
            return min(known, default=None)
        case _:
            return None
