"""Enclosing areas of a grid: what may be enclosed, what it costs, and what it counts."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from homesteaders_rules import (
    Game,
    Rules,
    State,
    apply,
    narrate,
    new_game,
    restore,
    save,
    view,
    why_not,
)
from homesteaders_rules.errors import BadSave
from homesteaders_rules.play.validation import checked
from homesteaders_rules.testing.examples import failures
from runtime.small import game_in_step, play_checked, played, small

MEADOW = """\
public ground/grounds: 20 hut/huts, 40 hedge/hedges
limited: hedges

grid Meadow, for each player, of 3 rows and 4 columns:
    a cell holds 1 hut
    what was laid stays
    hedges lie on the edges of cells, and stay
    a yard is what hedges enclose, chosen or not
    a yard lies beside another yard
    a yard holds no hut
    a yard may be divided
    an open cell is one that holds nothing and is not enclosed

play:
    setup
    rounds 1-4: work

phase setup:
    each player: gain 20 coins
    each player: lay 1 hut on B2
phase work: each player: pay 1 coin per hedge to enclose a yard or lay 1 hut or do nothing
"""


@pytest.fixture
def meadow(tmp_path: Path) -> Rules:
    return small(tmp_path, MEADOW)


def enclosable(state: State) -> set[str]:
    """The areas which the player who is asked may enclose."""
    keys = (option.key for option in state.options)
    return {key.removeprefix("enclose ") for key in keys if key.startswith("enclose ")}


def test_what_stands_at_the_edge_of_the_grid_is_built_too(meadow: Rules) -> None:
    state = played(new_game(meadow, 2, 1), "enclose A1")
    assert (state.holding(0, "hedge"), state.holding(0, "coin")) == (4, 16)


def test_what_is_enclosed_is_told_and_seen_by_all(meadow: Rules) -> None:
    state = new_game(meadow, 2, 1)
    after, events = apply(state, "enclose A1 A2")
    assert narrate(events, state.table) == ["Player 1 pays 6 coins, encloses A1 A2 with 6 hedges"]
    seen = {cell.name: cell for cell in view(after, 1).grid(0)}
    assert [name for name, cell in seen.items() if cell.area == 1] == ["A1", "A2"]
    assert seen["A1"].built == (False, True, True, True)
    assert seen["A3"].built == (False, False, True, False)


def test_an_example_says_what_is_enclosed(tmp_path: Path) -> None:
    example = """
example a yard beside another, with 2 players:
    player 1 encloses A1 A2
    player 1 encloses A3
    player 1 has 3 coins
    in work
    player 1 can "enclose A4", "enclose A1"
    player 1 cannot "enclose B3 B4"
    player 1: "enclose A1"
    player 1 encloses A2
    player 1 has 3 yards, 10 hedges, 2 coins
"""
    assert not [*failures(small(tmp_path, MEADOW + example))]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("player 1 encloses A1 A3", "A1 A3 cannot be enclosed as the grid is now"),
        ("player 1 encloses B2", "B2 cannot be enclosed as the grid is now"),
        ("player 1 has 2 yards", "yard is only counted: say which cells: player 1 encloses A1"),
        ("player 1 has 3 hedges", "say where it stands: player 1 encloses A1"),
    ],
)
def test_an_example_says_nothing_that_cannot_be(tmp_path: Path, line: str, message: str) -> None:
    example = f"\nexample wrong, with 2 players:\n    {line}\n    in work\n"
    (failure,) = failures(small(tmp_path, MEADOW + example))
    assert failure.message == message


def test_areas_are_enclosed_as_often_as_one_likes(tmp_path: Path) -> None:
    """Each takes edges, so it comes to an end."""
    text = MEADOW.replace("phase work: each player: pay", "phase work: each player: plant or pay")
    again = "as often as you like, at least once: pay 1 coin per hedge to enclose a yard"
    text += f"action plant: {again}\n"
    state = played(new_game(small(tmp_path, text), 2, 1), "plant", "enclose A1", "enclose A2")
    assert state.holding(0, "hedge") == 7
    assert {"enclose A3", "stop"} <= set(state.decision.keys)


FARM = """\
public ground/grounds: 20 hut/huts, 75 hedge/hedges
each player may hold 15 hedges, and gains no more

grid Meadow, for each player, of 3 rows and 5 columns:
    a cell holds 1 hut
    what was laid stays
    hedges lie on the edges of cells, and stay
    a yard is what hedges enclose
    a yard lies beside another yard
    a yard holds no hut
    a yard may be divided

play:
    setup
    rounds 1-4: work

