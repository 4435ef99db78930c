"""A check that fails tells how to get there: to people, to a program, and to ``replay``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from homesteaders_rules import load, new_game, restore
from homesteaders_rules.runtime.offering.exchanges import ExchangeOffer
from homesteaders_rules.runtime.offering.payments import Purse
from homesteaders_rules.testing.beginnings import Beginning
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.counterexamples import MOST_SHOWN, Counterexample, check_walk
from homesteaders_rules.testing.searching import search
from homesteaders_rules.testing.walks import Step, Walk, walk

BASE = load("homesteaders")


def gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: exchanges take what they cost, and keep what they give."""
    use = ExchangeOffer.use

    def faulty(self, cells, log, goods, times=1):  # type: ignore[no-untyped-def]
        before = list(cells)
        use(self, cells, log, goods, times)
        for good, _ in self.gain if goods else ():
            row = self.purse.row(cells)
            cells[row + good] = before[row + good]

    monkeypatch.setattr(ExchangeOffer, "use", faulty)
    monkeypatch.setenv("HOMESTEADERS_RULES_MACHINE", "python")


def test_a_fault_is_told_as_a_few_choices_with_seats_and_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gives_nothing(monkeypatch)
    counterexample = search(BASE, examples=100)
    assert counterexample is not None
    played = counterexample.walk
    assert len(played) == 1
    assert len(repr(played.beginning)) < 250
    text = str(counterexample)
    assert "but transfers" in text
    assert f"player {played[-1].before.decision.player + 1}: {played.keys[-1]}" in text
    assert "goods.rules:" in text
    assert "exchange" in text
    assert "<Rules" not in text
    assert len(text) < 4000
    again: dict = {}
    exec(played.python(), again)
    assert again["state"] == played.last
    counterexample.save(tmp_path / "found.json")
    game = restore((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert game.state == played.last


def test_what_only_a_second_reading_finds_is_made_small_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Prices of which the first good is not taken lose nothing."""
    pay = Purse.pay
    monkeypatch.setattr(Purse, "pay", lambda *given: pay(*given[:4], given[4][1:]))
    monkeypatch.setenv("HOMESTEADERS_RULES_MACHINE", "python")
    found = search(
        BASE,
        examples=20,
        look=lambda walk: check_game(walk.game, begins_phase=walk.beginning.call == "situation"),
    )
    assert found is not None
    assert len(found.walk) <= 2
    assert re.match(r"told: .+; by the text: Player \d pays \d .+ \(homesteaders/.+\)", str(found))


def test_a_step_that_goes_wrong_within_is_a_counterexample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(*_: object) -> None:
        raise ZeroDivisionError("by nobody")

    start = Beginning.of_game(BASE, players=2, seed=1)
    steps = list(walk(BASE, 2, 1, most=3))
    with pytest.raises(Counterexample, match="ZeroDivisionError: by nobody") as caught:
        check_walk(Walk(start, steps), wrong)
    assert len(caught.value.walk) == 1


def test_of_a_long_walk_the_last_choices_are_told() -> None:
    start = Beginning.of_game(BASE, players=2, seed=1)
    steps = list(walk(BASE, 2, 1, most=MOST_SHOWN + 10))
    seen: list[Step] = []

    def fails_at_last(step: Step) -> None:
        seen.append(step)
        assert len(seen) < len(steps), "that was too much"

    with pytest.raises(Counterexample) as caught:
        check_walk(Walk(start, steps), fails_at_last)
    text = str(caught.value)
    assert text.startswith("that was too much")
    assert "10 choices before" in text
    assert f"{len(steps):>3}. player" in text


def test_what_is_wrong_in_the_setup_is_found() -> None:
    start = Beginning.of_game(BASE, players=3, seed=1)
    other = Beginning(BASE, "new_game", dict(start.arguments), new_game(BASE, 3, 2))
    check_walk(Walk(start))
    with pytest.raises(Counterexample):
        cells = list(other.state.cells)
        cells[other.state.table.layout.goods_cell(0, other.state.table.layout.goods[0].name)] += 1
        wrong = type(other.state).of(other.state.table, cells)
        check_walk(Walk(Beginning(BASE, "new_game", dict(start.arguments), wrong)))
