"""What a seat sees as numbers: bounded, named, whole, and nothing that it may not know."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from homesteaders_rules import GameError, State, View, load, new_game, view
from homesteaders_rules.learning import HIDDEN, entries, observation
from homesteaders_rules.testing.checks import hidden_changed
from homesteaders_rules.testing.walks import walk
from learning.test_actions import SHIPPED


def named(state: State, seat: int | None) -> dict[str, int]:
    """The observation of a seat by the names of its entries."""
    names = [entry.name for entry in entries(state.table)]
    return dict(zip(names, observation(view(state, seat)), strict=True))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_number_is_within_its_bounds(game: str) -> None:
    rules = load(*SHIPPED[game])
    players = rules.players[-1]
    listed = entries(rules.for_table(players))
    assert len({entry.name for entry in listed}) == len(listed)
    # No cell is packed: nothing is larger than what can be held.
    assert max(entry.most for entry in listed) <= rules.for_table(players).layout.most
    for number, step in enumerate(walk(rules, players, 1)):
        if number % 10 == 0:
            for seat in (None, *range(players)):
                seen = observation(view(step.before, seat))
                assert len(seen) == len(listed)
                for value, entry in zip(seen, listed, strict=True):
                    assert entry.least <= value <= entry.most, entry


def test_it_says_what_lies_on_the_table() -> None:
    state = new_game(load("homesteaders"), 3, 1)
    seen = named(state, 0)
    table, layout = state.table, state.table.layout
    assert seen["seat"] == 0
    assert seen["over"] == 0
    assert seen["you"] == state.decision.player
    assert seen["round"] == state.round
    for good in layout.goods:
        assert seen[f"goods: player 1: {good.name}"] == state.holding(0, good.name)
    for player in range(table.players):
        for name in (piece.name for i, piece in enumerate(layout.pieces) if layout.is_owned(i)):
            assert seen[f"owned: player {player + 1}: {name}"] == (name in state.pieces(player))
    for stack in layout.stack_size:
        for number, piece in enumerate(view(state, 0).stack(stack), 1):
            value = HIDDEN if piece is None else layout.piece_index[piece] + 1
            assert seen[f"stack: {stack}: {number}"] == value


def test_fields_of_players_and_what_lies_on_a_map_are_taken_apart() -> None:
    farm, *_, last = (step.before for step in walk(load("agricola"), 2, 3))
    for state in (farm, last):
        seen = named(state, 1)
        for player in range(2):
            lattice = state.table.layout.lattice
            assert lattice is not None
            for number, cell in enumerate(lattice.plan.names):
                kind = lattice.at(state.cells, player, number)
                assert seen[f"grid: player {player + 1}: {cell}"] == kind
    for step in walk(load("montana"), 2, 3):
        state = step.before
    seen = named(state, 0)
    spaces = view(state, 0).map()
    assert spaces
    for space in spaces:
        for good, amount in space.lying:
            assert seen[f"lying: {good}: {space.name}"] == amount


@pytest.mark.parametrize("game", ["homesteaders", "new beginnings", "montana"])
def test_equal_views_give_equal_observations(game: str) -> None:
    """Whatever is different where a seat cannot see it."""
    rules = load(*SHIPPED[game])
    for number, step in enumerate(walk(rules, 3, 2)):
        if number % 20 == 0:
            for seat in range(3):
                state, other = step.before, hidden_changed(step.before, seat, number)
                assert view(state, seat) == view(other, seat)
                assert observation(view(state, seat)) == observation(view(other, seat))


def test_what_is_hidden_says_so() -> None:
    state = new_game(load("homesteaders"), 3, 1)
    hidden = [good.name for good in state.table.layout.goods if good.hidden]
    assert hidden
    own, other = named(state, 0), named(state, 1)
    for good in hidden:
        assert own[f"goods: player 1: {good}"] == state.holding(0, good)
        assert other[f"goods: player 1: {good}"] == HIDDEN


def test_only_views_that_know_their_table_are_taken() -> None:
    state = new_game(load("homesteaders"), 3, 1)
    with pytest.raises(TypeError, match="wanted is a view"):
        observation(state)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wanted is a table"):
        entries(state)  # type: ignore[arg-type]
    unknown = View(0, (), 0, (), False)
    with pytest.raises(GameError, match="knows no table"):
        observation(unknown)


def test_the_rest_of_the_room_needs_no_extra() -> None:
    code = (
        "import sys\n"
        "from homesteaders_rules.learning import entries, lead, observation, won\n"
        "print(*sorted({'gymnasium', 'numpy', 'pettingzoo'} & set(sys.modules)))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert told.split() == []


@pytest.mark.parametrize(
    ("name", "extra"),
    [("SeatEnv", "learning"), ("TableEnv", "learning"), ("register_game", "openspiel")],
)
def test_a_library_that_is_missing_is_told_with_the_extra_that_brings_it(
    name: str, extra: str
) -> None:
    code = f"""if True:
        import sys
        sys.modules |= dict.fromkeys(["gymnasium", "numpy", "pettingzoo", "pyspiel"])
        from homesteaders_rules.learning import {name}
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()[-1]
    assert re.match(rf"ModuleNotFoundError: {name} needs \w+: pip install ", said)
    assert f"homesteaders-rules[{extra}]" in said


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_seen_does_not_hang_on_what_was_seen_before(game: str) -> None:
    rules = load(*SHIPPED[game])
    states = [step.after for step in walk(rules, rules.players[0], 3, most=40)]
    seats: list[int | None] = [None, *range(rules.players[0])]
    there = [observation(view(state, seat)) for state in states for seat in seats]
    back = [observation(view(state, seat)) for state in states[::-1] for seat in seats[::-1]]
    assert there == back[::-1]
    assert len(set(there)) > len(states)
