"""Cases 48 to 62: bidding."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules.runtime.recording.events import Event
from homesteaders_rules.runtime.recording.kinds import Bid, Marker, Passed, Started
from rulings.helpers import (
    BIDS,
    bids_on,
    gains,
    happened,
    held,
    idle_until,
    keys,
    pass_all,
    play,
    play_told,
    refused,
    situation,
    transfers,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

A, B, C, D = range(4)


def auction(rules: Rules, players: int = 4, start: int = A) -> State:
    """The start player is about to bid on lots that allow to build, and nothing else."""
    lots = {1: "A1-S3", 2: "A2-S1", 3: "A3-S1"}
    if players < 4:
        del lots[3]
    return situation(rules, players, "bidding", 3, start_player=start, lots=lots)


def leaders(state: State) -> list[tuple[int | None, int]]:
    """Who leads each lot, with which bid."""
    return [(lot.leader, lot.bid) for lot in state.lots()]


def lots_resolved(events: list[Event]) -> list[tuple[int, int]]:
    """The lots that were resolved, in order: number and winner."""
    return [(e.number, e.player) for e in happened(events, Started) if e.what == "lot"]


def test_case_048_only_the_bids_of_the_board(rules: Rules) -> None:
    """3, 4, 5, 6, 7, 9, 12, 16 and 21 are bids; 8, 10, 20, 22 and the like are none, neither as
    the first bid nor above another.
    """
    state = auction(rules)
    for lot in (1, 2, 3):
        assert bids_on(state, lot) == [3, 4, 5, 6, 7, 9, 12, 16, 21]
    later = play(state, "bid 7 on lot 2")
    assert bids_on(later, 2) == [9, 12, 16, 21]
    for amount in (0, 1, 2, 8, 10, 11, 15, 20, 22, 100):
        reason = "bids are 3, 4, 5, 6, 7, 9, 12, 16, 21"
        assert refused(state, f"bid {amount} on lot 2") == reason
        assert refused(later, f"bid {amount} on lot 2") == reason
    for strange in ("bid -3 on lot 1", "bid 3.5 on lot 1", "bid 03 on lot 1", "bid 3 on lot 4"):
        refused(state, strange)


@pytest.mark.parametrize("amount", BIDS)
def test_case_049_any_bid_may_open(rules: Rules, amount: int) -> None:
    """The first bid on a lot need not be the lowest: 12, or any of them, is legal."""
    state = play(auction(rules), f"bid {amount} on lot 1")
    assert leaders(state)[0] == (A, amount)
    assert bids_on(state, 1) == [bid for bid in BIDS if bid > amount]


def test_case_050_a_bid_above_what_one_has(rules: Rules) -> None:
    """Without any silver a bid of 21 is legal; the winner then has to raise it."""
    state = situation(rules, 3, "bidding", 3, holdings={A: {"silver": 0}})
    state = pass_all(play(state, "bid 21 on lot 1"))
    assert keys(state) == ["borrow 11"]
    state, told = play_told(state, "borrow 11", "pay 21 silver")
    assert gains(told, A) == {"debt": 11, "silver": 1}


def test_case_051_a_bid_must_be_higher(rules: Rules) -> None:
    """Without the Lawyer an equal bid on the same lot is refused, and so is a lower one."""
    state = play(auction(rules), "bid 5 on lot 1")
    assert bids_on(state, 1) == [6, 7, 9, 12, 16, 21]
    for amount in (3, 4, 5):
        assert refused(state, f"bid {amount} on lot 1") == "a bid on lot 1 must be higher than 5"
    assert bids_on(state, 2) == list(BIDS), "the other lots are not concerned"


def test_case_052_who_is_outbid_waits_for_his_turn(rules: Rules) -> None:
    """A is outbid by B: C and D have their turns first. Then A may bid again on the same lot, on
    another, or pass.
    """
    state = play(auction(rules), "bid 3 on lot 1", "bid 4 on lot 1")
    assert state.decision.player == C
    state = play(state, "bid 3 on lot 2")
    assert state.decision.player == D
    state = play(state, "bid 3 on lot 3")
    assert state.decision.player == A
    assert [bids_on(state, lot)[0] for lot in (1, 2, 3)] == [5, 4, 4]
    assert "pass" in keys(state)
    assert leaders(play(state, "bid 5 on lot 1"))[0] == (A, 5)
    assert leaders(play(state, "bid 4 on lot 3")) == [(B, 4), (C, 3), (A, 4)]


def test_case_053_who_leads_is_skipped(rules: Rules) -> None:
    """B leads a lot when his turn comes: he cannot raise himself, move or pass; C decides."""
    state = play(
        auction(rules), "bid 3 on lot 1", "bid 4 on lot 2", "bid 5 on lot 1", "bid 3 on lot 3"
    )
    assert state.decision.player == A
    state = play(state, "bid 4 on lot 3")
    assert state.decision.player == D, "B and C lead and are skipped"
    assert leaders(state) == [(C, 5), (B, 4), (A, 4)]
    state = play(state, "pass", "gain 1 trade")
    assert state.phase == "building"


def test_case_054_one_marker_one_lot(rules: Rules) -> None:
    """A marker that moves to another lot leaves the first: however the bidding goes, nobody leads
    two lots, nobody wins two, and whoever leads a lot has his marker there.
    """
    for seed in range(30):
        random = Random(seed)
        state = auction(rules, start=seed % 4)
        told: list[Event] = []
        while state.phase == "bidding":
            low = [key for key in keys(state) if key != "pass"][:3] or ["pass"]
            state, events = play_told(state, random.choice([*low, keys(state)[-1]]))
            told += events
            leading = [lot.leader for lot in state.lots() if lot.leader is not None]
            assert len(leading) == len(set(leading))
            for lot in state.lots():
                if lot.leader is not None and state.phase == "bidding":
                    assert marker(state, lot.leader) == (lot.number, lot.bid)


def marker(state: State, player: int) -> tuple[int, int]:
    """Where a player's bid marker lies: lot (0: nowhere) and bid."""
    at, cells = state.table.layout.at, state.cells
    return cells[at["marker lot", player]], cells[at["marker bid", player]]


