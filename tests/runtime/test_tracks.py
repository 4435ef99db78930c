"""Markers: how far they move, what is told, which rewards they reach, and what is at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import RuleErrors, Rules, State, apply, why_not
from homesteaders_rules.mechanisms.rewards import RewardOffer
from homesteaders_rules.runtime.offering.offers import Question
from homesteaders_rules.runtime.recording.kinds import Marker
from homesteaders_rules.testing.checks import check_pickled
from homesteaders_rules.testing.situations import situation
from runtime.small import game_in_step, small

REACHED = "    each advance takes the reward of the space reached\n"
EARLIER = "    each advance takes one reward, at or before the marker\n"
LOST = "    at the end the marker stays, and the advance is lost\n"
STILL = "    at the end the marker stays, and the advance still takes a reward\n"
SPACES = "    1: gain 1 star\n    2: gain 2 coins\n    3: gain 4 pebbles\n"
GAME = """\
{track}
piece boat/boats:
    places: site, market, players
    moments: sailing
each player may own 1 boat of each name
boat Ark:
    sailing: {effect}
phase pick:
    each player: gain 1 star or gain 1 pebble
    each player: {effect}
    each player: collect sailing
play:
    rounds 1-2: pick
"""


EACH = "track Path, for each player:\n"


def game(folder: Path, effect: str, sentences: str, head: str = EACH) -> Rules:
    return small(folder, GAME.format(track=head + sentences, effect=effect))


def after(rules: Rules, at: int | None, *keys: str) -> State:
    """Player 1 at a space; both have chosen, and what follows has followed."""
    positions = {} if at is None else {("Path", 0): at}
    state = situation(rules, 2, "pick", positions=positions)
    for key in ("gain 1 pebble", "gain 1 pebble", *keys):
        state, _ = apply(state, key)
    return state


@pytest.mark.parametrize(("at", "then"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_a_marker_moves_on_to_the_last_space_and_not_further(
    at: int, then: int, tmp_path: Path
) -> None:
    rules = game(tmp_path, "move Path on", SPACES + REACHED + LOST)
    assert after(rules, at).position("Path", 0) == then
    assert after(rules, at).position("Path", 1) == 1
    game_in_step(rules, 2, at)


@pytest.mark.parametrize(("at", "then"), [(0, 0), (1, 0), (3, 2)])
def test_a_marker_moves_back_to_the_beginning_and_not_further(
    at: int, then: int, tmp_path: Path
) -> None:
    rules = game(tmp_path, "move Path back", SPACES + REACHED + LOST)
    assert after(rules, at).position("Path", 0) == then


def test_an_advance_at_the_end_is_lost_or_takes_a_reward(tmp_path: Path) -> None:
    gone = after(game(tmp_path, "advance Path", SPACES + REACHED + LOST), 3)
    assert (gone.decision.player, gone.decision.keys) == (1, ("gain 1 star",))
    still = after(game(tmp_path, "advance Path", SPACES + REACHED + STILL), 3)
    assert (still.decision.player, still.decision.keys) == (0, ("gain 4 pebbles",))
    third = after(game(tmp_path, "advance Path", SPACES + REACHED + LOST), 2, "gain 4 pebbles")
    assert (third.holding(0, "pebble"), third.position("Path", 0)) == (5, 3)


def test_rewards_before_the_marker_may_be_taken(tmp_path: Path) -> None:
    rules = game(tmp_path, "advance Path", SPACES + EARLIER + STILL)
    assert after(rules, 1).decision.keys == ("gain 1 star", "gain 2 coins")
    assert after(rules, 3).decision.keys == ("gain 1 star", "gain 2 coins", "gain 4 pebbles")
    game_in_step(rules, 2, 1)


def test_a_reward_is_taken_where_the_marker_is(tmp_path: Path) -> None:
    rules = game(tmp_path, "take a reward of Path", SPACES + EARLIER + STILL)
    assert after(rules, 2).decision.keys == ("gain 1 star", "gain 2 coins")
    assert after(rules, 2, "gain 2 coins").position("Path", 0) == 2
    nothing = after(rules, 0)
    assert nothing.decision.keys == ("gain 1 star", "gain 1 pebble")
    assert nothing.round == 2
    game_in_step(rules, 2, 2)


def test_a_space_with_nothing_on_it_asks_nothing_and_one_with_a_choice_does(tmp_path: Path) -> None:
    spaces = "    1: do nothing\n    2: gain 1 star or gain 2 coins\n    3: gain 1 star\n"
    rules = game(tmp_path, "advance Path", spaces + REACHED + STILL)
    assert after(rules, 0).round == 2, "nobody was asked"
    assert after(rules, 1).decision.keys == ("gain 1 star", "gain 2 coins")
    check_pickled(after(rules, 1))
    earlier = game(tmp_path, "advance Path", spaces + EARLIER + STILL)
    assert after(earlier, 2).decision.keys == ("gain 1 star", "gain 2 coins"), "once each"
    assert after(earlier, 2, "gain 1 star").holding(0, "star") == 1
    asking = game(
        tmp_path, "advance Path", "    1: may do nothing\n    2: do nothing\n" + REACHED + STILL
    )
    for each in (rules, earlier, asking):
        game_in_step(each, 2, 1)


def test_in_a_circle_the_first_space_follows_the_last(tmp_path: Path) -> None:
    head = "track Path, for all, in a circle, beginning at 2:\n"
    on = after(game(tmp_path, "advance Path", SPACES, head), None)
    assert [on.holding(0, good) for good in ("star", "coin", "pebble")] == [0, 0, 5]
    assert [on.holding(1, good) for good in ("star", "coin", "pebble")] == [1, 0, 1]
    back = after(game(tmp_path, "move Path back", SPACES, head), None)
    assert (on.position("Path"), back.position("Path")) == (1, 3)
    there = after(game(tmp_path, "take a reward of Path", SPACES, head), None)
    assert [there.holding(seat, "coin") for seat in (0, 1)] == [2, 2]
    before = game(tmp_path, "take a reward of Path", SPACES, head.replace(", beginning at 2", ""))
    assert after(before, None).holding(0, "star") == 0
    game_in_step(game(tmp_path, "advance Path", SPACES, head), 2, 1)


def test_what_a_piece_moves_is_told_with_the_piece(tmp_path: Path) -> None:
    rules = game(tmp_path, "move Path on", SPACES + REACHED + LOST)
    state = situation(rules, 2, "pick", pieces={0: ["Ark"]})
    state, _ = apply(state, "gain 1 star")
    state, events = apply(state, "gain 1 star")
    told = [(e.player, e.piece, e.position) for e in events if isinstance(e, Marker)]
    assert told == [(0, "", 1), (1, "", 1), (0, "Ark", 2)]


def offers(rules: Rules, at: int, effect: str) -> bool:
    """Is player 1 asked, at a space, whether they do it?"""
    state = after(rules, at)
    return (state.decision.player, state.round) == (0, 1) and effect in state.decision.keys


def test_what_would_do_nothing_is_not_asked(tmp_path: Path) -> None:
    on = game(tmp_path, "may move Path on", SPACES + REACHED + LOST)
    back = game(tmp_path, "may move Path back", SPACES + REACHED + LOST)
    take = game(tmp_path, "may take a reward of Path", SPACES + EARLIER + LOST)
    lost = game(tmp_path, "may advance Path", SPACES + REACHED + LOST)
    still = game(tmp_path, "may advance Path", SPACES + REACHED + STILL)
    for at in range(4):
        assert offers(on, at, "move Path on") == (at < 3)
        assert offers(back, at, "move Path back") == (at > 0)
        assert offers(take, at, "take a reward of Path") == (at > 0)
        assert offers(lost, at, "advance Path") == (at < 3)
        assert offers(still, at, "advance Path")


CIRCLE = "track Path, for all, in a circle, beginning at {}:\n"


def test_the_reward_of_a_marker_of_all_is_asked_where_there_is_one(tmp_path: Path) -> None:
    spaces = "    1: do nothing\n    2: gain 2 coins\n    3: do nothing\n"
    for first in (1, 2, 3):
        rules = game(tmp_path, "may take a reward of Path", spaces, CIRCLE.format(first))
        state = after(rules, None)
        assert ("take a reward of Path" in state.decision.keys) == (first == 2)


def test_the_reward_of_a_marker_of_all_is_taken_where_it_can_be(tmp_path: Path) -> None:
    closed = "only if you have 9 or more coins: gain 1 star"
    spaces = f"    1: {closed}\n    2: gain 2 coins\n    3: {closed}\n"
    for first in (1, 2, 3):
        effect = "take a reward of Path or gain 1 pebble"
        state = after(game(tmp_path, effect, spaces, CIRCLE.format(first)), None)
        assert ("take a reward of Path" in state.decision.keys) == (first == 2)


def test_a_trigger_takes_the_reward_of_a_marker_of_all_and_asks_for_none(tmp_path: Path) -> None:
    trigger = "whenever you gain a pebble: {} Path\n"
    for said, gained, amount in (("advance", "star", 1), ("take a reward of", "coin", 2)):
        spaces, follows = SPACES.replace("4 pebbles", "1 star"), trigger.format(said)
        rules = game(tmp_path, "do nothing", spaces + follows, CIRCLE.format(2))
        assert after(rules, None).holding(0, gained) == amount
        with pytest.raises(RuleErrors) as caught:
            game(tmp_path, "do nothing", spaces + EARLIER + STILL + follows)
        assert [each.code for each in caught.value.diagnostics] == ["E521"]


@pytest.mark.parametrize(
    ("first", "runs_dry"), [("gain 1 star", False), ("may gain 1 star", False), ("build any", True)]
)
def test_a_question_for_a_reward_may_run_dry_where_one_cannot_be_taken(
    first: str, runs_dry: bool, tmp_path: Path
) -> None:
    rules = game(tmp_path, "advance Path", SPACES.replace("gain 1 star", first) + REACHED + STILL)
    steps = rules.for_table(2).program.steps
    asking = [each for each in steps if any(isinstance(o, RewardOffer) for o in offers_of(each))]
    assert [each.can_run_dry() for each in asking] == [runs_dry] * len(asking)
    assert asking


def offers_of(step: object) -> tuple[object, ...]:
    return step.offers if isinstance(step, Question) else ()


def test_what_lies_further_on_is_refused_with_the_space(tmp_path: Path) -> None:
    dear = SPACES.replace("gain 2 coins", "may pay 9 stars to gain 2 coins")
    rules = game(tmp_path, "advance Path", dear + EARLIER + STILL)
    state = after(rules, 1)
    assert why_not(state, "gain 4 pebbles") == "your marker is only on space 2"
    assert why_not(state, "pay 9 stars to gain 2 coins") == "it costs 9 stars; you have 0 stars"
    state, _ = apply(state, "gain 1 star")
    assert state.decision.player == 1
    assert why_not(state, "gain 4 pebbles") == "your marker is only on space 1"
    head = "track Path, for all, beginning at 2:\n"
    common = after(game(tmp_path, "take a reward of Path", SPACES + EARLIER + STILL, head), None)
    assert common.decision.keys == ("gain 1 star", "gain 2 coins")
    assert why_not(common, "gain 4 pebbles") == "the marker is only on space 2"
