"""What somebody opens stays open, the focus is not lost, and drawings are to be had larger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import load
from web.conftest import Visit
from web.pages import NARROW, WIDE, begin, idle, restore, take
from web.test_browser import FENCES
from web.test_sight import SMALL, moments, saves
from workshop.texts import FILE

LARGE = 56
"""So many letters wide is a map that is drawn larger."""
READ = 12
STATES = """() => Object.fromEntries([...document.querySelectorAll("#game details")]
    .map((each) => [each.dataset.part, each.open]))"""
"""What is open, by the name of each part."""


NAMES = """() => [...document.querySelectorAll("#game :is(details, h4 button)")]
    .map((each) => each.dataset.part ?? "")"""


def has_focus(page: Any, name: str) -> None:
    """A dialog tells only later that it was closed."""
    page.wait_for_function("(name) => document.activeElement?.dataset.focus === name", arg=name)


def redrawn(page: Any) -> None:
    """Another choice, and back to the same table, which is drawn anew both times."""
    take(page)
    page.locator("[data-focus=undo]").click()
    idle(page)


def test_a_map_is_drawn_larger_when_that_is_wanted(visit: Visit) -> None:
    """By keys alone: its words can be read, it is moved in its box, and the focus comes back."""
    page = visit(NARROW)
    page.click('[data-show="play"]')
    page.fill("#seed", "8")
    begin(page, "montana")
    page.get_by_role("button", name="Larger").press("Enter")
    dialog = page.get_by_role("dialog", name="Map")
    box = dialog.get_by_role("region", name="Map")
    sizes = "(box) => [box.clientWidth, box.scrollWidth, box.querySelector('svg').clientWidth]"
    shown, whole, drawing = box.evaluate(sizes)
    assert shown < NARROW["width"] < whole
    assert drawing >= LARGE * 16
    assert page.evaluate(SMALL.replace(".column *", ".larger svg *"), READ) == []
    assert box.evaluate("(box) => document.activeElement === box")
    before = box.evaluate("(box) => box.scrollLeft")
    assert before > 0, "it begins in the middle"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => document.querySelector('.larger').scrollLeft > {before}")
    page.keyboard.press("Tab")
    told = box.locator("p.hint")
    pointed = "() => document.activeElement.querySelector('title').textContent"
    assert told.inner_text() == page.evaluate(pointed)
    edge = told.bounding_box()
    assert edge["x"] >= 0
    assert edge["x"] + edge["width"] <= NARROW["width"]
    assert edge["y"] + edge["height"] <= NARROW["height"]
    page.keyboard.press("Escape")
    assert dialog.count() == 0
    has_focus(page, "larger map")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= NARROW["width"]
    page.get_by_role("button", name="Larger").tap()
    dialog.locator(".space.open").nth(5).tap()
    idle(page)
    assert page.locator(".map .space.neutral").count() == 1


def test_what_is_chosen_on_the_larger_map_is_chosen_and_the_map_is_there_again(
    visit: Visit,
) -> None:
    page = visit(WIDE)
    page.fill("#seed", "8")
    begin(page, "montana")
    page.get_by_role("button", name="Larger").press("Enter")
    page.locator(".larger .space.open").first.press("Enter")
    idle(page)
    assert page.get_by_role("dialog").count() == 0
    assert page.locator(".map .space.neutral").count() == 1
    has_focus(page, "larger map")


def test_the_focus_comes_back_though_the_table_was_drawn_meanwhile(visit: Visit) -> None:
    """Marks arrive while a dialog is open: what it was opened from is another element then."""
    page = visit(WIDE)
    begin(page, "montana")
    page.get_by_role("button", name="Larger").press("Enter")
    page.evaluate("""async () => {
        const { put } = await import("./dom.js");
        const table = document.querySelector(".table");
        put(table, ...[...table.children].map((each) => each.cloneNode(true)));
    }""")
    page.keyboard.press("Escape")
    has_focus(page, "larger map")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "360"])
def test_lists_that_were_opened_stay_open_at_the_next_choice(visit: Visit, size: Any) -> None:
    page = visit(size)
    page.click('[data-show="play"]')
    page.fill("#seed", "8")
    begin(page, "montana")
    for name in ("in words", "nothing at any time"):
        page.locator(f'details[data-part="{name}"] > summary').click()
    opened = page.evaluate(STATES)
    redrawn(page)
    assert page.evaluate(STATES) == opened
    assert opened["in words"]
    page.locator('details[data-part="in words"] > summary').click()
    redrawn(page)
    assert page.evaluate(STATES) == {**opened, "in words": False}


CROWD = """async () => {
    const { movesOf } = await import("./moves.js");
    const { fit, keepFitting } = await import("./fitting.js");
    const none = { verb: "use", lot: null, exchange: "", cost: {}, gain: {}, cells: [] };
    const option = (n) => ({ ...none, key: `use ${n}`, piece: `P ${n % 4}`, effect: "" });
    const options = [...Array(32).keys()].map(option);
    const table = { options, refused: [], prompt: "use any", asked: "use any", asked_by: "" };
    const told = { words: () => "", lies: () => "" };
    const place = document.querySelector("#game");
    const draw = () => {
        const column = document.createElement("section");
        column.className = "column moves";
        column.append(...movesOf(table, told).flat(9).filter(Boolean));
        const drawn = document.createElement("div");
        drawn.className = "table";
        drawn.append(column);
        place.replaceChildren(drawn);
        fit(drawn, "a match");
    };
    const open = () => [...place.querySelectorAll("details")].map((each) => each.open);
    draw();
    const before = open();
    place.querySelectorAll("summary")[2].click();
    draw();
    return [before, open()];
}"""


def test_groups_of_a_crowd_that_were_opened_stay_open(page: Any) -> None:
    page.click('[data-show="play"]')
    before, after = page.evaluate(CROWD)
    assert before == [True, False, False, False]
    assert after == [True, False, True, False]


def test_a_window_that_becomes_narrow_opens_nothing_that_is_closed_at_first(
    visit: Visit, tmp_path: Path
) -> None:
    """Long lists are closed on a phone, whatever the wide window had room for."""
    file = tmp_path / "game.json"
    file.write_text([*saves("homesteaders", 2)][33], encoding="utf-8")
    page, phone = visit(WIDE), visit(NARROW)
    for each in (page, phone):
        restore(each, "homesteaders", 2, file)
    assert page.locator('details[data-part="not now"]').get_attribute("data-fold") == "1"
    page.set_viewport_size(NARROW)
    page.wait_for_function("() => !document.querySelector('.column [data-fold]')")
    assert page.evaluate(STATES) == phone.evaluate(STATES)
    assert phone.evaluate(STATES)["not now"] is False


def test_none_that_is_picked_leaves_the_focus_on_the_grid(visit: Visit, folder: Path) -> None:
    """What was picked is still so when the same table is drawn once more, with marks."""
    (folder / FILE).write_text(FENCES, encoding="utf-8")
    page = visit(WIDE)
    tables: list[Any] = []
    page.on("response", lambda answer: "ask" in answer.url and tables.append(answer.json()))
    page.get_by_text("Play from here").click()
    page.locator(".moves .option", has_text="place person on Fences").click()
    page.wait_for_selector(".picked")
    idle(page)
    for name in ("A4", "A5"):
        page.locator(f'.mine .space[aria-label^="{name},"]').press("Enter")
    assert page.locator(".space.chosen").count() == 2
    page.get_by_role("button", name="None").press("Enter")
    assert page.locator(".space.chosen").count() == 0
    has_focus(page, "cell A4")
    twice = """async (table) => {
        const { gameOf } = await import("./board.js");
        const draw = () => gameOf(table, new Map(), {}).at(-1);
        draw().querySelector('.mine .open[aria-label^="A4,"]').dispatchEvent(new Event("click"));
        return [...draw().querySelectorAll(".chosen")].map((each) => each.ariaLabel.slice(0, 2));
    }"""
    table = [each for each in tables if each["answer"] == "table"][-1]
    assert page.evaluate(twice, table) == ["A4"]


@pytest.mark.parametrize("pack", ["agricola", "homesteaders", "montana", "new_beginnings"])
def test_every_list_of_a_table_has_a_name_of_its_own(
    visit: Visit, tmp_path: Path, pack: str
) -> None:
    """By which it is known what somebody has opened."""
    page = visit(WIDE)
    for where in moments(page, pack, max(load(pack).players), tmp_path):
        names = page.evaluate(NAMES)
        assert len(names) == len({*names}), (where, names)
        assert "" not in names, where