def test_case_055_the_example_of_the_rulebook(rules: Rules) -> None:
    """A 5 on lot 1, B 6 there, C 3 on lot 2, D 7 on lot 1; A 3 on lot 3, B 4 there, C and D lead
    and wait; A 5 on lot 3, B passes. D wins lot 1 for 7, C lot 2 for 3, A lot 3 for 5, and B
    advances on the railroad at once.
    """
    state = auction(rules)
    turns = [
        (A, "bid 5 on lot 1"),
        (B, "bid 6 on lot 1"),
        (C, "bid 3 on lot 2"),
        (D, "bid 7 on lot 1"),
        (A, "bid 3 on lot 3"),
        (B, "bid 4 on lot 3"),
        (A, "bid 5 on lot 3"),
        (B, "pass"),
    ]
    for player, key in turns:
        assert state.decision.player == player
        state = play(state, key)
    assert (state.decision.player, keys(state)) == (B, ["gain 1 trade"])
    assert state.position("Railroad", B) == 1
    state, ended = play_told(state, "gain 1 trade")
    assert held(state, B)["trade"] == 1
    assert leaders(state) == [(D, 7), (C, 3), (A, 5)]
    assert (state.phase, state.decision.player) == ("building", D)
    _, told = idle_until(state, "income", 4)
    assert lots_resolved([*ended, *told]) == [(1, D), (2, C), (3, A)]
    assert [gains(told, player)["silver"] for player in (D, C, A)] == [2 - 7, -3, -5]
    assert gains(told, B) == {}


def test_case_056_bidding_ends_when_nobody_is_left_to_act(rules: Rules) -> None:
    """It ends at once when everybody leads a lot or has passed, not a turn later."""
    state = play(auction(rules), "pass", "gain 1 trade", "bid 3 on lot 1", "bid 3 on lot 2")
    assert (state.phase, state.decision.player) == ("bidding", D)
    assert play(state, "bid 3 on lot 3").phase == "building"
    passed = play(state, "pass")
    assert keys(passed) == ["gain 1 trade"]
    assert play(passed, "gain 1 trade").phase == "building"
    outbid = play(state, "bid 4 on lot 2")
    assert (outbid.phase, outbid.decision.player) == ("bidding", C)
    assert play(outbid, "bid 4 on lot 1").decision.player == B


def test_case_057_where_every_bid_is_used_up(rules: Rules) -> None:
    """21 stands on a lot: no bid is possible there. On all of them: only to pass is left."""
    state = play(auction(rules), "bid 21 on lot 1")
    assert bids_on(state, 1) == []
    assert refused(state, "bid 21 on lot 1") == "a bid on lot 1 must be higher than 21"
    state = play(state, "bid 21 on lot 3")
    assert bids_on(state, 2) == list(BIDS)
    state = play(state, "bid 21 on lot 2")
    assert (state.decision.player, keys(state)) == (D, ["pass"])
    assert play(state, "pass", "gain 1 trade").phase == "building"


