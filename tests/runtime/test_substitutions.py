"""Substitutions in different numbers: keys say them, and what is dominated is left out."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from homesteaders_rules import Game, RuleErrors, State, apply, restore, save
from homesteaders_rules.testing.payments import payment_of
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, play_checked, played, small

GAME = """\
phase pick:
    each player: gain 9 pebbles or gain 2 stars
    each player: may pay 2 stars to gain 1 coin
play:
    rounds 1-2: pick
"""
TWO = "2 pebbles may pay for 1 star\n3 pebbles may pay for 1 star\n"
WAY = "pay 2 stars to gain 1 coin"


def test_numbers_belong_in_keys_and_the_dearer_way_is_left_out(tmp_path: Path) -> None:
    rules = small(tmp_path, TWO + GAME)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}})
    state = played(state, "gain 9 pebbles", "gain 9 pebbles")
    assert state.decision.keys == (
        WAY,
        f"{WAY} with 2 pebbles as star",
        f"{WAY} with 4 pebbles as 2 stars",
        "decline",
    )
    assert played(state, f"{WAY} with 4 pebbles as 2 stars").holding(0, "pebble") == 5
    play_checked(rules)


@pytest.mark.parametrize("asked", [False, True])
def test_an_exchange_tells_what_pays_for_it_in_another_way(tmp_path: Path, asked: bool) -> None:
    when = ", when offered" if asked else ""
    text = f"1 pebble may pay for 1 coin\nexchange polish: 1 coin -> 1 star{when}\n"
    rules = small(
        tmp_path, text + GAME.replace("gain 9 pebbles", "polish" if asked else "gain 1 coin")
    )
    state = situation(rules, 2, "pick", holdings={0: {"coin": 1, "pebble": 1}})
    paid = {o.key: payment_of(o) for o in state.decision.all if o.key.startswith("polish")}
    (plain, instead), names = paid.values(), [good.name for good in state.table.layout.goods]
    assert [*paid] == ["polish", "polish with pebble as coin"]
    assert plain is None
    assert instead is not None
    assert instead.goods == ((names.index("pebble"), 1),)


def test_one_good_for_different_numbers(tmp_path: Path) -> None:
    text = "1 pebble may pay for 2 stars\n1 pebble may pay for 1 star\n"
    rules = small(tmp_path, text + GAME)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}})
    state = played(state, "gain 9 pebbles", "gain 9 pebbles")
    assert state.decision.keys == (WAY, f"{WAY} with 1 pebble as 2 stars", "decline")
    play_checked(rules)


def test_one_good_in_different_numbers_whose_plural_is_the_same(tmp_path: Path) -> None:
    head = HEAD.replace("pebble/pebbles", "moss")
    huts = """\
piece hut/huts:
    places: site, market, players
each player may own 1 hut of each name
hut Barn: 1 moss may pay for 1 star
2 moss may pay for 1 star
"""
    rules = small(tmp_path, huts + GAME.replace("pebbles", "moss"), head)
    state = situation(rules, 2, "pick", holdings={0: {"star": 2}}, pieces={0: ["Barn"]})
    state = played(state, "gain 9 moss", "gain 9 moss")
    both = {f"{WAY} with 2 moss as star": 1, f"{WAY} with 2 moss as 2 stars": 2}
    for key, left in both.items():
        after = played(state, key)
        assert (after.holding(0, "moss"), after.holding(0, "star")) == (7, left)
    play_checked(rules)


def test_keys_without_numbers_are_understood_in_saves(tmp_path: Path) -> None:
    rules = small(tmp_path, "2 pebbles may pay for 1 star\n" + GAME)
    game = Game.new(rules, 2)
    for key in ("gain 9 pebbles", "gain 2 stars", f"{WAY} with 4 pebbles as 2 stars"):
        game.choose(key)
    data = json.loads(save(game))
    data["keys"][-1] = f"{WAY} with 2 pebble as star"
    restored = restore(json.dumps(data), rules)
    assert restored.state == game.state
    assert restored.keys == game.keys


# ------------------------------------------------------------------- two for one good

SUBSTITUTES = """\
public thing/things: 30 shell/shells
1 pebble may pay for 2 coins
1 shell may pay for 3 coins
exchange lend: nothing -> 1 coin
phase pick:
    {}
play:
    rounds 1-2: pick
"""
GOODS = ("coin", "pebble", "shell")
VALUES = (1, 2, 3)
COST = 5


def minimal(held: tuple[int, ...]) -> set[tuple[int, ...]]:
    """By brute force: what pays the cost, and no unit of which could be taken back."""
    ways = set()
    for paid in product(*(range(amount + 1) for amount in held)):
        worth = sum(value * n for value, n in zip(VALUES, paid, strict=True))
        least = min((v for v, n in zip(VALUES, paid, strict=True) if n), default=0)
        if COST <= worth < COST + least:
            ways.add(paid)
    return ways


def paid_by(state: State, key: str) -> tuple[int, ...]:
    player = state.decision.player
    after, _ = apply(state, key)
    return tuple(state.holding(player, good) - after.holding(player, good) for good in GOODS)


@pytest.mark.parametrize("effect", ["may pay 5 coins to gain 1 star", "pay 5 coins"])
def test_no_unit_of_a_payment_could_be_taken_back(tmp_path: Path, effect: str) -> None:
    rules = small(tmp_path, SUBSTITUTES.format(f"each player: {effect}"))
    for held in product((0, 1, 3, 6), (0, 1, 2, 4), (0, 1, 2, 3)):
        state = situation(rules, 2, "pick", holdings={0: dict(zip(GOODS, held, strict=True))})
        keys = [key for key in state.decision.keys if key.startswith("pay ")]
        ways = [paid_by(state, key) for key in keys]
        assert len(ways) == len(set(ways))
        assert set(ways) == minimal(held), f"{held}: {keys}"
    play_checked(rules, games=1)


def test_what_is_due_stands_last_in_what_is_paid(tmp_path: Path) -> None:
    """Whichever good is defined first."""
    text = "1 pebble may pay for 2 stars\n1 pebble may pay for 2 coins\n"
    text += "exchange lend: nothing -> 1 star, 1 coin\n"
    text += "phase pick: each player: {}\nplay:\n    rounds 1-2: pick\n"
    for due, keys in (
        ("pay 3 stars", ("pay 1 pebble, 1 star", "pay 3 stars")),
        ("pay 3 coins", ("pay 1 pebble, 1 coin", "pay 3 coins")),
    ):
        rules = small(tmp_path, text.format(due))
        held = {0: {"star": 3, "coin": 3, "pebble": 1}}
        assert {*situation(rules, 2, "pick", holdings=held).decision.keys} == {*keys}


@pytest.mark.usefixtures("first_table")
@pytest.mark.parametrize("before", ["may ", "gain 1 coin or "])
def test_too_many_ways_are_told_where_they_are_paid(tmp_path: Path, before: str) -> None:
    """Up to 40 pebbles and up to 40 stars may pay for 40 coins."""
    line = f"phase pick: each player: {before}"
    text = f"{line}pay 40 coins to gain 1 star\n1 pebble may pay for 1 coin\n"
    text += "1 star may pay for 1 coin\nplay:\n    rounds 1-2: pick\n"
    with pytest.raises(RuleErrors) as caught:
        small(tmp_path, text, HEAD)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.column) == ("E527", len(line) + 1)
    assert found.message == "this can be paid in 1,681 ways; there can be 1,000, with 2 players"
