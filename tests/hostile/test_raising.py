"""What must be paid can be raised, triggers and all: packs on the game that play to the end."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import Diagnostic, Rules, read
from homesteaders_rules.testing.walks import finish, walk
from sizes import size

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "pack Loan Pack, version 1, extends Homesteaders\n\n"
MOST_STEPS = 3000


def with_lines(folder: Path, text: str) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    folder.mkdir(exist_ok=True)
    (folder / "loan.rules").write_text(HEADER + text, encoding="utf-8")
    return read(folder)


TAKEN_BACK = {
    "whenever you gain a debt: discard 2 silver": "borrow gives 2 silver, line 3 takes 2 away",
    "whenever you borrow: discard 3 silver": "borrow gives 2 silver, line 3 takes 3 away",
    "whenever you borrow: if you have 5 or more wood: discard 2 silver": "line 3 takes 2 away",
    "whenever you borrow: 2 times: discard 1 silver": "line 3 takes 2 away",
    "whenever you borrow: discard 1 silver per debt": "line 3 takes all of it away",
    "action pawn: discard 2 silver\nwhenever you borrow: pawn": "line 4 takes 2 away",
    "whenever you borrow: discard 1 silver\nwhenever you gain a debt: discard 1 silver": "line 3 "
    "takes 1 away and line 4 takes 1 away",
    "whenever you borrow: gain 1 food\nwhenever you gain a food: discard 2 silver": "line 3 "
    "takes 2 away",
    "building Vault:\n    commercial, town\n    cost 1 wood\n    whenever you borrow: "
    "discard 2 silver": "line 6 takes 2 away",
    "exchange pawn, as borrow: nothing -> 1 silver\nwhenever you borrow: discard 1 silver": "pawn "
    "gives 1 silver, line 4 takes 1 away",
}


@pytest.mark.parametrize("text", TAKEN_BACK)
def test_what_triggers_take_back_counts(text: str, tmp_path: Path) -> None:
    rules, found = with_lines(tmp_path / "loan", text + "\n")
    assert rules is None
    errors = [each for each in found if each.is_error]
    assert {each.code for each in errors} == {"E512"}
    assert any(TAKEN_BACK[text] in each.message for each in errors), errors


@pytest.mark.parametrize("text", ["whenever you borrow: gain 2 workers"])
def test_what_is_due_must_not_grow_as_fast_by_triggers(text: str, tmp_path: Path) -> None:
    rules, found = with_lines(tmp_path / "loan", text + "\n")
    assert rules is None
    assert {each.code for each in found if each.is_error} == {"E516"}


@pytest.mark.parametrize(
    "text",
    [
        "whenever you borrow: gain 1 worker",
        "whenever you borrow: discard 1 silver",
        "whenever you gain a debt: gain 1 silver",
        "whenever you borrow: discard 1 food",
        "whenever you sell: discard 2 silver",
    ],
)
def test_what_leaves_something_is_all_right(text: str, tmp_path: Path) -> None:
    rules, found = with_lines(tmp_path / "loan", text + "\n")
    assert rules is not None, found


ONE = "whenever you {}: {} 1 {}"
BORROWED = ONE.format("borrow", "discard", "silver")
INDEBTED = ONE.format("gain a debt", "discard", "silver")
HIRED = ONE.format("borrow", "gain", "worker"), ONE.format("gain a debt", "gain", "worker")
ASKED = "option hard times: no\n    Loans are dear.\noption strict bank: no\n    Debts are dear.\n"
APART = [
    (f"with hard times: {BORROWED}", f"without hard times: {INDEBTED}"),
    (f"with 2 players: {BORROWED}", f"with 3 or more players: {INDEBTED}"),
    ("whenever you borrow: with hard times: discard 1 silver", f"without hard times: {INDEBTED}"),
    (f"with hard times: {HIRED[0]}", f"without hard times: {HIRED[1]}"),
]
TOGETHER = {
    (f"with hard times: {BORROWED}", f"with hard times: {INDEBTED}"): "E512",
    (f"with hard times: {BORROWED}", f"with strict bank: {INDEBTED}"): "E512",
    (f"with 2-3 players: {BORROWED}", f"with 3 or more players: {INDEBTED}"): "E512",
    (f"with hard times: {BORROWED}", f"with 4 players: {INDEBTED}"): "E512",
    ("with hard times: whenever you borrow: discard 2 silver", ""): "E512",
    (f"with hard times: {HIRED[0]}", f"with strict bank: {HIRED[1]}"): "E516",
    (
        f"with hard times: {HIRED[0]}\nwith hard times: {HIRED[1]}",
        "without hard times: whenever you borrow: discard 1 silver\n"
        "with hard times: whenever you borrow: discard 1 silver",
    ): "E516",
}


@pytest.mark.parametrize("lines", APART)
def test_triggers_of_different_tables_do_not_add_up(lines: tuple[str, str], tmp_path: Path) -> None:
    rules, found = with_lines(tmp_path / "loan", ASKED + "\n".join(lines) + "\n")
    assert rules is not None, found


@pytest.mark.parametrize("lines", TOGETHER)
def test_triggers_that_meet_at_some_table_add_up(lines: tuple[str, str], tmp_path: Path) -> None:
    rules, found = with_lines(tmp_path / "loan", ASKED + "\n".join(lines) + "\n")
    assert rules is None
    assert {each.code for each in found if each.is_error} == {TOGETHER[lines]}


OCCASIONS = ("borrow", "gain a debt", "sell", "gain a silver", "lose a silver", "gain a food")
GOODS = ("silver", "food", "wood", "trade", "point", "debt")


def _lines(random: Random) -> str:
    """Exchanges and triggers at random."""
    lines = []
    if random.random() < 0.6:
        name = random.choice(["exchange pawn", "exchange pawn, as borrow"])
        cost = random.choice(["nothing", "1 wood", "1 food"])
        gain = f"{random.randint(1, 2)} {random.choice(['silver', 'food'])}"
        lines.append(f"{name}: {cost} -> {gain}")
    for _ in range(random.randint(1, 3)):
        verb = random.choice(["gain", "discard"])
        condition = random.choice(["", "", "if you have 1 or more wood: "])
        effect = f"{condition}{verb} {random.randint(1, 2)} {random.choice(GOODS)}"
        effect = effect.replace("2 point", "2 points").replace("2 trade", "2 trades")
        lines.append(
            f"whenever you {random.choice(OCCASIONS)}: {effect.replace('2 debt', '2 debts')}"
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(size(5, 12)))
def test_whatever_passes_is_played_to_its_end(seed: int, tmp_path: Path) -> None:
    """Some of these packs are refused; who plays the others comes to the end."""
    rules, found = with_lines(tmp_path / "loan", _lines(Random(seed)))
    if rules is None:
        assert {each.code for each in found if each.is_error} <= {"E511", "E512", "E516"}, found
        return
    last = None
    for step in walk(rules, 3, seed, anytime=0.2, most=300):
        last = step.after
    assert last is not None
    finish(last, seed, most=MOST_STEPS)
