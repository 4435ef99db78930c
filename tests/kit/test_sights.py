"""What may be known: each check finds its fault, and nothing where all is right."""

from __future__ import annotations

from itertools import islice

import pytest
from attrs import evolve

from homesteaders_rules import Cursor, Game, Rules, View, apply, load
from homesteaders_rules.mechanisms.piles.steps import RandomStart
from homesteaders_rules.play import saves, scoring, setup, views
from homesteaders_rules.play.hidden import shown
from homesteaders_rules.runtime.recording.records import Decoder
from homesteaders_rules.testing.checks import (
    check_cursor,
    check_heard,
    check_scored,
    check_secret,
    check_sight,
    check_undo,
    scored,
)
from homesteaders_rules.testing.relations import check_rotated
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies.walks import seeded_walks

STREET = "tests/mutants/odd_street"


@pytest.fixture(scope="module")
def street() -> Rules:
    return load(STREET)


def test_what_everybody_sees_is_what_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(load("homesteaders"), 2, "bidding", pieces={0: ["Farm"], 1: ["Bank"]})
    check_sight(state)
    monkeypatch.setattr(View, "pieces", lambda seen, _player: state.pieces(seen.player or 0))
    with pytest.raises(AssertionError, match="not so: "):
        check_sight(state)


def test_what_others_have_counted_is_hidden(street: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    held = {seat: {"melon": 3} for seat in range(2)}
    state = situation(street, 2, "cellar", holdings=held)
    for key in ("swap", "done") * 2:
        state, _ = apply(state, key)
    assert state.decision.keys == ("pay 2 coins",)
    check_sight(state)
    whole = state.cells[state.table.layout.size :]
    monkeypatch.setattr(views, "known_business", lambda *_: whole)
    with pytest.raises(AssertionError, match="was counted"):
        check_sight(state)


def test_what_is_done_in_secret_is_not_seen(street: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(street, 2, "cellar", holdings={0: {"melon": 2}})
    after, events = apply(state, "swap")
    check_secret(state, after, events)
    monkeypatch.setattr(shown, "_as_before", lambda *_: None)
    with pytest.raises(AssertionError, match="sees what is done in secret"):
        check_secret(state, after, events)


def test_what_is_drawn_unseen_is_not_heard(street: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(street, 2, "sales", holdings={0: {"melon": 3}})
    for key in ("neutral bid on shop 2", "bid 1 on shop 1", "pass"):
        state, _ = apply(state, key)
    assert "pay 1 melon to use Baker" in state.decision.keys
    for seed in range(4):
        check_heard(state, seed)
    told = Decoder.between
    monkeypatch.setattr(Decoder, "between", lambda *given: evolve(told(*given), private=False))
    with pytest.raises(AssertionError, match="hears"):
        for seed in range(4):
            check_heard(state, seed)


def test_chance_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("examples/bellfounders")
    for found in islice(seeded_walks(rules, seed=1, most=12), 40):
        check_undo(found.game)
    monkeypatch.setattr(saves, "_revealed", lambda *_: False)
    with pytest.raises(AssertionError, match="chance had a part in it"):
        for found in islice(seeded_walks(rules, seed=1, most=12), 40):
            check_undo(found.game)


def test_a_cursor_takes_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(load("homesteaders"), 2, "bidding", holdings={0: {"trade": 2, "wood": 2}})
    option = next(each for each in state.anytime if each.key == "sell wood")
    check_cursor(state, option)
    choose = Cursor.choose
    first = state.options[0]

    def other(cursor: Cursor, wanted: object) -> object:
        return choose(cursor, first if isinstance(wanted, str) else wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(type(Cursor(state)), "choose", other)
    with pytest.raises(AssertionError, match="by its key"):
        check_cursor(state, option)


def test_points_are_told_of_what_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = situation(load("homesteaders"), 2, "bidding", pieces={0: ["Bank", "Church"]})
    check_scored(state)
    told = scoring.Source
    monkeypatch.setattr(scoring, "Source", lambda _, amount, span: told("Bank", amount, span))
    with pytest.raises(AssertionError, match="points of Church are told of Bank"):
        check_scored(state)


def test_totals_alone_are_those_of_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored, "totals", lambda _: (0, 0))
    with pytest.raises(AssertionError, match="the totals alone"):
        check_scored(situation(load("homesteaders"), 2, "bidding", pieces={0: ["Church"]}))


def test_what_was_dealt_lies_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(load("homesteaders"), 3, 1)
    check_rotated(game)
    seat = setup._seat
    monkeypatch.setattr(setup, "_seat", lambda table, _: seat(table, game.state.start_player))
    with pytest.raises(AssertionError, match="the start player is not who was dealt"):
        check_rotated(game)
    assert any(isinstance(step, RandomStart) for step in game.state.table.program.steps)
