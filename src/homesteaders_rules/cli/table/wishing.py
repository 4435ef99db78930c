"""Which key somebody means who asks for one, or cannot have it: also one that is not offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.choosing import UNKNOWN, why_not
from ...seeing.entry import meant

if TYPE_CHECKING:
    from ...play.state import State


def wished(state: State, said: str) -> tuple[str, ...]:
    """The keys that some words may mean, offered or not; the words themselves, if that is none."""
    reason = why_not(state, said, state.decision.player)
    if reason is None or not reason.startswith(UNKNOWN):
        return (said,)
    offered = [option.key for option in state.decision.all]
    exchanges = (key for each in state.table.program.exchanges for key in each.keys())
    for keys in (offered, dict.fromkeys([*state.decision.step.keys(), *exchanges])):
        found = meant(said, keys)
        if found:
            return found
    return (said,)
