"""Section 6 of the rulings: the options of a table, each with its default and its other value.

Strict supply has a module of its own; cases of one option alone stand with their cases too.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, GameError, load, new_game, view
from rulings.helpers import FINAL, bids_on, held, keys, play, refused, situation, starts
from rulings.winning import winner

if TYPE_CHECKING:
    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

DEFAULTS = {
    "income step by step": False,
    "bonus only after building": False,
    "repay at any time": False,
    "optional track advance": False,
    "neutral by one silver": False,
    "start marker by both passing": False,
    "equal bids against neutral": True,
    "equal bids against equals": False,
    "optional bank discard": True,
    "surplus gold": False,
    "strict supply": False,
    "open hands": False,
    "open final": False,
}
RULES = Path(__file__).parents[2] / "rules" / "homesteaders"


def at(rules: Rules, option: str, value: bool, players: int, phase: str, **more: object) -> State:
    """A situation in round 5 at a table where one option has a value, even if it is the default."""
    return situation(rules, players, phase, 5, options={option: value}, **more)  # type: ignore[arg-type]


def test_the_options_and_their_defaults(rules: Rules) -> None:
    """These options and no others; a table knows its values, and a wrong name is told."""
    assert rules.options == DEFAULTS
    assert rules.for_table(3).options == DEFAULTS
    changed = rules.for_table(3, {"open hands": True})
    assert changed.options == {**DEFAULTS, "open hands": True}
    assert changed != rules.for_table(3) == rules.for_table(3, {"open hands": False})
    with pytest.raises(BadTable, match='did you mean "surplus gold"'):
        new_game(rules, 3, options={"surplus golt": True})


def test_income_step_by_step(rules: Rules) -> None:
    """By default each player pays at once; otherwise when everybody has collected."""
    for value, then in ((False, 0), (True, 1)):
        state = play(at(rules, "income step by step", value, 2, "income"), "done")
        assert state.decision.player == then
        assert keys(state)[-1] == ("done" if value else "pay 1 silver")
    steps = play(at(rules, "income step by step", True, 2, "income"), "done", "done")
    assert (steps.decision.player, keys(steps)) == (0, ["pay 1 silver"])


def test_bonus_only_after_building(rules: Rules) -> None:
    """By default the bonus needs no building."""
    for value in (False, True):
        options = {"bonus only after building": value}
        state = winner(rules, "A1-T3", options=options, wood=1)
        assert (play(state, "build nothing").phase == "income") == value
        assert keys(play(state, "build River Port")) == ["gain 1 worker", "decline"]


def test_repay_at_any_time(rules: Rules) -> None:
    """By default only at the end."""
    for value in (False, True):
        goods = {0: {"debt": 1, "silver": 6}}
        state = at(rules, "repay at any time", value, 3, "bidding", holdings=goods)
        assert starts(state, "repay") == (["repay"] if value else [])
        end = situation(
            rules, 3, "settling", FINAL, options={"repay at any time": value}, holdings=goods
        )
        assert held(play(end, "repay"), 0) == {"silver": 1, "worker": 1}


def test_optional_track_advance(rules: Rules) -> None:
    """By default a pass advances; otherwise the marker may stay, and there is no reward then."""
    must = play(at(rules, "optional track advance", False, 3, "bidding"), "pass")
    assert keys(must) == ["gain 1 trade"]
    may = play(at(rules, "optional track advance", True, 3, "bidding"), "pass")
    assert keys(may) == ["advance Railroad", "decline"]
    stayed = play(may, "decline")
    assert (stayed.position("Railroad", 0), stayed.decision.player) == (0, 1)
    assert play(may, "advance Railroad", "gain 1 trade").position("Railroad", 0) == 1


def test_optional_track_advance_is_about_passing_only(rules: Rules) -> None:
    """What a building or a lot advances is not optional."""
    state = winner(rules, "A2-S4", options={"optional track advance": True})
    assert keys(play(state, "decline")) == ["gain 1 trade"]


@pytest.mark.parametrize(
    ("value", "level", "up", "down"),
    [(False, 7, 9, 6), (True, 7, 8, 6), (False, 9, 9, 7), (True, 9, 9, 8), (True, 3, 4, 3)],
)
def test_neutral_by_one_silver(rules: Rules, value: bool, level: int, up: int, down: int) -> None:
    """By default the neutral level stands on bids only; otherwise it also stands on 8."""
    state = at(
        rules, "neutral by one silver", value, 2, "bidding", positions={("Neutral", -1): level}
    )
    state = play(state, "neutral bid on lot 1")
    higher = next(bid for bid in (4, 9, 12) if bid > level)
    both = play(state, f"bid {higher} on lot 1", "bid 3 on lot 2")
    assert both.position("Neutral") == up
    assert play(state, "bid 3 on lot 2", "pass").position("Neutral") == down


def test_a_neutral_bid_of_eight(rules: Rules) -> None:
    """Above it the bids go on with 9."""
    state = at(rules, "neutral by one silver", True, 2, "bidding", positions={("Neutral", -1): 8})
    assert bids_on(play(state, "neutral bid on lot 1"), 1) == [9, 12, 16, 21]
    with pytest.raises(GameError, match="Neutral has no 8"):
        at(rules, "neutral by one silver", False, 2, "bidding", positions={("Neutral", -1): 8})


@pytest.mark.parametrize(
    ("moves", "default", "other"),
    [
        # the neutral bid keeps lot 1, the start player wins lot 2
        (["neutral bid on lot 1", "bid 3 on lot 2", "pass", "gain 1 trade"], 1, 0),
        # nobody wins anything
        (["neutral bid on lot 1", "pass", "gain 1 trade", "pass", "gain 1 trade"], 1, 1),
        # the start player wins lot 1
        (["neutral bid on lot 2", "bid 3 on lot 1", "pass", "gain 1 trade"], 0, 0),
    ],
)
def test_start_marker_by_both_passing(
    rules: Rules, moves: list[str], default: int, other: int
) -> None:
    """By default an unsold lot 1 moves the marker on; otherwise only if both have passed."""
    for value, expected in ((False, default), (True, other)):
        state = play(at(rules, "start marker by both passing", value, 2, "bidding"), *moves)
        assert state.start_player == expected


def test_equal_bids_against_neutral(rules: Rules) -> None:
    """By default the Lawyer may equal the neutral bid of 5."""
    for value, lowest in ((True, 5), (False, 6)):
        state = at(rules, "equal bids against neutral", value, 2, "bidding", pieces={0: ["Lawyer"]})
        state = play(state, "neutral bid on lot 1")
        assert bids_on(state, 1)[0] == lowest
        # against a player the right is the same
        against = play(state, "bid 3 on lot 2", "bid 4 on lot 2")
        assert bids_on(against, 2)[0] == 4


@pytest.fixture(scope="module")
def two_lawyers(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The rules with a second Lawyer."""
    folder = copytree(RULES, tmp_path_factory.mktemp("rules") / "homesteaders")
    text = (folder / "buildings.rules").read_text()
    edited = text.replace("building Lawyer:\n", "building Lawyer:\n    2 copies\n")
    assert edited != text
    (folder / "buildings.rules").write_text(edited)
    return load(folder)


