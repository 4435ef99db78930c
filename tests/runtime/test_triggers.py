"""For whom a trigger acts, and in which order triggers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Game, Rules, apply, load
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk

PACK = """
pack Inns, version 1, extends Homesteaders

building Inn:
    commercial, settlement
    whenever a player passes: gain 1 silver

building Tavern:
    commercial, settlement
    whenever a player passes: may gain 1 food

building Mill:
    commercial, settlement
    whenever you pass: gain 1 wood

building Toll Gate:
    commercial, settlement
    whenever a player gains a rail: gain 1 copper
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder: Path = tmp_path_factory.mktemp("packs") / "inns"
    folder.mkdir()
    (folder / "inns.rules").write_text(PACK, encoding="utf-8")
    return load(folder)


def test_whenever_a_player_acts_for_the_owner_whoever_passes(rules: Rules) -> None:
    state = situation(rules, 3, "bidding", pieces={1: ["Inn"], 2: ["Mill"]})
    state, _ = apply(state, "pass")
    assert [state.holding(player, "silver") for player in range(3)] == [6, 7, 6]
    assert [state.holding(player, "wood") for player in range(3)] == [0, 0, 0]
    state, _ = apply(state, "gain 1 trade")
    assert state.decision.player == 1
    state, _ = apply(apply(state, "pass")[0], "gain 1 trade")
    state, _ = apply(state, "pass")
    assert [state.holding(player, "wood") for player in range(3)] == [0, 0, 1]
    assert state.holding(1, "silver") == 9


def test_the_owner_is_asked_and_then_the_player_who_passed(rules: Rules) -> None:
    state = situation(rules, 2, "bidding", pieces={1: ["Tavern"]})
    state, _ = apply(state, "neutral bid on lot 1")
    state, _ = apply(state, "pass")
    assert (state.decision.player, state.decision.keys) == (1, ("gain 1 food", "decline"))
    assert state.decision.piece == "Tavern"
    state, _ = apply(state, "gain 1 food")
    assert (state.decision.player, state.decision.keys) == (0, ("gain 1 trade",))
    state, _ = apply(state, "gain 1 trade")
    assert state.decision.player == 1


def test_goods_that_change_hands_are_an_occasion_for_others(rules: Rules) -> None:
    state = situation(
        rules, 2, "bidding", pieces={1: ["Toll Gate"]}, positions={("Railroad", 0): 1}
    )
    for key in ("neutral bid on lot 1", "pass", "gain 1 rail"):
        state, _ = apply(state, key)
    assert state.holding(0, "rail") == 1
    assert state.holding(1, "copper") == 1
    assert state.holding(0, "copper") == 0


# ---------------------------------------------------------------------------------- several owners

SEVERAL = """
pack Tents, version 1, extends Homesteaders

building Amber Tent:
    commercial, settlement
    whenever a player passes: gain 1 gold

building Beige Tent:
    commercial, settlement
    whenever a player passes: gain 1 gold
    whenever a player passes: may gain 1 food

building Coral Tent:
    commercial, settlement
    whenever a player passes: may gain 1 food

building Dun Tent:
    commercial, settlement
    whenever you pass: gain 1 gold

building Ecru Booth:
    commercial, settlement
    whenever a player gains a rail: gain 1 gold

building Fawn Booth:
    commercial, settlement
    whenever a player gains a rail: gain 1 gold

replace hidden resource/resources: 1 gold
"""
STRICT = {"strict supply": True}


