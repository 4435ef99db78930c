"""Homes: who has too many gives up some, and there are young as far as there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import RuleErrors, Rules, State, new_game, why_not
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

PADDOCKS = """\
public ground/grounds: 20 shed/sheds, 20 bed/beds, 40 hedge/hedges
public beast/beasts: 90 goat/goats, 90 pig/pigs, 90 ox/oxen

exchange let go: 1 beast -> nothing, when offered
exchange slaughter goat: 1 goat -> 2 coins

grid Meadow, for each player, of 2 rows and 3 columns:
    a cell holds 1 shed or 1 bed
    what was laid stays
    hedges lie on the edges of cells, and stay
    a yard is what hedges enclose
    a yard holds no bed
    a yard may be divided

homes of beasts:
    1 in the barn
    1 for each shed outside yards
    2 for each cell of a yard, all of one kind, and twice as many for each shed in it
    they may move at any time
    who has too many lets go or slaughters some

play:
    setup
    rounds 1-4: work, breeding

phase setup: each player: gain 12 coins, 2 goats
phase work:
    each player:
        gain 1 goat, 3 pigs or gain 1 beast or pay 1 coin per hedge to enclose a yard or lay 1 shed
phase breeding: each player: gain 1 of each beast that you have 2 of, as far as there is room
"""


@pytest.fixture
def paddocks(tmp_path: Path) -> Rules:
    return small(tmp_path, PADDOCKS)


def keys(state: State) -> list[str]:
    return [option.key for option in state.options]


def test_who_has_too_many_gives_up_some_before_anything_else(paddocks: Rules) -> None:
    state = new_game(paddocks, 2, 1)
    # Two goats at the beginning, and one home.
    assert keys(state) == ["let go goat", "slaughter goat"]

    state = played(state, "let go goat")
    assert (state.decision.player, state.holding(0, "goat")) == (1, 1)
    state = played(state, "slaughter goat")
    assert (state.phase, state.holding(1, "coin")) == ("work", 14)
    # Whoever has room is not asked; and to slaughter is open at any time, to let go is not.
    assert "slaughter goat" in {option.key for option in state.decision.all}
    assert why_not(state, "let go goat") is not None


def test_one_home_is_for_any_kind(paddocks: Rules) -> None:
    state = played(new_game(paddocks, 2, 1), "let go goat", "let go goat", "gain 1 pig")
    assert keys(state) == ["let go goat", "let go pig", "slaughter goat"]
    state = played(state, "let go goat")
    assert (state.holding(0, "goat"), state.holding(0, "pig")) == (0, 1)


def test_what_is_given_up_is_no_more_than_has_no_home(paddocks: Rules) -> None:
    state = played(new_game(paddocks, 2, 1), "let go goat", "let go goat", "gain 1 goat, 3 pigs")
    # Of five one stays: two goats and two pigs, or a goat and three pigs, go.
    assert keys(state)[:3] == ["let go goat", "let go goat 2", "let go pig"]
    assert "let go pig 4" not in keys(state)
    assert why_not(state, "let go pig 4") is not None
    state = played(state, "let go pig 3")
    assert keys(state) == ["let go goat", "slaughter goat"]


def test_enclosing_gives_room_and_dividing_may_take_it(paddocks: Rules) -> None:
    state = played(new_game(paddocks, 2, 1), "let go goat", "let go goat")
    state = played(state, "enclose A1 A2", "gain 1 ox", "let go ox")
    assert state.round == 2
    # Two goats and three pigs: there is room for four of one kind, and for one.
    state = played(state, "gain 1 goat, 3 pigs")
    assert keys(state) == ["let go goat", "let go pig", "slaughter goat"]
    # Without the pig there are still two of each; without the goat all have a home.
    assert keys(played(state, "let go pig")) == keys(state)
    state = played(state, "let go goat")
    assert (state.decision.player, state.holding(0, "goat"), state.holding(0, "pig")) == (1, 1, 3)


YARDS = PADDOCKS.replace("gain 12 coins, 2 goats", "gain 12 coins")


def test_a_yard_that_is_divided_may_hold_fewer(tmp_path: Path) -> None:
    text = YARDS.replace("gain 1 beast or", "gain 10 pigs or")
    state = new_game(small(tmp_path, text), 2, 1)
    state = played(state, "enclose A1 A2 A3", "lay shed A1", "lay shed A1", "lay shed A2")
    state = played(state, "gain 10 pigs", "lay shed A3")
    # With a young one they are eleven, in a yard for twelve. In two they are four and four.
    state = played(state, "enclose A1")
    assert state.decision.prompt == "who has too many lets go or slaughters some"
    state = played(state, "let go pig 2")
    assert (state.decision.player, state.holding(0, "pig")) == (1, 9)


def test_young_where_there_is_room_for_some(tmp_path: Path) -> None:
    text = YARDS.replace("gain 1 beast or", "gain 2 goats, 2 pigs or")
    text = text.replace("1 in the barn", "5 in the barn")
    state = played(new_game(small(tmp_path, text), 2, 1), "gain 2 goats, 2 pigs", "lay shed A1")
    assert state.phase == "breeding"
    assert state.decision.prompt == (
        "gain 1 of each beast that you have 2 of, as far as there is room"
    )
    assert keys(state) == ["gain 1 goat", "gain 1 pig"]
    assert why_not(state, "gain 1 goat, 1 pig") == "there is no home for it"
    # What is slaughtered first has no young any more.
    assert keys(played(state, "slaughter goat")) == ["gain 1 pig"]
    state = played(state, "gain 1 pig")
    assert (state.round, state.holding(0, "goat"), state.holding(0, "pig")) == (2, 2, 3)


def test_one_young_of_a_kind_where_all_find_room(tmp_path: Path) -> None:
    text = YARDS.replace("gain 1 beast or", "gain 4 goats, 2 pigs, 1 ox or")
    text = text.replace("1 in the barn", "20 in the barn")
    state = played(
        new_game(small(tmp_path, text), 2, 1), "gain 4 goats, 2 pigs, 1 ox", "lay shed A1"
    )
    assert [state.holding(0, kind) for kind in ("goat", "pig", "ox")] == [5, 3, 1]


OVENS = (
    PADDOCKS.replace("exchange slaughter goat: 1 goat -> 2 coins\n", "")
    + """
