"""So many uses at once are as many uses one after the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...commands.definitions.definition import Exchange
from ...play.choosing import apply

if TYPE_CHECKING:
    from ...play.state import State

AT_ONCE = re.compile(r"(.+) ([2-9])")


def check_times(state: State) -> None:
    """An exchange used so often at once leads where as many single uses at one question lead."""
    for option in state.anytime:
        found = AT_ONCE.fullmatch(option.key)
        exchange = getattr(option.offer, "meaning", None)
        if found is None or not isinstance(exchange, Exchange) or exchange.together:
            continue
        once, times = found[1], int(found[2])
        reached = state
        for _ in range(times):
            # What a question lists under the same key may lead on to another question.
            single = next((each for each in reached.anytime if each.key == once), None)
            if single is None or reached.decision.step is not state.decision.step:
                break
            reached, _ = apply(reached, single)
        else:
            after, _ = apply(state, option)
            assert after.cells == reached.cells, f"{option.key} is not {times} times {once}"
