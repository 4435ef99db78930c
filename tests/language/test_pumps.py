"""Exchanges that give goods or points for nothing, again and again: found, and never imagined."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from homesteaders_rules.language.checking.pumps import endless, solving
from homesteaders_rules.language.checking.pumps.solving import Move, Problem, net_of, shortest_pump
from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.diagnostics import Diagnostic
from language.texts import RULES, orchard, pack

HAS_SCIPY = importlib.util.find_spec("scipy") is not None

PUMPS = {
    "exchange brew: 1 apple -> 2 pears\nexchange plant: 1 pear -> 1 apple": (
        1,
        "brew, plant: +1 pear each time",
    ),
    "exchange dream: nothing -> 1 star": (1, "dream: +1 star each time"),
    # one that feeds itself
    "exchange graft: 1 apple -> 2 apples": (1, "graft: +1 apple each time"),
    # three in a row, and one of them several times
    "exchange one: 1 apple -> 1 pear\nexchange two: 3 pears -> 1 helper\n"
    "exchange three: 1 helper -> 4 apples": (1, "3 times one, two, three: +1 apple each time"),
    # the price of a good
    "exchange market: price of fruit -> 1 fruit\nexchange press: 1 pear -> 3 coins": (
        1,
        "market pear, press: +1 coin each time",
    ),
    # a debt that is paid back for less than it gave
    "exchange settle: 1 note, 1 coin -> nothing": (1, "lend, settle: +1 coin each time"),
    # points for a debt that counts less
    "exchange boast: 2 coins -> 3 stars": (1, "boast, lend: +1 note, +3 stars each time"),
    # what follows from an exchange
    "exchange swap: 1 apple -> 1 pear\nexchange return: 1 pear -> 1 apple\n"
    "whenever you swap: gain 1 star": (1, "return, swap: +1 star each time"),
    # what follows from gaining
    "exchange swap: 1 apple -> 1 pear\nexchange return: 1 pear -> 1 apple\n"
    "whenever you gain a pear: gain 1 coin": (1, "return, swap: +1 coin each time"),
    # one good stands for several of another
    "1 apple may pay for 3 pears\nexchange mash: 3 pears -> 1 helper\n"
    "exchange hand out: 1 helper -> 2 apples": (2, "hand out, mash: +1 apple each time"),
    # several uses are paid in one sum
    "1 helper may pay for 5 pears\nexchange pick, paid together: 3 pears -> 1 apple\n"
    "exchange crew: 4 apples -> 3 helpers": (2, "crew, 5 times pick: +1 apple each time"),
    # open in a window only
    "exchange brew: 1 apple -> 2 pears, when offered\nexchange plant: 1 pear -> 1 apple\n"
    "after fair: each player: trade freely, also brew": (1, "brew, plant: +1 pear each time"),
    # on pieces that one player may own together
    "tree Elm:\n    early\n    exchange: 1 apple -> 2 pears\n"
    "tree Ash:\n    late\n    exchange: 1 pear -> 1 apple": (
        3,
        "use Ash for apple, use Elm for pear: +1 pear each time",
    ),
    # a trigger on a piece
    "exchange swap: 1 apple -> 1 pear\nexchange return: 1 pear -> 1 apple\n"
    "tree Elm:\n    early\n    whenever you swap: gain 1 star": (
        1,
        "return, swap: +1 star each time",
    ),
    # at some tables only
    "with slow trees: exchange brew: 1 apple -> 2 pears\nexchange plant: 1 pear -> 1 apple": (
        1,
        "brew, plant: +1 pear each time",
    ),
    # an exchange that counts as another
    "exchange swap, as barter: 1 apple -> 1 pear\nexchange barter: 1 pear -> 1 apple\n"
    "whenever you barter: gain 1 coin": (1, "barter, swap: +2 coins each time"),
}

HARMLESS = [
    "exchange brew: 1 apple -> 2 pears\nexchange plant: 2 pears -> 1 apple",
    # a debt
    "exchange mortgage: nothing -> 1 note, 5 coins",
    "exchange settle: 1 note, 2 coins -> nothing",
    # a token that nothing gives without end
    "exchange brew: 1 helper, 1 apple -> 2 pears\nexchange plant: 1 pear -> 1 apple\n"
    "yield: gain 1 helper",
    # the box runs out
    "limited: star\nexchange dream: nothing -> 1 star",
    # so much and no more is held
    "each player may hold 5 stars, and gains no more\nexchange dream: nothing -> 1 star",
    "each player may hold 5 stars, and gives back what is too much\n"
    "exchange dream: nothing -> 1 star",
    "limited for each player: 5 stars\nexchange dream: nothing -> 1 star",
    # in windows that are never open together
    "exchange brew: 1 apple -> 2 pears, when offered\n"
    "exchange plant: 1 pear -> 1 apple, when offered\n"
    "after fair: each player: trade freely, also brew\n"
    "before fair: each player: trade freely, also plant",
    # at tables that exclude each other
    "with slow trees: exchange brew: 1 apple -> 2 pears\n"
    "without slow trees: exchange plant: 1 pear -> 1 apple",
    # one use, and no more
    "exchange dream: nothing -> 1 star, when offered\nafter fair: each player: dream",
    # what stands for another gives no change
    "1 apple may pay for 5 pears\nexchange mash: 1 pear -> 1 helper\n"
    "exchange hand out: 1 helper -> 1 apple",
    # not for exchanges
    "1 apple may pay for 5 pears, in build\nexchange mash: 5 pears -> 1 helper\n"
    "exchange hand out: 1 helper -> 2 apples",
    # a trigger takes away what was won
    "exchange brew: 1 apple -> 2 pears\nexchange plant: 1 pear -> 1 apple\n"
    "whenever you plant: discard 1 pear",
    # pieces that lie up in turn
    "piece cloud/clouds:\n    stacks: Sky\nafter planting: shuffle Sky face up\n"
    "before fair: if nobody won a stall: turn up 1 cloud of each stack\n"
    "exchange swap: 2 apples -> 1 pear\nexchange return: 1 pear -> 1 apple\n"
    "clouds of Sky:\n    cloud Mist: whenever you return: gain 1 helper\n"
    "    cloud Rain: whenever you gain a helper: gain 1 apple",
]


def pumps(diagnostics: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    assert not [each for each in diagnostics if each.is_error], diagnostics
    return [each for each in diagnostics if each.code == "W541"]


@pytest.fixture(params=["search", "programme"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the search alone, and with the solver alone where it is installed."""
    if request.param == "search":
        monkeypatch.setattr(solving, "solved", lambda _: None)
    elif HAS_SCIPY:
        monkeypatch.setattr(solving, "searched", lambda _: (None, False))
    else:
        pytest.skip("scipy is not installed")
    return str(request.param)


