"""Every way out of a payment that could not be made is one: followed to the letter, it checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.language.loader import read
from homesteaders_rules.language.messages.diagnostics import Diagnostic


def told(folder: Path, game: str, text: str) -> tuple[Diagnostic, ...]:
    file = folder / "slip.rules"
    file.write_text(f"pack Slip, version 1, extends {game}\n{text}\n", encoding="utf-8")
    return read(file)[1]


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
