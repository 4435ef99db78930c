"""Observations, masks and their spaces as arrays, for the environments; needs gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from gymnasium import spaces

from ..play.views import view
from .observing import entries, observation

if TYPE_CHECKING:
    from ..linking.table import Table
    from ..play.state import State

Seen = dict[str, Any]
"""``observation``: an array of whole numbers; ``action_mask``: an array of 0 and 1."""


def space_of(table: Table) -> spaces.Dict:
    """The bounds of what a seat sees at a table: of every number, and 0 and 1 for every action."""
    listed = entries(table)
    low, high = ([getattr(entry, end) for entry in listed] for end in ("least", "most"))
    seen = spaces.Box(numpy.array(low, "int32"), numpy.array(high, "int32"), dtype=numpy.int32)
    mask = spaces.Box(0, 1, (len(table.actions),), numpy.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def seen_by(state: State, seat: int) -> Seen:
    """What a seat sees of a state. Nothing may be chosen by a seat that does not decide."""
    actions = state.table.actions
    mask: Any = numpy.zeros(len(actions), numpy.int8)
    if seat == state.decision.player:
        mask[list(actions.offered(state))] = 1
    return {
        "observation": numpy.array(observation(view(state, seat)), "int32"),
        "action_mask": mask,
    }
