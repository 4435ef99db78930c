"""Cases 80 to 94: the neutral bid and the start player with two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game, new_game
from homesteaders_rules.runtime.recording.kinds import Bid, Marker, Move, Started
from rulings.helpers import (
    BIDS,
    bids_on,
    gains,
    happened,
    idle_until,
    keys,
    play,
    play_told,
    refused,
    situation,
)

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

START, OTHER = 0, 1
BY_SILVER = {"neutral by one silver": True}
BY_PASSING = {"start marker by both passing": True}
LEVELS = [3, 4, 5, 6, 7, 9]
NEUTRAL_1, NEUTRAL_2 = "neutral bid on lot 1", "neutral bid on lot 2"


def auction(rules: Rules, level: int = 5, options: dict[str, bool] | None = None) -> State:
    """Seat 0 is start player in round 3 and has to place the neutral bid of this level."""
    return situation(
        rules,
        2,
        "bidding",
        3,
        options=options,
        positions={("Neutral", -1): level},
        lots={1: "A1-S3", 2: "A2-S1"},
    )


def bids(*both: str) -> list[str]:
    """A pass is followed by the reward of the first space, the only one in reach."""
    found: list[str] = []
    for key in both:
        found += [key, "gain 1 trade"] if key == "pass" else [key]
    return found


def after_bidding(state: State, *both: str) -> State:
    """The state when the bidding has ended with these choices."""
    state = play(state, *bids(*both))
    assert state.phase != "bidding"
    return state


def both_win(state: State) -> State:
    return after_bidding(state, NEUTRAL_2, "bid 3 on lot 1", "bid 12 on lot 2")


def standing(state: State) -> list[tuple[int | None, int, bool]]:
    """Of each lot: who leads it with which bid, and whether it is the neutral one."""
    return [(lot.leader, lot.bid, lot.neutral) for lot in state.lots()]


def test_case_080_the_first_neutral_bid(rules: Rules) -> None:
    """In round 1 the level is 5: the start player puts the neutral bid of 5 on either lot, before
    he bids or passes himself.
    """
    state = new_game(rules, 2, deal={"start player": 1})
    state, _ = idle_until(state, "bidding", 1)
    assert (state.decision.player, state.position("Neutral")) == (1, 5)
    assert keys(state) == [NEUTRAL_1, NEUTRAL_2]
    for lot in (1, 2):
        placed, told = play_told(state, f"neutral bid on lot {lot}")
        assert [(e.lot, e.amount, e.neutral) for e in happened(told, Bid)] == [(lot, 5, True)]
        assert standing(placed)[lot - 1] == (None, 5, True)
        assert placed.decision.player == 1
        assert bids_on(placed, lot) == [6, 7, 9, 12, 16, 21]
        assert bids_on(placed, 3 - lot) == list(BIDS)
        assert "pass" in keys(placed)


def test_case_081_the_start_player_may_overbid_his_neutral_bid(rules: Rules) -> None:
    """He places it on lot 1 and bids 6 there himself."""
    state = play(auction(rules), NEUTRAL_1, "bid 6 on lot 1")
    assert standing(state) == [(START, 6, False), (None, 0, False)]
    assert state.decision.player == OTHER


@pytest.mark.parametrize(("level", "raised"), [(3, 4), (4, 5), (5, 6), (6, 7), (7, 9)])
def test_case_082_both_win_and_the_level_rises(rules: Rules, level: int, raised: int) -> None:
    """Each wins a lot: next round's neutral bid is one step of the board higher, from 7 to 9."""
    state = both_win(auction(rules, level))
    assert state.position("Neutral") == raised
    state, _ = idle_until(state, "bidding", 4)
    state = play(state, NEUTRAL_1)
    assert standing(state)[0] == (None, raised, True)


@pytest.mark.parametrize(("level", "raised"), [(6, 7), (7, 8), (8, 9)])
def test_case_082_an_option_counts_silver(rules: Rules, level: int, raised: int) -> None:
    """The other value of the option: 1 silver higher, so from 7 to 8, which is no bid of the
    board; the lowest bid above it is 9.
    """
    state = both_win(auction(rules, level, BY_SILVER))
    assert state.position("Neutral") == raised
    state, _ = idle_until(state, "bidding", 4)
    state = play(state, NEUTRAL_1)
    assert standing(state)[0] == (None, raised, True)
    assert bids_on(state, 1)[0] == (12 if raised == 9 else 9)


