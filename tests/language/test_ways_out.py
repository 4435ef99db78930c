"""A way out is one: followed to the letter, it checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.commands.definitions.definition import Exchange
from homesteaders_rules.language.loader import Result, read
from homesteaders_rules.language.messages.diagnostics import Diagnostic


def read_of(folder: Path, text: str, game: str = "Homesteaders") -> Result:
    file = folder / "slip.rules"
    file.write_text(f"pack Slip, version 1, extends {game}\n{text}\n", encoding="utf-8")
    return read(file)


def told(folder: Path, game: str, text: str) -> tuple[Diagnostic, ...]:
    return read_of(folder, text, game)[1]


@pytest.mark.parametrize(
    ("game", "start", "payment"),
    [
        ("Homesteaders", "before building: each player: ", "pay 1 wood"),
        ("Homesteaders", "income: ", "pay 1 trade per worker"),
        ("Agricola Family", "before field: each player: ", "pay 2 grain"),
    ],
)
def test_each_way_out_is_one(game: str, start: str, payment: str, tmp_path: Path) -> None:
    (found,) = told(tmp_path, game, start + payment)
    assert (found.code, found.span.line) == ("E512", 2)
    choose, instead, *others = found.hint.split("; ")
    assert told(tmp_path, game, start + choose.rpartition(": ")[2]) == ()
    assert told(tmp_path, game, start + instead.rpartition(": ")[2]) == ()
    # Nothing raises what may run out.
    assert len(others) == (game != "Homesteaders")
    for add in others:
        exchange = add[add.index("exchange ", 20) :]
        assert told(tmp_path, game, f"{start}{payment}\n{exchange}") == ()


def test_an_exchange_that_is_closed_is_named_first(tmp_path: Path) -> None:
    text = (
        "replace phase income:\n    each player, from the start player:\n        allocate\n"
        "        collect income\n        pay 1 silver per worker\n    closed: borrow"
    )
    (found,) = told(tmp_path, "Homesteaders", text)
    assert found.hint.startswith("do not close borrow in the phase income; ")


def test_what_is_there_of_another_kind_is_called_so(tmp_path: Path) -> None:
    text = "piece tool/tools:\n    places: drawer, players\ntool Plough: worth 1 point"
    (found,) = told(tmp_path, "Agricola Family", text)
    assert found.message.startswith("space Plough is already defined, in agricola/spaces.rules:")
    assert found.hint.startswith("give the tool another name")


def test_a_good_is_replaced_with_what_was_written(tmp_path: Path) -> None:
    text = "public asset/assets: 5 worker/workers"
    (found,) = told(tmp_path, "Homesteaders", text)
    assert found.hint == f"to change it, write: replace {text}"
    assert told(tmp_path, "Homesteaders", f"replace {text}") == ()


LABELS = {
    "scores 3 points per set of residential, commercial and industrial": "industrial",
    "scores 1 point per set of residential and wood": "residential",
    "scores 1 point per residential": "residential",
    "income: if you have 2 residential: gain 1 silver": "residential",
}


@pytest.mark.parametrize("line", LABELS)
def test_a_label_is_followed_by_what_carries_it(line: str, tmp_path: Path) -> None:
    """Once, where the word is missing: behind the last of several labels."""
    hut = "building Hut:\n    residential, settlement\n    "
    (found,) = told(tmp_path, "Homesteaders", hut + line)
    label = LABELS[line]
    assert (found.code, found.span.column) == ("E202", 5 + line.index(label))
    assert found.hint == f'did you mean "{label} buildings"?'
    assert told(tmp_path, "Homesteaders", hut + line.replace(label, f"{label} buildings")) == ()


def test_a_good_for_any_of_its_group_is_for_any_other(tmp_path: Path) -> None:
    rules, found = read_of(tmp_path, "exchange polish: 1 wood -> 1 resource")
    assert rules is not None
    assert found == ()
    gained = [each.gain.goods for each in rules.of(Exchange) if each.name == "polish"]
    assert gained == [("food",), ("steel",), ("gold",), ("copper",), ("livestock",)]
    _, (none,) = read_of(tmp_path, "exchange polish: 1 resource -> 1 resource")
    assert none.code == "E513"
