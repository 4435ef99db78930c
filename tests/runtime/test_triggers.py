"""For whom a trigger acts, and in which order triggers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, apply, load
from homesteaders_rules.testing.situations import situation

PACK = """
pack Inns, version 1, extends Homesteaders

building Inn:
    commercial, settlement
    whenever a player passes: gain 1 silver

building Tavern:
    commercial, settlement
    whenever a player passes: may gain 1 food

building Mill:
    commercial, settlement
    whenever you pass: gain 1 wood

building Toll Gate:
    commercial, settlement
    whenever a player gains a rail: gain 1 copper
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder: Path = tmp_path_factory.mktemp("packs") / "inns"
    folder.mkdir()
    (folder / "inns.rules").write_text(PACK, encoding="utf-8")
    return load(folder)


def test_whenever_a_player_acts_for_the_owner_whoever_passes(rules: Rules) -> None:
    state = situation(rules, 3, "bidding", pieces={1: ["Inn"], 2: ["Mill"]})
    state, _ = apply(state, "pass")
    assert [state.holding(player, "silver") for player in range(3)] == [6, 7, 6]
    assert [state.holding(player, "wood") for player in range(3)] == [0, 0, 0]
    state, _ = apply(state, "gain 1 trade")
    assert state.decision.player == 1
    state, _ = apply(apply(state, "pass")[0], "gain 1 trade")
    state, _ = apply(state, "pass")
    assert [state.holding(player, "wood") for player in range(3)] == [0, 0, 1]
    assert state.holding(1, "silver") == 9


def test_the_owner_is_asked_and_then_the_player_who_passed(rules: Rules) -> None:
    state = situation(rules, 2, "bidding", pieces={1: ["Tavern"]})
    state, _ = apply(state, "neutral bid on lot 1")
    state, _ = apply(state, "pass")
    assert (state.decision.player, state.decision.keys) == (1, ("gain 1 food", "decline"))
    assert state.decision.piece == "Tavern"
    state, _ = apply(state, "gain 1 food")
    assert (state.decision.player, state.decision.keys) == (0, ("gain 1 trade",))
    state, _ = apply(state, "gain 1 trade")
    assert state.decision.player == 1


def test_goods_that_change_hands_are_an_occasion_for_others(rules: Rules) -> None:
    state = situation(
        rules, 2, "bidding", pieces={1: ["Toll Gate"]}, positions={("Railroad", 0): 1}
    )
    for key in ("neutral bid on lot 1", "pass", "gain 1 rail"):
        state, _ = apply(state, key)
    assert state.holding(0, "rail") == 1
    assert state.holding(1, "copper") == 1
    assert state.holding(0, "copper") == 0
