"""Cases N1, N2, N22, N23: five players, four lots, and lots that are not offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from new_beginnings.tables import at
from rulings.helpers import BIDS, bids_on, idly, keys, pass_all, play, refused, starts

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

NO_AUCTION = "A4-S4"
ERROR = "Bureaucratic Error"


def passed(state: State) -> int:
    """How many players pass when everybody bids as long as they can."""
    seats = set()
    while state.phase == "bidding":
        decider = state.decision.player
        bids = starts(state, "bid 21 on")
        if bids:
            state = play(state, bids[0])
        else:
            seats.add(decider)
            state, _ = idly(state)
    return len(seats)


def test_case_n01_no_fourth_auction(rules: Rules) -> None:
    """The tile says so: three lots, no bid on lot 4, and two of the five end by passing."""
    state = at(rules, 5, "bidding", lots={4: NO_AUCTION})
    assert [bids_on(state, lot) for lot in (1, 2, 3, 4)] == [list(BIDS)] * 3 + [[]]
    assert refused(state, "bid 3 on lot 4") == "there is no lot 4 this round"
    assert passed(state) == 2
    state = pass_all(state)
    assert (state.phase, state.round) == ("income", 2)


def test_case_n01_one_passes_where_four_lots_are_offered(rules: Rules) -> None:
    """The other tiles: four winners, so one of five passes."""
    for lot in ("A4-S1", "A4-S2", "A4-S3"):
        assert passed(at(rules, 5, "bidding", lots={4: lot})) == 1


def test_case_n01_the_lot_is_offered_again_in_the_next_round(rules: Rules) -> None:
    """Only the round of that tile has three lots."""
    state = pass_all(at(rules, 5, "bidding", lots={4: NO_AUCTION}))
    while state.phase != "bidding":
        state, _ = idly(state)
    assert bids_on(state, 4) == list(BIDS)


def test_case_n02_bids_on_four_lots(rules: Rules) -> None:
    """Nine rungs on each of four lots, and nothing else."""
    state = at(rules, 5, "bidding", lots={4: "A4-S1"})
    expected = {f"bid {bid} on lot {lot}" for bid in BIDS for lot in (1, 2, 3, 4)}
    assert set(keys(state)) == expected | {"pass"}
    for wrong in ("bid 30 on lot 1", "bid 8 on lot 4", "bid 2 on lot 4", "bid 0 on lot 2"):
        assert refused(state, wrong).startswith("bids are 3, 4, 5")
    for lot in (0, 5, 9):
        assert refused(state, f"bid 3 on lot {lot}") == f"there is no lot {lot} this round"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_case_n02_as_many_lots_as_before_with_fewer_players(rules: Rules, players: int) -> None:
    """The fourth lot comes with the fifth player."""
    state = at(rules, players, "bidding")
    assert [lot.number for lot in state.lots()] == [1, 2, 3][: 3 if players == 4 else 2]
    assert refused(state, "bid 3 on lot 4")


def test_case_n22_the_winner_of_lot_2_becomes_start_player(rules: Rules) -> None:
    """Lot 1 cannot be had under the Bureaucratic Error, so it counts as unsold."""
    state = at(rules, 3, "bidding", 2, ERROR)
    assert bids_on(state, 1) == []
    assert refused(state, "bid 3 on lot 1") == "there is no lot 1 this round"
    state = play(state, "pass", "gain 1 trade", "pass", "gain 1 trade", "bid 3 on lot 2")
    assert (state.phase, state.start_player) == ("building", 2)


def test_case_n22_nobody_wins_anything(rules: Rules) -> None:
    """The marker stays, as always with three and more."""
    state = pass_all(at(rules, 4, "bidding", 2, ERROR, start_player=1))
    assert (state.round, state.start_player) == (3, 1)


def test_case_n22_lot_1_is_back_in_the_next_round(rules: Rules) -> None:
    """The error is corrected: the event of the next round is another one."""
    state = pass_all(at(rules, 3, "bidding", 2, ERROR))
    while not (state.phase == "bidding" and starts(state, "bid ")):
        state, _ = idly(state)
    assert (state.round, bids_on(state, 1)) == (3, list(BIDS))


def test_case_n23_the_neutral_bid_must_go_on_lot_2(rules: Rules) -> None:
    """Two players, one lot: outbid or pass; an unsold lot 1 gives the marker to the other."""
    state = at(rules, 2, "bidding", 2, ERROR)
    assert keys(state) == ["neutral bid on lot 2"]
    state = play(state, "neutral bid on lot 2")
    assert (bids_on(state, 1), bids_on(state, 2)) == ([], [6, 7, 9, 12, 16, 21])
    state = play(state, "bid 6 on lot 2")
    assert (state.decision.player, bids_on(state, 2)) == (1, [7, 9, 12, 16, 21])
    state = play(state, "pass", "gain 1 trade")
    assert (state.phase, state.decision.player, state.start_player) == ("building", 0, 1)


def test_case_n23_both_pass(rules: Rules) -> None:
    """The neutral bid keeps lot 2; the marker goes to the other player."""
    state = play(at(rules, 2, "bidding", 2, ERROR), "neutral bid on lot 2")
    state = play(state, "pass", "gain 1 trade", "pass", "gain 1 trade")
    assert (state.round, state.start_player) == (3, 1)