phase setup:
    each player: lay 1 hut on B1
    each player: lay 1 hut on C1
    each player: gain 15 coins
phase work:
    each player: as often as you like, at least once: pay 1 coin per hedge to enclose a yard
"""


def test_all_areas_of_a_farm_come_out_of_the_text(tmp_path: Path) -> None:
    """762 beside the house, as on the bare grid of test_areas."""
    state = new_game(small(tmp_path, FARM), 2, 1)
    assert len(enclosable(state)) == 762
    state = played(state, "enclose A1 A2", "enclose B2 B3", "enclose A1", "enclose B2")
    assert (state.holding(0, "hedge"), state.holding(0, "coin")) == (13, 2)
    # Two are left, and of one cell two sides are closed already. After it nothing can be done.
    assert [option.key for option in state.options] == ["enclose A3", "stop"]
    state = played(state, "enclose A3")
    assert (state.decision.player, state.holding(0, "hedge")) == (1, 15)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (("edges", 0), 0, "something stands that closes nothing in"),
        (("enclosed", 0), 0b11, "something stands that closes nothing in"),
        (("enclosed", 1), 0b1, "something stands that closes nothing in"),
        (("edges", 1), 1 << 40, "not between 0 and 2147483647"),
    ],
)
def test_a_state_from_outside_is_looked_through(
    meadow: Rules, name: tuple[str, int], value: int, message: str
) -> None:
    state = played(new_game(meadow, 2, 1), "enclose A1")
    cells = list(state.cells)
    cells[state.table.layout.at[name]] = value
    with pytest.raises(BadSave, match=message):
        checked(state.table, cells)
    assert checked(state.table, state.cells) == list(state.cells)


def test_games_are_saved_and_told_apart_by_what_is_enclosed(meadow: Rules) -> None:
    game = Game.new(meadow, 2, 1)
    for key in ("enclose A1 A2", "enclose C4"):
        game.choose(key)
    again = restore(save(game, with_state=True), meadow)
    assert again.state == game.state
    assert pickle.loads(pickle.dumps(game.state)) == game.state
    assert game.state.grid(0) != game.state.grid(1)
    game.undo(1)
    assert not any(cell.area for cell in game.state.grid(1))


def test_random_games_keep_every_promise(meadow: Rules) -> None:
    play_checked(meadow, games=1)


def test_areas_lie_beside_each_other_and_share_what_stands_between(meadow: Rules) -> None:
    state = played(new_game(meadow, 2, 1), "enclose A1", "do nothing")
    assert {"A2", "B1", "A2 A3"} <= enclosable(state)
    assert not {"A3", "C4", "B1 B2"} & enclosable(state)
    assert why_not(state, "enclose A3") == "it does not lie beside what is enclosed"
    assert why_not(state, "enclose B1 B2") == "B2 holds what does not lie in there"
    assert why_not(state, "enclose A2 A4") == "these cells are no area that can be enclosed"
    ordered = "its cells are named in their order: enclose A2 A3"
    assert why_not(state, "enclose A3 A2") == why_not(state, "enclose a3 a2") == ordered
    state = played(state, "enclose A2")
    assert state.holding(0, "hedge") == 7


def test_an_area_is_divided_by_the_part_with_the_first_cell(meadow: Rules) -> None:
    state = played(new_game(meadow, 2, 1), "enclose A1 A2 A3", "do nothing")
    assert {"A1", "A1 A2"} <= enclosable(state)
    assert not {"A2", "A3", "A2 A3", "A1 A3"} & enclosable(state)
    assert "two parts" in str(why_not(state, "enclose A2 A3"))
    assert (
        why_not(state, "enclose A3 A4") == "it is neither free nor a part of one that is enclosed"
    )
    state = played(state, "enclose A1")
    assert state.holding(0, "hedge") == 9


def test_nothing_is_divided_where_the_text_does_not_say_so(tmp_path: Path) -> None:
    rules = small(tmp_path, MEADOW.replace("    a yard may be divided\n", ""))
    state = played(new_game(rules, 2, 1), "enclose A1 A2", "do nothing")
    assert "A1" not in enclosable(state)
    assert "A3" in enclosable(state)


def test_nothing_lies_beside_another_where_the_text_does_not_say_so(tmp_path: Path) -> None:
    rules = small(tmp_path, MEADOW.replace("lies beside another yard", "lies anywhere"))
    state = played(new_game(rules, 2, 1), "enclose A1", "do nothing")
    assert {"A3", "C4"} <= enclosable(state)


def test_what_is_affordable_is_offered(meadow: Rules) -> None:
    state = played(new_game(meadow, 2, 1), "enclose A3 A4 B3 B4 C3 C4", "do nothing")
    assert "A1" not in enclosable(state)
    state = played(state, "enclose A3 A4", "do nothing", "enclose A3", "do nothing")
    # Seven coins are left: eleven hedges cost eleven.
    assert state.holding(0, "coin") == 7
    assert "A2" in enclosable(state)
    assert why_not(state, "enclose A1 A2 B1 C1 C2") == ("it costs 10 coins; you have 7 coins")


def test_the_stock_of_what_is_built_may_run_short(tmp_path: Path) -> None:
    rules = small(tmp_path, MEADOW.replace("40 hedge/hedges", "9 hedge/hedges"))
    state = played(new_game(rules, 2, 1), "enclose A1 A2")
    assert enclosable(state) == set()
    assert why_not(state, "enclose A1") == "it takes 4, and there are 3 left to build"


@pytest.mark.parametrize(
    ("says", "middle", "is_closed"),
    [
        ("is what hedges enclose, chosen or not", "A4", True),
        # With a hut in it the middle is none.
        ("is what hedges enclose, chosen or not", "B2", False),
        ("is what was enclosed", "A4", False),
    ],
)
def test_a_ring_closes_in_what_nobody_chose(
    tmp_path: Path, says: str, middle: str, is_closed: bool
) -> None:
    text = MEADOW.replace("is what hedges enclose, chosen or not", says)
    rules = small(tmp_path, text.replace("on B2", f"on {middle}"))
    state = played(new_game(rules, 2, 1), "enclose A1 A2 A3 B1 B3 C1 C2 C3", "do nothing")
    assert ("B2" in enclosable(state)) == (not is_closed and middle != "B2")
    state = played(state, "do nothing", "do nothing")
    lattice = state.table.layout.lattice
    assert lattice is not None
    assert lattice.enclosed(state.cells, 0).bit_count() == 8 + is_closed


def test_a_player_may_have_no_more_than_so_many(tmp_path: Path) -> None:
    text = MEADOW + "each player may hold 9 hedges, and gains no more\n"
    state = played(new_game(small(tmp_path, text), 2, 1), "enclose A1 A2", "do nothing")
    assert enclosable(state) == {"A1", "A3"} | {area for area in enclosable(state) if "B" in area}
    assert why_not(state, "enclose A3 A4") == "it takes 5, and there are 3 left to build"
    assert why_not(state, "enclose A3 A4 B3 B4") == "it takes 7, and there are 3 left to build"


def test_something_else_may_pay_for_an_edge(tmp_path: Path) -> None:
    text = MEADOW.replace("gain 20 coins", "gain 3 coins, 2 pebbles")
    text += "1 pebble may pay for 1 coin\n"
    state = new_game(small(tmp_path, text), 2, 1)
    ways = {key for key in enclosable(state) if key.startswith("A1 ")}
    assert ways == {"A1 with pebble as coin", "A1 with 2 pebble as coin"}
    assert why_not(state, "enclose A1") == "it costs 4 coins; you have 3 coins"


def test_an_edge_that_counts_is_not_built(tmp_path: Path) -> None:
    text = MEADOW.replace("enclose, chosen or not", "enclose").replace(
        "a yard is what hedges enclose", "a yard is what was enclosed"
    )
    text = text.replace("    a yard may", "    the edge of Meadow is a hedge\n    a yard may")
    state = played(new_game(small(tmp_path, text), 2, 1), "enclose A1")
    assert state.holding(0, "hedge") == 2


def test_areas_and_what_lies_in_them_are_counted(tmp_path: Path) -> None:
    text = MEADOW.replace("a yard holds no hut", "a yard has at most 4 cells")
    text = text.replace("an open cell", "a sheltered hut is one in a yard\n    an open cell")
    counts = "gain 1 coin per yard, 5 stars per sheltered hut, 1 pebble per open cell"
    text = text.replace("or do nothing", f"or {counts}")
    rules = small(tmp_path, text)
    assert "A1 A2 A3 A4 B3" not in enclosable(new_game(rules, 2, 1))
    state = played(new_game(rules, 2, 1), "enclose A1 A2 B1 B2", counts, "enclose A1")
    state = played(state, counts, counts)
    held = {good: state.holding(0, good) for good in ("coin", "star", "pebble")}
    assert held == {"coin": 20 - 8 - 2 + 2, "star": 5, "pebble": 8}


@pytest.mark.parametrize("seed", range(3))
def test_the_text_says_the_same_a_second_time(meadow: Rules, seed: int) -> None:
    game_in_step(meadow, 2 + seed % 2, seed)
