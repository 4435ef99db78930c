"""Checks of the kit: they hold for what is right, and each finds its fault when it is planted."""

from __future__ import annotations

import pytest

from homesteaders_rules import Cursor, Game, apply, load
from homesteaders_rules.mechanisms.displays import steps
from homesteaders_rules.play import saves
from homesteaders_rules.runtime.offering.options import Option
from homesteaders_rules.runtime.recording.events import Log
from homesteaders_rules.testing.checks import (
    check_conserved,
    check_cursor,
    check_times,
    check_undo,
    holdings,
)
from homesteaders_rules.testing.relations import check_stacks
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

DISPLAY = "examples/bellfounders"


def test_the_question_of_another_player_is_not_one_use_more() -> None:
    """After four of five sheep are given up somebody else is asked, and may give up one."""
    held = {0: {"sheep": 4, "person": 2}, 1: {"sheep": 4, "person": 2}}
    state = situation(load("agricola"), players=2, phase="work", round=4, seed=1, holdings=held)
    markets = [key for key in state.decision.keys if key.endswith("on Sheep Market")]
    state, _ = apply(state, markets[0])
    assert "release sheep" in state.decision.keys
    assert "release sheep 5" in [option.key for option in state.anytime]
    check_times(state)


def test_what_has_shown_something_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(load("homesteaders"), 2, 1)
    while game.state.round < 2:
        game.choose(game.state.decision.options[-1])
    assert game.why_not_undo(game.turns[-1].before.decision.player)
    check_undo(game)
    monkeypatch.setattr(saves, "_revealed", lambda _turn, _after: False)
    with pytest.raises(AssertionError, match="can be taken back, and has shown"):
        check_undo(game)


def test_a_copied_cursor_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game.new(load("homesteaders"), 2, 1).state
    check_cursor(state, state.options[0])
    monkeypatch.setattr(type(Cursor(state)), "__copy__", lambda cursor: cursor)
    with pytest.raises(AssertionError, match="a cursor and its copy"):
        check_cursor(state, state.options[0])


@pytest.mark.parametrize("way", ["by its key", "sent by a process"])
def test_a_cursor_tells_all_however_it_is_told_what_to_choose(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Game.new(load("homesteaders"), 2, 1).state
    kind, option = type(Cursor(state)), state.options[0]
    choose = kind.choose

    def told_too_little(cursor: Cursor, choice: Option | str) -> Log:
        by_key = isinstance(choice, str)
        is_meant = by_key if way == "by its key" else not by_key and choice is not option
        log = choose(cursor, choice)
        return log[:-1] if is_meant else log

    monkeypatch.setattr(kind, "choose", told_too_little)
    with pytest.raises(AssertionError, match=f"{way} the cursor tells something else"):
        check_cursor(state, option)


def test_a_cursor_lists_what_must_be_borrowed_first() -> None:
    held = {0: {"worker": 3, "silver": 0}}
    state = situation(load("homesteaders"), 2, "income", holdings=held)
    cursor = Cursor(state)
    cursor.choose("done")
    assert [option.key for option in cursor.options] == ["borrow"]
    check_cursor(state, state.options[-1])


def test_what_is_held_is_counted_once_for_each_state() -> None:
    steps = [*walk(load("homesteaders"), 3, 1, most=20)]
    holdings.cache_clear()
    for step in steps:
        check_conserved(step.before, step.after, step.events)
    assert holdings.cache_info().misses == len(steps) + 1


def test_a_display_does_not_always_begin_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load(DISPLAY)
    check_stacks(rules, 2)
    drawn = steps.below
    monkeypatch.setattr(steps, "below", lambda size, chance: (0, drawn(size, chance)[1]))
    with pytest.raises(AssertionError, match="always begins alike"):
        check_stacks(rules, 2)


def test_uses_at_once_are_compared_as_long_as_the_question_stands() -> None:
    """Of 7 gems 2 are too much: with the second that is given away it is over."""
    rules = load("tests/mutants/odd_jobs")
    state = situation(rules, 2, "market", holdings={0: {"ruby": 3, "opal": 2}})
    state, _ = apply(state, "gain 3 rubies")
    assert state.decision.keys[0] == "give back 2 rubies"
    twice, _ = apply(apply(state, "eat opal")[0], "eat opal")
    assert (state.decision.player, twice.decision.player) == (0, 1)
    check_times(state)
