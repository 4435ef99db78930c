"""What is paid for something may be counted: once, before anything is paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, why_not
from homesteaders_rules.language.loader import read
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

HEAD = """\
game Small, version 1, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
public stuff/stuffs: 60 clay, 60 reed
public room/rooms: 30 wooden room/wooden rooms, 30 clay room/clay rooms
scoring in stars:
    stars: 1 per star
"""
PLAY = """\
play:
    rounds 1-4: work
phase work:
    each player: {offered} or gain 1 wooden room or gain 1 clay or gain 1 reed
action renovate: {action}
"""
COST = "1 clay per wooden room, 1 reed"
UNFIT = "what must be done in it cannot be done now"


def game(folder: Path, action: str, offered: str = "renovate", more: str = "") -> Rules:
    return small(folder, PLAY.format(action=action, offered=offered) + more, HEAD)


def at_work(rules: Rules, **held: int) -> State:
    holdings = {0: {name.replace("_", " "): n for name, n in held.items()}}
    return situation(rules, 2, "work", holdings=holdings)


def test_an_action_costs_so_much_as_is_counted(tmp_path: Path) -> None:
    rules = game(tmp_path, f"pay {COST} to gain 2 stars")
    short = at_work(rules, wooden_room=3, clay=2, reed=1)
    assert why_not(short, "renovate") == UNFIT
    state = played(at_work(rules, wooden_room=3, clay=4, reed=1), "renovate")
    assert state.decision.keys == ("pay 3 clay, 1 reed",)
    assert why_not(state, "pay 2 clay, 1 reed") == "it costs 3 clay, 1 reed now"
    done = played(state, "pay 3 clay, 1 reed")
    assert [done.holding(0, good) for good in ("clay", "reed", "star")] == [1, 0, 2]


def test_an_alternative_says_how_much_it_is(tmp_path: Path) -> None:
    rules = game(tmp_path, "gain 1 coin", f"renovate or pay {COST} to gain 2 stars")
    state = at_work(rules, wooden_room=2, clay=2, reed=1)
    key = "pay 2 clay, 1 reed to gain 2 stars"
    assert key in state.decision.keys
    assert played(state, key).holding(0, "star") == 2
    poor = at_work(rules, wooden_room=2, clay=1, reed=1)
    assert why_not(poor, key) == "it costs 2 clay, 1 reed; you have 1 clay"
    assert "pay 1 reed to gain 2 stars" in at_work(rules, reed=1).decision.keys


def test_it_is_counted_before_it_is_paid(tmp_path: Path) -> None:
    rules = game(tmp_path, "pay 1 clay per clay, 1 reed to gain 2 stars")
    state = played(at_work(rules, clay=3, reed=1), "renovate", "pay 3 clay, 1 reed")
    assert (state.holding(0, "clay"), state.holding(0, "star")) == (0, 2)


def test_what_can_be_raised_is_raised_for_what_was_counted(tmp_path: Path) -> None:
    more = "exchange borrow: nothing -> 1 coin, 1 reed\n"
    rules = game(tmp_path, "pay 1 coin per reed to gain 2 stars", more=more)
    state = played(at_work(rules, reed=2), "renovate")
    assert state.decision.keys == ("borrow 2",)
    state = played(state, "borrow 2", "pay 2 coins")
    assert (state.holding(0, "reed"), state.holding(0, "star")) == (4, 2)


def test_nothing_is_due_where_nothing_is_counted(tmp_path: Path) -> None:
    rules = game(tmp_path, "pay 1 clay per wooden room to gain 2 stars")
    assert played(at_work(rules), "renovate").holding(0, "star") == 2


def test_something_else_may_pay_for_it(tmp_path: Path) -> None:
    more = "1 coin may pay for 2 clay\n"
    rules = game(tmp_path, f"pay {COST} to gain 2 stars", more=more)
    state = played(at_work(rules, wooden_room=3, clay=1, reed=1, coin=1), "renovate")
    assert state.decision.keys == ("pay 3 clay, 1 reed with coin as clay",)
    assert played(state, *state.decision.keys).holding(0, "clay") == 0


BOTH = """
    if you have 1 or more wooden rooms: pay 1 clay per wooden room, 1 reed to gain 2 stars
    otherwise: only if you have 1 or more reed: pay 1 coin per reed to gain 1 star"""


@pytest.mark.parametrize("offered", ["renovate", f"pay {COST} to gain 2 stars or renovate"])
@pytest.mark.parametrize("action", [f"pay {COST} to gain 2 stars", f"may pay {COST}", BOTH])
def test_it_plays_in_step_with_its_second_reading(
    tmp_path: Path, action: str, offered: str
) -> None:
    rules = game(tmp_path, action, offered, "1 coin may pay for 2 clay\n")
    play_checked(rules, games=1)
    for seed in range(3):
        game_in_step(rules, 2, seed)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("action idle: pay 1 clay per reed to gain 1 star\nafter work: idle", "E512"),
        ("after work: each player: may pay 1 clay per reed to gain 1 star", ""),
        ("after work: each player: up to 2 times: pay 1 clay per reed to gain 1 star", "E522"),
        ("exchange swap: 1 clay per reed -> 1 star", "E522"),
    ],
)
def test_where_it_may_stand(tmp_path: Path, text: str, code: str) -> None:
    file = tmp_path / "small.rules"
    whole = HEAD + PLAY.format(action="gain 1 star", offered="renovate") + text + "\n"
    file.write_text(whole, encoding="utf-8")
    assert [each.code for each in read(file)[1] if each.is_error] == [code] * bool(code)


def test_what_is_paid_for_nothing_says_only_how_much_it_is(tmp_path: Path) -> None:
    rules = game(tmp_path, "do nothing", "pay 1 clay per wooden room to do nothing")
    assert "pay nothing" in at_work(rules, clay=1).decision.keys
    assert "pay 2 clay" in at_work(rules, clay=2, wooden_room=2).decision.keys
    game_in_step(rules, 2, 1)