@pytest.mark.parametrize("options", [{}, BY_SILVER])
def test_case_083_the_level_stays_at_9(rules: Rules, options: dict[str, bool]) -> None:
    """Each wins a lot while the level is 9: it stays."""
    assert both_win(auction(rules, 9, options)).position("Neutral") == 9


@pytest.mark.parametrize(
    ("options", "level", "lowered"),
    [({}, 9, 7), (BY_SILVER, 9, 8), ({}, 7, 6), (BY_SILVER, 7, 6), ({}, 6, 5), ({}, 4, 3)],
)
def test_case_084_a_pass_lowers_the_level(
    rules: Rules, options: dict[str, bool], level: int, lowered: int
) -> None:
    """One step of the board: from 9 to 7. With the option 1 silver: from 9 to 8."""
    state = play(auction(rules, level, options), NEUTRAL_2)
    state, told = play_told(state, "pass")
    assert state.position("Neutral") == lowered
    markers = [e.position for e in happened(told, Marker) if e.track == "Neutral"]
    assert markers == [lowered]


def test_case_085_the_level_stays_at_3(rules: Rules) -> None:
    """A pass at level 3 leaves it there."""
    state, told = play_told(auction(rules, 3), *bids(NEUTRAL_2, "pass"))
    assert state.position("Neutral") == 3
    assert [e.track for e in happened(told, Marker)] == ["Railroad"]


@pytest.mark.parametrize(("level", "lowered"), [(6, 4), (4, 3), (9, 6), (3, 3)])
def test_case_086_both_pass(rules: Rules, level: int, lowered: int) -> None:
    """Each pass lowers the level once."""
    state = after_bidding(auction(rules, level), NEUTRAL_1, "pass", "pass")
    assert state.position("Neutral") == lowered
    assert (state.round, state.phase) == (4, "income")


def test_case_087_one_winner_after_the_neutral_bid_was_overbid(rules: Rules) -> None:
    """The start player overbids the neutral bid, the other overbids him, he passes: one winner,
    so the level does not rise, and the pass lowers it, from 5 to 4.
    """
    state = after_bidding(auction(rules), NEUTRAL_1, "bid 6 on lot 1", "bid 7 on lot 1", "pass")
    assert standing(state) == [(OTHER, 7, False), (None, 0, False)]
    assert state.position("Neutral") == 4


def test_case_088_the_start_player_passes_first(rules: Rules) -> None:
    """At level 6 he places the neutral bid at 6 all the same; the level is 5 afterwards, and the
    bid that lies on the lot is still 6.
    """
    state = auction(rules, 6)
    assert keys(state) == [NEUTRAL_1, NEUTRAL_2], "to pass does not spare him the neutral bid"
    state = play(state, *bids(NEUTRAL_2, "pass"))
    assert standing(state)[1] == (None, 6, True)
    assert bids_on(state, 2)[0] == 7
    assert state.position("Neutral") == 5
    state, _ = idle_until(play(state, "bid 3 on lot 1"), "bidding", 4)
    assert standing(play(state, NEUTRAL_1))[0] == (None, 5, True)


@pytest.mark.parametrize("neutral", [1, 2])
def test_case_089_a_lot_of_the_neutral_bid_is_discarded(rules: Rules, neutral: int) -> None:
    """Nobody pays for it, nobody builds with it; the other lot is used as always."""
    won = 3 - neutral
    state = play(auction(rules), f"neutral bid on lot {neutral}")
    state, told = play_told(state, *bids(f"bid 4 on lot {won}", "pass"))
    lots = [lot.piece for lot in state.lots()]
    state, more = idle_until(state, "income", 4)
    told += more
    assert [e.number for e in happened(told, Started) if e.what == "lot"] == [won]
    assert (gains(told, START), gains(told, OTHER)) == ({"silver": -4}, {"trade": 1})
    assert [e for e in happened(told, Move) if e.target.startswith("player")] == []
    assert not set(lots) & {lot.piece for lot in state.lots()}


