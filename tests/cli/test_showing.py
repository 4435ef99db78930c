"""``show``: what the engine understands, in words, with the rule line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import load
from homesteaders_rules.cli.texts.showing import all_names, find
from homesteaders_rules.commands.definitions.course import Play
from homesteaders_rules.commands.definitions.scores import Scoring
from homesteaders_rules.telling.describing import describe

Invoke = Callable[..., Any]


def shown(invoke: Invoke, *name: str) -> list[str]:
    outcome = invoke("show", *name)
    assert outcome.code == 0
    return [line.rstrip() for line in outcome.output.splitlines()]


def test_a_piece(invoke: Invoke) -> None:
    lines = shown(invoke, "market")
    assert lines[0] == "building Market"
    assert re.fullmatch(r"homesteaders/buildings\.rules:\d+", lines[1])
    assert "    cost 1 wood" in lines
    assert "    income: gain 1 trade" in lines
    assert "    exchange: 1 trade, 1 wood -> 1 food" in lines


def test_a_phase_has_the_whole_procedure_of_its_mechanism(invoke: Invoke) -> None:
    text = " ".join(" ".join(shown(invoke, "bidding")).split())
    for sentence in (
        "the start player begins, and turns pass to the left",
        "bids are 3, 4, 5, 6, 7, 9, 12, 16 or 21",
        "a player who passes is out",
        "the bidding ends when every player leads a lot or is out",
        "with equal bids against neutral: a right to equal holds against the neutral bid",
        "before bidding: the start player places a neutral bid of Neutral on any lot",
        "whenever a player passes",
        "without optional track advance: advance Railroad",
    ):
        assert sentence in text
    assert text.count("a player who passes is out") == 1, "options do not repeat the procedure"


def test_a_phase_names_the_actions_tracks_and_triggers_it_uses(invoke: Invoke) -> None:
    text = " ".join(" ".join(shown(invoke, "building")).split())
    assert "action pass the start marker" in text
    assert "each advance takes one reward, at or before the marker" in text
    assert "Forge: whenever you build another building: gain 1 point" in text


def test_a_moment_shows_the_clauses_of_the_rules(invoke: Invoke) -> None:
    assert "    income: gain 1 silver per rail" in shown(invoke, "income")


def test_exchanges_are_shown_together_with_what_follows(invoke: Invoke) -> None:
    lines = shown(invoke, "sell")
    assert sum(line.startswith("exchange sell ") for line in lines) == 6
    assert lines.count("    General Store: whenever you sell: gain 1 silver") == 1


def test_names_need_no_quotes_and_no_capitals(invoke: Invoke) -> None:
    assert shown(invoke, "grain", "mill") == shown(invoke, "Grain Mill")


@pytest.mark.parametrize("command", ["show", "ledger"])
def test_a_part_of_a_name_leads_to_all_that_have_it(invoke: Invoke, command: str) -> None:
    assert invoke(command, "store").sentence == (
        'homesteaders: nothing is called "store"; there is General Store'
    )


def test_the_pack_decides_what_is_shown(invoke: Invoke) -> None:
    lines = shown(invoke, "raise the neutral level", "--with", "peer")
    assert lines[0] == "action raise the neutral level: do nothing"
    assert lines[1].startswith("peer/peer.rules:")
    assert lines[1].endswith(", only with 2 players")


def test_without_a_name_everything_is_listed_by_kind(invoke: Invoke) -> None:
    text = " ".join(shown(invoke))
    for word in ("resources", "wood", "Farm", "A1-S1", "sell", "bidding", "Railroad", "open hands"):
        assert word in text


@pytest.mark.parametrize("packs", [("homesteaders",), ("homesteaders", "peer")])
def test_everything_can_be_described(packs: tuple[str, ...]) -> None:
    rules = load(*packs)
    for definition in rules.definitions:
        lines = describe(definition, rules.vocabulary)
        assert lines
        assert all(text.strip() == text for _, text in lines)
    assert all(find(rules, name) for name in all_names(rules))


def test_an_exchange_of_a_piece_shows_the_piece(invoke: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "smoke.rules"
    file.write_text(
        "pack Smoke, version 1, extends Homesteaders\n\n"
        "building Smokehouse:\n    industrial, town\n    exchange smoke: 1 livestock -> 2 food\n",
        encoding="utf-8",
    )
    assert shown(invoke, "--with", str(file), "smoke")[0] == "building Smokehouse"


def test_parts_to_choose_from_stand_below_each_other(invoke: Invoke, tmp_path: Path) -> None:
    """As they are written: whoever copies them has a pack that is read."""
    parts = (
        "    income:\n        in any order, each once, or stop:\n"
        "            feast: may pay 1 food to gain 1 point\n            fair: gain 1 silver\n"
    )
    file = tmp_path / "inn.rules"
    head = "pack Inn, version 1, extends Homesteaders\n\nbuilding Inn:\n    town\n"
    file.write_text(head + parts, encoding="utf-8")
    assert "\n".join(shown(invoke, "--with", str(file), "inn")).endswith(parts.rstrip("\n"))


def test_one_player_is_told_as_one(invoke: Invoke) -> None:
    output = invoke("show", "--game", "agricola", "Three Wood").output
    assert "with 1 player: refill: put 2 wood here" in output


@pytest.mark.parametrize(
    ("name", "head"), [("play", "replace play:"), ("scoring", "replace scoring in points:")]
)
def test_what_has_one_name_can_be_written_back_as_it_is_shown(
    name: str, head: str, invoke: Invoke, tmp_path: Path
) -> None:
    _, _, *lines = shown(invoke, name)
    file = tmp_path / "same.rules"
    file.write_text("\n".join(["pack Same, version 1, extends Homesteaders\n", head, *lines]))
    rules, game = load(file), load("homesteaders")
    kind: type[Play | Scoring] = Play if name == "play" else Scoring
    told = [[describe(each, of.vocabulary) for each in of.of(kind)] for of in (rules, game)]
    assert told[0] == told[1]


def test_the_stack_of_a_lot_is_shown_as_no_line_of_it(invoke: Invoke) -> None:
    assert "    (of Auction 2)" in shown(invoke, "A2-T2")
