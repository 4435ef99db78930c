"""Grids: cells and edges, what is laid where, and what lies there."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from homesteaders_rules import (
    Game,
    GameError,
    Rules,
    State,
    apply,
    load,
    narrate,
    new_game,
    restore,
    save,
    state_from_json,
    view,
    why_not,
)
from homesteaders_rules.errors import BadSave
from homesteaders_rules.mechanisms.grids.geometry import Plan
from homesteaders_rules.mechanisms.grids.steps import FULL
from homesteaders_rules.play.validation import checked
from homesteaders_rules.runtime.packing import numbers
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.readings.text import Text
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.strategies import seeded_walks
from runtime.small import HEAD, game_in_step, play_checked, played, small

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


CROPS = """\
public ground/grounds: 20 bed/beds, 9 shed/sheds
public crop/crops: 40 rye, 3 leek/leeks
limited: leeks

grid Garden, for each player, of 4 rows and 4 columns:
    a cell holds 1 bed or 1 shed
    a bed lies beside another bed
    what was laid stays
    crops lie on beds, and count in scoring
    an unused cell is one that holds nothing

play:
    setup
    rounds 1-4: work, harvest

phase setup:
    each player:
        gain 3 rye, 1 leek
        lay 1 bed on B2
phase work: each player: dig or sow or do nothing
action dig: lay 1 bed
action sow:
    for each empty bed, at least one:
        pay 1 rye to put 3 rye there or pay 1 leek to put 2 leeks there
phase harvest: each player: for each bed: take 1 from there
scoring in stars:
    crops: 1 per rye
    unused: -1 per unused cell
    stores: -1, 2 from 8, 5 from 9 rye
    space: 1 from 5, 2 from 13 unused cells

example a bed beside a bed, with 2 players:
    player 1 has bed on A3, A4
    player 1 has shed on C3
    A3 of player 1 holds 2 rye
    in work
    player 1: "dig"
    player 1 can "lay bed A2", "lay bed B3", "lay bed B1"
    player 1 cannot "lay bed D1", "lay bed A3", "lay bed D3"
    player 1: "lay bed A2"
    player 1 has bed on A2, A3, B2
    player 1 has 4 beds, 1 shed
    A3 of player 1 holds 2 rye
    player 2: "do nothing"
    A3 of player 1 holds 1 rye

example as many as one likes, with 2 players:
    player 1 has bed on A3, A4
    player 1 has 2 rye, 1 leek
    in work
    player 1: "sow"
    player 1 cannot "stop"
    player 1: "pay 1 rye to put 3 rye there"
    player 1 can "stop", "pay 1 rye to put 3 rye there", "pay 1 leek to put 2 leeks there"
    player 1: "pay 1 leek to put 2 leeks there", "stop"
    A3 of player 1 holds 3 rye, 0 leeks
    A4 of player 1 holds 2 leeks
    player 1 has 1 rye, 0 leeks
    player 2: "do nothing"
    A3 of player 1 holds 2 rye
    player 1 has 2 rye, 1 leek

example no seed and no bed, with 2 players:
    player 1 has 0 rye, 0 leeks
    B2 of player 2 holds 3 rye
    in work
    player 1 cannot "sow"
    player 1: "do nothing"
    player 2 cannot "sow"

example counting, with 2 players:
    player 1 has bed on A3, A4
    player 1 has 5 rye
    A3 of player 1 holds 3 rye
    in work
    player 1 scores -13 for unused
    player 1 scores 8 for crops
    player 1 scores 2 for stores
    player 1 scores 2 for space
