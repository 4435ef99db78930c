"""What the checks let through can be linked; and should it fail, nobody sees a traceback."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, load, new_game, read
from homesteaders_rules.language.checking import tables
from homesteaders_rules.language.checking.tables import (
    covering_tables,
    link_everything,
    link_more,
    playable_tables,
)
from homesteaders_rules.mechanisms.piles.commands import Build
from hostile.minis import mini, play
from language.texts import ORCHARD, orchard
from sizes import size

if TYPE_CHECKING:
    from pathlib import Path

    from homesteaders_rules import Rules, Table


@pytest.mark.parametrize("pack", ["homesteaders", "montana", "agricola", "new_beginnings"])
def test_any_two_choices_stand_together_at_a_table_that_is_tried(pack: str) -> None:
    rules = load(pack)
    tried = list(covering_tables(rules))
    assert len(tried) <= 16
    for one, other in combinations(rules.options, 2):
        assert len({(options[one], options[other]) for _, options in tried}) == 4
    for name in rules.options:
        assert {(n, o[name]) for n, o in tried} == {
            (n, value) for n in rules.players for value in (False, True)
        }


def test_reading_links_tables_of_every_size(
    tmp_path: Path, every_table: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until enough is linked, one after the other: of a small game nearly all of them."""
    linked, table_for = [], tables.table_for

    def noted(rules: Rules, players: int, options: dict[str, bool], machine: str) -> Table:
        linked.append((players, options))
        return table_for(rules, players, options, machine)

    monkeypatch.setattr(tables, "table_for", noted)
    rules, _ = orchard(tmp_path)
    assert rules is not None
    assert linked == [*playable_tables(rules)][: len(linked)]
    assert len({*map(str, linked)}) > len(rules.players)
    assert {players for players, _ in linked} == {*rules.players}


def test_what_is_wrong_at_a_larger_table_alone_is_found_at_reading(
    tmp_path: Path, every_table: None
) -> None:
    _, found = orchard(tmp_path, "with 4 players: exchange sell apple: 1 apple -> 1 star\n")
    assert [each.code for each in found] == ["E203"]


def test_all_tables_of_the_game_can_be_linked() -> None:
    assert list(link_everything(load("homesteaders"))) == []


@pytest.mark.usefixtures("first_table")
def test_what_cannot_be_linked_is_a_finding_and_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the linker, which no check knows of."""
    monkeypatch.setattr(tables, "MOST_AT_ONCE", 0)
    rules, _ = orchard(tmp_path, "after fair: gain 3 coins\n")
    monkeypatch.setattr(tables, "MOST_AT_ONCE", 1)
    assert rules is not None

    def broken(*_: object) -> None:
        raise KeyError("nowhere")

    monkeypatch.setattr(Build, "offers", broken)
    (found,) = link_everything(rules)
    line = ORCHARD.splitlines().index("    stall R1: may build early or late") + 1
    assert (found.code, found.span.line) == ("E528", line)
    assert found.message == "this cannot be made ready to play with 2 players"
    assert "KeyError" not in str(found)
    with pytest.raises(BadTable, match=f"game.rules:{line}:.*2 players.*nowhere"):
        rules.for_table(2)
    none, diagnostics = orchard(tmp_path, "after fair: gain 4 coins\n")
    assert none is None
    assert [each.code for each in diagnostics] == ["E528"]


def test_pieces_are_built_without_a_moment(tmp_path: Path) -> None:
    """Nothing happens then but what waits for building."""
    gone = ["    moments: yield, planted\n", "    yield: gain 1 apple\n", "    collect yield\n"]
    gone += [
        "    1 helper: gain 1 pear\n    when planted: gain 1 coin\n",
        "    when planted: rest\n",
    ]
    added = "whenever a player builds a tree: gain 1 star\naction extra: each player: build any\n"
    texts = {", then collect yield\n": "\n"} | dict.fromkeys(gone, "")
    rules, found = mini(tmp_path, added, **texts)
    assert rules is not None, found
    assert play(rules, games=4) > size(25, 50)


SPACES = """\
game Tiny, version 1, for 1-2 players
public good/goods: 40 wood, 40 point/points
piece space/spaces:
    labels: printed, drawn
    places: box, board
