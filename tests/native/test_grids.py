"""Grids, homes, places for all and later rounds: small games, played by both machines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

pytest.importorskip("homesteaders_rules_native", reason="make native builds the machine in C")

from homesteaders_rules import Rules
from native.twins import twins_of
from runtime import test_counted_costs, test_in_turn, test_later, test_owing, test_turning
from runtime.small import HEAD, small
from runtime.test_enclosing import MEADOW
from runtime.test_grids import CROPS, GARDEN
from runtime.test_homes import PADDOCKS, YARDS
from sizes import THOROUGH

COUNTS = "gain 1 coin per yard, 5 stars per sheltered hut, 1 pebble per open cell"
COUNTED = MEADOW.replace("or do nothing", f"or {COUNTS}").replace(
    "an open cell", "a sheltered hut is one in a yard\n    an open cell"
)
"""Where nothing is closed to a tile, what is enclosed is not open nevertheless."""
PEBBLES = MEADOW.replace("gain 20 coins", "gain 8 coins, 9 pebbles")
OF_SOWING = HEAD.partition("scoring")[0]
"""Games that score otherwise than others."""

GRIDS = {
    "tiles": GARDEN,
    "tiles that are paid for": GARDEN.replace("lay 1 hut or", "pay 2 coins to lay 1 bed or"),
    "tiles that lie somewhere": GARDEN.replace(
        "or do nothing", "or lay 1 shed on B2 or do nothing"
    ),
    "tiles of one's own stock": GARDEN.replace("limited: huts", "limited for each player: 1 hut"),
    "a narrow grid": GARDEN.replace("4 rows and 4 columns", "1 row and 9 columns"),
    "more tiles than a word holds": GARDEN.replace("4 rows and 4", "6 rows and 9"),
    "many rows": GARDEN.replace("4 rows and 4 columns", "9 rows and 1 column"),
    "areas": MEADOW,
    "areas that are counted": COUNTED.replace("    a yard holds no hut\n", ""),
    "areas that nothing divides": MEADOW.replace("    a yard may be divided\n", ""),
    "areas anywhere": MEADOW.replace("lies beside another yard", "lies anywhere"),
    "walls around the grid": MEADOW.replace(
        "    a yard may", "    the edge of Meadow is a hedge\n    a yard may"
    ).replace("is what hedges enclose, chosen or not", "is what was enclosed"),
    "a short stock": MEADOW.replace("40 hedge/hedges", "9 hedge/hedges"),
    "what comes of building": f"{MEADOW}whenever you gain a hedge: gain 1 pebble\n",
    "something else that pays": f"{PEBBLES}1 pebble may pay for 1 coin\n",
    "homes": PADDOCKS,
    "young, or something else": PADDOCKS.replace(
        "gain 1 of each beast that you have 2 of, as far as there is room",
        "gain 1 of each beast that you have 2 of, as far as there is room or gain 1 pebble",
    ),
    "homes for many": YARDS.replace("gain 1 beast or", "gain 10 pigs or"),
    "several young": YARDS.replace("gain 1 beast or", "gain 2 goats, 2 pigs, 2 oxen or").replace(
        "1 in the barn", "8 in the barn"
    ),
}


def played(rules: Rules, games: int = 3) -> int:
    """Some games of each number of players, compared; the number of decisions."""
    found = 0
    for players in rules.players:
        for seed in range(20 if THOROUGH else games):
            twins = twins_of(rules, players, seed)
            assert twins is not None
            found += twins.play(Random(seed), 150, bias=seed % 3 * 0.3)
            assert not twins.left
    return found


@pytest.mark.parametrize("text", GRIDS.values(), ids=GRIDS)
def test_what_lies_on_grids_is_the_same_in_both(tmp_path: Path, text: str) -> None:
    assert played(small(tmp_path, text)) > 20


@pytest.mark.parametrize("size", ["4 rows and 4", "5 rows and 9"])
def test_goods_on_cells_are_the_same_in_both(tmp_path: Path, size: str) -> None:
    text = CROPS.partition("example")[0].replace("4 rows and 4", size)
    assert played(small(tmp_path, text, OF_SOWING)) > 50


def test_a_grid_with_more_cells_than_a_word_has_bits_is_for_python(tmp_path: Path) -> None:
    rules = small(tmp_path, GARDEN.replace("4 rows and 4", "9 rows and 9"))
    assert rules.for_table(2).machine == "python"


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("", ""),
        ("and for one until", "and for one of each player until"),
        ("none stays idle while a place is free", "any of them may stay idle"),
        ("each turn places one", "each turn places all"),
        ("to the left", "to the right"),
        ("is not free", "is free too"),
    ],
)
def test_places_for_all_are_the_same_in_both(tmp_path: Path, said: str, instead: str) -> None:
    work = test_in_turn.WORK.replace(said, instead) if said else test_in_turn.WORK
    assert played(small(tmp_path, test_in_turn.HEAD + work + test_in_turn.SPACES, "")) > 50


@pytest.mark.parametrize("left", ["", ", as much as you have"])
@pytest.mark.parametrize(
    "more",
    ["", "1 coin may pay for 2 food\n", "1 coin may pay for 2 food\n1 grain may pay for 1 food\n"],
)
def test_what_is_due_and_may_be_left_is_the_same_in_both(
    tmp_path: Path, left: str, more: str
) -> None:
    assert played(test_owing.game(tmp_path, test_owing.FEED.format(left), more), 6) > 20


SUBSTITUTES = {
    "nothing": "",
    "one": "1 coin may pay for 2 clay\n",
    "several": "1 coin may pay for 2 clay\n2 reed may pay for 1 clay\n1 clay may pay for 1 reed\n",
    "too much": "1 coin may pay for 5 reed, even too much\n1 clay may pay for 1 reed\n",
    "any": "any 2 stuffs may pay for 1 clay\n",
}


@pytest.mark.parametrize("more", SUBSTITUTES.values(), ids=SUBSTITUTES)
def test_what_is_counted_is_the_same_in_both(tmp_path: Path, more: str) -> None:
    cost = f"pay {test_counted_costs.COST} to gain 2 stars"
    offered = f"renovate or {cost} or gain 3 coins"
    assert played(test_counted_costs.game(tmp_path, cost, offered, more), 8) > 50


@pytest.mark.parametrize("what", [test_turning.FAMILY, test_turning.ROOMS])
def test_what_is_turned_is_the_same_in_both(tmp_path: Path, what: str) -> None:
    bound = "limited: clay room\neach player may hold 4 people, and gains no more\n"
    assert played(test_turning.game(tmp_path, what, bound)) > 15


@pytest.mark.parametrize(
    "rounds",
    ["each of the next 3 rounds", "each round to come", "each odd round to come"],
)
def test_what_is_put_off_is_the_same_in_both(tmp_path: Path, rounds: str) -> None:
    line = f"\n    on {rounds}: gain 1 coin\n    {test_later.BUILD}"
    assert played(test_later.game(tmp_path, line)) > 15
