"""What must hold for rules as a whole: circles, payments, references, and what is never used."""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import homesteaders_rules
from homesteaders_rules import garbage
from language.texts import GARDEN, ORCHARD, codes, orchard

WRONG = {
    # circles
    "action one: two\naction two: three\naction three: may one\nafter fair: one": "E511",
    "action one: if you have no notes: one\nafter fair: one": "E511",
    "whenever you gain a star: gain 1 star": "E511",
    "whenever you gain a star: gain 1 note\nwhenever you gain a note: gain 1 star": "E511",
    "whenever you sell: trade freely": "E511",
    "whenever a player declines to build: may build any": "E511",
    "whenever you gain a coin: lend": "E511",
    "yield: collect yield": "E511",
    "tree Fig:\n    1 helper: collect yield": "E511",
    "track Lane, for each player:\n    1: advance Lane\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance is lost\nafter fair: advance Lane": "E511",
    "whenever a player passes: turn": "E201",
    # payments
    "whenever you sell: may gain 1 star": "E521",
    "action pick: gain 1 star or gain 1 coin\nwhenever you lose a star: pick": "E521",
    # secrets
    "after fair: each player, in secret: may build any": "E523",
    "after fair: each player, in secret: each other player: gain 1 coin": "E523",
    "action lend: each player: gain 1 coin\nafter fair: each player, in secret: lend": "E523",
    "action dig: gain 1 coin, then may build any\nafter fair: each player, in secret: dig": "E523",
    "track Tide, for all: 0, 1, 3\nwhenever a player gains a star: advance Tide\n"
    "after fair: each player, in secret: gain 1 star": "E523",
    "track Tide, for all: 0, 1, 3\nwhenever a player sells: advance Tide\n"
    "after fair: each player, in secret: trade freely": "E523",
    # Where something is asked, exchanges of any time may be used.
    "track Tide, for all: 0, 1, 3\nwhenever a player sells: advance Tide\n"
    "after fair: each player, in secret: may gain 1 coin": "E523",
    "tree Owl Tree:\n    early\n    yield: put 1 star here, then gain 1 star per star here\n"
    "    whenever you lose a star: put 1 star here\n"
    "after fair: each player, in secret: discard 1 star": "E523",
    "tree Owl Tree:\n    early\n    yield: put 2 coins here\n    whenever you lose a star: "
    "draw 1 coin from here\nafter fair: each player, in secret: discard 1 star": "E523",
    "yield: move Path on\nafter fair: each player, in secret: collect yield": "E523",
    "replace track Path, for each player:\n    1: may build any\n"
    "    each advance takes the reward of the space reached\n"
    "    at the end the marker stays, and the advance is lost\n"
    "after fair: each player, in secret: take a reward of Path": "E523",
    f"{GARDEN}after fair: each player, in secret: lay 1 moss": "E523",
    "display of trees: 2 spaces filled from nursery\n"
    "after fair: each player, in secret: fill the display of trees": "E523",
    "after fair: each player, in secret: the game ends after this round": "E523",
    "after fair: each player: pay 1 apple": "E512",
    "after fair: each player: pay 1 apple to gain 1 coin": "E512",
    "yield: pay 1 star": "E512",
    "tree Elm:\n    yield: pay 1 star": "E512",
    "if you have no notes: pay 1 apple": "E101",
    "after fair: if you have 2 or more apples and you have 1 note: pay 2 pears": "E512",
    "after fair: each player with the most coins: pay 1 apple": "E512",
    "after fair: 3 times: pay 1 apple": "E512",
    "after fair: pay 2 coins per note": "E516",
    "after fair: may pay 2 coins per note": "E516",
    "after fair: if you have 2 or more apples: pay 3 apples": "E512",
    "after fair: if you have 2 or more apples: pay 1 apple per note": "E512",
    "limited: coin": "E512",
    "with 2 players: limited: notes": "E512",
    "each player may hold 9 coins, and gains no more": "E512",
    "whenever a player lends: turn coins into stars": "E512",
    "whenever a player lends: throw 1 die for coins": "E512",
    "whenever you gain a note: turn coins into stars": "E512",
    "each player may hold 9 coins, and gives back what is too much": "E512",
    "each player may hold 9 notes, and gives back what is too much": "E512",
    "replace exchange lend: nothing -> 1 note, 2 coins, at most 2 times in each round": "E512",
    "replace exchange lend, in your turn: nothing -> 1 note, 2 coins": "E512",
    # what exists at some tables only
    "with 2 players: action nap: do nothing\nafter fair: nap": "E503",
    "with 2 players: exchange nap: 1 note -> 1 coin\nafter fair: trade freely, also nap": "E503",
    "with slow trees: track Level, for all: 1, 2\nafter fair: move Level back": "E503",
    "with slow trees: tree Elm:\n    early\nafter fair: take Elm": "E503",
    "with 2 players: phase nap: do nothing\nbefore nap: do nothing": "E503",
    # what needs a winner
    "after fair: use the stall": "E505",
    "after fair: pay the bid in coins": "E505",
    "whenever you pass: collect the treat of the stall": "E505",
    "tree Elm:\n    yield: if you built: gain 1 coin": "E505",
    # pieces
    "after fair: turn up 1 tree of each stack": "E506",
    "after fair: move trees from garden to garden": "E504",
    "with slow trees: tally crop: fruits that yield gives\n"
    "after fair: gain 1 coin per crop": "E503",
    "with slow trees: track Lane, for each player:\n    1: gain 1 coin\n"
    "    each advance takes one reward, at or before the marker\n"
    "    at the end the marker stays, and the advance is lost\n"
    "after fair: gain 1 coin per Lane, then move Lane on, then take a reward of Lane": "E503",
    "with slow trees: exchange swap: 1 note -> 1 coin\n"
    "exchange mend, as swap: 2 notes -> 1 coin": "E503",
    "exchange swap: nothing -> nothing": "E513",
    "2 apples may pay for 1 apple": "E514",
    # examples
    "example x, with 5 players:\n    in fair": "E508",
    "example x, with 1 player:\n    in fair": "E508",
    # names
    "public cube/cubes: 3 apples": "E203",
    "action lend: do nothing\nafter fair: lend": "E203",
    "piece note/papers:\n    places: nest": "E203",
    "exchange decline: 1 note -> 1 coin": "E103",
    # warnings
    "with 7 players: after fair: gain 1 coin": "W512",
    "phase sleep: do nothing": "W514",
    "action sleep: do nothing": "W514",
    "option wild bees: no": "W511",
    "exchange swap: 1 note -> 1 coin, when offered": "W515",
    "piece egg/eggs:\n    places: nest": "W521",
    "piece egg/eggs:\n    labels: blue, green\n    places: nest\negg One: blue, green": "E330",
    "piece egg/eggs:\n    labels: blue, green\n    places: nest\negg One:\n    blue\n": "W522",
    "piece egg/eggs:\n    stacks: Heap\negg One: do nothing": "W523",
    "piece egg/eggs:\n    stacks: Heap, Pile\neggs of Heap:\n    egg One: do nothing": "W524",
    "piece egg/eggs:\n    stacks: Heap\neggs of Heap:\n    egg One: do nothing\n"
    "after fair: stack Row face up": "W516",
    "piece egg/eggs:\n    moments: dawn\negg One:\n    dawn: gain 1 coin": "W517",
    "piece egg/eggs:\n    places: nest, players\n    moments: dawn\n"
    "egg One:\n    dawn: gain 1 coin\neach player may own 1 egg of each name\n"
    "after fair: each player: take any egg": "W517",
    "tree Elm:\n    1 helper: gain 1 coin": "W513",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_found(tmp_path: Path, text: str) -> None:
    rules, diagnostics = orchard(tmp_path, text)
    code = WRONG[text]
    assert code in codes(diagnostics), diagnostics
    assert (rules is None) == any(d.is_error for d in diagnostics)
    assert all(d.span.line <= text.count("\n") + 1 for d in diagnostics if "more" in d.span.file)


RIGHT = [
    # A part that cannot be done is not offered.
    "after fair:\n    in any order, each once, or stop:\n        one: pay 1 apple",
    "after fair: each player: pay 3 coins",
    "after fair: each player: pay 3 notes",
    "after fair: if you have 2 or more apples: pay 2 apples",
    "after fair: may pay 1 apple",
    "after fair: pay 1 apple or gain 1 coin",
    "after fair: pay 1 coin per note",
    "after fair: pay 1 coin per note, counted first",
    "after fair: pay 2 coins per note, counted first",
    "after fair: pay 2 coins per note, at most 9",
    "after fair: if you have 2 or more apples and you have 1 note: pay 2 apples",
    "with 4 players: needs slow trees",
    "with 4 players: stalls of Row, small:\n    stall R7: not offered",
    "limited: apple, star",
    "with 2 players: action nap: do nothing\nwith 3 or more players: action nap: gain 1 coin\n"
    "after fair: nap",
    "with slow trees: action nap: do nothing\nafter fair: with slow trees: nap",
    "with slow trees: action nap: do nothing\n"
    "after fair:\n    without slow trees: do nothing\n    otherwise: nap",
    "with 2-4 players: action nap: do nothing\nafter fair: nap",
    "tree Elm:\n    when planted: build any",
    "whenever you build another tree: build any",
    "whenever you sell: gain 1 coin\nwhenever you lose a note: gain 1 star",
    "stalls of Row, small:\n    stall R7: if you built: gain 1 coin",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_all_right(tmp_path: Path, text: str) -> None:
    _, diagnostics = orchard(tmp_path, text)
    assert diagnostics == ()


def test_the_circle_is_named(tmp_path: Path) -> None:
    _, (found,) = orchard(tmp_path, "action one: two\naction two: one\nafter fair: one")
    assert found.message.endswith("action one -> action two -> action one")


@pytest.mark.parametrize(("steps", "expected"), [(40, set()), (60, {"E515"}), (2000, {"E515"})])
def test_a_long_chain_is_no_circle(tmp_path: Path, steps: int, expected: set[str]) -> None:
    chain = "\n".join(f"action {_word(n)}: {_word(n + 1)}" for n in range(steps))
    text = f"{chain}\naction {_word(steps)}: do nothing\nafter fair: {_word(0)}"
    rules, diagnostics = orchard(tmp_path, text)
    assert codes(diagnostics) == expected
    if rules is not None:
        assert rules.for_table(2)


def _word(number: int) -> str:
    return "z" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def test_a_game_without_course_or_score(tmp_path: Path) -> None:
    start = ORCHARD.index("scoring in")
    _, diagnostics = orchard(tmp_path, **{ORCHARD[start:]: ""})
    assert "E502" in codes(diagnostics)
    play = ORCHARD[ORCHARD.index("play:") : ORCHARD.index("phase planting")]
    _, diagnostics = orchard(tmp_path, **{play: ""})
    assert "E501" in codes(diagnostics)
    _, diagnostics = orchard(tmp_path, **{"play:\n": "with 2 players: play:\n"})
    assert any(d.code == "E501" and "with 3 players" in d.message for d in diagnostics)


def test_a_sort_that_is_built_has_somewhere_to_come_from(tmp_path: Path) -> None:
    text = {"places: nursery, garden, players": "places: players"}
    text["move trees from nursery to garden, then "] = ""
    _, diagnostics = orchard(tmp_path, **text)
    assert "E507" in codes(diagnostics)


def test_several_sorts_that_players_build(tmp_path: Path) -> None:
    _, diagnostics = orchard(tmp_path, "piece hut/huts:\n    places: field, lawn, players")
    assert codes(diagnostics) == {"E303"}


def test_several_sorts_that_players_own(tmp_path: Path) -> None:
    huts = (
        "piece hut/huts:\n    places: field, players\n    labels: low, high\n"
        "each player may own 1 hut of each name\n"
        "hut Shed:\n    high\nhut Den:\n    low\n"
    )
    assert codes(orchard(tmp_path, huts)[1]) == {"W536"}
    some = codes(orchard(tmp_path, huts + "after fair: take a random low hut\n")[1])
    assert some == {"W536"}
    assert codes(orchard(tmp_path, huts + "after fair: take any hut\n")[1]) == set()


# ---------------------------------------------------------------------------------- tables

OWNERSHIP = "each player may own 1 tree of each name\n"
LAID = '    stack Row face up\n    stack "second row" face down\n'


def found(folder: Path, added: str = "", **replaced: str) -> list[tuple[str, str]]:
    _, diagnostics = orchard(folder, added, **replaced)
    return [(d.code, d.message) for d in diagnostics]


def test_how_many_of_a_name_a_player_may_own_is_said(tmp_path: Path) -> None:
    said = "nothing says how many trees of one name a player may own"
    assert found(tmp_path, **{OWNERSHIP: ""}) == [("E518", said)]
    with_two = {OWNERSHIP: f"with 2 players: {OWNERSHIP}"}
    assert found(tmp_path, **with_two) == [("E518", f"{said} with 3 players")]
    both = {OWNERSHIP: f"with slow trees: {OWNERSHIP}without slow trees: {OWNERSHIP}"}
    assert found(tmp_path, **both) == []


def test_lots_are_laid_out(tmp_path: Path) -> None:
    said = "no stack of stalls is laid out"
    assert ("E517", said) in found(tmp_path, **{LAID: ""})
    some = {LAID: f"    with 2-3 players: {LAID.splitlines()[0].strip()}\n"}
    assert found(tmp_path, **some)[0] == ("E517", f"{said} with 4 players")


def test_a_lot_that_some_tables_do_not_have(tmp_path: Path) -> None:
    fewer = {LAID: LAID.replace('    stack "', '    with 2 players: stack "')}
    won = "if a player won stall 2: gain 1 coin"
    said = ("E517", "there is no stall 2 with 3 players")
    assert found(tmp_path, f"after fair: {won}", **fewer) == [said]
    assert found(tmp_path, f"with 2 players: after fair: {won}", **fewer) == []
    assert found(tmp_path, f"after fair: with 2 players: {won}", **fewer) == []


def test_no_more_pieces_than_the_machine_can_hold(tmp_path: Path) -> None:
    for number, expected in ((996, []), (997, [("E519", "1001 pieces; there can be 1000")])):
        trees = "".join(f"tree T{n}:\n    early, small\n" for n in range(number - 1))
        assert found(tmp_path, trees) == expected


def test_what_doubles_and_doubles_again(tmp_path: Path) -> None:
    for levels, code in ((8, None), (20, "E515")):
        doubling = "".join(
            f"action {_word(n)}: {_word(n + 1)}, then {_word(n + 1)}\n" for n in range(levels)
        )
        text = f"{doubling}action {_word(levels)}: gain 1 coin\nafter fair: {_word(0)}"
        rules, diagnostics = orchard(tmp_path, text)
        assert codes(diagnostics) == ({code} if code else set())
        if rules is not None:
            assert rules.for_table(2)


FIRST = "before planting: each player: lay 1 moss on A1"


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("before planting: each player: lay 1 moss on A1, then lay 1 turf on A1", True),
        ("before planting: each player: lay 1 moss on A1 or lay 1 turf on A1", False),
        ("before planting: each player: if you have no star: lay 1 turf on A1", False),
        (f"{FIRST}\nafter planting: each player: lay 1 turf on A1", True),
        ("before planting: each player: 2 times: lay 1 moss on A1", True),
        ("before planting: each player: 1 times: lay 1 moss on A1", False),
        (f"action begin: lay 1 turf on A1\n{FIRST}\nafter planting: each player: begin", True),
        (f"action begin: lay 1 turf on A2\n{FIRST}\nafter planting: each player: begin", False),
        ("action begin: lay 1 moss on A1\nbefore planting: each player: begin, then begin", True),
        (
            "action begin: lay 1 moss on A1\naction twice: 2 times: begin\n"
            "before planting: each player: twice",
            True,
        ),
        (
            "action begin: lay 1 moss on A1\naction end: lay 1 turf on A1\n"
            "before planting: each player: begin or end",
            False,
        ),
        (f"{FIRST}\nafter planting: each player: lay 1 turf on A2", False),
        (f"{FIRST}\nafter fair: each player: lay 1 turf on A1", False),
        (f"with 2 players: {FIRST}\nafter planting: each player: lay 1 turf on A1", True),
        (f"with 2 players: {FIRST}\nwith 3 players: {FIRST}", False),
        (f"with 2 players: {FIRST}\nwithout slow trees: {FIRST}", True),
    ],
)
def test_one_tile_is_laid_on_a_cell_before_the_first_round(
    tmp_path: Path, text: str, is_refused: bool
) -> None:
    """Where both hold at one table, and nobody chooses between them."""
    assert ("E605" in codes(orchard(tmp_path, f"{GARDEN}{text}\n")[1])) == is_refused