@pytest.mark.parametrize("options", [{}, BY_PASSING])
@pytest.mark.parametrize("neutral", [NEUTRAL_1, NEUTRAL_2])
def test_case_090_nobody_wins_lot_1(rules: Rules, neutral: str, options: dict[str, bool]) -> None:
    """Both pass, and the neutral bid or nothing lies on lot 1: the other player is start player."""
    state = after_bidding(auction(rules, options=options), neutral, "pass", "pass")
    assert state.start_player == OTHER
    assert state.decision.player == OTHER


@pytest.mark.parametrize(("options", "start"), [({}, OTHER), (BY_PASSING, START)])
def test_case_091_the_start_player_wins_only_lot_2(
    rules: Rules, options: dict[str, bool], start: int
) -> None:
    """The neutral bid has lot 1, the start player wins lot 2, the other passes: the marker goes to
    the other, though he won nothing. With the option it changes only if both pass, so the winner
    of lot 2 keeps it.
    """
    state = auction(rules, options=options)
    state = after_bidding(state, NEUTRAL_1, "bid 3 on lot 2", "pass")
    assert state.start_player == start


@pytest.mark.parametrize(("options", "start"), [({}, OTHER), (BY_PASSING, OTHER)])
def test_case_091_the_other_player_wins_only_lot_2(
    rules: Rules, options: dict[str, bool], start: int
) -> None:
    """The start player passes, the other wins lot 2, the neutral bid has lot 1: the marker goes to
    the other under either reading.
    """
    state = auction(rules, options=options)
    state = after_bidding(state, NEUTRAL_1, "pass", "bid 3 on lot 2")
    assert state.start_player == start


@pytest.mark.parametrize("options", [{}, BY_PASSING])
@pytest.mark.parametrize(
    ("chosen", "winner"),
    [
        ((NEUTRAL_2, "bid 3 on lot 1", "pass"), START),
        ((NEUTRAL_2, "pass", "bid 3 on lot 1"), OTHER),
        ((NEUTRAL_1, "bid 3 on lot 2", "bid 6 on lot 1"), OTHER),
        ((NEUTRAL_1, "bid 6 on lot 1", "bid 3 on lot 2"), START),
    ],
)
def test_case_092_the_winner_of_lot_1_is_start_player(
    rules: Rules, chosen: tuple[str, ...], winner: int, options: dict[str, bool]
) -> None:
    """He takes the marker or keeps it, whoever has lot 2; he places the next neutral bid."""
    state = after_bidding(auction(rules, options=options), *chosen)
    assert state.start_player == winner
    state, _ = idle_until(state, "bidding", 4)
    assert (state.decision.player, keys(state)) == (winner, [NEUTRAL_1, NEUTRAL_2])


@pytest.mark.parametrize("level", LEVELS)
def test_case_093_undo_of_a_pass_restores_the_level(rules: Rules, level: int) -> None:
    """Taking a pass back brings back the level before it, also 3 and 9, where a step the other way
    would not. Doing it again and again does not drift.
    """
    game = Game(rules, 2, 0, {}, {}, play(auction(rules, level), NEUTRAL_2))
    before = game.state
    for _ in range(3):
        game.choose("pass")
        assert game.state.position("Neutral") == LEVELS[max(LEVELS.index(level) - 1, 0)]
        assert game.undo(START) == "pass"
        assert game.state == before
        assert game.state.position("Neutral") == level


@pytest.mark.parametrize("level", LEVELS)
def test_case_094_two_ways_to_place_the_neutral_bid(rules: Rules, level: int) -> None:
    """Its amount is the level and its lot one of the two: everything else is refused."""
    state = auction(rules, level)
    assert keys(state) == [NEUTRAL_1, NEUTRAL_2]
    for key in ("neutral bid on lot 0", "neutral bid on lot 3", "neutral bid 4 on lot 1"):
        assert "did you mean" in refused(state, key)
    for key in ("bid 3 on lot 1", f"bid {level} on lot 2", "pass"):
        assert refused(state, key).startswith("the decision now is")
    placed = play(state, NEUTRAL_1)
    assert placed.lots()[0].bid == level
    assert refused(placed, NEUTRAL_2).startswith("the decision now is")
