"""Menus in rows, by the words of keys alone; what is long is folded, and answers mean one thing."""

from __future__ import annotations

import pytest

from homesteaders_rules import load, new_game
from homesteaders_rules.play.cursor import Cursor
from homesteaders_rules.seeing.menu import Choice, Menu, Row, menu_of, rows_of
from homesteaders_rules.seeing.notes import Notes


def heads(*keys: str) -> list[tuple[str, list[str]]]:
    choices = [Choice(key, (key,)) for key in keys]
    return [(head, [each.words for each in row]) for head, row in rows_of(choices)]


@pytest.mark.parametrize(
    ("keys", "rows"),
    [
        (["pass"], [("pass", [""])]),
        (
            ["bid 3 on lot 1", "bid 4 on lot 1", "bid 5 on lot 2", "pass"],
            [("bid … on lot 1", ["3", "4"]), ("bid 5 on lot 2", [""]), ("pass", [""])],
        ),
        (["build Farm", "build Big Farm"], [("build", ["Farm", "Big Farm"])]),
        (["pay 2 food", "pay 1 food", "pay 0 food"], [("pay … food", ["2", "1", "0"])]),
        (["place man Farm 1", "place man Inn 1"], [("place man", ["Farm 1", "Inn 1"])]),
        (["gain 1 rail", "gain 3 points"], [("gain", ["1 rail", "3 points"])]),
        (["enclose A1", "enclose A1 A2"], [("enclose", ["A1", "A1 A2"])]),
        (["Farm", "Farm 2", "done"], [("…", ["Farm", "Farm 2"]), ("done", [""])]),
    ],
)
def test_keys_that_begin_alike_are_one_row(keys: list[str], rows: list[object]) -> None:
    assert heads(*keys) == rows


KINDS = ("cow", "ox", "man", "boy", "mule", "dog")


def menu(*keys: str) -> Menu:
    rows = rows_of([Choice(key, (key,)) for key in keys])
    numbered = (Row(number, head, found) for number, (head, found) in enumerate(rows, 1))
    return Menu(tuple(numbered), every=keys)


def test_nothing_is_lost_by_folding_or_spreading() -> None:
    every = [f"use Bank {n} with 1 {kind}" for n in range(1, 6) for kind in KINDS]
    whole = menu(*every, "pass")
    for form in (whole, whole.spread(), whole.folded(3), whole.folded(3, True)):
        assert [key for row in form.rows for key in row.keys] == [*every, "pass"]
    assert [c.label for c in whole.folded(3).rows[0].choices] == [f"{n} (6)" for n in range(1, 6)]
    assert len(whole.spread().rows) == 31
    assert whole.spread().rows[7].head == "use Bank 2 with 1 ox"


def test_only_rows_with_notes_are_spread_where_there_is_a_line_for_each() -> None:
    built = Choice("Farm", ("build Farm",), "costs 1"), Choice("Inn", ("build Inn",))
    bid = (Choice(each, (f"bid {each} on lot 1",)) for each in "34")
    noted, bids = Row(1, "build", built), Row(2, "bid … on lot 1", tuple(bid))
    spread = Menu((noted, bids)).spread(noted=True)
    assert [row.head for row in spread.rows] == ["build Farm", "build Inn", "bid … on lot 1"]
    assert [row.number for row in spread.rows] == [1, 2, 3]


def test_what_an_answer_means() -> None:
    asked = menu("bid 3 on lot 1", "bid 4 on lot 1", "bid 12 on lot 1", "sell wool", "pass")
    assert [row.head for row in asked.rows] == ["bid … on lot 1", "sell wool", "pass"]
    chosen = asked.meant("1 4")
    assert isinstance(chosen, Choice)
    assert chosen.key == "bid 4 on lot 1"
    twelve = asked.meant("1 12")
    assert isinstance(twelve, Choice)
    assert twelve.key == "bid 12 on lot 1"
    assert asked.meant("1") is asked.rows[0]
    last = asked.meant(" 3 ")
    assert isinstance(last, Choice)
    assert last.key == "pass"
    for answer in ("0", "4", "1 5", "pass", "", "1 x", "9" * 50):
        assert asked.meant(answer) is None


def test_what_can_be_done_several_times_is_one_choice() -> None:
    cursor = Cursor(new_game(load("homesteaders"), 3, 1))
    state = cursor.state()
    asked = menu_of(state, Notes(state))
    row = next(row for row in asked.rows if row.head == "borrow")
    assert row.only is not None
    assert row.only.label == "1-9"
    for answer, key in (("", "borrow"), (" 3", "borrow 3"), (" 9", "borrow 9")):
        chosen = asked.meant(f"{row.number}{answer}")
        assert isinstance(chosen, Choice)
        assert chosen.key == key
    assert asked.meant(f"{row.number} 10") is None


def test_a_fold_is_opened_and_not_chosen() -> None:
    asked = menu(
        *(f"enclose {first} {second}" for first in "ABC" for second in "KLMN"), "enclose A"
    )
    folded = asked.folded(5)
    opened = folded.meant("1 A")
    assert isinstance(opened, Choice)
    assert opened.key == ""
    assert opened.keys == ("enclose A K", "enclose A L", "enclose A M", "enclose A N", "enclose A")
