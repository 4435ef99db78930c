"""Saves that the first release wrote (commit 83a34da): they restore to the same states and go on.

``data/expected.json`` is what that release itself said of each of them.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Game, restore, save, score, state_from_json
from homesteaders_rules.testing.walks import finish

DATA = Path(__file__).with_name("data")
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (DATA / "expected.json").read_text(encoding="utf-8")
)


def written(name: str) -> str:
    return (DATA / f"{name}.json").read_text(encoding="utf-8")


def told(game: Game) -> dict[str, Any]:
    """What ``expected.json`` says of a game."""
    state, seats = game.state, range(game.players)
    goods = [good.name for good in state.table.layout.goods]
    return {
        "over": state.over,
        "round": state.round,
        "phase": state.phase,
        "choices": len(game.keys),
        "player": state.decision.player,
        "holdings": [{g: n for g in goods if (n := state.holding(p, g))} for p in seats],
        "pieces": [list(state.pieces(p)) for p in seats],
        "totals": [each.total for each in score(state)],
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_save_restores_to_the_same_state_and_goes_on(name: str) -> None:
    game = restore(written(name))
    assert told(game) == EXPECTED[name]
    again = restore(save(game))
    assert (again.state, again.keys) == (game.state, game.keys)
    assert finish(game.state, seed=1).over


def test_the_cells_of_an_old_save_are_the_state_of_its_choices() -> None:
    text = written("with_state")
    state = state_from_json(text)
    assert state == restore(text).state == pickle.loads(pickle.dumps(state))
