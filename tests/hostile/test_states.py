"""Odd questions to a state, and states from outside that no game could hand on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from homesteaders_rules import (
    BadSave,
    Game,
    GameError,
    State,
    load,
    new_game,
    save,
    state_from_json,
)

RULES = load("homesteaders")
STATE = new_game(RULES, 3, seed=1)

QUESTIONS: dict[str, Callable[[State], object]] = {
    "there is no seat 9 at a table of 3": lambda s: s.holding(9, "silver"),
    "there is no seat -2 at a table of 3": lambda s: s.holding(-2, "silver"),
    "there is no seat 3 at a table of 3": lambda s: s.pieces(3),
    "there is no seat -1 at a table of 3": lambda s: s.pieces(-1),
    "there is no seat 4 at a table of 3": lambda s: s.placed(4),
    "there is no seat 7 at a table of 3": lambda s: s.position("Railroad", 7),
    'there is no track "Railrod"; did you mean "Railroad"?': lambda s: s.position("Railrod"),
    'there is no good "silvr"; did you mean "silver"?': lambda s: s.holding(0, "silvr"),
    'there is no piece "Frm"; did you mean "Farm"?': lambda s: s.copies("supply", "Frm"),
    'there is no place "suply"; did you mean "supply"?': lambda s: s.copies("suply", "Farm"),
    'there is no stack "Auction"; did you mean "Auction': lambda s: s.stack("Auction"),
    'there is no piece "x"': lambda s: s.lying("x", "wood"),
}


@pytest.mark.parametrize(("message", "ask"), QUESTIONS.items(), ids=QUESTIONS)
def test_what_is_not_there_is_named(message: str, ask: Callable[[State], object]) -> None:
    with pytest.raises(GameError) as caught:
        ask(STATE)
    assert str(caught.value).startswith(message)


def test_the_stock_and_what_never_lies_on_a_piece() -> None:
    assert STATE.holding(-1, "wood") == STATE.holding(3, "wood") == 14
    assert STATE.lying("Farm", "wood") == 0


def edited(**cells: int) -> str:
    data = json.loads(save(Game.new(RULES, 3, seed=1), with_state=True))
    data["state"] |= {name.replace("_", " "): value for name, value in cells.items()}
    return json.dumps(data)


def test_a_phase_that_is_not_there() -> None:
    with pytest.raises(BadSave, match="in a phase that it does not have"):
        state_from_json(edited(part=900), RULES)


def test_a_state_in_which_nothing_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "of", lambda table, cells: State(table, tuple(cells), ()))
    with pytest.raises(BadSave, match="nothing could be chosen"):
        state_from_json(edited(), RULES)
