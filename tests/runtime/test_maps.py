"""Maps: how tiles lie, who is next to whom, where players build, and what lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules import (
    Game,
    GameError,
    RuleErrors,
    Rules,
    State,
    apply,
    load,
    narrate,
    new_game,
    view,
    why_not,
)
from homesteaders_rules.errors import BadSave
from homesteaders_rules.mechanisms.maps.geometry import (
    ALL_ROUND,
    CORNERS,
    HEXES,
    SIDES,
    SIXTH,
    SQUARES,
    around,
    beside,
    spots,
)
from homesteaders_rules.play.scoring import totals
from homesteaders_rules.play.setup import begin
from homesteaders_rules.play.validation import checked
from homesteaders_rules.testing.checks import check_game
from homesteaders_rules.testing.examples import failures
from homesteaders_rules.testing.readings.text import Text
from homesteaders_rules.testing.situations import situation
from homesteaders_rules.testing.walks import walk
from runtime.small import HEAD, play_checked, played, small

ISLES = Path(__file__).parents[1] / "hostile" / "games" / "isles.rules"


@pytest.fixture(scope="module")
def isles() -> Rules:
    return load(ISLES)


def test_the_stories_of_a_map_hold(isles: Rules) -> None:
    assert [str(failure) for failure in failures(isles)] == []


def test_random_games_keep_every_promise(isles: Rules) -> None:
    play_checked(isles, games=2)


# ---------------------------------------------------------------------------------- geometry


@pytest.mark.parametrize(
    ("rows", "touching"), [((2, 3, 2), 24), ((3, 3, 3), 32), ((3, 4, 3), 38), ((1,), 0)]
)
def test_tiles_of_seven_fit_without_gaps(rows: tuple[int, ...], touching: int) -> None:
    """In the middle of two rows of two lie no holes; each tile touches its neighbours twice."""
    middles = spots(HEXES, True, rows)
    lying = [spot for middle in middles for spot in around(middle, True, 0)]
    assert len(set(lying)) == len(lying) == 7 * sum(rows)
    tile = {s: n for n, middle in enumerate(middles) for s in around(middle, True, 0)}
    pairs = {
        frozenset((tile[s], tile[other]))
        for s in lying
        for other in beside(s, SIXTH)
        if other in tile and tile[other] != tile[s]
    }
    assert 2 * len(pairs) == touching


def test_turning_a_tile_moves_each_space_on_by_one() -> None:
    middle, *ring = around((3, 5), True, 0)
    assert middle == (3, 5)
    assert ring[0] == (4, 5)
    assert list(around((3, 5), True, 1))[1:] == [*ring[1:], ring[0]]
    assert list(around((3, 5), True, 6)) == [middle, *ring]


def test_rows_of_squares_begin_at_one_side() -> None:
    assert spots(SQUARES, False, (1, 3)) == ((0, 0), (0, 1), (1, 1), (2, 1))
    assert spots(CORNERS, False, (2,)) == ((0, 0), (1, 0))
    assert spots(HEXES, False, (1, 2, 1)) == ((0, 0), (-1, 1), (0, 1), (-1, 2))


@pytest.mark.parametrize("ways", [SIXTH, SIDES, ALL_ROUND])
def test_half_of_the_ways_on_is_the_opposite(ways: tuple[tuple[int, int], ...]) -> None:
    half = len(ways) // 2
    for (x, y), (other_x, other_y) in zip(ways, ways[half:], strict=False):
        assert (x + other_x, y + other_y) == (0, 0)


# ---------------------------------------------------------------------------------- laying


def test_the_setup_lays_what_the_table_needs(isles: Rules) -> None:
    for players, places in ((2, 3), (3, 4), (4, 4)):
        spaces = new_game(isles, players, 5).map()
        assert len(spaces) == 7 * places
        assert [each.place for each in spaces[::7]] == list(range(1, places + 1))
        assert len({each.spot for each in spaces}) == len(spaces)
        goats = [each for each in spaces if ("goat", 1) in each.lying]
        assert {each.name for each in goats} == {e.name for e in spaces if "dell" in e.labels}


def test_chance_draws_and_turns_the_tiles(isles: Rules) -> None:
    games = [new_game(isles, 3, seed).map() for seed in range(12)]
    assert len({tuple(each.tile for each in game) for game in games}) > 6
    assert {each.turned for game in games for each in game} == set(range(6))
    assert new_game(isles, 3, 4).map() == games[4]


def test_what_is_told_of_the_map(isles: Rules) -> None:
    state, events = begin(isles, 2, 1)
    tiles = list(dict.fromkeys(space.tile for space in state.map()))
    told = narrate(events, state.table)
    assert f"On the map lie {tiles[0]}, {tiles[1]} and {tiles[2]}" in told
    assert not any("bag" in line or "goat" in line for line in told)
    key = state.decision.options[0].key
    _, events = apply(state, key)
    assert key.replace("make ", "").replace(" neutral", " is neutral") in narrate(
        events, state.table
    )


def test_a_random_space_becomes_neutral(isles: Rules) -> None:
    found = set()
    for seed in range(8):
        spaces = new_game(isles, 2, seed, {"camp at random": True}).map()
        [neutral] = [space for space in spaces if space.neutral]
        assert neutral.labels == ("meadow",)
        found.add(neutral.name)
    assert len(found) > 3


def test_everybody_sees_the_map(isles: Rules) -> None:
    state = new_game(isles, 3, 2)
    assert all(view(state, seat).map() == state.map() for seat in (None, 0, 1, 2))
    assert why_not(state, "make Cedar 6 neutral") is not None


# ---------------------------------------------------------------------------------- building


def reason(state: State, key: str) -> str:
    found = why_not(state, key)
    assert found is not None
    return found


def test_why_a_space_cannot_be_built_on(isles: Rules) -> None:
    state = situation(isles, 2, "landing", tiles=["Birch", "Cedar"], neutral=["Birch 2"])
    assert "next to nothing" in reason(state, "build Birch 6")
    assert reason(state, "build Birch 2") == "Birch 2 is neutral"
    assert reason(state, "build Birch 1") == "Birch 1 is not meadow or dell"
    assert reason(state, "build Dogwood 1" if "Dogwood" not in tiles_of(state) else "build Elder 1")
    state = played(state, "build Birch 0")
    assert reason(state, "build Birch 0") == "no Birch 0 is on offer now"
    assert "build Birch 6" in state.decision.keys


def test_what_lies_on_own_spaces_scores_and_what_is_held_does_not(isles: Rules) -> None:
    held = {0: {"hut": 7}, 1: {"hut": 9}}
    tiles, neutral = ["Birch", "Cedar"], ["Birch 2"]
    state = situation(isles, 2, "landing", tiles=tiles, neutral=neutral, holdings=held)
    assert totals(state) == (0, 0)
    state = played(state, "build Birch 3")
    assert (state.holding(0, "hut"), state.lying("Birch 3", "hut")) == (5, 2)
    assert totals(state) == (4, 0)


def tiles_of(state: State) -> set[str]:
    return {space.tile for space in state.map()}


def test_a_situation_says_what_cannot_be(isles: Rules) -> None:
    with pytest.raises(GameError, match="does not lie on the map; write above it: Birch is laid"):
        situation(isles, 2, "landing", tiles=["Alder", "Cedar", "Elder"], pieces={0: ["Birch 2"]})
    with pytest.raises(GameError, match=r'there is no tile "Ceder".*did you mean "Cedar"'):
        situation(isles, 2, "landing", tiles=["Ceder"])
    with pytest.raises(GameError, match="only 3 tiles lie on the map"):
        situation(isles, 2, "landing", tiles=["Alder", "Birch", "Cedar", "Elder"])
    with pytest.raises(GameError, match="Birch 2 is built on, or stands there twice"):
        situation(isles, 2, "landing", tiles=["Birch"], neutral=["Birch 2", "Birch 2"])


def test_goods_come_back_from_a_tile_that_makes_room(isles: Rules) -> None:
    state = situation(isles, 2, "landing", tiles=["Alder", "Birch", "Cedar"])
    lying = sum(amount for space in state.map() for good, amount in space.lying if good == "goat")
    assert lying == 3
    assert state.holding(-1, "goat") == 17
    assert tuple(checked(state.table, state.cells)) == state.cells


def test_what_players_hold_comes_from_spaces_where_the_stock_has_none(isles: Rules) -> None:
    """Six pearls there are, and some lie in ponds; what an example says lies there stays."""
    state = situation(
        isles,
        3,
        "landing",
        tiles=["Alder", "Birch", "Dogwood", "Elder"],
        holdings={0: {"pearl": 5}},
        lying={"Birch 1": {"pearl": 1}},
    )
    assert (state.holding(0, "pearl"), state.lying("Birch 1", "pearl")) == (5, 1)
    assert tuple(checked(state.table, state.cells)) == state.cells
    with pytest.raises(GameError, match="1 too few for this"):
        situation(isles, 3, "landing", holdings={0: {"pearl": 7}})


GRID = """\
piece plot/plots:
    labels: dry, wet
    places: bag, ground, players
