"""What holds for every bot that comes along, at every table that comes along."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Rules, State, apply, load, new_game, sample, score, view
from homesteaders_rules.bots import ask, bot_names, contest, make_bot
from homesteaders_rules.cli.simulating import Simulation, Tally, play_one, seated

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = (("homesteaders",), ("homesteaders", "new_beginnings"), ("montana",), ("agricola",))
QUICK = {"random", "calm"}
"""Bots of which whole games are played."""
MOST = 60
"""So many decisions of others are looked at."""


@pytest.fixture(scope="module", params=GAMES, ids="+".join)
def rules(request: pytest.FixtureRequest) -> Rules:
    return load(*request.param)


def asked(rules: Rules, name: str, players: int, seed: int) -> Iterator[tuple[State, str]]:
    """The states of a game by bots of one name, with what they chose."""
    state = new_game(rules, players, seed)
    bots = [make_bot(name, seed + seat) for seat in range(players)]
    while not state.over:
        chosen = ask(bots[state.decision.player], state)
        yield state, chosen.key
        state, _ = apply(state, chosen)


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_sees_nothing_that_its_view_hides(rules: Rules, name: str) -> None:
    """Given another state that it cannot tell from this one, a bot of its seed chooses alike.

    Asking it says that it chooses what is offered.
    """
    players, seed = rules.players[-1], 3
    others = [make_bot(name, seed + seat) for seat in range(players)]
    played = asked(rules, name, players, seed)
    looked = 0
    for number, (state, chosen) in enumerate(played if name in QUICK else islice(played, MOST)):
        seat = state.decision.player
        other = sample(view(state, seat), number)
        assert ask(others[seat], other).key == chosen
        looked += other != state
    assert looked > 20, "there was nothing hidden to look at"


def test_calm_bots_are_not_ruined(rules: Rules) -> None:
    calm, wild = contest(rules, ["calm", "random"], 6)
    assert calm.points >= wild.points - 2


@pytest.mark.parametrize(("name", "lower"), [("greedy", "calm"), ("sensible", "calm")])
def test_who_looks_ahead_wins(rules: Rules, name: str, lower: str) -> None:
    better, _ = contest(rules, [name, lower, lower], 3)
    assert better.won == 3


def test_calm_bots_end_with_points() -> None:
    (calm,) = contest(load("homesteaders"), ["calm"] * 3, 6)
    assert calm.points > 0


@pytest.mark.parametrize("names", ["random", "calm", "random,calm"])
@pytest.mark.parametrize("anytime", [True, False])
def test_the_cursor_plays_what_asked_bots_play(names: str, anytime: bool) -> None:
    """Without --verify no view is made for each decision; the games are the same."""
    rules = load("homesteaders")
    ends = []
    for verify in (False, True):
        wanted = Simulation(rules, 3, 1, names, 5, {}, anytime=anytime, verify=verify)
        tally = Tally(3, totals=[0, 0, 0])
        end = play_one(wanted, 5, seated(wanted, 5), tally)
        ends.append((end, score(end), tally.decisions, tally.options))
    assert ends[0] == ends[1]