@pytest.mark.parametrize("text", PUMPS)
def test_what_pays_for_itself_is_told(text: str, tmp_path: Path, way: str) -> None:
    line, recipe = PUMPS[text]
    found = pumps(orchard(tmp_path, text)[1])
    assert len(found) == 1, found
    told = found[0].message.partition("without end: ")[2]
    steps, _, gain = told.partition(": +")
    assert sorted(steps.split(", ")) == sorted(recipe.partition(": +")[0].split(", "))
    assert not recipe.partition(": +")[2] or recipe.endswith(gain), told
    places = {found[0].span.line, *_lines_in(found[0].hint)}
    assert line in places, (places, found[0].hint)


def _lines_in(hint: str) -> set[int]:
    return {int(part.split(",")[0]) for part in hint.split("more.rules:")[1:]}


@pytest.mark.parametrize("text", HARMLESS)
def test_nothing_is_told_of_what_costs_something(text: str, tmp_path: Path, way: str) -> None:
    assert pumps(orchard(tmp_path, text)[1]) == []


def test_two_packs_that_are_harmless_alone(tmp_path: Path) -> None:
    game = orchard(tmp_path)
    assert pumps(game[1]) == []
    header = "pack {}, version 1, extends Orchard\n"
    one = pack(tmp_path, "brewing", header.format("Brewing") + "exchange brew: 1 apple -> 2 pears")
    two = pack(tmp_path, "sowing", header.format("Sowing") + "exchange plant: 1 pear -> 1 apple")
    assert pumps(read(one)[1]) == pumps(read(two)[1]) == []
    (found,) = pumps(read(one, two)[1])
    assert (Path(found.span.file).name, found.span.line) == ("sowing.rules", 2)
    assert "brew stands in brewing.rules:2" in found.hint
    both = pack(tmp_path, "both", "pack Both, version 1, extends Brewing, then Sowing\n")
    (found,) = pumps(read(both)[1])
    assert (Path(found.span.file).name, found.span.line) == ("both.rules", 1)


@pytest.mark.parametrize("name", sorted(path.name for path in RULES.iterdir() if path.is_dir()))
def test_the_games_that_come_along_have_none(name: str, way: str) -> None:
    """Nothing is found in them, be it these or what never happens."""
    assert read(RULES / name)[1] == ()


def test_a_recipe_is_the_shortest_and_adds_up(way: str) -> None:
    moves = (
        Move("long", {"wood": -5, "food": 6}),
        Move("back", {"food": -1, "wood": 1}),
        Move("short", {"wood": -2, "food": 3}),
    )
    worth = {"wood": 1, "food": 1}
    recipe = shortest_pump(Problem(moves, frozenset(), worth))
    assert recipe == {moves[2]: 1, moves[1]: 2}
    assert net_of(recipe) == {"food": 1}
    even = Problem(moves, frozenset({"food"}), {"wood": 1})
    recipe = shortest_pump(even)
    assert recipe == {moves[2]: 1, moves[1]: 3}
    assert shortest_pump(Problem(moves[:2], frozenset({"wood", "food"}), worth)) is None


def test_what_lines_do_together_is_told_behind_the_slips_of_single_lines(tmp_path: Path) -> None:
    text = "exchange dream: nothing -> 1 star\nphase feast: each player: gain 1 star\n"
    assert [each.code for each in orchard(tmp_path, text)[1]] == ["W514", "W541"]


def test_a_problem_without_an_answer_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the same at many tables, with every event that lies up."""
    asked: list[object] = []

    def counted(problem: Problem) -> None:
        asked.append(problem.key)

    monkeypatch.setattr(endless, "shortest_pump", counted)
    text = (
        "building Mint:\n    commercial, settlement\n    exchange: 1 trade, 1 silver -> 2 trade\n"
    )
    read(pack(tmp_path, "mint", "pack Mint, version 1, extends Homesteaders\n" + text))
    assert len(asked) == len(set(asked)) > 1
