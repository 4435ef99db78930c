"""The strategies reach what is rare, lay what can be, and shrink to little."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from homesteaders_rules import load, restore, save
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.play.state import State
from homesteaders_rules.runtime.recording.kinds import Move
from homesteaders_rules.testing.beginnings import Beginning
from homesteaders_rules.testing.checks import (
    check_decision,
    check_holdings,
    check_honest,
    check_saved,
)
from homesteaders_rules.testing.coverage import Coverage
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies import (
    amounts,
    beginnings,
    games,
    options,
    pieces,
    seeded_walks,
    situations,
    walks,
    walks_from,
)
from homesteaders_rules.testing.walks import Walk

BASE = load("homesteaders")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
HARD_WINTER = load(EXAMPLES / "hard_winter")
NEW_BEGINNINGS = load("new_beginnings")
SEED = 1


def test_two_hundred_walks_reach_every_line_of_the_example_pack() -> None:
    coverage = Coverage(HARD_WINTER)
    built: Counter[str] = Counter()
    latest: list[int] = []

    for walk in islice(seeded_walks(HARD_WINTER, seed=SEED), 200):
        coverage.see_walk(walk)
        latest.append(walk.last.round)
        moves = (e for step in walk for e in step.events if isinstance(e, Move))
        built.update(move.name for move in moves if move.target.startswith("player"))
    assert [line.text for line in coverage.unseen()] == []
    assert len(coverage.lines) > 30
    assert {"Winter Carnival", "Warehouse"} <= set(built)
    assert sum(each > 4 for each in latest) > len(latest) // 4


@given(beginnings(BASE, HARD_WINTER))
def test_beginnings_are_states_that_a_game_could_hand_on(beginning: Beginning) -> None:
    state = beginning.state
    check_honest(state)
    check_holdings(state)
    check_decision(state)
    layout = state.table.layout
    for good in layout.limited:
        held = [state.holding(holder, good) for holder in range(-1, layout.players)]
        assert min(held) >= 0


def test_nobody_is_drawn_with_more_than_their_own_stock() -> None:
    most: Counter[str] = Counter()
    for walk in islice(seeded_walks(load("agricola"), seed=SEED, most=1), 40):
        first = walk.first
        for seat in range(first.table.players):
            held = {good: first.holding(seat, good) for good in ("fence", "stable")}
            held["family"] = first.holding(seat, "person") + first.holding(seat, "newborn")
            most |= Counter(held)
    assert most["family"] == 5
    assert 8 < most["fence"] <= 15
    assert 0 < most["stable"] <= 4


def test_games_are_drawn_with_a_deal_that_saves_keep() -> None:
    drawn = islice(seeded_walks(BASE, seed=SEED, most=1), 40)
    dealt = [walk for walk in drawn if "deal" in walk.beginning.arguments]
    assert dealt
    for walk in dealt:
        deal = walk.beginning.arguments["deal"]
        assert all(walk.first.stack(name) == tuple(order) for name, order in deal.items())
        check_saved(walk.game)
    assert restore(save(dealt[0].game)).deal == dealt[0].beginning.arguments["deal"]


@pytest.mark.parametrize(
    ("pack", "wanted"),
    [("montana", {"lying", "tiles", "neutral", "ends"}), (EXAMPLES / "tidewater", {"users"})],
)
def test_maps_users_and_ends_are_drawn_and_can_be_made_again(pack: str, wanted: set[str]) -> None:
    rules = load(pack)
    drawn: Counter[str] = Counter()
    for walk in islice(seeded_walks(rules, seed=SEED, most=1), 60):
        if walk.beginning.call == "situation":
            drawn.update(walk.beginning.arguments.keys())
            assert situation(rules, **walk.beginning.arguments) == walk.first
    assert wanted <= set(drawn)


@settings(max_examples=8)
@given(beginnings(HARD_WINTER))
def test_a_beginning_is_printed_as_the_call_that_makes_it(beginning: Beginning) -> None:
    assert "Rules" not in repr(beginning)
    again = Walk(beginning)
    named: dict = {}
    exec(again.python(), named)
    assert named["state"] == beginning.state


@given(situations(NEW_BEGINNINGS), st.data())
def test_an_option_of_a_situation_can_be_chosen(state: State, data: st.DataObject) -> None:
    if not state.over:
        assert data.draw(options(state)) in state.decision.all


@settings(max_examples=5)
@given(games(BASE))
def test_a_game_is_played_to_its_end(walk: Walk) -> None:
    assert walk.last.over
    assert walk.beginning.call == "new_game"
    assert walk.game.state == walk.last


def test_a_walk_has_a_step_though_the_last_phase_asks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "lull.rules"
    file.write_text(
        "game Lull, version 1, for 2 players\n"
        "public money/moneys: 60 coin/coins\n"
        "play:\n    rounds 1-2: work, rest\n"
        "phase work: each player: gain 1 coin or gain 2 coins\n"
        "phase rest: each player: gain 1 coin\n"
        "scoring in coins:\n    coins: 1 per coin\n"
    )
    rules = load(file)
    assert situation(rules, players=2, phase="rest", round=2).over
    drawn = [*islice(seeded_walks(rules, seed=SEED), 60)]
    assert all(drawn)
    assert {walk.beginning.call for walk in drawn} == {"new_game", "situation"}


@given(amounts(NEW_BEGINNINGS), pieces(NEW_BEGINNINGS, sort="building"))
def test_amounts_and_pieces_are_those_of_the_rules(held: dict[str, int], name: str) -> None:
    assert name in {each.name for each in NEW_BEGINNINGS.of(Piece) if each.sort == "building"}
    assert all(0 <= amount <= 9 for amount in held.values())


def test_walks_of_a_seed_are_the_same_and_each_begins_otherwise() -> None:
    first, second = (
        [(repr(walk.beginning), walk.keys) for walk in islice(seeded_walks(BASE, seed=5), 6)]
        for _ in range(2)
    )
    assert first == second
    assert len({beginning for beginning, _ in first}) == 6
    assert repr(next(seeded_walks(BASE, seed=6)).beginning) != first[0][0]


def wrecked(walk: Walk) -> bool:
    return any(key.startswith("use Wreck") for key in walk.keys)


def test_a_walk_shrinks_to_few_choices() -> None:
    quick = settings(max_examples=300, database=None, deadline=None, derandomize=True)
    # No options, so that few tables are linked on the way.
    walk = find(walks(load(EXAMPLES / "tidewater")), wrecked, settings=quick)
    assert len(walk) <= 3
    assert walk.keys[-1].startswith("use Wreck")
    assert len(repr(walk)) < 1500
    assert "Rules" not in repr(walk)


@given(st.data())
def test_a_walk_goes_on_from_any_beginning(data: st.DataObject) -> None:
    beginning = Beginning.of_situation(BASE, players=2, phase="bidding", round=7)
    walk = data.draw(walks_from(beginning, most=5))
    assert walk.first == beginning.state
    assert 1 <= len(walk) <= 5


def test_nobody_is_given_more_than_they_may_hold() -> None:
    """What is too much goes back at once in play; what others then hold could not be."""
    bounds = {5: ("ruby", "opal"), 4: ("tin", "lead")}
    for walk in islice(seeded_walks(load("tests/mutants/odd_jobs"), most=1), 60):
        for most, goods in bounds.items():
            for seat in range(walk.first.table.players):
                assert sum(walk.first.holding(seat, good) for good in goods) <= most
