"""Whoever pays loses: every way to pay sets off what waits for the goods that are really paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import new_game, restore, save
from homesteaders_rules.play.saves import Game
from runtime.small import play_checked, played, small

TEXT = """\
piece house/houses:
    places: supply, table, players
    moments: rent, built
house Hut:
    cost 2 coins
house Inn:
    cost 3 coins
each player may own 1 house of each name
exchange mint: nothing -> 1 coin
exchange swap: 2 coins -> 1 pebble, when offered
3 pebbles may pay for 2 coins
whenever you lose a coin: gain 1 star
phase setup: move houses from supply to table
phase day: each player, from the start player: {effect}
play:
    setup
    rounds 1-2: day
"""


@pytest.mark.parametrize(
    ("effect", "keys", "stars"),
    [
        ("gain 3 coins, then pay 2 coins", ["pay 2 coins"], 2),
        ("gain 3 coins, then pay 1 coin per coin, counted first", ["pay 3 coins"], 3),
        ("gain 3 pebbles, then pay 1 coin per pebble", ["mint 3", "pay 3 coins"], 3),
        ("gain 3 coins, then may discard 2 coins", ["discard 2 coins"], 2),
        ("gain 3 coins, then may discard 5 coins", ["discard 5 coins"], 3),
        ("gain 3 coins, then may pay 2 coins", ["pay 2 coins", "pay 2 coins"], 2),
        ("gain 3 coins, then pay 1 coin or pay 3 coins", ["pay 3 coins", "pay 3 coins"], 3),
        (
            "gain 3 coins, then may pay 2 coins to gain 1 pebble",
            ["pay 2 coins to gain 1 pebble"],
            2,
        ),
        ("gain 3 coins, then may build any", ["build Hut"], 2),
        ("gain 4 coins, then trade freely, also swap", ["swap 2", "done"], 4),
        ("gain 3 coins, then may swap", ["swap"], 2),
        ("gain 3 pebbles, then pay 2 coins", ["pay 3 pebbles"], 0),
        ("gain 3 pebbles, then may build any", ["build Hut with 3 pebbles as 2 coins"], 0),
        ("gain 3 pebbles, 1 coin, then may build any", ["build Inn with 3 pebbles as 2 coins"], 1),
        ("gain 3 pebbles, then may swap", ["swap with 3 pebbles as 2 coins"], 0),
    ],
)
def test_every_unit_that_is_paid_is_lost(
    tmp_path: Path, effect: str, keys: list[str], stars: int
) -> None:
    text = TEXT.format(effect=effect)
    text = text if "swap" in effect else text.replace(", when offered", "")
    state = new_game(small(tmp_path, text), 2, 1)
    player = state.decision.player
    assert played(state, *keys).holding(player, "star") == stars


def test_what_pays_for_a_counted_cost_is_lost(tmp_path: Path) -> None:
    effect = "gain 3 pebbles, 1 coin, then may pay 1 coin per pebble to gain 2 coins"
    text = TEXT.format(effect=effect).replace(", when offered", "")
    rules = small(tmp_path, text.replace("lose a coin", "lose a pebble"))
    state = new_game(rules, 2, 1)
    player = state.decision.player
    state = played(state, "pay 3 coins to gain 2 coins with 3 pebbles as 2 coins")
    held = {good: state.holding(player, good) for good in ("pebble", "coin", "star")}
    assert held == {"pebble": 0, "coin": 2, "star": 3}


def test_a_bid_that_is_paid_is_lost(tmp_path: Path) -> None:
    text = """\
piece lot/lots:
    stacks: Pile
    moments: gift
lots of Pile:
    lot A: gain 1 pebble
exchange mint: nothing -> 1 coin
whenever you lose a coin: gain 1 star
phase setup: stack Pile face up
phase sale:
    turn up 1 lot of each stack
    auction lots:
        the start player begins, and turns pass to the left
        bids are 3 or 4
        a bid is higher than the bid it replaces
        a player who leads a lot waits
        a player who is outbid may bid again, on any lot
        a player who passes is out
        the bidding ends when every player leads a lot or is out
    each winner, in order of lots: pay the bid in coins
play:
    setup
    rounds 1-1: sale
"""
    rules = small(tmp_path, text)
    game = Game.new(rules, 2)
    for key in ("bid 4 on lot 1", "pass", "mint 4", "pay 4 coins"):
        game.choose(key)
    assert game.state.holding(0, "star") == 4
    assert restore(save(game), rules).state == game.state


def test_games_that_lose_are_played_with_all_checks(tmp_path: Path) -> None:
    effect = "gain 3 coins, then may build any, then pay 1 coin, then trade freely, also swap"
    play_checked(small(tmp_path, TEXT.format(effect=effect)))
