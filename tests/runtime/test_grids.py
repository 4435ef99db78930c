"""Grids: cells and edges, what is laid where, and what lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import Rules, State, new_game, why_not
from homesteaders_rules.mechanisms.grids.geometry import Plan, cells_in
from homesteaders_rules.mechanisms.grids.steps import FULL
from runtime.small import play_checked, played, small

GARDEN = """\
public ground/grounds: 20 bed/beds, 9 shed/sheds, 2 hut/huts
limited: huts

grid Garden, for each player, of 4 rows and 4 columns:
    a cell holds 1 bed, 1 shed or 1 hut
    a bed lies beside another bed
    a shed lies beside a bed
    a hut lies anywhere
    what was laid stays

play:
    setup
    rounds 1-4: work

phase setup: each player: gain 4 coins
phase work: each player: dig or pay 1 coin to lay 1 shed or lay 1 hut or do nothing
action dig: lay 1 bed
"""


@pytest.fixture
def garden(tmp_path: Path) -> Rules:
    return small(tmp_path, GARDEN)


def laid(state: State, what: str) -> set[str]:
    """The cells on which the player who is asked may lay something."""
    keys = (option.key for option in state.options)
    return {key.removeprefix(f"lay {what} ") for key in keys if key.startswith(f"lay {what} ")}


# ---------------------------------------------------------------------------------- geometry


def test_cells_have_names_in_rows_of_letters() -> None:
    assert Plan(2, 3).names == ("A1", "A2", "A3", "B1", "B2", "B3")


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 5), (4, 4), (9, 9)])
def test_cells_side_by_side_share_one_edge_and_others_none(rows: int, columns: int) -> None:
    plan = Plan(rows, columns)
    assert len({edge for each in plan.around for edge in each}) == plan.edges
    assert max(edge for each in plan.around for edge in each) == plan.edges - 1
    for cell in range(plan.size):
        for other in range(cell):
            shared = set(plan.around[cell]) & set(plan.around[other])
            distance = sum(
                abs(one - two)
                for one, two in zip(divmod(cell, columns), divmod(other, columns), strict=True)
            )
            assert len(shared) == (distance == 1) == (plan.near[cell] >> other & 1)


def test_the_outline_of_a_ring_has_an_inner_side() -> None:
    plan = Plan(3, 3)
    middle = plan.names.index("B2")
    assert plan.outline(plan.all).bit_count() == 12
    assert plan.outline(plan.all & ~(1 << middle)).bit_count() == 16
    assert list(cells_in(plan.beside(1 << middle))) == [1, 3, 5, 7]


# ---------------------------------------------------------------------------------- laying


def test_the_first_lies_anywhere_and_others_beside_it(garden: Rules) -> None:
    state = played(new_game(garden, 2, 1), "dig")
    assert laid(state, "bed") == set(Plan(4, 4).names)
    state = played(state, "lay bed B1", "dig", "lay bed D4", "dig")
    assert laid(state, "bed") == {"A1", "B2", "C1"}
    assert why_not(state, "lay bed B1") == "B1 is not free"
    assert why_not(state, "lay bed C3") == "C3 does not lie where it may be laid"


def test_what_lies_beside_something_else_has_no_first_place(garden: Rules) -> None:
    state = new_game(garden, 2, 1)
    key = "pay 1 coin to lay 1 shed"
    assert key not in {option.key for option in state.options}
    state = played(state, "dig", "lay bed B1", "do nothing", key)
    assert laid(state, "shed") == {"A1", "B2", "C1"}
    assert state.holding(0, "coin") == 3


def test_what_is_limited_is_laid_as_long_as_there_is_one(garden: Rules) -> None:
    state = played(new_game(garden, 2, 1), "lay hut A1", "lay hut A1")
    assert laid(state, "hut") == set()
    assert why_not(state, "lay hut A2") == "none of them is left"
    assert [state.holding(seat, "hut") for seat in (0, 1)] == [1, 1]


def test_a_full_grid_takes_no_more(tmp_path: Path) -> None:
    text = GARDEN.replace("4 rows and 4 columns", "1 row and 1 column")
    state = played(new_game(small(tmp_path, text), 2, 1), "lay hut A1", "do nothing")
    assert [option.key for option in state.options] == ["do nothing"]
    assert why_not(state, "lay hut A1") == FULL


def test_random_games_keep_every_promise(garden: Rules) -> None:
    play_checked(garden, games=2)
