"""Valid texts that nobody would expect: they are refused with a reason, or they can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import apply, load, new_game, read, why_not
from hostile.minis import mini, play
from sizes import size

GAMES = sorted((Path(__file__).parent / "games").glob("*.rules"))
PUMPS = {"meadow": ["W541"]}
"""In the meadow every swap of milk for wool brings the milk back."""


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_game_that_is_nothing_like_homesteaders(path: Path) -> None:
    rules, found = read(path)
    assert rules is not None, found
    assert [each.code for each in found] == PUMPS.get(path.stem, [])
    assert play(rules, games=12) > size(30, 150)


EFFECTS = [
    "gain 1 coin or gain 1 coin",
    "do nothing or do nothing",
    "sell or sell",
    "build any",
    "build early",
    "build any or build early",
    "may build any, then build any",
    "4 times: build any",
    "each player: build late",
    "may pay 1 coin to build any",
    "pay 5 stars to gain 1 coin or pay 2 stars to gain 1 helper",
    "may pay 5 stars",
    "may pay 5 stars, 1 coin",
    "gain 1 coin or pay 5 stars",
    "pay 1 coin or pay 1 star",
    "take a reward of Path",
    "each player, in secret: may sell",
    "each player, in secret: may pay 1 coin",
    "lend",
    "may sell or lend",
    "gain 1 star per Path",
]


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_that_may_be_impossible_or_offered_twice(effect: str, tmp_path: Path) -> None:
    rules, found = mini(tmp_path, f"action extra: {effect}\n")
    assert rules is not None, found
    play(rules, games=3)


DEFINITIONS = {
    # Offered only where what must follow can be done too.
    "a must behind a may": "action extra: may pay 1 coin to sell\n",
    "a payment behind a payment": "action extra: may pay 1 coin to pay 3 stars\n",
    "a track for all is counted": "track Tide, for all: 0, 1, 3, beginning at 1\n"
    "action extra: advance Tide, then gain 1 star per Tide\n",
    "rewards that are paid for, and the same twice": "track Sea, for each player:\n"
    "    1: gain 1 star\n    2: may pay 2 coins to gain 1 star\n    3: gain 1 star\n"
    "    4: may pay 1 star to gain 4 coins\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance is lost\n"
    "action extra: each player: advance Sea\n",
    "rewards that may be declined, and builds": "track Sea, for each player:\n"
    "    1: may build early\n    2: may gain 1 star\n    3: may build late\n    4: may sell\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance still takes a reward\n"
    "action extra: each player: advance Sea\n",
    "a gift of a limited good": "limited: apple\nexchange gift: nothing -> 1 apple, when offered\n"
    "action extra: 10 times: gift\n",
    "a gift of one of several goods": "exchange gift: nothing -> 1 fruit, when offered\n"
    "action extra: gift\n",
    "building because of building": "whenever you build another tree: may build any\n"
    "whenever a player builds a tree: build small\naction extra: each player: build any\n",
    "a track that builds, advanced by building": "track Sea, for each player:\n"
    "    1: build any\n    2: may build early\n    3: gain 1 coin\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance still takes a reward\n"
    "whenever a player builds a tree: advance Sea\naction extra: each player: may build any\n",
    "triggers of building that ask": "whenever a player builds a tree: may gain 1 star\n"
    "whenever a player declines to build: may advance Path\naction extra: may build any\n",
}


@pytest.mark.parametrize("added", DEFINITIONS.values(), ids=DEFINITIONS)
def test_definitions_that_can_be_played(added: str, tmp_path: Path) -> None:
    rules, found = mini(tmp_path, added)
    assert rules is not None, found
    play(rules, games=6)


def test_a_neutral_bid_where_nothing_is_offered(tmp_path: Path) -> None:
    closed = {f"    stall {name}:": f"    stall {name}:\n        not offered\n        #" for name in
              ("R1", "R2", "R3", "S1", "S2", "S3")}  # fmt: skip
    added = "before fair: the start player places a neutral bid of 3 on any stall\n"
    rules, found = mini(tmp_path, added, **closed)
    assert rules is not None, found
    play(rules, games=3)


def test_a_payment_raised_by_one_of_two_exchanges(tmp_path: Path) -> None:
    lend = "exchange lend: nothing -> 1 note, 2 coins\n"
    both = f"option soft: yes\nwith soft: {lend}without soft: {lend.replace('2', '3')}"
    rules, found = mini(tmp_path, **{lend: both})
    assert rules is not None, found
    play(rules, games=4)


def test_a_track_for_all_counts_its_value(tmp_path: Path) -> None:
    added = "track Tide, for all: 2, 5, 9, beginning at 5\nafter planting: gain 1 star per Tide\n"
    rules, _ = mini(tmp_path, added)
    assert rules is not None
    state = new_game(rules, 2, seed=1)
    assert state.holding(state.start_player, "star") == 5


def test_a_reward_that_is_paid_for_says_what_it_costs(tmp_path: Path) -> None:
    added = (
        "track Sea, for each player:\n    1: may pay 9 stars to gain 1 coin\n"
        "    each advance takes the reward of the space reached\n"
        "    at the end the marker stays, and the advance is lost\n"
        "after planting: advance Sea\n"
    )
    rules, _ = mini(tmp_path, added)
    assert rules is not None
    state = new_game(rules, 2, seed=1)
    assert state.decision.keys == ("decline",)
    reason = why_not(state, "pay 9 stars to gain 1 coin")
    assert reason == "it costs 9 stars; you have 0 stars"


def test_an_optional_payment_is_made_at_once(tmp_path: Path) -> None:
    rules, _ = mini(tmp_path, "after planting: gain 2 stars\nafter planting: may pay 2 stars\n")
    assert rules is not None
    state, _ = apply(new_game(rules, 2, seed=1), "pay 2 stars")
    assert state.holding(0, "star") + state.holding(1, "star") == 0


REFUSED = {
    "a must that cannot be": ("action extra: sell\n", "E512"),
    "a payment of one of several": ("action extra: pay 1 fruit\n", "E512"),
    "a payment that is counted": ("action extra: pay 2 stars per coin\n", "E512"),
    "a price that is counted": (
        "action extra: up to 2 times: pay 1 coin per note to gain 1 star\n",
        "E522",
    ),
    "an exchange that is counted": ("exchange odd: 1 coin per note -> 1 star\n", "E522"),
    "an exchange that gives counted": ("exchange odd: 1 coin -> 1 star per note\n", "E522"),
    "a substitution that is counted": ("1 apple per tree may pay for 1 pear\n", "E522"),
    "building in secret": ("action extra: each player, in secret: may build any\n", "E523"),
    "declining again and again": ("whenever a player declines to build: may build any\n", "E511"),
    "an exchange called done": ("exchange done: 1 coin -> 1 star\n", "E103"),
    "an action called decline": ("action decline: gain 1 star\nafter picking: decline\n", "E103"),
    "an exchange called as another": ("exchange sell apple: 1 apple -> 1 star\n", "E203"),
    "an action called as an exchange": (
        "action sell apple: gain 1 star\nafter picking: may sell apple\n",
        "E203",
    ),
    "a part called as an exchange": (
        "after picking:\n    in any order, each once:\n"
        "        lend: gain 1 star\n        go: gain 1 coin\n",
        "E203",
    ),
    "a marker moved in secret": ("action extra: each player, in secret: advance Path\n", "E523"),
    "a gift that asks amid anything": (
        "exchange gift: nothing -> 1 fruit, when offered\nwhenever a player gains a star: gift\n",
        "E521",
    ),
}


@pytest.mark.usefixtures("first_table")
@pytest.mark.parametrize(("added", "code"), REFUSED.values(), ids=REFUSED)
def test_what_could_not_be_played_is_refused(added: str, code: str, tmp_path: Path) -> None:
    _, found = mini(tmp_path, added)
    assert [each.code for each in found][:1] == [code]
    assert found[0].hint


SLOT = "    1 helper: gain 1 pear\n"
OAK = {
    "a cost that is counted": ("    cost 1 apple, 1 coin\n", "    cost 1 apple per tree\n", "E522"),
    "two exchanges for the same": (
        SLOT,
        "    exchange: 1 note -> 1 apple\n    exchange: 1 coin -> 1 apple\n",
        "E203",
    ),
    "an exchange called as one of the rules": (
        SLOT,
        "    exchange lend: 1 coin -> 1 apple\n",
        "E203",
    ),
    "a tree called nothing": ("tree Bush:\n", 'tree "nothing":\n', "E103"),
    "more rounds than are counted": ("rounds 1-3:", "rounds 1-99999999999:", "E302"),
    "more players than are counted": ("for 2-4 players", "for 2-100 players", "E302"),
}


@pytest.mark.usefixtures("first_table")
@pytest.mark.parametrize(("old", "new", "code"), OAK.values(), ids=OAK)
def test_pieces_that_could_not_be_played_are_refused(
    old: str, new: str, code: str, tmp_path: Path
) -> None:
    _, found = mini(tmp_path, **{old: new})
    assert code in [each.code for each in found]


def test_the_games_of_the_house_have_none_of_this() -> None:
    assert load("homesteaders").players == range(2, 5)