space Wood: printed
space Clay: drawn
phase setup: move printed spaces from box to board
phase work: each player: gain 1 wood or gain 1 point
play:
    setup
    rounds 1-2: work
scoring in points:
    goods: 1 per point
"""


def test_pieces_that_nobody_owns_lie_in_places(tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    path.write_text(SPACES, encoding="utf-8")
    rules = load(path)
    state = new_game(rules, 2)
    assert (state.copies("board", "Wood"), state.copies("box", "Wood")) == (1, 0)
    assert (state.copies("board", "Clay"), state.copies("box", "Clay")) == (0, 1)
    assert play(rules, games=3)


def test_checking_sees_what_an_option_opens_at_any_time(tmp_path: Path) -> None:
    """A line of a pack asks for an exchange that the option of the game opens at any time."""
    text = """\
pack Added, version 1, extends Homesteaders, for 2-4 players
before allocate: each player: up to 4 times: repay or pay 2 steel to gain 3 gold
"""
    (tmp_path / "added.rules").write_text(text, encoding="utf-8")
    rules = load(tmp_path / "added.rules")
    assert not rules.options["repay at any time"]
    second = list(covering_tables(rules))[1]
    assert second == (2, rules.options | {"repay at any time": True})
    (found,) = (each for each in link_more(rules) if each.is_error)
    assert (found.code, found.span.line) == ("E203", 2)
    assert '"repay"' in found.message
    assert "with repay at any time" in found.message


SWAP = """\
with repay at any time: exchange swap: {0} -> 1 silver
without repay at any time: exchange swap: {0} -> 1 silver, when offered
before allocate: each player: up to 2 times: swap{1}
"""
OPENED = {
    "after income: each player: gain 1 silver\n": [],
    "with repay at any time: exchange sell debt: 1 debt -> 1 silver\n": [],
    "with repay at any time: before allocate: each player: repay or gain 1 gold\n": [],
    "before allocate: each player: up to 4 times: repay or pay 2 steel to gain 3 gold\n": ["E203"],
    SWAP.format("1 gold", ""): ["E203"],
    SWAP.format("nothing", " or pay 1 gold to gain 1 steel"): ["E203"],
}
"""Packs of Homesteaders by what is wrong with them where debts can be repaid at any time."""


@pytest.mark.usefixtures("every_table")
def test_what_an_option_opens_where_it_is_needed_is_linked(tmp_path: Path) -> None:
    """The table of all defaults is none of those that are played."""
    text = """\
game Small, version 1, for 2-3 players
public money/moneys: 40 star/stars, 60 coin/coins
scoring in stars:
    stars: 1 per star
option open purses: no
with open purses: exchange swap: 2 coins -> 1 star
with 2 players: needs open purses
play:
    rounds 1-2: work
phase work: each player: may gain 1 coin
"""
    file = tmp_path / "small.rules"
    file.write_text(text, encoding="utf-8")
    rules, findings = read(file)
    assert rules is not None, findings
    assert next(iter(playable_tables(rules))) == (2, {"open purses": True})


@pytest.mark.parametrize("text", OPENED, ids=range(len(OPENED)))
def test_what_an_option_opens_is_known_without_linking_all_of_its_table(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = "pack Added, version 1, extends Homesteaders\n"
    (tmp_path / "added.rules").write_text(header + text, encoding="utf-8")
    rules, _ = read(tmp_path / "added.rules")
    assert rules is not None
    found = list(link_more(rules))
    assert [each.code for each in found] == OPENED[text]
    monkeypatch.setattr(tables, "_only_opens", lambda *_: False)
    assert list(link_more(rules)) == found