def test_equal_bids_against_equals(two_lawyers: Rules) -> None:
    """By default the right does not hold against another owner; otherwise it does, but once."""
    lawyers = {0: ["Lawyer"], 1: ["Lawyer"]}
    for value, lowest in ((False, 6), (True, 5)):
        state = at(two_lawyers, "equal bids against equals", value, 3, "bidding", pieces=lawyers)
        answer = play(state, "bid 5 on lot 1")
        assert bids_on(answer, 1)[0] == lowest
        refused(play(answer, "bid 6 on lot 1", "bid 3 on lot 2"), "bid 5 on lot 1")
    again = play(answer, "bid 5 on lot 1", "bid 3 on lot 2")
    assert (again.decision.player, bids_on(again, 1)[0]) == (0, 6)


def test_optional_bank_discard(rules: Rules) -> None:
    """By default the owner is asked; otherwise the debt just goes. Both with debt and without."""
    for debts, after in ((2, {"debt": 1, "silver": 2}), (0, {"silver": 4})):
        hands = {0: {"debt": debts, "silver": 0, "worker": 1}}
        asked = at(
            rules, "optional bank discard", True, 3, "income", holdings=hands, pieces={0: ["Bank"]}
        )
        asked = play(asked, "done")
        assert keys(asked) == ["forgive a debt", "decline"]
        forced = at(
            rules, "optional bank discard", False, 3, "income", holdings=hands, pieces={0: ["Bank"]}
        )
        forced = play(forced, "done")
        assert held(forced, 0) == {"worker": 1, **after}
        taken = play(asked, "forgive a debt")
        assert held(taken, 0) == held(forced, 0)
        assert keys(taken) == keys(forced) == ["pay 1 silver"]
        assert play(asked, "decline").holding(0, "debt") == debts


