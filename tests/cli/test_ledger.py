"""``ledger``: every line as double entry, and what ``diff`` says of sources and sinks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from homesteaders_rules import load
from homesteaders_rules.commands.definitions.course import Phase
from homesteaders_rules.commands.definitions.pieces import Piece
from homesteaders_rules.telling.ledger import ledger, moved_goods, sinks, sources
from runtime.small import small

Invoke = Callable[..., Any]
PACK = """\
pack My Pack, version 1, extends Homesteaders

building Bakery:
    commercial, settlement
    cost 1 wood
    income: gain 1 food

replace building Farm:
    residential, settlement
    3 copies
    cost 1 wood
    1 worker: gain 2 silver, 1 trade
    1 worker: gain 1 copper
"""


def lines(invoke: Invoke, *command: str) -> list[list[str]]:
    outcome = invoke(*command)
    assert outcome.code == 0
    return [line.split() for line in outcome.output.splitlines()]


def test_a_piece_costs_and_gives(invoke: Invoke) -> None:
    shown = [line[1:] for line in lines(invoke, "ledger", "Market")]
    assert ["the", "player", "the", "stock", "1", "wood"] in shown
    assert ["the", "stock", "the", "player", "1", "trade"] in shown
    assert ["the", "player", "the", "stock", "1", "food"] in shown
    assert ["of", "food,", "silver,", "steel,", "trade"] in shown


def test_without_a_name_every_good_has_its_sources(invoke: Invoke) -> None:
    text = " ".join(invoke("ledger").output.split())
    assert "from the stock by: " in text
    moved = moved_goods(load("homesteaders"))
    assert "building Gold Mine" in moved["gold"][0]
    assert "exchange repay" in moved["debt"][1]
    assert "exchange repay" not in moved["debt"][0]


def test_what_is_not_there_is_told(invoke: Invoke) -> None:
    outcome = invoke("ledger", "Markt")
    assert outcome.code == 2
    assert 'did you mean "Market"' in outcome.errors


def test_goods_on_a_piece_lie_between() -> None:
    rules = load("new_beginnings")
    warehouse = next(piece for piece in rules.of(Piece) if piece.name == "Warehouse")
    entries = ledger(warehouse, rules.vocabulary)
    ends = {(e.giver, e.taker, e.choice) for e in entries if e.good == "food"}
    assert ends == {("the stock", "Warehouse", False), ("Warehouse", "the player", True)}
    assert "food" in sources([warehouse])
    assert "food" not in sinks([warehouse])


def test_what_is_paid_for_an_effect_goes_to_the_stock(tmp_path: Path) -> None:
    text = "play:\n    rounds 1-2: work\nphase work: each player: may pay 2 coins to gain 1 star\n"
    rules = small(tmp_path, text)
    entries = ledger(rules.of(Phase)[0], rules.vocabulary)
    assert [(each.amount, each.giver, each.taker) for each in entries] == [
        ("2 coins", "the player", "the stock"),
        ("1 star", "the stock", "the player"),
    ]


def test_diff_names_new_sources(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "my_pack.rules"
    file.write_text(PACK, encoding="utf-8")
    command = ("diff", "homesteaders", "--with", str(file))
    shown = [" ".join(line) for line in lines(invoke, *command)]
    assert "a new source of food" in shown
    assert "a new source of copper" in shown
    assert "no longer a source of food" in shown
    found = json.loads(invoke(*command, "--json").output)
    flows = {change["name"]: change["flows"] for change in found}
    assert flows["Bakery"] == ["a new source of food", "a new sink of wood"]
