"""An alternative is offered where it can be carried out and does something, if an action too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import Rules, new_game, why_not
from homesteaders_rules.mechanisms.piles.predicates import LotHolds
from homesteaders_rules.runtime.counters import InCell
from homesteaders_rules.runtime.offering.offers import Fruitful
from homesteaders_rules.runtime.offering.options import option_of
from homesteaders_rules.runtime.offering.payments import Payment, Purse
from homesteaders_rules.runtime.offering.prices import CanPay
from homesteaders_rules.runtime.operands import Cost
from homesteaders_rules.runtime.predicates import All, Either, Within
from homesteaders_rules.runtime.registers import REGISTERS
from homesteaders_rules.testing.checks import check_guards
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from runtime.small import HEAD, play_checked, played, small

NOTHING = "there is nothing in it now"
FEW_STARS = HEAD.replace("40 star", "2 star")
GAME = """\
limited: star
exchange haggle: 2 coins -> 1 pebble, when offered
exchange polish: 1 pebble -> 1 star, when offered
piece hut/huts:
    labels: low, high
    places: box, site, players
    moments: rent, built
each player may own 1 hut of each name
hut Barn:
    low
    cost 2 coins
hut Tower:
    high
    cost 9 coins
phase opening: move huts from box to site
track Path, for each player:
    1: gain 1 coin
    2: gain 1 pebble
    each advance takes the reward of the space reached
    at the end the marker stays, and the advance is lost
action tried: {}
phase work:
    each player: tried or gain 1 pebble
play:
    opening
    rounds 1-2: work
"""

STARS_GONE = {1: {"star": 2}}
BODIES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a limited good": ("gain 1 star", {}, {"holdings": STARS_GONE}),
    "so many of it": ("gain 1 coin per star", {"holdings": {0: {"star": 1}}}, {}),
    "what is discarded": ("discard 2 coins", {"holdings": {0: {"coin": 1}}}, {}),
    "a sequence": (
        "discard 1 coin, then gain 1 star",
        {"holdings": STARS_GONE | {0: {"coin": 1}}},
        {"holdings": STARS_GONE},
    ),
    "a condition": (
        "if you have 2 or more coins: gain 1 star",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 1}}},
    ),
    "a block with otherwise": (
        "\n    if you have no pebble: discard 1 coin\n    otherwise: gain 1 star",
        {"holdings": {0: {"pebble": 1, "coin": 1}}},
        {"holdings": {0: {"pebble": 1}} | STARS_GONE},
    ),
    "otherwise": (
        "\n    if you have no pebble: discard 1 coin\n    otherwise: gain 1 star",
        {"holdings": {0: {"pebble": 1}}},
        {},
    ),
    "so many times": (
        "3 times: discard 1 coin",
        {"holdings": {0: {"coin": 1}}},
        {"holdings": {0: {"pebble": 1}}},
    ),
    "a choice": (
        "discard 1 coin or gain 1 star",
        {"holdings": {0: {"coin": 1}} | STARS_GONE},
        {"holdings": STARS_GONE},
    ),
    "a choice of payments": (
        "pay 2 coins to gain 1 pebble or gain 1 star",
        {"holdings": {0: {"coin": 2}} | STARS_GONE},
        {"holdings": {0: {"coin": 1}} | STARS_GONE},
    ),
    "what may be paid": (
        "may pay 2 coins to gain 1 pebble",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 1}}},
    ),
    "a payment that may be left": (
        "may pay 2 coins",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 1}}},
    ),
    "an exchange": (
        "may haggle",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 1}}},
    ),
    "an exchange of a limited good": (
        "may polish",
        {"holdings": {0: {"pebble": 1}}},
        {"holdings": {0: {"pebble": 1}} | STARS_GONE},
    ),
    "a building": (
        "may build any",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 1}}},
    ),
    "a building of a sort": (
        "may build high",
        {"holdings": {0: {"coin": 9}}},
        {"holdings": {0: {"coin": 8}}},
    ),
    "a building that is owned": (
        "build low",
        {"holdings": {0: {"coin": 2}}},
        {"holdings": {0: {"coin": 2}}, "pieces": {0: ["Barn"]}},
    ),
    "an advance": (
        "advance Path",
        {"positions": {("Path", 0): 1}},
        {"positions": {("Path", 0): 2}},
    ),
    "a marker that moves on": (
        "move Path on",
        {"positions": {("Path", 0): 1}},
        {"positions": {("Path", 0): 2}},
    ),
    "a marker that moves back": ("move Path back", {"positions": {("Path", 0): 1}}, {}),
    "a reward": ("take a reward of Path", {"positions": {("Path", 0): 1}}, {}),
    "parts in any order": (
        "\n    in any order, each once:\n        first: discard 1 coin\n        last: gain 1 star",
        {"holdings": {0: {"coin": 1}} | STARS_GONE},
        {"holdings": STARS_GONE},
    ),
}


def game(folder: Path, body: str) -> Rules:
    return small(folder, GAME.format(body), FEW_STARS)


@pytest.mark.parametrize(("body", "can", "cannot"), BODIES.values(), ids=BODIES)
def test_an_action_is_offered_where_it_does_something(
    tmp_path: Path, body: str, can: dict[str, Any], cannot: dict[str, Any]
) -> None:
    rules = game(tmp_path, body)
    state = situation(rules, 2, "work", **can)
    assert state.decision.keys == ("tried", "gain 1 pebble")
    state = situation(rules, 2, "work", **cannot)
    assert state.decision.keys == ("gain 1 pebble",)
    assert why_not(state, "tried") == NOTHING
    play_checked(rules, games=1)


SILENT = ("a sequence", "a condition", "a block with otherwise", "so many times", "otherwise")


@pytest.mark.parametrize("body", [BODIES[name][0] for name in SILENT], ids=SILENT)
def test_what_is_not_offered_would_change_nothing(tmp_path: Path, body: str) -> None:
    seen = set()
    for seed in range(4):
        for step in walk(game(tmp_path, body), 2, seed, most=40):
            offers = getattr(step.before.decision.step, "offers", ())
            for offer in (each for each in offers if isinstance(each, Fruitful)):
                cells = list(step.before.cells)
                offer.take(cells, [], option_of(offer))
                changes = tuple(cells) != tuple(step.before.cells)
                assert changes == bool(offer.options(step.before.cells))
                seen.add(changes)
    assert seen


ROUND = "play:\n    rounds 1-2: work\n"


@pytest.mark.parametrize("body", ["gain 1 coin", "gain 1 coin, then discard 1 star", "do nothing"])
def test_what_can_always_be_done_has_no_guard(tmp_path: Path, body: str) -> None:
    text = f"action tried: {body}\nphase work: each player: tried or gain 1 pebble\n{ROUND}"
    state = new_game(small(tmp_path, text), 2)
    assert state.decision.keys == ("tried", "gain 1 pebble")
    assert not any(isinstance(offer, Fruitful) for offer in state.decision.step.offers)


def test_where_no_alternative_can_be_done_nothing_is_asked(tmp_path: Path) -> None:
    text = """\
