"""What is due, or something else for each that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Cursor, Rules, State, apply, why_not
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.language.loader import read
from homesteaders_rules.runtime.recording.kinds import Transfer
from homesteaders_rules.telling.describing import block
from homesteaders_rules.testing.checks import check_pickled
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public chit/chits: 90 food, 40 begging card/begging cards, 30 token/tokens
public crop/crops: 30 grain
public family/families: 20 adult/adults, 20 child/children
scoring in stars:
    stars: 1 per star
    begging: -3 per begging card
exchange eat: 1 grain -> 1 food
"""
PLAY = """\
play:
    rounds 1-4: growing, feeding
phase growing:
    each player: gain 1 adult or gain 2 food or gain 1 grain or gain 1 coin
phase feeding:
    each player: {}
"""
FEED = (
    "pay 2 food per adult and 1 food per child{}, or gain 1 begging card for each that is missing"
)


def game(folder: Path, effect: str = FEED.format(""), more: str = "") -> Rules:
    return small(folder, PLAY.format(effect) + more, HEAD)


def feeding(rules: Rules, **held: int) -> State:
    return situation(rules, 2, "feeding", holdings={0: held})


def test_a_player_pays_as_much_as_they_like(tmp_path: Path) -> None:
    state = feeding(game(tmp_path), adult=2, child=1, food=3)
    assert state.decision.keys == ("pay 3 food", "pay 2 food", "pay 1 food", "pay 0 food")
    assert why_not(state, "pay 4 food") == "the cost is 5 food; you have 3 food"
    for paid in range(4):
        done, events = apply(state, f"pay {paid} food")
        assert (done.holding(0, "food"), done.holding(0, "begging card")) == (3 - paid, 5 - paid)
        cards = [e.amount for e in events if isinstance(e, Transfer) and e.good == "begging card"]
        assert cards == [5 - paid]


def test_what_is_all_there_is_paid_and_nothing_is_missing(tmp_path: Path) -> None:
    state = feeding(game(tmp_path), adult=1, food=9)
    done = played(state, "pay 2 food")
    assert (done.holding(0, "food"), done.holding(0, "begging card")) == (7, 0)
    assert feeding(game(tmp_path), food=3).decision.keys[0] == "gain 1 adult", "nothing is due"


def test_exchanges_raise_it_first(tmp_path: Path) -> None:
    """Ruling F37: 1 food and 1 grain, 2 people."""
    state = feeding(game(tmp_path), adult=2, food=1, grain=1)
    check_pickled(state)
    done = played(state, "eat", "pay 2 food")
    assert (done.holding(0, "begging card"), done.holding(0, "grain")) == (2, 0)
    kept = played(state, "pay 1 food")
    assert (kept.holding(0, "begging card"), kept.holding(0, "grain")) == (3, 1)


def test_whoever_has_food_may_have_to_pay_it(tmp_path: Path) -> None:
    rules = game(tmp_path, FEED.format(", as much as you have"))
    state = feeding(rules, adult=2, food=1, grain=1)
    assert state.decision.keys == ("pay 1 food",)
    assert why_not(state, "pay 0 food") == (
        "the cost is 4 food; you have 1 food; as much as you have is paid"
    )
    assert played(state, "eat").decision.keys == ("pay 2 food",)
    assert played(state, "pay 1 food").holding(0, "grain") == 1


def test_something_else_may_pay_for_it(tmp_path: Path) -> None:
    rules = game(tmp_path, more="1 coin may pay for 2 food\n")
    state = feeding(rules, adult=1, child=1, food=1, coin=1)
    assert state.decision.keys == (
        "pay 1 coin, 1 food",
        "pay 1 coin",
        "pay 1 food",
        "pay 0 food",
    )
    assert played(state, "pay 1 coin").holding(0, "begging card") == 1
    forced = game(tmp_path, FEED.format(", as much as you have"), "1 coin may pay for 2 food\n")
    state = feeding(forced, adult=1, child=1, food=1, coin=1)
    assert state.decision.keys == ("pay 1 coin, 1 food",)


