"""One or more of some parts, in any order or in this one; and as often as a player likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, why_not
from homesteaders_rules.commands.definitions.course import Action
from homesteaders_rules.language.loader import read
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public ground/grounds: 30 field/fields, 30 loaf/loaves
public crop/crops: 30 grain, 30 seed/seeds
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-3: work
phase work:
    each player: tried or plough or bake or gain 1 coin or gain 1 grain
action plough: pay 1 coin to gain 1 field
action bake: pay 1 grain to gain 1 loaf
action tried: {}
"""
ANY = """
    in any order, each once, at least one:
        plough: plough
        bread: bake
        harrow: plough"""
THIS = """
    in this order, at least one:
        plough: plough
        bread: bake
        glory: discard 1 field"""
OFTEN = "as often as you like, at least once: plough or bake"
NESTED = """
    in any order, each once, at least one:
        fields: as often as you like: plough
        bread: as often as you like: bake"""
TOO_EARLY = "at least one of it must be done"


def game(folder: Path, effect: str, more: str = "") -> Rules:
    return small(folder, PLAY.format(effect) + more, HEAD)


def begun(rules: Rules, **held: int) -> State:
    return played(situation(rules, 2, "work", holdings={0: held}), "tried")


def test_one_of_them_must_be_done_and_then_one_may_stop(tmp_path: Path) -> None:
    rules = game(tmp_path, ANY)
    state = begun(rules, coin=1, grain=1)
    assert state.decision.keys == ("plough", "bread", "harrow")
    assert why_not(state, "stop") == TOO_EARLY
    state = played(state, "plough", "pay 1 coin")
    assert state.decision.keys == ("bread", "stop")
    assert played(state, "stop").decision.player == 1
    assert played(state, "bread", "pay 1 grain").decision.player == 1


def test_a_part_that_cannot_be_done_is_not_offered(tmp_path: Path) -> None:
    rules = game(tmp_path, ANY)
    assert "tried" not in situation(rules, 2, "work").decision.keys
    state = begun(rules, grain=1)
    assert state.decision.keys == ("bread",)
    assert played(state, "bread", "pay 1 grain").decision.player == 1


def test_in_this_order_a_part_may_be_passed_over(tmp_path: Path) -> None:
    rules = game(tmp_path, THIS)
    state = begun(rules, coin=1, grain=1)
    assert state.decision.keys == ("plough", "bread")
    ploughed = played(state, "plough", "pay 1 coin")
    assert ploughed.decision.keys == ("bread", "glory", "stop")
    assert played(ploughed, "glory").decision.player == 1
    baked = played(state, "bread", "pay 1 grain")
    assert baked.decision.player == 1, "no field is there to be discarded, and ploughing has passed"


def test_as_often_as_one_likes(tmp_path: Path) -> None:
    rules = game(tmp_path, OFTEN)
    assert "tried" not in situation(rules, 2, "work").decision.keys
    state = begun(rules, coin=2, grain=1)
    assert state.decision.keys == ("plough", "bake")
    assert why_not(state, "stop") == TOO_EARLY
    state = played(state, "plough", "pay 1 coin")
    assert state.decision.keys == ("plough", "bake", "stop")
    assert played(state, "stop").decision.player == 1
    state = played(state, "bake", "pay 1 grain", "plough", "pay 1 coin")
    assert state.decision.player == 1
    assert (state.holding(0, "field"), state.holding(0, "loaf")) == (2, 1)


def test_it_may_be_left_at_once(tmp_path: Path) -> None:
    rules = game(tmp_path, "\n    gain 1 star\n    as often as you like: plough")
    state = begun(rules, coin=1)
    assert state.decision.keys == ("plough", "stop")
    assert begun(rules).decision.player == 1


def test_who_begins_a_part_does_it_once(tmp_path: Path) -> None:
    rules = game(tmp_path, NESTED)
    state = played(begun(rules, coin=2, grain=1), "fields")
    assert state.decision.keys == ("plough",)
    state = played(state, "plough", "pay 1 coin")
    assert state.decision.keys == ("plough", "stop")
    assert played(state, "stop").decision.keys == ("bread", "stop")


def test_nobody_trades_away_what_the_last_part_needs(tmp_path: Path) -> None:
    rules = game(tmp_path, ANY, "exchange eat: 1 grain -> 1 seed\n")
    state = begun(rules, grain=1)
    assert state.decision.keys == ("bread",)
    assert why_not(state, "eat")
    assert [option.key for option in begun(rules, grain=2).anytime] == ["eat"]
    rules = game(tmp_path, OFTEN, "exchange eat: 1 grain -> 1 seed\n")
    state = begun(rules, grain=2)
    assert [option.key for option in state.anytime] == ["eat"]
    assert not played(state, "eat").anytime


