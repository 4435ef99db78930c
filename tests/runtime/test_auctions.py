"""Auctions: each begins with fresh bids, and lots are those on offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import State, load, new_game, why_not
from homesteaders_rules.language.messages.diagnostics import RuleErrors
from homesteaders_rules.play.deeds import deeds, wishes
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, play_checked, played, small

AUCTION = """\
piece lot/lots:
    stacks: Row, Col
lots of Row:
    lot R1: gain 1 star
    lot R2: gain 2 stars
lots of Col:
    lot C1: gain 3 stars
    lot C2: not offered
exchange lend: nothing -> 1 pebble, 2 coins
phase opening:
    stack Row face up
    stack Col face up
phase show: turn up 1 lot of each stack
action sell:
    auction lots:
        the start player begins, and turns pass to the left
        bids are 1, 2, 3 or 4
        a bid is higher than the bid it replaces
        a player who leads a lot waits
        a player who is outbid may bid again, on any lot
        a player who passes is out
        the bidding ends when every player leads a lot or is out
action give: each winner, in order of lots: use the lot
"""
AGAIN = "phase bid:\n    sell\n    give\nphase again:\n    sell\n    give\n"


def bids(state: State) -> list[tuple[int, int | None, int, bool]]:
    return [(lot.number, lot.leader, lot.bid, lot.neutral) for lot in state.lots()]


@pytest.mark.parametrize("rounds", ["rounds 1-2: show, bid, again", "rounds 1-2: bid, again"])
def test_a_second_auction_begins_with_fresh_bids(tmp_path: Path, rounds: str) -> None:
    opening = "opening" if "show" in rounds else "opening, show"
    rules = small(tmp_path, f"{AUCTION}{AGAIN}play:\n    {opening}\n    {rounds}\n")
    state = played(new_game(rules, 2), "bid 3 on lot 1", "bid 4 on lot 2")
    assert (state.phase, state.decision.player) == ("again", 0)
    assert bids(state) == [(1, None, 0, False), (2, None, 0, False)]
    assert [state.holding(player, "star") for player in range(2)] == [1, 3]
    assert {"bid 1 on lot 1", "bid 1 on lot 2"} <= set(state.decision.keys)
    state = played(state, "pass", "bid 1 on lot 1")
    assert [state.holding(player, "star") for player in range(2)] == [1, 4]
    play_checked(rules)


NEUTRAL = """\
phase bid:
    the start player places a neutral bid of 2 on any lot
    sell
    give
play:
    opening, show
    rounds 1-3: bid
"""


def test_a_neutral_bid_stays_for_its_auction_only(tmp_path: Path) -> None:
    rules = small(tmp_path, AUCTION + NEUTRAL)
    state = played(new_game(rules, 2), "neutral bid on lot 1")
    assert bids(state) == [(1, None, 2, True), (2, None, 0, False)]
    state = played(state, "pass", "pass")
    assert (state.round, bids(state)) == (2, [(1, None, 0, False), (2, None, 0, False)])
    state = played(state, "neutral bid on lot 2")
    assert bids(state) == [(1, None, 0, False), (2, None, 2, True)]
    state = played(state, "bid 3 on lot 2", "pass")
    assert (state.round, bids(state)) == (3, [(1, None, 0, False), (2, None, 0, False)])
    play_checked(rules)


def test_a_neutral_bid_of_nothing_stands_on_no_step(tmp_path: Path) -> None:
    text = AUCTION.replace("higher than the bid", "one step above the bid")
    tide = "track Tide, for all: 0, 2\n"
    rules = small(tmp_path, text + NEUTRAL.replace("bid of 2", "bid of Tide") + tide)
    state = played(new_game(rules, 2), "neutral bid on lot 1")
    assert bids(state) == [(1, None, 0, True), (2, None, 0, False)]
    every = [f"bid {amount} on lot {lot}" for lot in (1, 2) for amount in (1, 2, 3, 4)]
    assert list(state.decision.keys) == [*every, "pass"]
    game_in_step(rules, 2, 1)


CUP = """\
piece cup/cups:
    places: shelf, players