each player may own 1 plot of each name
limited: pebble
phase setup: lay the map
phase turns: each player, from the start player: may build dry
play:
    setup
    rounds 1-4: turns
whenever a player builds a plot: gain 1 coin
map of plots:
    {}
plot A1: dry
plot B1: dry
plot C1: wet
plot A2: dry
plot B2: dry
plot C2: dry
"""
ROWS = """{}
    tiles lie in rows of 3 and 3
    tiles lie in the order of the text
    a player builds on {}"""


def grid(folder: Path, lines: str) -> Rules:
    return small(folder, GRID.format(lines), HEAD)


def builds(state: State) -> list[str]:
    return [k.removeprefix("build ") for k in state.decision.keys if k != "build nothing"]


@pytest.mark.parametrize(
    ("shape", "beside_b2"),
    [
        ("plots are squares", ["B1", "A2", "C2"]),
        ("plots are squares that also meet at corners", ["A1", "B1", "A2", "C2"]),
    ],
)
def test_neighbours_of_squares(tmp_path: Path, shape: str, beside_b2: list[str]) -> None:
    where = "a free plot next to one that is built on or neutral"
    rules = grid(tmp_path, ROWS.format(shape, where))
    state = situation(rules, 2, "turns", pieces={1: ["B2"]})
    assert builds(state) == beside_b2


def test_next_to_ones_own(tmp_path: Path) -> None:
    rules = grid(tmp_path, ROWS.format("plots are squares", "a free plot next to one of theirs"))
    state = situation(rules, 2, "turns", pieces={0: ["A1"], 1: ["C2"]})
    assert builds(state) == ["B1", "A2"]
    assert builds(played(state, "build B1")) == ["B2"]
    assert builds(situation(rules, 2, "turns")) == [], "nobody has a space to begin from"


def test_the_first_anywhere(tmp_path: Path) -> None:
    where = "a free plot next to one of theirs, the first anywhere"
    rules = grid(tmp_path, ROWS.format("plots are squares", where))
    state = played(situation(rules, 2, "turns"), "build A1")
    assert builds(state) == ["B1", "A2", "B2", "C2"]
    assert builds(played(state, "build C2")) == ["B1", "A2"]


def test_any_free_space(tmp_path: Path) -> None:
    rules = grid(tmp_path, ROWS.format("plots are hexes", "any free plot"))
    assert builds(new_game(rules, 2)) == ["A1", "B1", "A2", "B2", "C2"]
    play_checked(rules, games=1)


def test_listed_neighbours(tmp_path: Path) -> None:
    where = "a player builds on a free plot next to one of theirs"
    rules = grid(tmp_path, f"neighbours are as listed\n    A1: C2, B1\n    B1: A2\n    {where}")
    state = situation(rules, 2, "turns", pieces={0: ["B1"]})
    assert builds(state) == ["A1", "A2"]
    assert builds(situation(rules, 2, "turns", pieces={0: ["C2"]})) == ["A1"]
    play_checked(rules, games=1)


def test_before_it_is_laid_nothing_lies_on_a_map(tmp_path: Path) -> None:
    text = GRID.format(ROWS.format("plots are squares", "any free plot"))
    text = text.replace("    setup\n    rounds 1-4: turns", "    rounds 1-4: turns, setup")
    rules = small(tmp_path, text, HEAD)
    state = new_game(rules, 2)
    assert state.map() == () and builds(state) == []
    for _ in range(2):
        state = played(state, "build nothing")
    assert builds(state) == ["A1", "B1", "A2", "B2", "C2"]
    play_checked(rules, games=1)


def test_a_map_that_lies_already_stays_as_it_is(tmp_path: Path) -> None:
    text = GRID.format(ROWS.format("plots are squares", "any free plot"))
    rules = small(tmp_path, text.replace("gain 1 coin", "lay the map"), HEAD)
    state = played(new_game(rules, 2), "build A1")
    assert [space.owner for space in state.map()] == [0, None, None, None, None, None]
    assert state.copies("bag", "A1") == 0 and state.copies("ground", "A1") == 0
    play_checked(rules, games=1)


def test_no_copy_of_a_space_is_taken_out_of_the_game(tmp_path: Path) -> None:
    text = GRID.format(ROWS.format("plots are squares", "any free plot"))
    removing = (
        "phase setup:\n    remove 1 copy of each plot that has 1 or more copies\n    lay the map"
    )
    with pytest.raises(RuleErrors, match="E578"):
        small(tmp_path, text.replace("phase setup: lay the map", removing), HEAD)


# ---------------------------------------------------------------------------------- from outside


def changed(state: State, name: tuple[str, str], value: int) -> list[int]:
    cells = list(state.cells)
    cells[state.table.layout.at[name]] = value
    return cells


def test_a_damaged_map_is_not_taken(isles: Rules) -> None:
    state = situation(isles, 2, "landing", tiles=["Birch", "Cedar", "Alder"], neutral=["Birch 2"])
    layout = state.table.layout
    order = state.cells[layout.at["map", "tiles"]]
    twice = order & ~((1 << 10) - 1) | order >> 10 & (1 << 10) - 1
    elsewhere = 1 << layout.piece_index["Elder 1"]
    wrong = {
        "its tiles, each once": changed(state, ("map", "tiles"), twice),
        "that there is not": changed(state, ("map", "tiles"), order | 1000),
        "Elder 1 does not lie on the map": changed(state, ("map", "neutral"), elsewhere),
        "goats instead of 20": changed(state, ("lying", "goat"), 0),
    }
    for message, cells in wrong.items():
        with pytest.raises(BadSave, match=message):
            checked(state.table, cells)
    assert checked(state.table, state.cells) == list(state.cells)


# ---------------------------------------------------------------------------------- read twice


@pytest.mark.parametrize("options", [{}, {"camp at random": True}])
def test_games_go_as_their_text_is_read_a_second_time(
    isles: Rules, options: dict[str, bool]
) -> None:
    """With points of the plane in the place of tables of neighbours."""
    assert Text.of(isles.for_table(2)).is_readable
    for players in isles.players:
        game = Game.new(isles, players, 3, options)
        for step in walk(isles, players, 3, options, anytime=0.2, most=80):
            game.choose(step.option.key)
        check_game(game)


@pytest.mark.parametrize(
    "lines",
    [
        ROWS.format("plots are squares", "a free plot next to one of theirs, the first anywhere"),
        ROWS.format(
            "plots are squares that also meet at corners",
            "a free plot next to one that is built on or neutral",
        ).replace("rows of 3 and 3", "rows of 1, 2 and 3"),
        ROWS.format("plots are hexes", "any free plot").replace(
            "rows of 3 and 3", "rows of 2 and 3"
        ),
        "neighbours are as listed\n    A1: C2, B1\n    B1: A2\n"
        "    a player builds on a free plot next to one of theirs, the first anywhere",
    ],
)
def test_every_shape_is_read_twice(tmp_path: Path, lines: str) -> None:
    rules = grid(tmp_path, lines)
    game = Game.new(rules, 2, 1)
    for step in walk(rules, 2, 1, most=40):
        game.choose(step.option.key)
    check_game(game)
