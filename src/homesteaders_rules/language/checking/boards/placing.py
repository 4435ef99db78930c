"""Checks of places of all, which are filled in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....commands.repetition import EachPlayer
from ....mechanisms.auction.winning import EachWinner
from ....mechanisms.placing.in_turn import PlaceInTurn

if TYPE_CHECKING:
    from ....commands.base import Command
    from ..context import Checking


def check_placing(checking: Checking) -> None:
    """A place of all is for one good; and who places has a turn that is nobody else's."""
    for slot, is_own in checking.slots():
        if not is_own and slot.count > 1:
            message = f"a place that nobody owns is for 1 {slot.good}, and this says {slot.count}"
            hint = f"write a line for each: 1 {slot.good}: ..."
            checking.report("E611", message, slot, hint)
    if not checking.placed_of(PlaceInTurn):
        return
    told: set[int] = set()
    around: list[Command] = [*checking.every(EachPlayer), *checking.every(EachWinner)]
    for outer in around:
        for inner in checking.flow.done_by(outer):
            if isinstance(inner, PlaceInTurn) and id(inner) not in told:
                told.add(id(inner))
                message = "all players place in turn here, and this stands in the turn of one"
                hint = "write it in a phase, outside of lines like: each player: ..."
                checking.report("E612", message, inner, hint)