each player may own 1 cup of each name
cup Tin:
    your bid may equal the bid it replaces
before bid: each player, from the start player: may take Tin
play:
    opening, show
    rounds 1-3: bid
phase bid:
    sell
"""


@pytest.mark.parametrize("stands", [1, 2, 4])
@pytest.mark.parametrize("has_right", [True, False])
def test_one_step_above_or_equal_with_the_right(
    tmp_path: Path, stands: int, has_right: bool
) -> None:
    """At the lowest bid as at any other; where nothing stands all bids may be made."""
    text = AUCTION.replace("higher than the bid", "one step above the bid") + CUP
    state = played(new_game(small(tmp_path, text), 2), "decline")
    state = played(state, "take Tin" if has_right else "decline", f"bid {stands} on lot 1")
    equal = [stands] if has_right else []
    bids = [f"bid {bid} on lot 1" for bid in (*equal, stands + 1) if bid <= 4]
    first = [f"bid {bid} on lot 2" for bid in (1, 2, 3, 4)]
    assert list(state.decision.keys) == [*bids, *first, "pass"]


@pytest.mark.parametrize("against_equals", [True, False])
def test_equals_equal_a_bid_if_the_rules_say_so_but_not_one_of_their_own(
    tmp_path: Path, against_equals: bool
) -> None:
    said = "        a right to equal holds against a player who has it too\n" * against_equals
    text = AUCTION.replace("action give", f"{said}action give") + CUP
    text = text.replace("play:\n", "cup Zinc:\n    your bid may equal the bid it replaces\nplay:\n")
    rules = small(tmp_path, "\n".join(line for line in text.split("\n") if "take Tin" not in line))
    state = situation(rules, 2, "bid", pieces={0: ["Tin"], 1: ["Zinc"]})
    state = played(state, "bid 2 on lot 1")
    assert ("bid 2 on lot 1" in state.decision.keys) == against_equals
    if against_equals:
        state = played(state, "bid 2 on lot 1")
        assert "bid 2 on lot 1" not in state.decision.keys
        assert "bid 3 on lot 1" in state.decision.keys


def test_bids_are_told_in_their_parts(tmp_path: Path) -> None:
    state = new_game(small(tmp_path, AUCTION + NEUTRAL), 2)
    first, *_ = deeds(state)
    assert (first.key, first.verb, first.group) == ("neutral bid on lot 1", "neutral bid", "lot 1")
    told = {each.key: each for each in deeds(played(state, "neutral bid on lot 1"))}
    bid = told["bid 3 on lot 2"]
    assert (bid.verb, bid.lot, bid.group, bid.amount) == ("bid", 2, "lot 2", 3)
    assert (told["pass"].verb, told["pass"].lot) == ("pass", None)


def test_what_was_bid_is_paid_to_use_the_lot(tmp_path: Path) -> None:
    use = "may pay the bid in coins to use the lot\nwhenever you lose a coin: gain 1 pebble\n"
    text = AUCTION.replace("use the lot\n", use)
    rules = small(tmp_path, f"{text}{AGAIN}play:\n    opening, show\n    rounds 1-2: bid\n")
    state = played(new_game(rules, 2), "bid 3 on lot 2", "bid 4 on lot 1")
    assert (state.decision.player, state.decision.options[0].key) == (1, "decline")
    (wish,) = wishes(state)
    assert (wish.key, wish.piece, wish.amount) == ("pay 4 coins to use R1", "R1", 4)
    assert dict(wish.cost) == {"coin": 4}
    assert why_not(state, wish.key) == "it costs 4 coins; you have 0 coins"
    assert why_not(state, "pay 3 coins to use R1") == "what is due is 4 coins, to use R1"
    assert "nothing is called so" in str(why_not(state, "pay 9 coins to use R1"))
    state = played(state, "lend 3", wish.key)
    assert [state.holding(1, good) for good in ("coin", "pebble", "star")] == [2, 3 + 4, 1]
    assert state.decision.player == 0
    assert [each.key for each in wishes(state)] == ["pay 3 coins to use C1"]


INSTEAD = "1 pebble may pay for 1 coin"


def test_owners_pay_what_was_bid_with_something_else(tmp_path: Path) -> None:
    text = AUCTION.replace("use the lot\n", "may pay the bid in coins to use the lot\n")
    lines = [line for line in (text + CUP).split("\n") if "take Tin" not in line]
    instead = "\n".join(lines).replace("your bid may equal the bid it replaces", INSTEAD)
    rules = small(tmp_path, instead + "    give\n")
    held = {0: {"pebble": 2}, 1: {"pebble": 2}}
    state = situation(rules, 2, "bid", pieces={0: ["Tin"]}, holdings=held)
    state = played(state, "bid 2 on lot 1", "bid 2 on lot 2")
    key = "pay 2 pebbles to use R1"
    assert key in state.decision.keys
    state = played(state, key)
    assert (state.holding(0, "pebble"), state.holding(0, "star")) == (0, 1)
    assert state.decision.keys == ("decline",)


def test_lots_are_those_on_offer(tmp_path: Path) -> None:
    rules = small(tmp_path, f"{AUCTION}{AGAIN}play:\n    opening\n    rounds 1-2: show, bid\n")
    state = new_game(rules, 2)
    assert [lot.piece for lot in state.lots()] == ["R1", "C1"]
    state = played(state, "bid 1 on lot 1", "pass")
    assert state.round == 2
    assert [lot.piece for lot in state.lots()] == ["R2"]
    assert "bid 1 on lot 2" not in state.decision.keys


def test_what_has_decided_a_tie_decides_no_more(tmp_path: Path) -> None:
    head = """\
