"""Cases 70 to 79: the Railroad Development Track."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Game
from homesteaders_rules.runtime.recording.kinds import Marker, Passed, Transfer
from rulings.helpers import (
    RESOURCES,
    STOCK,
    gains,
    happened,
    held,
    idle_until,
    keys,
    play,
    play_told,
    refused,
    situation,
    starts,
    transfers,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from homesteaders_rules import State
    from homesteaders_rules.rules import Rules

SPACES = [
    ["gain 1 trade"],
    ["gain 1 rail"],
    ["gain 1 worker"],
    [f"gain 1 {resource}" for resource in RESOURCES],
    ["gain 3 points"],
]
"""The rewards of each space."""


def rewards(space: int) -> list[str]:
    """The rewards of a space and of all before it."""
    return [reward for earlier in SPACES[:space] for reward in earlier]


def passing(rules: Rules, position: int, **options: bool) -> State:
    """Seat 0 has passed in an auction of three, its marker having stood at ``position``."""
    state = situation(
        rules, 3, "bidding", 6, options=options, positions={("Railroad", 0): position}
    )
    return play(state, "pass")


@pytest.mark.parametrize("space", [1, 2, 3, 4, 5])
def test_case_070_the_reward_of_a_space_or_of_one_before(rules: Rules, space: int) -> None:
    """Trade, rail, worker, any one resource, 3 points: that of the space reached, or any before."""
    state = passing(rules, space - 1)
    assert state.position("Railroad", 0) == space
    assert keys(state) == rewards(space)
    for key in rewards(space):
        _, amount, good = key.split()
        after, told = play_told(state, key)
        assert gains(told, 0) == {good.removesuffix("s"): int(amount)}
        assert after.decision.player == 1


def test_case_071_the_choice_at_space_3(rules: Rules) -> None:
    """Trade chit, rail line or worker, and nothing else: every other reward is refused."""
    state = passing(rules, 2)
    assert keys(state) == ["gain 1 trade", "gain 1 rail", "gain 1 worker"]
    for key in [*SPACES[3], *SPACES[4]]:
        assert refused(state, key) == "your marker is only on space 3"


def test_case_072_the_resources_of_space_4(rules: Rules) -> None:
    """All six resources, wood among them; not silver, not points, not debt."""
    state = passing(rules, 3)
    assert keys(state)[3:] == [
        "gain 1 wood",
        "gain 1 food",
        "gain 1 steel",
        "gain 1 gold",
        "gain 1 copper",
        "gain 1 livestock",
    ]
    for key in ("gain 1 silver", "gain 1 point", "gain 1 debt", "gain 3 points", "gain 2 wood"):
        refused(state, key)


def test_case_073_at_the_end_of_the_track(rules: Rules) -> None:
    """The marker stays on space 5; each further advance gives any one of the rewards again."""
    state = situation(rules, 3, "bidding", 6, positions={("Railroad", 0): 5})
    for round_number, reward in ((6, "gain 3 points"), (7, "gain 1 worker"), (8, "gain 3 points")):
        assert (state.round, state.decision.player) == (round_number, 0)
        state, told = play_told(state, "pass")
        assert state.position("Railroad", 0) == 5
        assert happened(told, Marker) == []
        assert keys(state) == rewards(5)
        state = play(state, reward)
        state, _ = idle_until(state, "bidding", round_number + 1)
    assert (held(state, 0)["point"], held(state, 0)["worker"]) == (6, 2)


def test_case_074_the_reward_comes_at_once(rules: Rules) -> None:
    """Whoever passes has the reward before the next player acts, and may use it from then on."""
    state, told = play_told(passing(rules, 0), "gain 1 trade")
    assert transfers(told) == [("trade", 1, STOCK, 0)]
    assert (state.phase, state.decision.player) == ("bidding", 1)
    assert held(state, 0)["trade"] == 1
    state, _ = idle_until(state, "income", 7)
    assert state.decision.player == 0
    assert "buy food" in starts(state, "buy")


def test_case_074_the_reward_of_a_lot_comes_at_once(rules: Rules) -> None:
    """The lot with a worker and an advance: a trade chit from the advance is traded at the very
    next choice. A worker is not paid before the next income.
    """
    state = situation(
        rules,
        3,
        "building",
        3,
        lots={2: "A2-S4"},
        won={2: (0, 3)},
        holdings={0: {"wood": 1}},
        positions={("Railroad", 0): 2},
    )
    state = play(state, "pay 3 silver", "gain 1 worker")
    assert keys(state) == ["gain 1 trade", "gain 1 rail", "gain 1 worker"]
    traded = play(state, "gain 1 trade", "sell wood")
    assert held(traded, 0) == {"silver": 4, "point": 1, "worker": 2}
    hired, told = play_told(state, "gain 1 worker")
    assert gains(told, 0) == {"worker": 1}
    assert held(hired, 0) == {"silver": 3, "wood": 1, "worker": 3}


JUNCTION = """
building Junction:
    commercial, town
    cost 1 wood
    when built: advance Railroad, then advance Railroad