def test_case_058_who_has_passed_is_out(rules: Rules) -> None:
    """A passes; lots 1 and 2 stay without a bid while B and C take turns on lot 3, but A is not
    asked any more.
    """
    state = play(auction(rules, 3), "pass", "gain 1 trade")
    asked = []
    for key in ("bid 3 on lot 2", "bid 4 on lot 2", "bid 5 on lot 2", "bid 6 on lot 2", "pass"):
        asked.append(state.decision.player)
        state = play(state, key)
    assert asked == [B, C, B, C, B]
    state = play(state, "gain 1 trade")
    assert leaders(state) == [(None, 0), (C, 6)]
    assert (state.phase, state.decision.player) == ("building", C)


def test_case_059_two_pass_before_any_bid(rules: Rules) -> None:
    """Each of them advances and takes a reward; one lot less is sold, and it is discarded."""
    state = auction(rules)
    state, told = play_told(state, "pass", "gain 1 trade", "pass", "gain 1 trade")
    assert [(e.player, e.position) for e in happened(told, Marker)] == [(A, 1), (B, 1)]
    assert [held(state, player).get("trade", 0) for player in range(4)] == [1, 1, 0, 0]
    state, ended = play_told(state, "bid 3 on lot 2", "bid 3 on lot 1")
    assert leaders(state) == [(D, 3), (C, 3), (None, 0)]
    unsold = state.lots()[2].piece
    state, told = idle_until(state, "income", 4)
    assert lots_resolved([*ended, *told]) == [(1, D), (2, C)]
    assert unsold not in [lot.piece for lot in state.lots()]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("start", [0, 2])
def test_case_060_everybody_passes(rules: Rules, players: int, start: int) -> None:
    """Three or four players: each advances once, no lot is sold, the start player stays."""
    state = auction(rules, players, start=start)
    told: list[Event] = []
    for turn in range(players):
        assert state.decision.player == (start + turn) % players
        state, events = play_told(state, "pass", "gain 1 trade")
        told += events
    assert [state.position("Railroad", player) for player in range(players)] == [1] * players
    assert len(happened(told, Passed)) == players
    assert lots_resolved(told) == []
    assert (state.round, state.phase) == (4, "income")
    assert state.start_player == start


def test_case_061_an_unsold_lot_gives_nothing(rules: Rules) -> None:
    """Nobody bid on lot 1 with its worker as bonus: nobody builds with it, nobody gets the
    worker, and the next round shows other lots.
    """
    state = situation(rules, 3, "bidding", 5, lots={1: "A1-T2"})
    old = [lot.piece for lot in state.lots()]
    state = play(state, "bid 3 on lot 2")
    state = pass_all(state)
    assert state.decision.player == A
    state, told = play_told(state, "pay 3 silver", "build nothing")
    assert transfers(told) == [("silver", 3, A, -1)]
    assert (state.round, [state.holding(p, "worker") for p in range(3)]) == (6, [1, 1, 1])
    assert not set(old) & {lot.piece for lot in state.lots()}


def test_case_062_bids_do_not_outlive_their_round(rules: Rules) -> None:
    """At the next round nobody leads a lot, no marker lies on one, and every bid may be made."""
    state = play(auction(rules), "bid 9 on lot 1", "bid 3 on lot 2", "bid 3 on lot 3", "pass")
    state = play(state, "gain 1 trade")
    state, _ = idle_until(state, "income", 4)
    assert leaders(state) == [(None, 0)] * 3
    assert [marker(state, player) for player in range(4)] == [(0, 0)] * 4
    state, _ = idle_until(state, "bidding", 4)
    for lot in (1, 2, 3):
        assert bids_on(state, lot) == list(BIDS)


def test_case_062_the_neutral_level_does(rules: Rules) -> None:
    """Two players: the neutral bid itself is cleared, its level is kept for the next round."""
    state = situation(rules, 2, "bidding", 3, positions={("Neutral", -1): 7})
    state, told = play_told(state, "neutral bid on lot 2", "bid 3 on lot 1", "pass")
    assert [(e.lot, e.amount, e.neutral) for e in happened(told, Bid)] == [
        (2, 7, True),
        (1, 3, False),
    ]
    level = state.position("Neutral")
    assert level == 6
    state = play(state, "gain 1 trade", "pay 3 silver", "build nothing")
    assert (state.round, state.position("Neutral")) == (4, level)
    assert [(lot.neutral, lot.bid) for lot in state.lots()] == [(False, 0)] * 2
