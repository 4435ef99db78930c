"""The table of a match: what is drawn is what there is, at its place, and always the same way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.conftest import Visit
from web.pages import NARROW, WIDE, begin, idle
from workshop.texts import FILE

PORTS = """\
pack Trial, version 1, extends Homesteaders

example workers at the port, with 3 players:
    player 1 owns Homestead
    player 1 owns River Port
    player 1 has 2 workers
    in income
"""


def chosen(page: Any, key: str) -> None:
    """Choose what is offered by its key."""
    page.locator(f'.moves .option[data-key="{key}"]').click()
    idle(page)


def test_a_place_of_ones_own_is_filled_there_and_not_on_another_copy(
    visit: Visit, folder: Path
) -> None:
    (folder / FILE).write_text(PORTS, encoding="utf-8")
    page = visit(WIDE)
    page.get_by_text("Play from here").click()
    page.wait_for_selector(".moves .option")
    idle(page)
    parts = page.locator(".board .part").filter(has=page.locator(".card", has_text="River Port"))
    assert [part.locator("h3").inner_text() for part in parts.all()] == ["Your area", "Supply"]
    own, offered = (part.locator(".card", has_text="River Port") for part in parts.all())
    assert own.locator(".do").count() == 1
    assert offered.locator(".do").count() == 0
    hints = page.locator(".moves .option .hint").all_inner_texts()
    assert hints == ["gain 1 wood", "gain 1 point", "2 workers: gain 1 gold"]


def test_what_is_drawn_has_its_colour_in_every_match_and_all_the_time(visit: Visit) -> None:
    kinds = """() => Object.fromEntries([...document.querySelectorAll(".map .space")].map(
        (space) => [space.querySelector(".label").textContent, space.classList[1]]))"""
    seen = []
    page = visit(WIDE)
    for seed in ("1", "2"):
        page.fill("#seed", seed)
        begin(page, "montana")
        seen.append(page.evaluate(kinds))
        page.locator("[data-focus=again]").click()
    assert seen[0] == seen[1]
    assert seen[0]["plain"] == "bare"
    assert len({*seen[0].values()}) == 5
    begin(page, "agricola")
    room = page.locator('.mine .space[aria-label^="B1"], .mine .space:has-text("B1")').first
    before = room.get_attribute("class")
    chosen(page, "place person on Plough")
    chosen(page, "lay field A1")
    assert page.locator(".mine .space:has-text('field')").count() == 1
    assert room.get_attribute("class") == before


def test_every_grid_is_as_wide_as_there_is_room_for_on_a_phone(visit: Visit) -> None:
    page = visit(NARROW)
    begin(page, "agricola")
    widths = page.locator(".grid svg").evaluate_all("(all) => all.map((each) => each.clientWidth)")
    assert len(widths) == 3
    assert min(widths) > 300
