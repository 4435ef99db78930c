"""The state machine plays, undoes, saves and looks, and finds what is planted."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings

from homesteaders_rules import load
from homesteaders_rules.play.saves import Game
from homesteaders_rules.testing.strategies.machine import game_machine

BASE = load("homesteaders")
FEW = settings(
    deadline=None, max_examples=25, stateful_step_count=12, database=None, phases=[Phase.generate]
)


def run() -> None:
    case = game_machine(BASE).TestCase
    case.settings = FEW  # type: ignore[attr-defined]
    case().runTest()  # type: ignore[attr-defined]


def test_nothing_is_wrong_with_the_game() -> None:
    run()


def test_an_undo_that_goes_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "undo", lambda self, _: self.turns[-1].key)
    with pytest.raises(AssertionError):
        run()