action repent: discard 1 coin
action atone: repent
phase work:
    each player: repent or atone
    each player: may atone
"""
    rules = small(tmp_path, text + ROUND)
    state = new_game(rules, 2)
    assert state.decision.keys == ("decline",)
    assert why_not(state, "atone") == NOTHING
    state = situation(rules, 2, "work", holdings={1: {"coin": 2}})
    assert (state.decision.player, state.decision.keys) == (1, ("repent", "atone"))
    state = played(state, "repent", "decline")
    assert (state.decision.player, state.decision.keys) == (1, ("atone", "decline"))
    play_checked(rules)


def test_an_exchange_that_takes_what_the_alternatives_need_leads_on(tmp_path: Path) -> None:
    text = """\
exchange spend: 1 coin -> 1 star
action repent: discard 1 coin
phase work:
    each player: repent or repent
    each player: may gain 1 pebble
"""
    rules = small(tmp_path, text + ROUND)
    state = situation(rules, 2, "work", holdings={0: {"coin": 1}})
    assert state.decision.keys == ("repent",)
    assert played(state, "spend").decision.keys == ("gain 1 pebble", "decline")
    play_checked(rules)


def test_an_action_that_is_empty_at_a_table_is_not_offered_there(tmp_path: Path) -> None:
    text = "action tried: with 3 players: gain 1 coin\nphase work: each player: tried or rest\n"
    rules = small(tmp_path, f"{text}action rest: do nothing\n{ROUND}")
    found = [new_game(rules, players).decision.keys for players in (2, 3, 4)]
    assert found == [("rest",), ("tried", "rest"), ("rest",)]
    play_checked(rules)


def test_a_reward_that_is_an_action_is_offered_where_it_does_something(tmp_path: Path) -> None:
    text = """\
action repent: discard 1 coin
track Path, for each player:
    1: repent
    2: gain 1 star
    each advance takes the reward of the space reached
    at the end the marker stays, and the advance still takes a reward
phase work:
    each player: advance Path
    each player: may gain 1 coin
"""
    rules = small(tmp_path, text + ROUND)
    state = new_game(rules, 2)
    # Nobody has a coin to discard: both have advanced, and nobody was asked for a reward.
    assert state.decision.keys == ("gain 1 coin", "decline")
    assert [state.position("Path", player) for player in range(2)] == [1, 1]
    state = situation(rules, 2, "work", holdings={0: {"coin": 1}})
    assert state.decision.keys == ("repent",)
    play_checked(rules)


BUILDING = """\
piece hut/huts:
    places: box, site, players
    moments: rent, built
