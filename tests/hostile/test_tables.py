"""What the checks let through can be linked; and should it fail, nobody sees a traceback."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, load
from homesteaders_rules.language.checking.tables import covering_tables, link_everything
from homesteaders_rules.language.loader import read
from homesteaders_rules.mechanisms.piles.commands import Build
from hostile.minis import MINI, mini, play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings"])
def test_any_two_choices_stand_together_at_a_table_that_is_tried(pack: str) -> None:
    rules = load(pack)
    tables = list(covering_tables(rules))
    assert len(tables) <= 15
    for one, other in combinations(rules.options, 2):
        assert len({(options[one], options[other]) for _, options in tables}) == 4
    for name in rules.options:
        assert {(n, o[name]) for n, o in tables} == {
            (n, value) for n in rules.players for value in (False, True)
        }


def test_all_tables_of_the_game_can_be_linked() -> None:
    assert list(link_everything(load("homesteaders"))) == []


def test_what_cannot_be_linked_is_a_finding_and_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the linker, which no check knows of."""
    path = tmp_path / "mini.rules"
    path.write_text(MINI + "action extra: do nothing\n", encoding="utf-8")
    rules, _ = read(path)
    assert rules is not None

    def broken(*_: object) -> None:
        raise KeyError("nowhere")

    monkeypatch.setattr(Build, "offers", broken)
    (found,) = link_everything(rules)
    line = MINI.splitlines().index("    stall R1: may build early or late") + 1
    assert (found.code, found.span.line) == ("E528", line)
    assert "with 2 players" in found.message
    with pytest.raises(BadTable, match=f"mini.rules:{line}:.*2 players.*nowhere"):
        rules.for_table(2)
    path.write_text(MINI + "action extra: gain 1 coin\n", encoding="utf-8")
    none, diagnostics = read(path)
    assert none is None
    assert [each.code for each in diagnostics] == ["E528"]


def test_pieces_are_built_without_a_moment(tmp_path: Path) -> None:
    """Nothing happens then but what waits for building."""
    moments = "    moments: yield, planted\n"
    lines = "    yield: gain 1 apple\n    1 helper: gain 1 pear\n    when planted: gain 1 coin\n"
    collect = "    collect yield\n"
    added = "whenever a player builds a tree: gain 1 star\naction extra: each player: build any\n"
    rules, found = mini(tmp_path, added, **{moments: "", lines: "", collect: ""})
    assert rules is not None, found
    assert play(rules, games=4) > 50