LAMBS = """\
public beast/beasts: 90 goat/goats, 90 pig/pigs
exchange let go: 1 beast -> nothing, when offered
exchange roast: 1 goat -> 2 coins
homes of beasts:
    2 in the barn
    they may move at any time
    who has too many lets go or roasts some
after planting: each player: gain 1 goat, 1 pig
replace play:
    planting
    rounds 1-6: picking, fair, lambing
    final round: picking
"""


@pytest.mark.parametrize(
    ("phase", "is_refused"),
    [
        ("each player: gain 1 goat\n    closed: let go", False),
        ("each player: gain 1 pig\n    closed: let go", True),
        ("each player: gain 1 goat\n    closed: let go, roast", True),
        ("each player: gain 1 coin\n    closed: let go, roast\nbefore lambing: breed", True),
        (
            "each player: gain 1 star\n    closed: let go, roast\nwhenever you gain a star: breed",
            True,
        ),
        ("each player: gain 1 coin\n    closed: let go, roast\nbefore fair: breed", False),
    ],
)
def test_what_needs_a_home_comes_where_it_can_be_given_up(
    tmp_path: Path, phase: str, is_refused: bool
) -> None:
    """By whatever brings it in that phase."""
    text = f"{LAMBS}phase lambing:\n    {phase}\naction breed: each player: gain 1 pig\n"
    if "breed" not in phase:
        text = text.replace("action breed: each player: gain 1 pig\n", "")
    assert ("E606" in codes(orchard(tmp_path, text)[1])) == is_refused


