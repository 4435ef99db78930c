"""Pieces with other names: rules, keys and examples of the packs before go on as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from homesteaders_rules import Rules, apply, load, new_game, read
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.testing.examples import failed_examples
from homesteaders_rules.testing.situations import situation

NAMES = """\
pack German, version 1, extends Homesteaders

rename building Farm to Bauernhof
rename building Grain Mill to "2nd Mühle"
rename lot A1-S1 to Los 1
"""
Writer = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    def written(name: str, text: str) -> Path:
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / f"{name}.rules").write_text(text, encoding="utf-8")
        return tmp_path / name

    return written


def found(*packs: Path) -> list[tuple[str, int, str]]:
    diagnostics = read(*packs)[1]
    return [(each.code, each.span.line, each.hint) for each in diagnostics]


def names(rules: Rules) -> set[str]:
    return {piece.name for piece in rules.for_table(3).layout.pieces}


def test_keys_pieces_and_lots_have_the_new_name(write: Writer) -> None:
    rules = load(write("german", NAMES))
    assert {"Bauernhof", "2nd Mühle", "Los 1"} <= names(rules)
    assert not {"Farm", "Grain Mill", "A1-S1"} & names(rules)
    state = situation(rules, 3, "building", won={1: (0, 3)}, holdings={0: {"silver": 3, "wood": 2}})
    assert state.lots()[0].piece == "Los 1"
    state, _ = apply(state, "pay 3 silver")
    assert "build Bauernhof" in state.decision.keys
    state, events = apply(state, "build Bauernhof")
    assert "Bauernhof" in state.pieces(0)
    assert any(getattr(event, "name", "") == "Bauernhof" for event in events)


def test_examples_of_the_game_are_read_with_its_names(write: Writer) -> None:
    rules = load(write("german", NAMES))
    assert [str(each) for each in failed_examples(rules)] == []


def test_nothing_but_names_differs(write: Writer) -> None:
    """The same games are played, choice for choice."""
    plain, german = load("homesteaders"), load(write("german", NAMES))
    one, other = new_game(plain, 3, 5), new_game(german, 3, 5)
    for step in range(120):
        keys = [key.replace("Farm", "Bauernhof") for key in one.decision.keys]
        assert [key.replace("Grain Mill", "2nd Mühle") for key in keys] == list(other.decision.keys)
        choice = step % len(one.options)
        one, _ = apply(one, one.options[choice])
        other, _ = apply(other, other.options[choice])
    assert one.cells == other.cells


def test_who_knows_the_new_name_uses_it_and_may_use_the_old_one_again(write: Writer) -> None:
    german = write("german", NAMES)
    later = write(
        "later",
        "pack Later, version 1, extends German\n\n"
        "rename building Bauernhof to Hof\n"
        "building Farm:\n    special, city\n"
        "after setup: each player: take Hof\n",
    )
    rules = load(later)
    assert {"Hof", "Farm"} <= names(rules)
    assert "Bauernhof" not in names(rules)
    assert [str(each) for each in failed_examples(rules)] == []
    assert "Hof" in new_game(rules, 3).pieces(0)
    old = write("old", "pack Old, version 1, extends German\nafter setup: each player: take Farm\n")
    assert found(german, old) == [("E201", 2, "it has another name now: Bauernhof")]


def test_two_pieces_that_had_one_name_are_told_apart(write: Writer) -> None:
    """One pack uses a name again that it took away: a later one renames either of the two."""
    write("german", NAMES)
    write(
        "again",
        "pack Again, version 1, extends German\n\n"
        "building Farm:\n    special, city\n    worth 9 points\n"
        "after setup: each player: take Farm\n",
    )
    last = write(
        "last",
        "pack Last, version 1, extends Again\n\n"
        "rename building Farm to Ferme\n"
        "rename building Bauernhof to Hof\n"
        "after setup: each player: take Hof\n",
    )
    rules = load(last)
    assert {"Ferme", "Hof"} <= names(rules)
    assert names(rules).isdisjoint({"Farm", "Bauernhof"})
    game = new_game(rules, 3)
    assert {"Ferme", "Hof"} <= {name for player in range(3) for name in game.pieces(player)}
    worth = {piece.name: piece.worth for piece in rules.of(Piece)}
    assert (worth["Ferme"], worth["Hof"]) == (9, 0)


def test_a_pack_that_knows_nothing_of_it_goes_on_with_the_old_name(write: Writer) -> None:
    german = write("german", NAMES)
    other = write(
        "other",
        "pack Other, version 1, extends Homesteaders\n\n"
        "replace building Farm:\n    residential, settlement\n    2 copies\n"
        "    1 worker: gain 1 wood\n"
        "after setup: each player: take Farm\n"
        "example a farm, with 2 players:\n"
        '    in income\n    player 1: "place worker Farm 1", "done"\n    player 1 has 1 wood\n',
    )
    for packs in ((german, other), (other, german)):
        rules = load(*packs)
        assert "Bauernhof" in new_game(rules, 2).pieces(0)
        assert [str(each) for each in failed_examples(rules)] == []


WRONG = {
    "rename building Frm to Hof": ("E402", 'did you mean "Farm"?'),
    "rename building Frme to Hof": (
        "E402",
        "known: Bank, Boarding House, Church, Circus, Copper Mine, Depot, Dude Ranch, Factory, "
        "Fairgrounds, Farm, Forge, Foundry, ...",
    ),
    "building Hut:\n    special, city\nrename building Hut to Hof": (
        "E402",
        "write Hof there; rename is for pieces of the packs before this one",
    ),
    "rename lot Farm to Hof": ("E402", "write: rename building Farm to Hof"),
    "rename building Farm to Market": ("E401", "choose a name that nothing else has"),
    "rename building Farm to Farm": ("E401", "choose a name that nothing else has"),
    "rename building Farm to Hof\nrename building Market to Hof": (
        "E401",
        "choose a name that nothing else has",
    ),
    "with open hands: rename building Farm to Hof": (
        "E411",
        "a name holds at all tables; leave the conditions out",
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_a_name_is_told(write: Writer, text: str) -> None:
    pack = write("wrong", f"pack Wrong, version 1, extends Homesteaders\n{text}\n")
    line = 2 + text.count("\n")
    assert found(pack) == [(WRONG[text][0], line, WRONG[text][1])]


def test_two_names_by_packs_without_an_order_are_an_error(write: Writer) -> None:
    german = write("german", NAMES)
    other = write(
        "french", "pack French, version 1, extends Homesteaders\nrename building Farm to Ferme\n"
    )
    hint = "say which comes later: let one pack extend the other"
    assert found(german, other) == [("E408", 2, hint)]
