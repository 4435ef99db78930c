"""In which rounds a piece of a stack can lie up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .course import FINAL
from .stacks import stacks_seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ....commands.definitions.pieces import Piece
    from ..context import Checking
    from .stacks import Laid

Numbers = frozenset[int]


def rounds_up(checking: Checking) -> Mapping[str, Numbers]:
    """The rounds in which pieces may lie up, of stacks that turn up one in each of some rounds.

    The final round is :data:`FINAL`. Of pieces that are not named here nothing is known.
    """
    found: dict[str, Numbers] = {}
    for seen in checking.kept(stacks_seen).values():
        rounds = [_turned(laid) for laid in seen.laid]
        if not seen.is_certain or not all(rounds):
            continue
        for laid, turned in zip(seen.laid, rounds, strict=True):
            for piece, places in _places(laid):
                up = (_from(laid, turned, place) for place in places)
                found[piece.name] = found.get(piece.name, Numbers()).union(*up)
    return found


def _in_order(laid: Laid) -> list[int]:
    """All rounds in which something can be up, one after the other."""
    return [*range(1, laid.play.rounds + 1), *([FINAL] if laid.play.final_phases else [])]


def _turned(laid: Laid) -> Sequence[int]:
    """The rounds in which one is turned up, if one is, neither more nor fewer; else none."""
    if len(laid.times) != 1:
        return []
    ((_, time),) = laid.times
    if time.opening or (time.least, time.most) != (1, 1):
        return []
    return [number for number in _in_order(laid) if number in time.rounds]


def _places(laid: Laid) -> Iterator[tuple[Piece, range]]:
    """Where in the stack each of its pieces may lie, counted from 0 at the top."""
    first = 0
    for pieces, count in laid.layers():
        for number, piece in enumerate(pieces):
            place = range(first + number, first + number + 1) if number < count else range(0)
            yield piece, place if laid.in_order else range(first, first + count)
        first += count


def _from(laid: Laid, turned: Sequence[int], place: int) -> Numbers:
    """The rounds in which what lies at a place is up: until the next one is, or for good.

    When in a round the next one is turned up is not asked.
    """
    if place >= len(turned):
        return Numbers()
    every = _in_order(laid)
    stays = laid.turn is not None and bool(laid.turn.place)
    last = turned[place + 1] if place + 1 < len(turned) and not stays else every[-1]
    return Numbers(every[every.index(turned[place]) : every.index(last) + 1])