game Small, for 2 players
public money/moneys: 40 star/stars, 60 coin/coins
play:
    rounds 1-1: earn
phase earn: each player: may gain 1 star
scoring in stars:
    stars: 1 per star
    tie: most coins
    tie: most coins
"""
    (tmp_path / "small.rules").write_text(head, encoding="utf-8")
    with pytest.raises(RuleErrors) as caught:
        load(tmp_path / "small.rules")
    assert [(d.code, d.span.line) for d in caught.value.diagnostics if d.span] == [("E332", 9)]
    assert "this has decided a tie already" in str(caught.value)


OUTBID = """\
whenever a player outbids the neutral bid: gain 1 star
whenever a player outbids another player: gain 5 pebbles
whenever a player is outbid: gain 20 pebbles
whenever you lose a coin: gain 1 pebble
action give: each winner, in order of lots: pay the bid in coins, then use the lot
"""


def test_who_is_outbid_is_told_apart_and_what_is_paid_has_its_consequences(tmp_path: Path) -> None:
    own = AUCTION.replace("action give: each winner, in order of lots: use the lot\n", OUTBID)
    rules = small(tmp_path, own + NEUTRAL)
    state = played(new_game(rules, 2), "neutral bid on lot 1", "bid 3 on lot 1")
    assert [(state.holding(0, good)) for good in ("star", "pebble")] == [1, 0]
    state = played(state, "bid 4 on lot 1")
    assert [(state.holding(1, good)) for good in ("star", "pebble")] == [0, 5]
    assert state.holding(0, "pebble") == 20
    state = played(state, "pass")
    assert (state.decision.player, state.decision.keys) == (1, ("lend 2",))
    state = played(state, "lend 2", "pay 4 coins")
    # Five for outbidding a player, two notes, and one for each coin that was paid.
    assert [state.holding(1, good) for good in ("star", "pebble", "coin")] == [1, 11, 0]