each player may own 1 hut of each name
hut Barn: cost 2 coins
phase opening: move huts from box to site
action raise: may build any
phase work:
    each player: raise or gain 1 pebble
    each player: may gain 1 coin
play:
    opening
    rounds 1-2: work
"""
HEEDED = {
    "a trigger": "whenever you decline to build: gain 1 star\n",
    "a condition": (
        "action comfort: if you declined to build: gain 1 star\nafter work: each player: comfort\n"
    ),
}


@pytest.mark.parametrize("heeded", HEEDED.values(), ids=HEEDED)
def test_to_build_nothing_is_something_where_it_is_heeded(tmp_path: Path, heeded: str) -> None:
    state = new_game(small(tmp_path, BUILDING), 2)
    assert state.decision.keys == ("gain 1 pebble",)
    state = new_game(small(tmp_path, BUILDING + heeded), 2)
    assert state.decision.keys == ("raise", "gain 1 pebble")


@pytest.mark.parametrize(
    ("kept", "keys"), [("public", ("gain 1 star",)), ("hidden", ("boast", "gain 1 star"))]
)
def test_what_is_offered_does_not_tell_what_others_hide(
    tmp_path: Path, kept: str, keys: tuple[str, ...]
) -> None:
    head = HEAD.replace("30 pebble/pebbles", f"30 pebble/pebbles\n{kept} gem/gems: 20 pearl/pearls")
    text = """\
action boast: if you have the most pearls, at least 1: gain 1 coin
phase work: each player: boast or gain 1 star
"""
    rules = small(tmp_path, text + ROUND, head)
    state = situation(rules, 2, "work", holdings={0: {"pearl": 1}, 1: {"pearl": 2}})
    assert state.decision.keys == keys
    play_checked(rules)


def test_what_an_exchange_leads_to_does_not_fill_the_stock_for_it(tmp_path: Path) -> None:
    """Two stars are left: that a third would come back at once makes it no exchange for three."""
    text = (
        "limited: star\nexchange swap: 1 coin -> 1 star\n"
        "whenever you gain a star: discard 1 star\n"
        "phase work: each player: gain 1 pebble or gain 1 coin\nplay:\n    rounds 1-2: work\n"
    )
    rules = small(tmp_path, text, FEW_STARS)
    state = situation(rules, 2, "work", holdings={0: {"coin": 5}})
    assert [option.key for option in state.anytime] == ["swap", "swap 2"]
    check_guards(state)


def test_several_prices_of_which_one_is_enough_are_one_test() -> None:
    """What is dearer than another way and asks for no less is left out: it decides nothing."""
    purse = Purse((("coin", "coins"), ("star", "stars")), REGISTERS + 4)

    def price(*ways: Cost, right: int = 0, owned: int = 0) -> CanPay:
        masks = (right,) if right else ()
        return CanPay(tuple(Payment(way, masks, "") for way in ways), purse, owned)

    two, three, star = ((0, 2),), ((0, 3),), ((1, 1),)
    assert Either.of(price(three), price(star), price(two)) == price(star, two)
    with_right = price(two, right=4)
    both = Either.of(with_right, price(three))
    assert isinstance(both, CanPay)
    assert len(both.payments) == 2, "whoever has no right needs the dearer way"
    assert isinstance(Either.of(price(two), price(three, owned=9)), Either), "others own there"


@pytest.mark.parametrize("many", [2, 9])
def test_tests_that_say_the_same_stand_once_whether_they_are_few_or_many(many: int) -> None:
    tests = [Within(InCell(REGISTERS + number, 3), 1) for number in range(many)]
    again = [Within(InCell(REGISTERS + number, 3), 1) for number in range(many)]
    more = Within(InCell(REGISTERS, 3), 2)
    assert All.of(*tests, All((*again, more)), more) == All((*tests, more))


def test_tests_with_many_numbers_are_told_apart_by_a_few() -> None:
    """All numbers of all payments were looked at for each test of a guard: half of linking."""
    looked: list[int] = []

    class Looked(tuple[Any, ...]):
        __slots__ = ()

        def __iter__(self) -> Iterator[Any]:
            for number in super().__iter__():
                looked.append(number)
                yield number

    one, other = (LotHolds(Looked(range(first, first + 1000)), frozenset()) for first in (0, 7))
    assert All.of(one, other) == All((one, other))
    assert 0 < len(looked) < 100
    assert All.of(one, All.of(one, other)) == All((one, other))
