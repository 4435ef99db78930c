"""Cases 63 to 69: the Lawyer, whose owner may equal a bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import GameError
from rulings.helpers import BIDS, bids_on, idle_until, keys, owns, play, refused, situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

LAWYER, OTHER, THIRD = 0, 1, 2


def auction(rules: Rules, start: int = OTHER, **options: bool) -> State:
    """Three players in the town; seat 0 has the Lawyer, and ``start`` bids first."""
    return situation(
        rules, 3, "bidding", 6, options=options, start_player=start, pieces={LAWYER: ["Lawyer"]}
    )


def standing(state: State, lot: int = 1) -> tuple[int | None, int]:
    """Who leads a lot, with which bid."""
    return state.lots()[lot - 1].leader, state.lots()[lot - 1].bid


def at_the_lawyer(rules: Rules, bid: int) -> State:
    """OTHER leads lot 1 with this bid, THIRD lot 2, and the owner of the Lawyer decides."""
    return play(auction(rules), f"bid {bid} on lot 1", "bid 3 on lot 2")


@pytest.mark.parametrize("bid", BIDS)
def test_case_063_the_owner_may_equal_a_bid(rules: Rules, bid: int) -> None:
    """On an opponent's bid he may bid as much; he leads then, and the opponent has to act."""
    state = at_the_lawyer(rules, bid)
    assert bids_on(state, 1) == [other for other in BIDS if other >= bid]
    for other in BIDS:
        if other < bid:
            refused(state, f"bid {other} on lot 1")
    state = play(state, f"bid {bid} on lot 1")
    assert standing(state) == (LAWYER, bid)
    assert state.decision.player == OTHER


def test_case_064_the_opponent_must_go_higher(rules: Rules) -> None:
    """His own 5, equalled, gives him no right to 5 again: 6 at least. The Lawyer may then equal
    the 6, and so on up the board.
    """
    state = at_the_lawyer(rules, 5)
    for bid, higher in ((5, 6), (6, 7), (7, 9), (9, 12), (12, 16), (16, 21)):
        state = play(state, f"bid {bid} on lot 1")
        assert state.decision.player == OTHER
        assert refused(state, f"bid {bid} on lot 1") == f"a bid on lot 1 must be higher than {bid}"
        assert bids_on(state, 1)[0] == higher
        state = play(state, f"bid {higher} on lot 1")
        assert (standing(state), state.decision.player) == ((OTHER, higher), LAWYER)


def test_case_065_the_last_bid_can_be_equalled(rules: Rules) -> None:
    """21 against 21: the Lawyer has it, and nobody can answer on that lot."""
    state = at_the_lawyer(rules, 21)
    assert bids_on(state, 1) == [21]
    state = play(state, "bid 21 on lot 1")
    assert (standing(state), state.decision.player) == ((LAWYER, 21), OTHER)
    assert bids_on(state, 1) == []
    assert bids_on(state, 2) == [4, 5, 6, 7, 9, 12, 16, 21]


@pytest.mark.parametrize("against_neutral", [True, False])
def test_case_066_against_the_neutral_bid(rules: Rules, against_neutral: bool) -> None:
    """The rulebooks differ. Here the owner may equal the neutral bid too, unless the option says
    that he may not; the other player never may.
    """
    options = {} if against_neutral else {"equal bids against neutral": False}

    def first_bid(start: int) -> State:
        state = situation(
            rules, 2, "bidding", 6, options=options, start_player=start, pieces={0: ["Lawyer"]}
        )
        return play(state, "neutral bid on lot 1")

    mine = first_bid(LAWYER)
    assert bids_on(mine, 1)[0] == (5 if against_neutral else 6)
    assert bids_on(first_bid(OTHER), 1)[0] == 6
    if against_neutral:
        mine = play(mine, "bid 5 on lot 1")
        assert standing(mine) == (LAWYER, 5)
    else:
        assert refused(mine, "bid 5 on lot 1") == "a bid on lot 1 must be higher than 5"


def test_case_067_there_is_one_lawyer(rules: Rules) -> None:
    """In the base game nobody can meet a second owner: there is one tile."""
    with pytest.raises(GameError, match="no Lawyer is left to own"):
        situation(rules, 4, "bidding", 6, pieces={0: ["Lawyer"], 1: ["Lawyer"]})


ADVOCATE = """
building Advocate:
    residential, town
    cost 1 wood
    your bid may equal the bid it replaces
"""


@pytest.mark.parametrize("against_equals", [False, True])
def test_case_067_right_against_right(
    with_pack: Callable[[str], Rules], against_equals: bool
) -> None:
    """With a second building of that right in a pack: it does not hold against each other's bids,
    so that bidding ends. An option lets it hold, but not against whoever just equalled one's bid.
    """
    state = situation(
        with_pack(ADVOCATE),
        3,
        "bidding",
        6,
        options={"equal bids against equals": against_equals},
        pieces={0: ["Lawyer"], 1: ["Advocate"]},
    )
    state = play(state, "bid 5 on lot 1")
    assert bids_on(state, 1)[0] == (5 if against_equals else 6)
    state = play(state, f"bid {5 if against_equals else 6} on lot 1", "bid 3 on lot 2")
    assert state.decision.player == 0
    assert bids_on(state, 1)[0] == (6 if against_equals else 7)
    assert bids_on(state, 2)[0] == 3, "seat 2 has no such building"


def test_case_068_the_first_bid_is_3(rules: Rules) -> None:
    """Where there is no bid to equal, the Lawyer changes nothing: 3 at least."""
    state = auction(rules, start=LAWYER)
    assert bids_on(state, 1) == bids_on(state, 2) == list(BIDS)
    refused(state, "bid 2 on lot 1")


def test_case_069_a_new_lawyer_waits_for_the_next_auction(rules: Rules) -> None:
    """Built in round 6, after its bidding: the right is used in the auction of round 7."""
    state = situation(
        rules,
        3,
        "building",
        6,
        lots={1: "A1-T4"},
        won={1: (0, 3), 2: (1, 3)},
        holdings={0: {"wood": 1, "gold": 1, "livestock": 1}},
    )
    state = play(state, "pay 3 silver", "build Lawyer")
    assert "Lawyer" in owns(state, 0)
    assert (state.phase, keys(state)[0]) == ("building", "pay 3 silver")
    state, _ = idle_until(state, "bidding", 7)
    assert state.decision.player == 0
    state = play(state, "bid 3 on lot 1", "bid 4 on lot 1", "bid 3 on lot 2")
    assert (state.decision.player, bids_on(state, 1)[0], bids_on(state, 2)[0]) == (0, 4, 3)
