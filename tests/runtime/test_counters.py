"""What is counted: several labels are all carried, a set is one of each, a kind is there once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Rules, apply, load
from homesteaders_rules.play.scoring import score as scores_of
from homesteaders_rules.testing.readings.catching_up import begun_here
from homesteaders_rules.testing.readings.counting.scores import scores as read_again
from homesteaders_rules.testing.situations import situation
from runtime.small import played, small

if TYPE_CHECKING:
    from pathlib import Path

TOWER = """\
building {name}:
    special, city
    scores {score}
    income: {income}
"""
"""It is owned by whoever tries what it counts: each case has its own."""
COUNTED = {"building": 4, "residential building": 2, "residential town building": 1}
SCORED = {
    "3 points per set of residential, commercial and industrial buildings": 3,
    "3 points per set of residential and special buildings": 3,
    "2 points per set of residential buildings and workers, at most 5": 4,
    "2 points per set of residential buildings and workers, at most 3": 3,
    "1 point per set of wood and town buildings": 1,
    "1 point per set of steel and buildings": 0,
    "1 point per kind of resource": 2,
    "1 point for every 2 wood": 2,
    "1 point for every 3 workers": 0,
    "3 points for every 2 residential buildings": 3,
    "3 points for every 2 wood, at most 4": 4,
}
LINES = {
    "pairs: 3 for every 2 wood": 6,
    "few: 1 for every 5 wood": 0,
    "lost: -1 for every 2 workers": -1,
    # Five goods of the group together, and not each by itself.
    "stores: 2 for every 5 resources": 2,
    "houses: 1 for every 2 residential buildings": 1,
    "kinds: 4 for every 2 kinds of resource": 4,
    "homes: 5 for every 3 sets of wood and residential buildings": 5,
}
COMPARED = {
    "3 residential buildings": True,
    "3 or more residential buildings": True,
    "at least 4 residential buildings": False,
    "at least 3 residential buildings": True,
    "at most 3 residential buildings": True,
    "2 or fewer residential buildings": False,
    "2 or less residential buildings": False,
    "2-3 residential buildings": True,
    "4-5 residential buildings": False,
    "no residential city buildings": True,
    "1 or more kinds of resources": True,
    "2 or more kinds of resources": False,
    "exactly 1 set of commercial buildings and workers": True,
    "at least 1 Railroad": False,
    "no kinds of resources": False,
    "no sets of commercial buildings and workers": False,
    "no sets of steel and buildings": True,
}
CASES = [*COUNTED, *SCORED, *COMPARED]
OWNED = ["Grain Mill", "Boarding House", "Foundry", "Market"]
"""With the Homestead these are three residential buildings."""


def tower(case: str) -> str:
    """The name of the building that a case is tried with."""
    row, number = divmod(CASES.index(case), 26)
    return f"Tall Tower {chr(ord('A') + row)}{chr(ord('a') + number)}"


def building(case: str) -> str:
    score = case if case in SCORED else "1 point per rail"
    income = f"if you have {case if case in COMPARED else 'no debt'}: gain 1 wood"
    if case in COUNTED:
        income = f"gain 1 point per {case}"
    return TOWER.format(name=tower(case), score=score, income=income)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The towers of all cases: the game is read once with them."""
    file: Path = tmp_path_factory.mktemp("towers") / "towers.rules"
    header = "pack Towers, version 1, extends Homesteaders\n\n"
    lines = "".join(f"    {line}\n" for line in LINES)
    text = f"{header}more of scoring:\n{lines}\n" + "\n".join(map(building, CASES))
    file.write_text(text, encoding="utf-8")
    return load(file)


@pytest.mark.parametrize("case", COUNTED)
def test_pieces_with_all_of_the_labels(rules: Rules, case: str) -> None:
    owned = [tower(case), "Boarding House", "Depot"]
    state = situation(rules, 3, "income", pieces={0: owned})
    after, _ = apply(state, "done")
    assert after.holding(0, "point") - state.holding(0, "point") == COUNTED[case]


@pytest.mark.parametrize("case", SCORED)
def test_a_set_is_one_of_each_and_a_kind_is_there_once(rules: Rules, case: str) -> None:
    held = {0: {"wood": 4, "worker": 2, "gold": 1}}
    state = situation(rules, 3, "income", pieces={0: [tower(case), *OWNED]}, holdings=held)
    (line,) = [line for line in scores_of(state)[0].lines if line.label == "bonuses"]
    own = [source.amount for source in line.sources if source.what.startswith(tower(case))]
    assert sum(own) == SCORED[case]


@pytest.mark.parametrize("case", LINES)
def test_so_much_for_every_so_many_in_a_line_of_the_scoring(rules: Rules, case: str) -> None:
    held = {0: {"wood": 4, "worker": 2, "gold": 1}}
    state = situation(rules, 3, "income", pieces={0: OWNED}, holdings=held)
    score, label = scores_of(state)[0], case.partition(":")[0]
    assert score.line(label) == LINES[case]
    again = begun_here(state)
    assert again is not None
    assert read_again(again)[0][label] == LINES[case]


@pytest.mark.parametrize("case", COMPARED)
def test_whatever_is_counted_can_be_compared(rules: Rules, case: str) -> None:
    state = situation(rules, 3, "income", pieces={0: [tower(case), *OWNED]})
    after, _ = apply(state, "done")
    assert (after.holding(0, "wood") > state.holding(0, "wood")) == COMPARED[case]


MOST = """play:
    rounds 1-2: pick
phase pick:
    each player: if you have the most coins and pebbles{}: gain 1 star
    each player: gain 1 coin or gain 1 pebble
"""


@pytest.mark.parametrize(("least", "stars"), [("", [1, 0]), (", at least 5", [0, 0])])
def test_the_most_of_two_things_is_of_both_together(
    tmp_path: Path, least: str, stars: list[int]
) -> None:
    rules = small(tmp_path, MOST.format(least))
    held = {0: {"coin": 2, "pebble": 2}, 1: {"coin": 3}}
    state = situation(rules, 2, "pick", holdings=held)
    assert [state.holding(seat, "star") for seat in (0, 1)] == stars


HARVEST = """\
piece card/cards:
    places: box, table, players
    moments: yield
each player may own 1 card of each name
card Fool: yield: gain 1 coin
tally crop: money that yield gives
yield: gain 2 coins
phase work: each player, from the start player: collect yield, then gain 1 pebble per crop
phase rest: each player, from the start player: gain 1 star or gain 1 coin
play:
    rounds 1-3: work, rest
"""


def test_a_tally_counts_what_a_moment_gave_last(tmp_path: Path) -> None:
    state = situation(small(tmp_path, HARVEST), 2, "work", pieces={1: ["Fool"]})
    for round_ in (1, 2, 3):
        held = [[state.holding(seat, good) for good in ("coin", "pebble")] for seat in (0, 1)]
        assert held == [[2 * round_, 2 * round_], [3 * round_, 3 * round_]]
        state = played(state, "gain 1 star", "gain 1 star")
