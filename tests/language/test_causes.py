"""What a pack makes wrong in the game that it extends is told once, in the pack's own line."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.diagnostics import Diagnostic

HEADER = "pack Slip, version 1, extends {}\n"
SILVER = "a player without enough silver could not pay this, and could not go on"
CAUSED = {
    # the one way to raise what is due
    "replace exchange borrow: 1 food -> 1 debt, 2 silver": (
        "E512",
        2,
        18,
        "4 lines",
        "what it replaces is: exchange borrow: nothing -> 1 debt, 2 silver",
    ),
    "building Hut:\n    residential, settlement\nwith strict supply: limited: debt": (
        "E512",
        4,
        21,
        f"3 lines|{SILVER}",
        "leave it out",
    ),
    "each player may hold 3 debts, and gains no more": ("E512", 2, 1, "3 lines", "leave it out"),
    "replace exchange borrow: nothing -> 1 debt, 2 silver, at most 2 times in each round": (
        "E512",
        2,
        18,
        "homesteaders/game.rules:35:49, ",
        "what it replaces is",
    ),
    # words that the game uses
    "replace piece building/buildings:\n    labels: home, shop\n    places: box, supply, players": (
        "E2",
        2,
        15,
        " lines",
        "leave it out, or replace",
    ),
    "remove price of wood": ("E305", 2, 17, "2 lines|without a price: wood", "leave it out"),
    # what every game has
    "remove play": ("E501", 2, 8, "with this, the game has no play", "leave it out"),
    "building Hut:\n    residential, settlement\nremove scoring": ("E502", 4, 8, "no scoring", ""),
    # what could happen before
    "replace phase prepare:\n    in round 9: move city buildings from box to supply\n"
    "    turn up 1 lot of each stack": (
        "W536",
        2,
        15,
        "11 lines elsewhere never matter|Church never comes to supply",
        "leave it out",
    ),
    "replace phase income: each player, from the start player: gain 2 silver": (
        "W517",
        2,
        15,
        '2 lines elsewhere never matter|the moment "income" never comes',
        "leave it out, or replace",
    ),
    "replace action allocate: do nothing": (
        "W513",
        2,
        16,
        "13 lines elsewhere never matter|no effect places worker here",
        "leave it out, or replace",
    ),
    "replace action develop the lot: do nothing": (
        "W517",
        2,
        16,
        "30 lines elsewhere never matter|nothing ever carries out this line",
        "what it replaces is: action develop the lot: use the lot",
    ),
    "replace play:\n    setup\n    rounds 1-8: prepare, income, bidding, building\n"
    "    final round: income, settling": ("W531", 2, 9, '"in round 9" never holds', ""),
    "replace phase setup:\n    move settlement buildings from box to supply\n"
    "    stack Auction 1 face up\n    stack Auction 2 face down: settlement on town on city\n"
    "    each player:\n        take Homestead\n        gain 6 silver, 1 worker\n"
    "    a random player becomes start player": ("W516", 2, 15, "Auction 3 is never stacked", ""),
    "replace scoring in points:\n    chits: 1 per point\n"
    "    buildings: what is printed on buildings\n    bonuses: what buildings score\n"
    "    debt: 3 per debt": ("W541", 2, 9, "borrow: +1 debt, +2 silver each time", ""),
}


def told(folder: Path, text: str, game: str = "Homesteaders") -> tuple[Diagnostic, ...]:
    file = folder / "slip.rules"
    file.write_text(HEADER.format(game) + text, encoding="utf-8")
    return read(file)[1]


@pytest.mark.parametrize("text", CAUSED)
def test_it_is_told_once_and_where_the_pack_does_it(text: str, tmp_path: Path) -> None:
    code, line, column, parts, hint = CAUSED[text]
    (found,) = told(tmp_path, text)
    assert found.code.startswith(code)
    assert (Path(found.span.file).name, found.span.line) == ("slip.rules", line)
    assert found.span.column == column
    assert found.line_text.strip() == text.splitlines()[line - 2]
    assert all(part in found.message for part in parts.split("|")), found.message
    assert hint in found.hint


def test_a_line_that_is_wrong_itself_is_told_there_alone(tmp_path: Path) -> None:
    text = (
        "replace phase income:\n    each player, from the start player:\n        allocate\n"
        "        collect income\n        pay 1 silver per worker\n    closed: borrow"
    )
    (found,) = told(tmp_path, text)
    assert (found.code, found.span.line, found.span.column) == ("E512", 6, 13)


def test_each_cause_is_told_apart(tmp_path: Path) -> None:
    text = (
        "replace play:\n    setup\n    rounds 1-8: prepare, income, bidding, building\n"
        "    final round: income, settling\n"
        "replace exchange borrow: 1 food -> 1 debt, 2 silver\n"
    )
    assert {(each.code, each.span.line) for each in told(tmp_path, text)} == {("E512", 6)}
    text = text.replace("1 food ->", "nothing ->") + "replace phase prepare: do nothing\n"
    assert [(each.code, each.span.line) for each in told(tmp_path, text)] == [
        ("W536", 7),
    ]


def test_what_two_lines_do_together_is_told_in_the_second(tmp_path: Path) -> None:
    text = "replace exchange borrow: 1 food -> 1 debt, 2 silver\nwith strict supply: limited: debt"
    one, two = told(tmp_path, text)
    assert (one.span.line, "1 line elsewhere" in one.message) == (2, True)
    assert (two.span.line, "3 lines elsewhere" in two.message) == (3, True)


def test_a_pack_beside_another_is_told_what_it_does(tmp_path: Path) -> None:
    """In whatever order they are named, and to the pack beside it too."""
    paths = []
    for name, text in {
        "one": "replace piece building/buildings:\n    labels: home\n    places: box, players\n",
        "two": "building Hut:\n    residential, settlement\n    income: gain 1 wood\n",
    }.items():
        paths.append(tmp_path / f"{name}.rules")
        header = f"pack {name.title()}, version 1, extends Homesteaders\n"
        paths[-1].write_text(header + text, encoding="utf-8")
    for order in (paths, paths[::-1]):
        (found,) = read(*order)[1]
        assert (Path(found.span.file).name, found.span.line) == ("one.rules", 2)
        assert "two.rules:3:5" in found.message or "homesteaders/game.rules" in found.message


def test_what_was_so_before_is_no_fault_of_the_pack(tmp_path: Path) -> None:
    game = (
        "game Rows, version 1, for 2-3 players\npublic stone/stones: 9 pebble/pebbles, 9 star\n"
        "public gem/gems: 5 opal\nphase dig: each player: gain 1 pebble\nplay:\n"
        "    rounds 1-3: dig\nafter dig: in round 9: each player: gain 1 star\n"
        "scoring in star:\n    stars: 1 per star\n"
    )
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "rows.rules").write_text(game, encoding="utf-8")
    assert [each.code for each in read(tmp_path / "rows")[1]] == ["W531"]
    assert told(tmp_path, "after dig: each player: gain 1 opal", "Rows") == ()


def test_what_another_pack_has_is_told_once(tmp_path: Path) -> None:
    text = "with events:\n    events of Events, town:\n        event Rush: do nothing\nneeds events"
    (found,) = told(tmp_path, text)
    assert (found.code, found.span.line, found.span.column) == ("E201", 2, 6)
    assert "slip.rules:3:5, " in found.message
    assert "slip.rules:5:7 names" in found.message
    assert found.hint == "New Beginnings has it: write in the header: extends New Beginnings"


def test_what_a_shipped_pack_has_is_told_among_many_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        (tmp_path / f"a{number}").mkdir()
        text = f'pack "A {number}", version 1, extends Homesteaders\n'
        (tmp_path / f"a{number}" / "a.rules").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (found,) = told(tmp_path, "set events: no")
    assert found.hint == "New Beginnings has it: write in the header: extends New Beginnings"


def test_a_warning_waits_until_its_line_is_right(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "event Rush: do nothing", "New Beginnings")
    assert found.code == "E503"
