"""Cases 95 to 98: who begins the next round, with three or four players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from homesteaders_rules.runtime.recording.kinds import BecameStart
from rulings.helpers import happened, keys, play, play_told, situation

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

REWARD = "gain 1 trade"


def finish_round(state: State) -> State:
    """Every winner pays, builds nothing and takes nothing else; the next round has begun."""
    number = state.round
    while state.round == number:
        offered = keys(state)
        wanted = (key for key in ("build nothing", "decline", offered[0]) if key in offered)
        state = play(state, next(wanted))
    return state


def test_case_095_the_winner_of_lot_1_begins_the_next_round(rules: Rules) -> None:
    """Player 2 gets lot 1: the marker is theirs before they pay, and they are first afterwards."""
    bidding = situation(rules, 3, "bidding", 1, start_player=0)
    state = play(bidding, "bid 3 on lot 2", "bid 3 on lot 1", "bid 4 on lot 1")
    assert (state.decision.player, state.start_player) == (1, 0)
    state, told = play_told(state, "pass", REWARD)
    assert state.phase == "building"
    assert [event.player for event in happened(told, BecameStart)] == [2]
    assert (state.start_player, state.decision.player) == (2, 2)
    later = finish_round(state)
    assert (later.phase, later.start_player, later.decision.player) == ("income", 2, 2)


def test_case_095_a_start_player_who_wins_lot_1_stays(rules: Rules) -> None:
    """The marker comes to the player who has it: nothing moves."""
    bidding = situation(rules, 3, "bidding", 1, start_player=1)
    state, told = play_told(bidding, "bid 3 on lot 1", "bid 3 on lot 2", "pass", REWARD)
    assert (state.phase, state.start_player) == ("building", 1)
    assert not happened(told, BecameStart)


def test_case_096_lot_2_counts_where_lot_1_is_unsold(rules: Rules) -> None:
    """Nobody wants lot 1: the winner of lot 2 takes the marker, whoever won lot 3."""
    bidding = situation(rules, 4, "bidding", 1, start_player=0)
    moves = ["bid 3 on lot 3", "pass", REWARD, "pass", REWARD, "bid 3 on lot 2"]
    state = play(bidding, *moves)
    assert (state.phase, state.start_player) == ("building", 3)
    assert finish_round(state).start_player == 3


def test_case_096_lot_3_counts_where_lots_1_and_2_are_unsold(rules: Rules) -> None:
    """Only lot 3 is sold: its winner takes the marker."""
    bidding = situation(rules, 4, "bidding", 1, start_player=0)
    moves = ["pass", REWARD, "pass", REWARD, "bid 3 on lot 3", "pass", REWARD]
    state = play(bidding, *moves)
    assert (state.phase, state.start_player) == ("building", 2)


def test_case_097_the_marker_stays_where_no_lot_is_sold(rules: Rules) -> None:
    """All three pass: the round is over, the start player is the same."""
    bidding = situation(rules, 3, "bidding", 1, start_player=1)
    state, told = play_told(bidding, *["pass", REWARD] * 3)
    assert (state.round, state.phase, state.start_player) == (2, "income", 1)
    assert not happened(told, BecameStart)


def test_case_098_the_marker_never_goes_round(rules: Rules) -> None:
    """Two rounds in which the same player wins lot 1: nobody else is ever start player."""
    state = situation(rules, 4, "bidding", 1, start_player=0)
    for number in (1, 2):
        while (state.round, state.phase) == (number, "bidding"):
            wins = state.decision.player == 3 and state.lots()[0].leader is None
            wanted = "bid 3 on lot 1" if wins else "pass"
            state = play(state, wanted if wanted in keys(state) else REWARD)
        state = finish_round(state)
        while state.phase == "income":
            state = play(state, "done" if "done" in keys(state) else keys(state)[0])
        assert state.start_player == 3
