"""The totals of a score, found without its sources."""

from __future__ import annotations

import pytest

from homesteaders_rules import load, new_game, rollout, score
from homesteaders_rules.play.scoring import totals


@pytest.mark.parametrize("name", ["homesteaders", "new_beginnings", "montana", "agricola"])
def test_totals_are_those_of_the_score(name: str) -> None:
    seen: set[int] = set()
    rules = load(name)
    for seed in range(6):
        state = new_game(rules, rules.players[seed % 2], seed)
        for budget in (0, 60, 200):
            after = rollout(state, seed, budget, 5)
            assert totals(after) == tuple(each.total for each in score(after))
            seen.update(totals(after))
    assert len(seen) > 5


def test_what_is_no_state_has_no_totals() -> None:
    with pytest.raises(TypeError, match="a state, which new_game"):
        totals(load("homesteaders"))  # type: ignore[arg-type]
