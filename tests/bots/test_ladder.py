"""What holds for every bot that comes along, at every table that comes along."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import GameError, Rules, State, apply, load, new_game, sample, score, view
from homesteaders_rules.bots import ask, bot_names, contest, make_bot
from homesteaders_rules.bots.search import MORE, MOST_OPTIONS, SearchBot, likely, rollout
from homesteaders_rules.cli.simulating import Simulation, Tally, play_one, seated
from homesteaders_rules.testing.checks import check_holdings
from sizes import THOROUGH, size

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = (("homesteaders",), ("homesteaders", "new_beginnings"), ("montana",), ("agricola",))
NAMES = [f"{name}:{size(2, 4)}" if name == "search" else name for name in bot_names()]
QUICK = {"random", "calm"}
"""Bots of which whole games are played, where all is tried at length."""
MOST = 60
"""So many decisions of others are looked at, at the most."""
ENOUGH = size(6, 10_000)
"""Of so many something was hidden: that tells it, in a hurry."""
TABLES = [["random,calm"], ["random", "calm", "random,calm"]][THOROUGH]


@pytest.fixture(scope="module", params=GAMES, ids="+".join)
def rules(request: pytest.FixtureRequest) -> Rules:
    return load(*request.param)


def asked(
    rules: Rules, name: str, players: int, seed: int, machine: str = "auto"
) -> Iterator[tuple[State, str]]:
    """The states of a game by bots of one name, with what they chose."""
    state = new_game(rules, players, seed, machine=machine)
    bots = [make_bot(name, seed + seat) for seat in range(players)]
    while not state.over:
        chosen = ask(bots[state.decision.player], state)
        yield state, chosen.key
        state, _ = apply(state, chosen)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_sees_nothing_that_its_view_hides(rules: Rules, name: str) -> None:
    """Given another state that it cannot tell from this one, a bot of its seed chooses alike.

    Asking it says that it chooses what is offered.
    """
    players, seed = rules.players[-1], 3
    others = [make_bot(name, seed + seat) for seat in range(players)]
    played = asked(rules, name, players, seed)
    looked = 0
    most = None if name in QUICK else 12 if name.startswith("search") else MOST
    for number, (state, chosen) in enumerate(islice(played, most)):
        seat = state.decision.player
        other = sample(view(state, seat), number)
        assert ask(others[seat], other).key == chosen
        looked += other != state
        if looked >= (ENOUGH if not name.startswith("search") else size(6, 12)):
            break
    assert looked > 5, "there was nothing hidden to look at"


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_chooses_alike_at_equal_tables(rules: Rules, name: str) -> None:
    """The table that was played at first has left nothing behind that the other uses."""
    most = size(4, 12) if name.startswith("search") else size(80, 1000)
    there, here = (
        [key for _, key in islice(asked(rules, name, rules.players[-1], 5, machine), most)]
        for machine in ("auto", "python")
    )
    assert here == there


def test_calm_bots_are_not_ruined(rules: Rules) -> None:
    calm, wild = contest(rules, ["calm", "random"], 6)
    assert calm.points >= wild.points - 2


@pytest.mark.parametrize(("name", "lower"), [("greedy", "calm"), ("sensible", "calm")])
def test_who_looks_ahead_wins(rules: Rules, name: str, lower: str) -> None:
    games = size(1, 3)
    better, _ = contest(rules, [name, lower, lower], games)
    assert better.won == games


def test_calm_bots_end_with_points() -> None:
    (calm,) = contest(load("homesteaders"), ["calm"] * 3, 6)
    assert calm.points > 0


@pytest.mark.parametrize("names", TABLES)
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


# ---------------------------------------------------------------------------------- search


def test_what_is_likely_agrees_with_the_view_and_loses_nothing() -> None:
    rules = load("homesteaders")
    for number, (state, _) in enumerate(islice(asked(rules, "calm", 3, 4), 40)):
        seen = view(state, state.decision.player)
        guess = likely(seen, number)
        assert view(guess, seen.player) == seen
        check_holdings(guess)
        for good in seen.layout.goods:
            held = [
                [each.holding(n, good.name) for n in (*seen.seats, -1)] for each in (state, guess)
            ]
            assert sum(held[0]) == sum(held[1])
            own = seen.holding(seen.player or 0, good.name) or 0
            hidden = [n for n in seen.seats if seen.holding(n, good.name) is None]
            assert all(guess.holding(n, good.name) <= own + MORE for n in hidden)


def test_playing_on_ends_with_the_round_and_hangs_on_the_seed_alone() -> None:
    state = new_game(load("homesteaders"), 3, 4)
    later = rollout(state, 1)
    assert later.round == state.round + 1
    assert later == rollout(state, 1)


@pytest.mark.parametrize("setting", ["", "0", "0s", "soon", "2 s", "-3", "2m", "9" * 400])
def test_a_budget_that_is_none_is_told(setting: str) -> None:
    with pytest.raises(GameError, match='write a time for a choice, as in "search:2s"'):
        make_bot(f"search:{setting}")


def test_what_turns_out_surely_better_is_taken_and_nothing_else() -> None:
    rules = load("homesteaders")
    state = next(s for s, _ in asked(rules, "sensible", 3, 4) if "pass" in s.decision.keys)
    player, point = state.decision.player, state.table.layout.goods_cell(0, "point")

    def bidding_pays(after: State, seed: int) -> State:
        cells = [*after.cells]
        if any(lot.leader == player for lot in after.lots()):
            cells[point + player * len(after.table.layout.goods)] += 30 + seed % 3
        return State.of(after.table, cells)

    usual = ask(make_bot("sensible", Random(1).getrandbits(32)), state)
    assert usual.key == "pass"
    assert ask(SearchBot(1, "60", bidding_pays), state).key.startswith("bid ")
    assert ask(SearchBot(1, "60", lambda *_: state), state) == usual


def test_a_search_by_time_goes_on_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two options each turn is the whole search, and every look at this clock takes a second."""
    monkeypatch.setattr("homesteaders_rules.bots.search.time.monotonic", count().__next__)
    rules = load("homesteaders")
    state = next(s for s, _ in asked(rules, "sensible", 3, 4) if "pass" in s.decision.keys)
    drawn: set[int] = set()

    def heard(after: State, seed: int) -> State:
        drawn.add(seed)
        return after

    for seconds in (1, 4, 40):
        drawn.clear()
        bot = SearchBot(1, f"{seconds}s", heard)
        ask(bot, state)
        options = len(state.decision.options)
        turns = (min(options, MOST_OPTIONS + 1) - 1).bit_length()
        assert abs(len(drawn) - turns * max(1, round(seconds / turns))) <= turns