"""


@pytest.fixture
def crops(tmp_path: Path) -> Rules:
    return small(tmp_path, CROPS, HEAD.partition("scoring")[0])


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
    assert list(numbers(plan.beside(1 << middle))) == [1, 3, 5, 7]


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
    assert not laid(state, "shed")
    state = played(state, "dig", "lay bed B1", "do nothing")
    assert laid(state, "shed") == {"A1", "B2", "C1"}


def test_what_is_paid_for_a_tile_is_paid_as_it_is_laid(garden: Rules) -> None:
    state = played(new_game(garden, 2, 1), "dig", "lay bed B1", "do nothing", "lay shed B2")
    assert state.holding(0, "coin") == 3
    assert state.decision.player == 1
    assert why_not(state, "lay shed B2") == "there is no cell for it"


def test_nobody_lays_what_they_cannot_pay(garden: Rules) -> None:
    at = situation(garden, 2, "work", holdings={0: {"coin": 0}}, cells={(0, "B1"): {"bed": 1}})
    assert not laid(at, "shed")
    assert why_not(at, "lay shed B2") == "it costs 1 coin; you have 0 coins"


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


def test_tiles_are_laid_as_often_as_one_likes(tmp_path: Path) -> None:
    """Each takes a cell, so it comes to an end."""
    text = GARDEN.replace("action dig: lay 1 bed", "action dig: as often as you like: lay 1 bed")
    state = played(new_game(small(tmp_path, text), 2, 1), "dig", "lay bed A1", "lay bed A2")
    assert state.decision.player == 0
    assert {"lay bed A3", "lay bed B1", "stop"} <= set(state.decision.keys)


def test_random_games_keep_every_promise(garden: Rules) -> None:
    play_checked(garden, games=2)


# ---------------------------------------------------------------------------------- what lies there


def test_what_is_told_of_goods_on_cells_is_so(crops: Rules) -> None:
    assert [str(failure) for failure in failures(crops)] == []


def test_random_games_lose_nothing_on_cells(crops: Rules) -> None:
    play_checked(crops, games=3)


def test_empty_cells_that_are_equal_are_taken_in_their_order(crops: Rules) -> None:
    state = situation(crops, 2, "work", cells={(0, "A3"): {"bed": 1}, (0, "A1"): {"bed": 1}})
    state = played(state, "sow", "pay 1 leek to put 2 leeks there", "stop")
    lying = {cell.name: cell.lying for cell in state.grid(0) if cell.tile}
    assert lying == {"A1": (("leek", 2),), "A3": (), "B2": ()}


def test_a_limited_good_is_put_as_far_as_it_goes(crops: Rules) -> None:
    """Of three leeks two are held, and the one that was paid lies on the bed with the last."""
    state = played(new_game(crops, 2, 1), "sow", "pay 1 leek to put 2 leeks there")
    assert dict(state.grid(0)[5].lying) == {"leek": 2}
    state = played(state, "sow", "pay 1 leek to put 2 leeks there")
    assert [state.holding(seat, "leek") for seat in (0, 1)] == [1, 1]
    assert [dict(state.grid(seat)[5].lying) for seat in (0, 1)] == [{"leek": 1}, {}]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_as_its_second_reading_says(crops: Rules, seed: int) -> None:
    assert Text.of(new_game(crops, 2, seed).table).is_readable
    game_in_step(crops, 2, seed)


def test_what_happens_on_a_grid_is_told(crops: Rules) -> None:
    state = played(new_game(crops, 2, 1), "dig")
    state, events = apply(state, "lay bed B3")
    assert narrate(events, state.table) == ["Player 1 lays bed on B3"]
    state, events = apply(played(state, "sow"), "pay 1 rye to put 3 rye there")
    told = ["Player 2 pays 1 rye, puts 3 rye on B2", "harvest", "Player 2 takes 1 rye from B2"]
    assert narrate(events, state.table)[:3] == told


def test_a_game_is_saved_and_taken_up_again(crops: Rules) -> None:
    game = Game.new(crops, 2, 1)
    for key in ("dig", "lay bed B3", "sow", "pay 1 rye to put 3 rye there"):
        game.choose(key)
    assert restore(save(game), crops).state == game.state
    assert state_from_json(save(game, with_state=True), crops) == game.state


def test_a_grid_is_seen_by_all(crops: Rules) -> None:
    state = played(new_game(crops, 2, 1), "sow", "pay 1 rye to put 3 rye there")
    assert view(state, 1).grid(0) == view(state, None).grid(0) == state.grid(0)
    with pytest.raises(GameError, match="no seat 2"):
        state.grid(2)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        (("grid", 0), 3, "a tile lies on the grid of player 1 that there is not"),
        (("grid", 1), 0, "player 2 has more or fewer bed than lie on their cells"),
        (("on cells", 0, "rye"), 1, "rye lies on a cell of player 1 where it cannot lie"),
    ],
)
def test_a_damaged_grid_is_refused(
    crops: Rules, name: tuple[str | int, ...], value: int, fault: str
) -> None:
    state = new_game(crops, 2, 1)
    cells = list(state.cells)
    cells[state.table.layout.at[name]] += value
    if not value:
        cells[state.table.layout.at[name]] = 0
    if name[0] == "on cells":
        cells[state.table.layout.goods_cell(2, "rye")] -= value
    with pytest.raises(BadSave, match=fault):
        checked(state.table, cells)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ({(0, "D9"): {"bed": 1}}, "there is no cell D9"),
        ({(0, "A1"): {"rye": 1}}, "nothing lies on A1 on which rye can lie"),
        ({(0, "B2"): {"rye": 9}}, "so much never lies on a cell: 9 rye"),
        ({(0, "B2"): {"star": 1}}, "no star ever lies on a cell"),
        ({(5, "B2"): {"bed": 1}}, "there is no seat 5"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(
    crops: Rules, lines: dict[tuple[int, str], dict[str, int]], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        situation(crops, 2, "work", cells=lines)


def test_how_many_tiles_is_said_by_where_they_lie(crops: Rules) -> None:
    with pytest.raises(GameError, match="say where it lies: player 1 has bed on A1"):
        situation(crops, 2, "work", holdings={0: {"bed": 4}})


def test_what_lies_on_grids_is_drawn_and_can_be_made_again(crops: Rules) -> None:
    """Tiles where they may be laid, and goods where they may lie, as a save would hold them."""
    seen: set[str] = set()
    for walk in islice(seeded_walks(crops, seed=7, most=1), 40):
        state, beginning = walk.first, walk.beginning
        if beginning.call == "situation":
            assert situation(crops, **beginning.arguments) == state
            cells = [cell for seat in range(state.table.players) for cell in state.grid(seat)]
            seen |= {cell.tile for cell in cells} | {good for c in cells for good, _ in c.lying}
            assert checked(state.table, state.cells) == list(state.cells)
    assert {"bed", "shed", "rye"} <= seen


@pytest.mark.parametrize("pay", ["", "pay 1 coin to "])
def test_tiles_may_be_laid_as_often_as_one_likes(tmp_path: Path, pay: str) -> None:
    """Each of them takes a cell, and so it comes to an end."""
    text = GARDEN.replace(
        "action dig: lay 1 bed", f"action dig: as often as you like: {pay}lay 1 bed"
    )
    state = new_game(small(tmp_path, text), 2, 1)
    assert "dig" in {option.key for option in state.options}


def test_a_seed_that_nobody_must_pay_is_offered_to_who_has_it(tmp_path: Path) -> None:
    """What is done for some cells is offered: nobody must raise it (not E512)."""
    text = CROPS.replace(" or pay 1 leek to put 2 leeks there", "").partition("example")[0]
    state = new_game(small(tmp_path, text, HEAD.partition("scoring")[0]), 2, 1)
    state = played(state, "sow")
    assert [option.key for option in state.options] == ["pay 1 rye to put 3 rye there"]


@pytest.mark.parametrize(
    ("change", "cells"),
    [
        ("replace grid Garden, for each player, of 2 rows and 3 columns:\n"
         "    a cell holds 1 bed, 1 shed or 1 hut\n    what was laid stays\n", 6),
        ("remove grid Garden\n"
         "grid Yard, for each player, of 1 row and 2 columns:\n"
         "    a cell holds 1 bed, 1 shed or 1 hut\n    what was laid stays\n", 2),
    ],
)  # fmt: skip
def test_a_pack_lays_out_another_grid(tmp_path: Path, change: str, cells: int) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "game.rules").write_text(HEAD + GARDEN, encoding="utf-8")
    (tmp_path / "more").mkdir()
    header = "pack More, version 1, extends Small\n"
    (tmp_path / "more" / "more.rules").write_text(header + change, encoding="utf-8")
    state = new_game(load(tmp_path / "more"), 2, 1)
    assert len(state.grid(0)) == cells


def test_tiles_are_turned_where_they_lie(tmp_path: Path) -> None:
    """As many as were turned, and none else: what does not lie there is not touched."""
    text = """\