def test_something_may_be_lost_instead_and_several_goods_are_due(tmp_path: Path) -> None:
    effect = "pay 1 food, 2 coins, or discard 2 tokens for each that is missing"
    rules = game(tmp_path, effect)
    state = feeding(rules, coin=1, token=5)
    assert state.decision.keys == ("pay 0 food",)
    state = played(state, "pay 0 food")
    assert state.holding(0, "token") == 3
    assert played(state, "pay 0 coins").holding(0, "token") == 0


def test_what_follows_from_each_unit_comes(tmp_path: Path) -> None:
    more = "whenever you lose a food: gain 1 token\nwhenever you gain a begging card: gain 1 coin\n"
    done = played(feeding(game(tmp_path, more=more), adult=2, food=3), "pay 3 food")
    assert (done.holding(0, "token"), done.holding(0, "coin")) == (3, 1)


@pytest.mark.parametrize("much", ["", ", as much as you have"])
def test_it_plays_in_step_and_is_shown_as_it_was_said(tmp_path: Path, much: str) -> None:
    rules = game(tmp_path, FEED.format(much))
    ((_, text),) = block(rules.of(Phase)[-1].effect, rules.vocabulary, 0)
    again = game(tmp_path, text.removeprefix("each player, from the start player: "))
    assert again.of(Phase)[-1].effect == rules.of(Phase)[-1].effect
    rules = game(tmp_path, FEED.format(much), "1 coin may pay for 2 food\n")
    play_checked(rules, games=2)
    for seed in range(3):
        game_in_step(rules, 2, seed)


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("pay 1 food, or gain 1 crop for each that is missing", ""),
        ("pay 1 food, or gain 1 chit for each that is missing", "E317"),
        ("pay 1 food, or pay 1 coin for each that is missing", "E317"),
        ("pay 1 food, or gain 1 coin per adult for each that is missing", "E317"),
        ("pay 1 food, or gain 1 fox for each that is missing", "E201"),
        (
            "pay 1 food, or gain 1 token for each that is missing\n"
            "each player may hold 3 tokens, and gives back what is too much",
            "E317",
        ),
        ("pay 1 food and 1 food, or gain 1 coin for each that is missing", "E301"),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, effect: str, code: str) -> None:
    file = tmp_path / "small.rules"
    file.write_text(HEAD + PLAY.format(effect), encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error][:1] == [code] * bool(code)


def test_an_exchange_may_leave_nothing_due(tmp_path: Path) -> None:
    """What is due is counted when it is paid: the last crop eaten, no kind of it is left."""
    lend = "exchange lend: nothing -> 1 coin, 1 begging card\n"
    rules = game(tmp_path, "pay 2 coins per kind of crop", lend)
    state = situation(rules, 2, "feeding", holdings={0: {"grain": 1, "coin": 5}})
    assert state.decision.keys == ("pay 2 coins",)
    too_much = 'the cost is 2 coins: with nothing too much it can be paid as "pay 2 coins"'
    assert why_not(state, "pay 3 coins") == too_much
    later = situation(rules, 2, "growing", holdings={0: {"coin": 5}})
    assert str(why_not(later, "pay 2 coins")).startswith("the decision now is")
    state = played(state, "eat")
    assert state.decision.keys == ("pay 0 coins",)
    assert played(state, "pay 0 coins").holding(0, "coin") == 5
    assert {"pay 0 coins", "pay 2 coins"} <= set(state.table.actions.keys)
    poor = situation(rules, 2, "feeding", holdings={0: {"grain": 1}})
    assert poor.decision.keys == ("lend 2",)
    cursor = Cursor(poor)
    cursor.choose(cursor.options[0])
    assert cursor.state() == played(poor, "lend 2")