@pytest.mark.parametrize("effect", [ANY, THIS, OFTEN, NESTED])
def test_it_plays_in_step_with_its_second_reading(tmp_path: Path, effect: str) -> None:
    rules = game(tmp_path, effect, "exchange eat: 1 grain -> 1 seed\n")
    play_checked(rules, games=2)
    for seed in range(3):
        game_in_step(rules, 2, seed)


@pytest.mark.parametrize("effect", [ANY, THIS, OFTEN])
def test_it_is_shown_as_it_was_said(tmp_path: Path, effect: str) -> None:
    rules = game(tmp_path, effect)
    lines = block(rules.of(Action)[-1].effect, rules.vocabulary, 0)
    assert [text for _, text in lines] == [line.strip() for line in effect.strip().splitlines()]


@pytest.mark.parametrize(
    ("effect", "more", "why"),
    [
        ("as often as you like: gain 1 seed", "", "it takes nothing away"),
        (
            "as often as you like: plough",
            "exchange borrow: nothing -> 1 coin\n",
            'coin comes again by "borrow"',
        ),
        (
            "as often as you like: plough",
            "exchange sow: 1 field -> 1 coin\n",
            'coin comes again by "sow"',
        ),
        ("as often as you like: plough", "1 seed may pay for 1 coin\n", ""),
        (
            "as often as you like: plough",
            "1 field may pay for 1 coin\n",
            'coin comes again by "1 field may pay for 1 coin"',
        ),
        (
            "as often as you like: plough",
            "whenever you gain a field: gain 1 coin\n",
            "it takes nothing away",
        ),
        ("as often as you like: plough or gain 1 seed", "", "it takes nothing away"),
        ("as often as you like: may plough", "", "it takes nothing away"),
        ("as often as you like: discard 1 seed", "", "it takes nothing away"),
        ("as often as you like: pay 1 coin to gain 2 coins", "", "it takes nothing away"),
        ("as often as you like: pay 2 coins to gain 1 coin", "", ""),
        ("as often as you like: plough or pay 1 grain to gain 5 coins", "", ""),
        ("as often as you like: pay 1 coin to gain 1 grain or bake", "", ""),
        ("as often as you like: plough", "exchange sow: 1 field, 1 seed -> 1 coin\n", ""),
        (
            "as often as you like: till",
            "action till:\n    if you have no seed: plough\n    if you have 1 seed: plough\n",
            "",
        ),
        (
            "as often as you like: till",
            "action till:\n    if you have no seed: plough\n    if you have 1 seed: gain 1 seed\n",
            "it takes nothing away",
        ),
    ],
)
def test_what_may_be_done_as_often_as_one_likes_comes_to_an_end(
    tmp_path: Path, effect: str, more: str, why: str
) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + PLAY.format(effect) + more, encoding="utf-8")
    found = [each for each in read(file)[1] if each.is_error]
    assert [each.code for each in found] == ["E542"] * bool(why), found
    assert all(each.message.endswith(why) for each in found)


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("may bake", "E316"),
        ("idle", "E316"),
        ("bake, then may plough", ""),
        ("as often as you like: bake", ""),
        ("pay 1 grain per coin to gain 1 field", ""),
    ],
)
def test_what_is_begun_is_done(tmp_path: Path, part: str, code: str) -> None:
    file = tmp_path / "small.rules"
    idle = "action idle: as often as you like: plough\n"
    idle = idle if part == "idle" else ""
    text = PLAY.format(
        f"\n    in this order, at least one:\n        one: plough\n        other: {part}"
    )
    file.write_text(HEAD + text + idle, encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == [code] * bool(code)


TILL = """\
action till:
    if you have 2 or more coins: plough or bake
    otherwise: dig
action dig: bake
"""


def test_of_an_action_done_again_is_asked_which_way(tmp_path: Path) -> None:
    """Not whether it is done: its name would be the only option."""
    rules = game(tmp_path, "as often as you like: till", TILL)
    state = begun(rules, coin=2, grain=2)
    assert state.decision.keys == ("plough", "bake", "stop")
    state = played(state, "plough", "pay 1 coin")
    assert state.decision.keys == ("dig", "stop")
    assert state.holding(0, "coin") == 1


def test_it_goes_in_step_with_its_second_reading_by_the_way_too(tmp_path: Path) -> None:
    game_in_step(game(tmp_path, "as often as you like: till", TILL), 2, 3)


def test_of_an_action_that_may_be_done_is_asked_which_way(tmp_path: Path) -> None:
    rules = game(tmp_path, "may till", "action till: plough or bake\n")
    state = begun(rules, coin=2, grain=2)
    assert state.decision.keys == ("plough", "bake", "decline")
    game_in_step(rules, 2, 3)


def test_an_action_that_is_more_than_a_choice_goes_by_its_name(tmp_path: Path) -> None:
    rules = game(tmp_path, "may till", "action till:\n    plough\n    bake\n")
    assert begun(rules, coin=2, grain=2).decision.keys == ("till", "decline")