"""


def test_case_075_two_advances_one_after_the_other(with_pack: Callable[[str], Rules]) -> None:
    """The marker moves one space, the reward is chosen, and only then it moves again."""
    state = situation(
        with_pack(JUNCTION),
        3,
        "building",
        6,
        lots={1: "A1-T4"},
        won={1: (0, 3)},
        holdings={0: {"wood": 1}},
        positions={("Railroad", 0): 1},
    )
    state = play(state, "pay 3 silver", "build Junction")
    assert (state.position("Railroad", 0), keys(state)) == (2, rewards(2))
    state = play(state, "gain 1 rail")
    assert held(state, 0) == {"silver": 3, "worker": 1, "rail": 1}
    assert (state.position("Railroad", 0), keys(state)) == (3, rewards(3))
    state = play(state, "gain 1 worker")
    assert (state.position("Railroad", 0), held(state, 0)["worker"]) == (3, 2)


def test_case_075_two_players_in_a_row(rules: Rules) -> None:
    """Two pass one after the other: the first has his reward before the second may even pass."""
    state = passing(rules, 1)
    assert (state.position("Railroad", 0), state.position("Railroad", 1)) == (2, 0)
    assert refused(state, "pass").startswith("the decision now is")
    state, told = play_told(state, "gain 1 trade", "pass", "gain 1 trade")
    order = [(type(e), e.player) for e in told if isinstance(e, (Marker, Passed, Transfer))]
    assert order == [(Transfer, 0), (Passed, 1), (Marker, 1), (Transfer, 1)]


def test_case_076_rewards_out_of_reach_or_out_of_turn(rules: Rules) -> None:
    """A reward beyond the marker is refused, and every reward where no advance is due."""
    for space in (1, 2, 3, 4):
        for key in SPACES[space]:
            assert (
                refused(passing(rules, space - 1), key) == f"your marker is only on space {space}"
            )
    for phase in ("income", "bidding", "building"):
        state = situation(rules, 3, phase, 6, positions={("Railroad", 0): 5}, won={1: (0, 3)})
        for key in rewards(5):
            assert refused(state, key).startswith("the decision now is")


def test_case_077_three_points_are_three_chits(rules: Rules) -> None:
    """The last space adds 3 points; taking the choice back takes 3 away."""
    game = Game(rules, 3, 0, {}, {}, passing(rules, 4))
    before = game.state
    assert transfers(game.choose("gain 3 points")) == [("point", 3, STOCK, 0)]
    assert held(game.state, 0)["point"] == 3
    assert game.undo(0) == "gain 3 points"
    assert game.state == before
    assert "point" not in held(game.state, 0)


def test_case_078_a_forced_pass_is_a_pass(rules: Rules) -> None:
    """There is one way to be out of an auction, whoever chooses for the player: it advances the
    marker, and the next choice is the reward.
    """
    state = situation(rules, 3, "bidding", 6)
    assert [key for key in keys(state) if not key.startswith("bid ")] == ["pass"]
    forced, told = play_told(state, "pass")
    assert [e.position for e in happened(told, Marker)] == [1]
    assert (forced.decision.player, keys(forced)) == (0, ["gain 1 trade"])


def test_case_079_the_advance_is_a_must(rules: Rules) -> None:
    """Whoever passes advances and takes a reward: nothing allows to leave it."""
    state = passing(rules, 2)
    assert state.position("Railroad", 0) == 3
    assert keys(state) == rewards(3)
    assert refused(state, "decline").startswith("the decision now is")


def test_case_079_an_option_makes_it_optional(rules: Rules) -> None:
    """The other value of the option: the player may leave the marker where it is."""
    state = passing(rules, 2, **{"optional track advance": True})
    assert state.position("Railroad", 0) == 2
    assert keys(state) == ["advance Railroad", "decline"]
    declined, told = play_told(state, "decline")
    assert (transfers(told), declined.position("Railroad", 0)) == ([], 2)
    assert declined.decision.player == 1
    advanced = play(state, "advance Railroad")
    assert (advanced.position("Railroad", 0), keys(advanced)) == (3, rewards(3))