@pytest.fixture(scope="module")
def tents(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder: Path = tmp_path_factory.mktemp("packs") / "tents"
    folder.mkdir()
    (folder / "tents.rules").write_text(SEVERAL, encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize("start", range(3))
@pytest.mark.parametrize("owners", [(0, 1), (1, 0), (2, 0), (0, 2), (1, 2), (2, 1)])
def test_the_last_gold_goes_to_the_first_seat(
    tents: Rules, start: int, owners: tuple[int, int]
) -> None:
    """Whatever stands first in the text, and whoever passes."""
    amber, beige = owners
    pieces = {amber: ["Amber Tent"], beige: ["Beige Tent"]}
    state = situation(tents, 3, "bidding", start_player=start, pieces=pieces, options=STRICT)
    state, _ = apply(state, "pass")
    first = min(owners, key=lambda seat: (seat - start) % 3)
    assert [state.holding(seat, "gold") for seat in range(3)] == [
        seat == first for seat in range(3)
    ]


@pytest.mark.parametrize("start", range(3))
def test_owners_are_asked_by_their_seats(tents: Rules, start: int) -> None:
    """Those that ask come after those that do not, and by seats too."""
    pieces = {2: ["Beige Tent"], 1: ["Coral Tent"]}
    state = situation(tents, 3, "bidding", start_player=start, pieces=pieces, options=STRICT)
    state, _ = apply(state, "pass")
    assert state.holding(2, "gold") == 1
    asked = []
    while "decline" in state.decision.keys:
        asked.append((state.decision.player, state.decision.piece))
        state, _ = apply(state, "decline")
    by_seat = sorted([(2, "Beige Tent"), (1, "Coral Tent")], key=lambda a: (a[0] - start) % 3)
    assert asked == by_seat
    assert state.decision.player == start


def test_what_is_only_about_you_waits_for_its_seat(tents: Rules) -> None:
    """Among triggers of others, that of whoever passed comes when their seat does."""
    pieces = {0: ["Dun Tent"], 1: ["Amber Tent"]}
    first = situation(tents, 3, "bidding", start_player=0, pieces=pieces, options=STRICT)
    first, _ = apply(first, "pass")
    assert [first.holding(seat, "gold") for seat in range(3)] == [1, 0, 0]
    state = situation(tents, 3, "bidding", start_player=1, pieces=pieces, options=STRICT)
    for key in ("bid 3 on lot 1", "bid 3 on lot 2", "pass"):
        state, _ = apply(state, key)
    assert [state.holding(seat, "gold") for seat in range(3)] == [0, 1, 0]
    other = situation(tents, 3, "bidding", start_player=2, pieces={0: ["Dun Tent"]}, options=STRICT)
    other, _ = apply(other, "pass")
    assert other.holding(0, "gold") == 0


@pytest.mark.parametrize("start", range(2))
def test_in_the_middle_of_things_too(tents: Rules, start: int) -> None:
    """What follows from a rail that somebody gains goes by seats as well."""
    pieces = {1: ["Ecru Booth"], 0: ["Fawn Booth"]}
    state = situation(
        tents,
        3,
        "bidding",
        start_player=start,
        pieces=pieces,
        options=STRICT,
        positions={("Railroad", start): 1},
    )
    for key in ("pass", "gain 1 rail"):
        state, _ = apply(state, key)
    assert [state.holding(seat, "gold") for seat in range(2)] == [
        seat == start for seat in range(2)
    ]


BIDS = """\
pack Bids, version 1, extends Homesteaders

whenever a player is outbid: gain 1 food
whenever a player outbids another player: gain 1 wood
whenever a player outbids the neutral bid: gain 1 gold
whenever a player wins a lot: may gain 1 copper
after setup: each player: take Farm

replace building Farm:
    residential, settlement
    4 copies
    cost 1 wood
    whenever you are outbid: gain 1 steel
    whenever a player wins a lot: gain 1 point
"""


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    file = tmp_path_factory.mktemp("bids") / "bids.rules"
    file.write_text(BIDS, encoding="utf-8")
    return load(file)


def test_a_bid_that_replaces_another_and_what_is_won(bids: Rules) -> None:
    state = situation(bids, 3, "bidding")
    for key in ("bid 3 on lot 1", "bid 4 on lot 1", "pass", "advance Railroad", "gain 1 trade"):
        if state.decision.find(key):
            state, _ = apply(state, key)
    held = [[state.holding(p, good) for good in ("food", "wood", "steel")] for p in range(3)]
    assert held == [[1, 0, 1], [0, 1, 0], [0, 0, 0]]
    state, _ = apply(state, "bid 3 on lot 2")
    # Lot 1 is the second player's: they may gain, and all owners gain; then lot 2, the first's.
    assert [state.holding(player, "point") for player in range(3)] == [1, 1, 1]
    assert (state.decision.player, state.decision.keys) == (1, ("gain 1 copper", "decline"))
    state, _ = apply(state, "gain 1 copper")
    assert [state.holding(player, "point") for player in range(3)] == [2, 2, 2]
    assert (state.decision.player, state.decision.keys) == (0, ("gain 1 copper", "decline"))
    state, _ = apply(state, "decline")
    assert state.phase == "building"
    assert state.holding(1, "copper") == 1


@pytest.mark.parametrize("players", [2, 4])
def test_occasions_of_an_auction_are_played_as_the_text_says(bids: Rules, players: int) -> None:
    game = Game.new(bids, players, 1)
    for step in walk(bids, players, 1, most=80):
        game.choose(step.option.key)
    check_game(game)