@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize("text", ["", "after fair: gian 1 coin"])
def test_reading_leaves_the_collector_of_garbage_as_it_was(
    tmp_path: Path, text: str, is_on: bool
) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        orchard(tmp_path, text)
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if before else gc.disable)()


def test_what_the_program_around_has_frozen_stays_so_and_is_counted_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting takes as long as there are many, and each text that is read would wait for it."""
    python = Mock(get_freeze_count=Mock(return_value=400_000))
    monkeypatch.setattr(garbage, "gc", python)
    monkeypatch.setattr(garbage, "_frozen", [])
    for _ in range(3):
        with garbage.collected_later():
            pass
    assert python.get_freeze_count.call_count == 1
    assert not python.freeze.called
    assert not python.unfreeze.called


def test_what_is_imported_when_it_is_first_used_is_not_looked_through_for_garbage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    was_on: list[bool] = []

    def imported(name: str, package: str) -> Any:
        was_on.append(gc.isenabled())
        return import_module(name, package)

    monkeypatch.setattr("importlib.import_module", imported)
    before = gc.isenabled()
    try:
        gc.enable()
        assert homesteaders_rules.__getattr__("load") is homesteaders_rules.load
        assert gc.isenabled()
    finally:
        (gc.enable if before else gc.disable)()
    assert was_on == [False]


def test_what_follows_from_a_secret_is_told_with_the_place_of_the_secret(tmp_path: Path) -> None:
    secret = "after fair: each player, in secret: trade freely"
    text = f"track Tide, for all: 0, 1, 3\nwhenever a player sells: advance Tide\n{secret}"
    _, diagnostics = orchard(tmp_path, text)
    (found,) = [each for each in diagnostics if each.code == "E523"]
    assert found.span.line == 2
    assert found.message.endswith(
        f"may follow from what is done in secret in {tmp_path}/orchard/more.rules:3:13"
    )
