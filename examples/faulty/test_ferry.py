"""A claim of the author: nobody gains more than 6 coins at once. It does not hold."""

from __future__ import annotations

from pathlib import Path

from homesteaders_rules import load
from homesteaders_rules.testing.searching import search
from homesteaders_rules.testing.walks import Step

RULES = load(Path(__file__).parent)


def nobody_gets_rich_at_once(step: Step) -> None:
    for player in range(step.after.table.players):
        more = step.after.holding(player, "coin") - step.before.holding(player, "coin")
        assert more <= 6, f"player {player + 1} gains {more} coins at once"


def test_nobody_gets_rich_at_once() -> None:
    found = search(RULES, check=nobody_gets_rich_at_once)
    if found is not None:
        raise found