each player may own 1 oven of each name
piece oven/ovens:
    places: box, shop, players
oven Small Oven:
    cost 1 coin
    exchange slaughter goat: 1 goat -> 2 coins
oven Large Oven:
    cost 2 coins
    exchange slaughter goat: 1 goat -> 3 coins
before work: move ovens from box to shop
after work: each player: may build any
"""
)


def test_what_pieces_allow_is_open_to_who_has_too_many(tmp_path: Path) -> None:
    """By kind, whichever piece it is on; who owns none lets go."""
    rules = small(tmp_path, OVENS.replace("gain 12 coins, 2 goats", "gain 12 coins"))
    rich = {0: ["Small Oven", "Large Oven"], 1: []}
    state = situation(rules, 2, "work", pieces=rich, holdings={0: {"goat": 1}, 1: {"goat": 1}})
    state = played(state, "gain 1 goat")
    ways = ["slaughter goat at Small Oven", "slaughter goat at Large Oven"]
    assert sorted(keys(state)) == sorted(["let go goat", *ways])
    state = played(state, ways[1], "gain 1 goat")
    assert (state.holding(0, "coin"), state.holding(0, "goat")) == (15, 1)
    assert keys(state) == ["let go goat"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("up to 2 times: pay 1 coin to gain 1 goat", "E314"),
        ("throw 1 die for goats", "E603"),
    ],
)
def test_nothing_brings_what_nobody_is_asked_for(tmp_path: Path, line: str, code: str) -> None:
    with pytest.raises(RuleErrors) as caught:
        small(tmp_path, f"{PADDOCKS}after work: each player: {line}\n")
    assert {each.code for each in caught.value.diagnostics if each.is_error} == {code}


def test_random_games_keep_every_promise(paddocks: Rules) -> None:
    play_checked(paddocks, games=1)


@pytest.mark.parametrize("seed", range(3))
def test_the_text_says_the_same_a_second_time(paddocks: Rules, seed: int) -> None:
    game_in_step(paddocks, 2 + seed % 2, seed)