def test_surplus_gold(rules: Rules) -> None:
    """By default no gold too much may be paid; otherwise any number, and nothing comes back."""
    hands = {0: {"worker": 3, "gold": 3, "silver": 1}}
    minimal = play(at(rules, "surplus gold", False, 3, "income", holdings=hands), "done")
    assert keys(minimal) == ["pay 3 silver", "pay 1 gold"]
    assert "with nothing too much" in refused(minimal, "pay 2 gold")
    any_gold = play(at(rules, "surplus gold", True, 3, "income", holdings=hands), "done")
    assert keys(any_gold) == ["pay 3 silver", "pay 1 gold", "pay 2 gold", "pay 3 gold"]
    assert held(play(any_gold, "pay 3 gold"), 0) == {"silver": 3, "worker": 3}
    refused(any_gold, "pay 4 gold")


def test_surplus_gold_never_comes_with_silver_too_much(rules: Rules) -> None:
    """Gold that is not needed may be lost, but silver besides a covering gold is no option."""
    hands = {0: {"worker": 3, "gold": 1, "silver": 9}}
    state = play(at(rules, "surplus gold", True, 3, "income", holdings=hands), "done")
    assert keys(state) == ["pay 3 silver", "pay 1 gold"]
    refused(state, "pay 1 gold, 3 silver")


@pytest.mark.parametrize("round_number", [1, 10, FINAL])
@pytest.mark.parametrize("option", [None, "open hands", "open final"])
def test_what_others_see(rules: Rules, option: str | None, round_number: int) -> None:
    """Hands are hidden by default; open hands show them always, an open final in the last round."""
    options = {option: True} if option else {}
    hand = {"silver": 17, "gold": 2, "debt": 1, "point": 9, "trade": 3, "wood": 1}
    state = situation(rules, 3, "income", round_number, options=options, holdings={1: hand})
    open_ = option == "open hands" or (option == "open final" and round_number == FINAL)
    for onlooker in (0, 2, None):
        seen = view(state, onlooker)
        shown = {good: seen.holding(1, good) for good in hand}
        assert shown == (hand if open_ else dict.fromkeys(hand))
        assert seen.options == (() if onlooker != state.decision.player else seen.options)
    assert {good: view(state, 1).holding(1, good) for good in hand} == hand


@pytest.mark.parametrize("option", ["open hands", "open final"])
def test_open_hands_show_no_stacks_and_no_chance(rules: Rules, option: str) -> None:
    """What lies face down and the random numbers stay hidden from everybody."""
    state = situation(
        rules, 4, "income", FINAL if option == "open final" else 3, options={option: True}
    )
    early = new_game(rules, 4, options={option: True})
    assert view(early, 0).stack("Auction 2")[1:] == (None,) * 9
    for player in (None, 0, 3):
        assert view(state, player).cells[state.table.layout.at["random",]] is None