public room/rooms: 9 loam hut/loam huts, 9 brick hut/brick huts
public ground/grounds: 9 bed/beds
grid Garden, for each player, of 2 rows and 2 columns:
    a cell holds 1 room or 1 bed
    what was laid stays
play:
    setup
    rounds 1-1: work
phase setup:
    each player:
        lay 1 loam hut on B2
        lay 1 bed on A1
        lay 1 loam hut on A2
phase work: each player: turn loam huts into brick huts or do nothing
"""
    state = new_game(small(tmp_path, text), 2, 1)
    state, events = apply(state, "turn loam huts into brick huts")
    told = "Player 1 pays 2 loam huts, lays brick hut on A2, lays brick hut on B2"
    assert narrate(events, state.table) == [told]
    assert [cell.tile for cell in state.grid(0)] == ["bed", "brick hut", "", "brick hut"]
    assert [cell.tile for cell in state.grid(1)] == ["bed", "loam hut", "", "loam hut"]
    assert [state.holding(0, good) for good in ("loam hut", "brick hut", "bed")] == [0, 2, 1]
    assert checked(state.table, state.cells) == list(state.cells)
    game_in_step(small(tmp_path, text), 2, 3)


def test_a_stock_of_ones_own_runs_out_for_its_player_alone(tmp_path: Path) -> None:
    text = GARDEN.replace("limited: huts", "limited for each player: 1 hut")
    rules = small(tmp_path, text)
    state = played(new_game(rules, 2, 1), "lay hut A1")
    assert len(laid(state, "hut")) == 16
    state = played(state, "do nothing")
    assert laid(state, "hut") == set()
    assert why_not(state, "lay hut A2") == "none of them is left"
    play_checked(rules, games=1)
