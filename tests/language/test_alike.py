"""Pieces that are as another: all its lines, but for those that are given again."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.commands.definitions.pieces import Piece

from .texts import codes, orchard

ELM = """
tree Elm:
    early, small
    2 copies
    cost 1 coin
    worth 2 stars
    exchange barter: 1 apple -> 1 coin
    yield: gain 1 apple
    1 helper: gain 1 pear
"""


def trees(folder: Path, text: str) -> dict[str, Piece]:
    rules, diagnostics = orchard(folder, ELM + text + "after fair: may build any\n")
    assert rules is not None, "\n".join(map(str, diagnostics))
    return {piece.name: piece for piece in rules.of(Piece)}


def lines(piece: Piece) -> tuple[object, ...]:
    """All that is printed on it, but for its name."""
    exchanges = tuple(each.key(piece.name).replace(piece.name, "it") for each in piece.exchanges)
    printed = piece.labels, piece.copies, piece.worth, piece.clauses, piece.slots
    return (*printed, piece.cost, exchanges)


def test_all_lines_are_taken_over(tmp_path: Path) -> None:
    found = trees(tmp_path, "tree Yew:\n    as Elm\n")
    assert lines(found["Yew"]) == lines(found["Elm"])
    assert [each.key("Yew") for each in found["Yew"].exchanges] == ["barter at Yew"]
    assert [each.key("Elm") for each in found["Elm"].exchanges] == ["barter at Elm"]


def test_what_is_given_again_replaces(tmp_path: Path) -> None:
    text = """
tree Yew:
    as Elm
    late, tall
    cost 3 coins
    exchange barter: 1 apple -> 2 coins
    yield: gain 2 apples
tree Ash:
    as Yew
    1 helper: gain 2 pears
"""
    found = trees(tmp_path, text)
    yew, ash = found["Yew"], found["Ash"]
    assert (yew.labels, yew.copies, yew.worth) == (("late", "tall"), 2, 2)
    assert [item.amount for item in yew.cost.items] != [i.amount for i in found["Elm"].cost.items]
    assert (len(yew.exchanges), len(yew.clauses), yew.slots) == (1, 1, found["Elm"].slots)
    assert lines(ash)[:4] == lines(yew)[:4]
    assert len(ash.slots) == 1
    assert ash.slots != yew.slots


def as_the_next(last: int) -> str:
    """Pieces of which each is as the one before it."""
    return "".join(f"tree N{n}:\n    as N{n - 1}\n" for n in range(1, last + 1))


def test_nine_pieces_lie_between_at_most(tmp_path: Path) -> None:
    """The tenth is told, and hundreds that follow each other take no longer than others."""
    text = f"tree N0:\n    as Elm\n{as_the_next(8)}"
    assert lines(trees(tmp_path, text)["N8"]) == lines(trees(tmp_path, text)["N0"])
    _, found = orchard(tmp_path, ELM + f"tree N0:\n    as Elm\n{as_the_next(200)}")
    assert {each.code for each in found if each.is_error} == {"E350"}
    assert "N9 would be as Elm by more than 9 pieces" in {each.message for each in found}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tree Yew:\n    as Yew\n", "E350"),
        ("tree Yew:\n    as Ash\ntree Ash:\n    as Yew\n", "E350"),
        (f"tree N0:\n    as Elm\n{as_the_next(10)}", "E350"),
        ("tree Yew:\n    as Elms\n", "E201"),
        ("tree Yew:\n    as R1\n", "E350"),
        ("tree Yew:\n    as Elm\n    as Old Oak\n", "E332"),
        ("tree Yew:\n    with slow trees: as Elm\n", "E331"),
    ],
)
def test_what_it_cannot_be_as_is_told(tmp_path: Path, text: str, code: str) -> None:
    rules, diagnostics = orchard(tmp_path, ELM + text)
    assert rules is None
    assert code in codes(diagnostics)
    assert all(each.hint for each in diagnostics)


def test_a_fault_of_the_other_is_told_once(tmp_path: Path) -> None:
    _, diagnostics = orchard(tmp_path, ELM.replace("1 apple", "1 aple") + "tree Yew:\n    as Elm\n")
    assert len([each for each in diagnostics if each.code == "E201"]) == 2
