"""What is offered can be carried out to the end of what must be done in it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from homesteaders_rules import Rules, State, apply, new_game, why_not
from homesteaders_rules.language.loader import read
from homesteaders_rules.linking.guarding import GuardLinker
from homesteaders_rules.linking.table import link_table
from homesteaders_rules.play.setup import deal_from
from homesteaders_rules.runtime.offering.trying import UNFIT, Completable, Guarded, Need, Tried
from homesteaders_rules.testing.situations import situation
from runtime.small import HEAD, game_in_step, play_checked, small

GAME = """\
limited: star
exchange barter: 1 pebble -> 1 coin
piece hut/huts:
    labels: low, high
    places: box, site, players
    moments: rent, built
each player may own 1 hut of each name
hut Barn:
    low
    cost 2 coins
    when built: gain 1 pebble or gain 2 coins
hut Tower:
    high
    cost 1 coin, 2 pebbles
hut Mill:
    high
    cost 1 star
phase opening: move huts from box to site
action tried:{}
phase work:
    each player: tried or gain 1 coin
    each player: gain 1 pebble
play:
    opening
    rounds 1-5: work
"""
HELD = {"coin": 1, "pebble": 0, "star": 0}


def game(folder: Path, body: str) -> Rules:
    return small(folder, GAME.format(body))


def at_work(rules: Rules, **held: int) -> State:
    return situation(rules, 2, "work", holdings={0: HELD | held})


CASES: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "a building": (" build low", {"coin": 2}, {"coin": 1}),
    "a building, then something": (
        "\n    build low\n    2 times: build high or gain 1 pebble",
        {"coin": 2},
        {"coin": 1},
    ),
    "a payment": (" pay 2 coins, then gain 1 star", {"coin": 2}, {"coin": 1}),
    "a payment for something that must be built": (
        " pay 1 coin to build low",
        {"coin": 3},
        {"coin": 2},
    ),
    "a gain that pays": (" gain 1 coin, then pay 3 coins, then gain 1 star", {"coin": 2}, {}),
    "a payment that takes what is needed": (
        " pay 1 coin, then build low",
        {"coin": 3},
        {"coin": 2},
    ),
    "two buildings": (" build low, then build high", {"coin": 3, "pebble": 1}, {"coin": 3}),
    "a building that brings what the next needs": (
        " build low, then pay 2 coins, then gain 1 star",
        {"coin": 2},
        {"coin": 1, "pebble": 9},
    ),
    "one of two ways": (
        "\n    pay 1 coin or pay 1 pebble\n    build low",
        {"coin": 2, "pebble": 1},
        {"coin": 2},
    ),
    "a condition": (
        "\n    if you have 1 or more stars: pay 2 pebbles\n    otherwise: build low",
        {"star": 1, "pebble": 2},
        {"star": 1, "pebble": 1, "coin": 5},
    ),
    "otherwise": (
        "\n    if you have 1 or more stars: pay 2 pebbles\n    otherwise: build low",
        {"coin": 2},
        {"pebble": 2},
    ),
    "so many times": (" 3 times: pay 1 pebble", {"pebble": 3}, {"pebble": 2}),
    "what is only allowed before": (
        "\n    may pay 1 pebble to gain 3 coins\n    pay 4 coins\n    gain 1 star",
        {"coin": 1, "pebble": 1},
        {"coin": 1},
    ),
    "an exchange of any time is the player's own affair": (
        " pay 2 coins, then gain 1 star",
        {"coin": 2},
        {"coin": 1, "pebble": 1},
    ),
}
cases = pytest.mark.parametrize(("body", "can", "cannot"), CASES.values(), ids=CASES)


@cases
def test_an_action_is_offered_where_it_can_be_done_to_its_end(
    tmp_path: Path, body: str, can: dict[str, int], cannot: dict[str, int]
) -> None:
    rules = game(tmp_path, body)
    assert at_work(rules, **can).decision.keys == ("tried", "gain 1 coin")
    state = at_work(rules, **cannot)
    assert state.decision.keys == ("gain 1 coin",)
    assert why_not(state, "tried")
    assert_every_way_ends(apply(at_work(rules, **can), "tried")[0])


def assert_every_way_ends(state: State, seat: int = 0) -> None:
    """Whatever is chosen, there is a choice until all that must be done is done."""
    needs = [step for step in state.table.program.steps if isinstance(step, Need)]
    for option in state.decision.options if state.decision.player == seat else ():
        after, _ = apply(state, option)
        if after.decision.player == seat:
            assert after.decision.step.tried or not needs or after.decision.options
            assert_every_way_ends(after)


@cases
def test_both_ways_to_know_it_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, can: Any, cannot: Any
) -> None:
    """What is known beforehand is what trying it out shows, in random games."""
    rules = game(tmp_path, body)
    with monkeypatch.context() as patched:
        patched.setattr(GuardLinker, "tries_all", True)
        other_table = link_table(rules, 2, rules.options)
    for seed in range(6):
        one = new_game(rules, 2, seed)
        cells = other_table.fresh_cells(seed)
        deal_from(other_table, cells, {})
        other = State.of(other_table, cells)
        chance = Random(seed)
        while not one.over:
            keys = [option.key for option in one.decision.all]
            assert keys == [option.key for option in other.decision.all]
            key = chance.choice(keys)
            one, other = apply(one, key)[0], apply(other, key)[0]
        assert other.over


@cases
def test_games_with_it_keep_every_promise(tmp_path: Path, body: str, can: Any, cannot: Any) -> None:
    play_checked(game(tmp_path, body), games=1)
    game_in_step(game(tmp_path, body), 2, 1)


def test_what_is_not_in_doubt_is_not_tried(tmp_path: Path) -> None:
    """What comes before moves other goods, or nothing that is needed."""
    body = "\n    gain 1 pebble\n    pay 2 coins\n    gain 1 star"
    steps = game(tmp_path, body).for_table(2).program.steps
    guards = [o for step in steps for o in getattr(step, "offers", ()) if isinstance(o, Guarded)]
    assert guards
    assert not any(isinstance(guard.can, Completable) for guard in guards)
    assert not any(isinstance(step, Need) or getattr(step, "tried", False) for step in steps)


def test_an_answer_that_would_spoil_the_rest_is_not_offered(tmp_path: Path) -> None:
    rules = game(tmp_path, "\n    pay 1 coin or pay 1 pebble\n    build low")
    state, _ = apply(at_work(rules, coin=2, pebble=1), "tried")
    assert state.decision.keys == ("pay 1 pebble",)
    state, _ = apply(state, "barter")
    assert state.decision.keys == ("pay 1 coin",)


def test_an_exchange_that_would_spoil_the_rest_is_not_offered(tmp_path: Path) -> None:
    rules = game(tmp_path, "\n    gain 1 coin or do nothing\n    pay 2 pebbles\n    gain 1 star")
    state, _ = apply(at_work(rules, pebble=2), "tried")
    assert state.anytime == ()
    assert "left to choose" in str(why_not(state, "barter"))
    state, _ = apply(at_work(rules, pebble=3), "tried")
    assert [option.key for option in state.anytime] == ["barter"]


ASKED = "may pay 1 coin to gain 1 pebble"
AMID = {
    "of a trigger": ("build any", f"whenever you build a hut: {ASKED}\n"),
    "of a piece": ("build any", f"hut Den:\n    high\n    when built: {ASKED}\n"),
    "of a moment": ("collect rent", f"rent: {ASKED}\n"),
    "of a reward": (
        "advance Road",
        f"track Road, for each player:\n    1: {ASKED}\n    2: {ASKED}\n"
        "    each advance takes the reward of the space reached\n"
        "    at the end the marker stays, and the advance is lost\n",
    ),
    "of a piece for all": (
        "use any free stand",
        "piece stand/stands:\n    places: square\n"
        f"stand Well:\n    leave 1 pebble here\n    {ASKED}\n",
    ),
}


@pytest.mark.parametrize("name", AMID)
def test_a_question_in_the_middle_does_not_spoil_the_rest(tmp_path: Path, name: str) -> None:
    """Also where what asks is linked once for all that lead to it."""
    body, more = AMID[name]
    den = "" if "hut Den" in more else "hut Den:\n    high\n    cost 1 pebble\n"
    rules = small(tmp_path, GAME.format(f"\n    {body}\n    pay 3 coins") + more + den)
    begins = ("tried", "build Den", "use Well")
    for coins, keys in ((3, ("decline",)), (4, (ASKED.removeprefix("may "), "decline"))):
        state = at_work(rules, coin=coins, pebble=1)
        while found := [key for key in state.decision.keys if key in begins]:
            state, _ = apply(state, found[0])
        assert state.decision.keys == keys
        state, _ = apply(state, keys[0])
        assert state.decision.keys == ("pay 3 coins",)
    play_checked(rules, games=2)


def test_an_option_with_a_cost_is_tried_with_each_way_to_pay(tmp_path: Path) -> None:
    text = GAME.replace("tried or gain", "tried or pay 1 coin to build low or gain")
    text = text.replace("exchange barter: 1 pebble -> 1 coin", "1 pebble may pay for 1 coin")
    rules = small(tmp_path, text.format(" do nothing"))
    offers = [o for s in rules.for_table(2).program.steps for o in getattr(s, "offers", ())]
    assert any(isinstance(offer, Tried) for offer in offers)
    state = at_work(rules, coin=1, pebble=2)
    way = "pay 1 coin to build low"
    assert state.decision.keys[1:3] == (way, f"{way} with pebble as coin")
    state = at_work(rules, coin=1, pebble=1)
    assert state.decision.keys == ("tried", "gain 1 coin")
    assert why_not(state, way) == UNFIT
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


WINDOW = "\n    trade freely, also gild\n    pay 2 stars"


def test_a_window_may_be_used_as_long_as_the_rest_can_follow(tmp_path: Path) -> None:
    text = GAME.replace("exchange barter: 1 pebble -> 1 coin", "exchange gild: 1 star -> 2 coins")
    text = text.replace("2 coins\npiece", "2 coins, when offered\npiece")
    rules = small(tmp_path, text.format(WINDOW))
    assert at_work(rules, star=1).decision.keys == ("gain 1 coin",)
    state, _ = apply(at_work(rules, star=2), "tried")
    assert state.decision.keys == ("done",)
    state, _ = apply(at_work(rules, star=3), "tried")
    assert state.decision.keys == ("gild", "done")
    play_checked(rules, games=1)
    game_in_step(rules, 2, 1)


def test_what_others_must_do_is_not_promised(tmp_path: Path) -> None:
    """Whoever begins it answers for their own part only."""
    rules = game(tmp_path, "\n    pay 1 coin\n    each player: may build low")
    assert at_work(rules).decision.keys == ("tried", "gain 1 coin")


UNSURE = """\
action plant: build low
action pave: pay 2 pebbles to gain 1 star
phase rest: each player: plant or pave{}
"""


@pytest.mark.usefixtures("first_table")
@pytest.mark.parametrize(("more", "codes"), [("", ["W539"]), (" or gain 1 coin", [])])
def test_a_choice_of_which_nothing_may_be_possible_is_told(
    tmp_path: Path, more: str, codes: list[str]
) -> None:
    text = HEAD + GAME.format(" do nothing") + UNSURE.format(more)
    file = tmp_path / "unsure.rules"
    file.write_text(text.replace("rounds 1-5: work", "rounds 1-5: work, rest"), encoding="utf-8")
    rules, found = read(file)
    assert rules is not None
    assert [each.code for each in found if each.code == "W539"] == codes


CITY = """\
piece row/rows:
    places: board
row Livery: gain 2 stars
row Trader: gain 3 coins
limited: pebble
play:
    rounds 1-3: work
phase work: each player takes a turn: visit or gain 1 star
action visit:
    gain 1 pebble
    auction rows:
        you begin, and turns pass to the left
        the first to bid does not pass
        bids are 1, 2 or 3
        nobody bids more pebbles than they have
        a bid is higher than the bid it replaces
        a player who leads a row waits
        a player who is outbid bids again at once, on any row
        a player who passes is out
        the bidding ends when every player leads a row or is out
    each winner, from you: may pay the bid in pebbles to use the row
"""


def test_an_auction_is_begun_by_who_can_bid(tmp_path: Path) -> None:
    """The pebble that comes first is enough, if there is one: the guard tries it out."""
    rules = small(tmp_path, CITY)
    state = situation(rules, 2, "work")
    assert state.decision.keys == ("visit", "gain 1 star")
    gone = {1: {"pebble": 30}}
    assert situation(rules, 2, "work", holdings=gone).decision.keys == ("gain 1 star",)
    some = {0: {"pebble": 1}, 1: {"pebble": 29}}
    assert situation(rules, 2, "work", holdings=some).decision.keys == ("visit", "gain 1 star")
    play_checked(rules, games=2)
