"""What packs need: missing, circular and incompatible needs are clear errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from homesteaders_rules import BadTable, Diagnostic, load, read
from language.texts import pack

Written = Callable[..., Path]
Found = Callable[..., list[Diagnostic]]


# ---- missing


def test_what_is_needed_is_missing(written: Written, found: Found) -> None:
    (missing,) = found(written("Bees", "", ", version 1, extends Orchrad"))
    assert missing.code == "E013"
    assert missing.message == 'there is no game or pack "Orchrad"'
    assert missing.hint == 'did you mean "Orchard"?'
    assert missing.line_text == "pack Bees, version 1, extends Orchrad"
    assert (missing.span.column, missing.span.end_column) == (31, 38)


def test_the_second_of_two_is_missing(written: Written, found: Found) -> None:
    bees = written("Bees", "", ', version 1, extends Orchard, then "Wild Things", for 2 players')
    (missing,) = found(bees)
    assert missing.line_text[missing.span.column - 1 : missing.span.end_column - 1] == (
        '"Wild Things"'
    )


# ---- circular


def test_packs_that_need_each_other(written: Written, found: Found) -> None:
    written("Hen", "", ", version 1, extends Egg")
    (circle,) = found(written("Egg", "", ", version 1, extends Hen"))
    assert circle.code == "E014"
    assert (
        circle.message == "packs extend each other in a circle: egg, which extends hen, "
        "which extends egg"
    )
    assert (circle.span.column, circle.line_text) == (30, "pack Hen, version 1, extends Egg")
    written("Self", "", ", version 1, extends Self")
    (own,) = found("self")
    assert (own.code, own.span.line, own.span.column) == ("E014", 1, 31)


def test_an_order_that_cannot_be(written: Written, found: Found) -> None:
    written("Bees", "")
    written("Crows", "", ", version 1, extends Bees")
    both = written("Both", "", ", version 1, extends Crows, then Bees")
    (wish,) = found(both)
    assert wish.code == "E014"
    assert wish.message.endswith("bees cannot come later than " + wish.message.split(" than ")[1])
    assert 'leave out the "then"' in wish.hint


def test_two_headers_that_want_opposite_orders(written: Written, found: Found) -> None:
    written("Bees", "")
    written("Crows", "")
    one = written("One", "", ", version 1, extends Bees, then Crows")
    other = written("Other", "", ", version 1, extends Crows, then Bees")
    assert [d.code for d in found(one, other)] == ["E014"]


def test_very_many_packs(written: Written, found: Found) -> None:
    written("P0", "")
    for number in range(1, 60):
        written(f"P{number}", "", f", version 1, extends P{number - 1}")
    assert "more than 50 packs at once" in {d.message for d in found("p59")}
    assert load("p40").headers[-1].name == "P40"


# ---- incompatible: versions


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_version_that_is_there(written: Written, version: int) -> None:
    written("Bees", "", f", version 1, extends Orchard from version {version}, for 2 players")
    assert load("bees").players == range(2, 3)


def test_a_version_that_is_not_there(written: Written, found: Found) -> None:
    written("Bees", "", ", version 4, extends Orchard")
    (wanted,) = found(written("Crows", "", ", extends Orchard and Bees from version 5"))
    assert wanted.code == "E019"
    assert wanted.message.startswith("Crows needs Bees from version 5; ")
    assert wanted.message.endswith("bees/bees.rules is version 4")
    assert wanted.hint == "get a later Bees, or an earlier Crows"
    assert wanted.line_text[wanted.span.column - 1 :].startswith("Bees")


# ---- incompatible: games


def test_two_games_at_once(home: Path, found: Found) -> None:
    (other,) = [d for d in found("orchard", "homesteaders") if d.code == "E015"]
    assert other.message == "two games cannot be played at once; the other is Orchard"
    assert other.span.file == "homesteaders/game.rules"


def test_a_pack_for_another_game(written: Written, found: Found) -> None:
    bees = written("Bees", "")
    (other,) = [d for d in found("homesteaders", bees) if d.code == "E015"]
    assert other.hint == "Bees is a pack for Orchard, not for Homesteaders"
    assert other.line_text[other.span.column - 1 :] == "Orchard"
    both = written("Both", "", ", version 1, extends Orchard and Homesteaders")
    (other,) = [d for d in found(both) if d.code == "E015"]
    assert other.hint == "leave one of them out: a pack is for Orchard or for Homesteaders"
    assert other.line_text[other.span.column - 1 :] == "Homesteaders"


def test_two_packs_of_one_name(home: Path, found: Found) -> None:
    for folder in ("robbers", "thieves"):
        pack(home, folder, "pack Night Robbers, version 1, extends Orchard\n")
    (twice,) = found("robbers", "thieves")
    assert twice.code == "E018"
    assert twice.message.startswith("another pack is called Night Robbers too, in ")


# ---- incompatible: players


def test_numbers_of_players_that_do_not_meet(written: Written, found: Found) -> None:
    bees = written("Bees", "", ", version 1, extends Orchard, for 2 players")
    crows = written("Crows", "", ", version 1, extends Orchard, for 3-5 players")
    (none,) = found(bees, crows)
    assert none.code == "E020"
    assert none.message.startswith("Crows is for 3-5 players, and Bees for 2, in ")
    assert "bees.rules:1:1" in none.message
    assert none.hint == "no number of players is left: play with one of the two"


def test_of_several_the_two_that_do_not_meet_are_named(written: Written, found: Found) -> None:
    packs = [
        written(name, "", f", version 1, extends Orchard, for {players} players")
        for name, players in (("Ants", "2-3"), ("Bees", "2-5"), ("Crows", "4"))
    ]
    (none,) = found(*packs)
    assert none.message.startswith("Crows is for 4 players, and Ants for 2-3, in ")


def test_a_table_has_the_players_that_all_packs_allow(written: Written) -> None:
    bees = written("Bees", "", ", version 1, extends Orchard, for 1-3 players")
    crows = written("Crows", "", ", version 1, extends Orchard, for 2-5 players")
    owls = written("Owls", "")
    for packs in ((bees, crows, owls), (owls, crows, bees)):
        rules = load(*packs)
        assert rules.players == range(2, 4)
        with pytest.raises(BadTable):
            rules.for_table(5)


def test_a_pack_that_extends_both_speaks_for_them(written: Written) -> None:
    written("Bees", "", ", version 1, extends Orchard, for 2 players")
    written("Crows", "", ", version 1, extends Orchard, for 3-5 players")
    written("Both", "", ", version 1, extends Bees and Crows, for 2-5 players")
    assert load("both").players == range(2, 6)


def test_what_is_for_more_players_is_no_slip(written: Written) -> None:
    """Lines and examples for numbers that the other pack does not allow are left as they are."""
    more = "with 5 players: yield: gain 1 coin\nexample five, with 5 players:\n    in fair"
    bees = written("Bees", more, ", version 1, extends Orchard, for 2-5 players")
    crows = written("Crows", "", ", version 1, extends Orchard, for 2-4 players")
    for packs in ((bees, crows), (crows, bees)):
        rules, diagnostics = read(*packs)
        assert rules is not None
        assert diagnostics == ()


# ---- names of packs that are not extended


@pytest.mark.parametrize(
    "line",
    [
        'after planting: stack "third row" face down',
        "stalls of Row, mossy:\n    stall S9: do nothing",
        "before fair: hum",
        "replace action hum: do nothing",
        "remove tree Elm",
        "set wild bees: yes",
    ],
)
def test_whoever_needs_another_pack_is_told_which(
    written: Written, found: Found, line: str
) -> None:
    """Stacks and labels too, which it adds to a sort of the game, and what is to be replaced."""
    text = """
more of piece stall:
    labels: mossy
    stacks: "third row"
option wild bees: no
with wild bees: action hum: gain 1 coin
without wild bees: action hum: do nothing
before fair: hum
tree Elm: early, small
stalls of "third row", mossy: stall T1: do nothing
after planting: stack "third row" face up
"""
    written("Bees", text)
    (told,) = found(written("Crows", line))
    assert told.hint == "Bees has it: write in the header: extends Bees"


def test_goods_and_tracks_of_a_pack_that_nothing_uses(written: Written, found: Found) -> None:
    """A game may have some for packs to use, and so the notes of Orchard are all right."""
    track = (
        "track Road, for each player:\n    1: gain 1 coin\n    2: gain 1 note\n"
        "    each advance takes the reward of the space reached\n"
        "    at the end the marker stays, and the advance is lost\n"
    )
    told = found(written("Bees", f"public money/moneys: 9 wax/waxes\n{track}"))
    assert [(each.code, each.message) for each in told] == [
        ("W514", "the good wax is never used"),
        ("W514", "the track Road is never used"),
    ]
    assert [each.hint for each in told] == [
        "let somebody gain it, or pay it: gain 1 wax",
        "let somebody go forward on it: advance Road",
    ]
    assert found("orchard") == []


def test_an_option_that_needs_another(written: Written) -> None:
    """Every table is there but the one where it is chosen without what it needs."""
    text = "option rain: no\n    It rains.\noption flood: no\n    It pours.\n"
    text += "with flood: needs rain\nwith rain: after fair: do nothing"
    rules = load(written("Bees", text))
    for rain, flood in ((False, False), (True, False), (True, True)):
        chosen = rules.for_table(2, {"rain": rain, "flood": flood}).options
        assert (chosen["rain"], chosen["flood"]) == (rain, flood)
    with pytest.raises(BadTable, match='with 2 players needs "rain"'):
        rules.for_table(2, {"flood": True})
