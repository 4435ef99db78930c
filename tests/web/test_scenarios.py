"""What people do with the page from the beginning to the end, as they do it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.conftest import Visit
from web.pages import NARROW, WIDE, begin, idle
from workshop.texts import FILE, INN

MILL = """\
pack Millers, version 1, extends Homesteaders

building Sawmill:
    industrial, settlement
    cost 1 food
    income: gain 1 wood
"""


def test_a_pack_is_written_and_three_rounds_are_played_by_keys_alone(page: Any) -> None:
    """What bots do is told to who listens, each sentence once."""
    focused = "() => document.activeElement?.className"
    for _ in range(20):
        if page.evaluate(focused) == "area":
            break
        page.keyboard.press("Tab")
    assert page.evaluate(focused) == "area"
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(MILL)
    page.locator("#cards h4", has_text="Sawmill").wait_for()
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('Mill')")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".moves .option:focus")
    idle(page)
    told = [page.locator("#news p").last.inner_text()]
    while "Round 4" not in page.locator(".head").inner_text():
        page.keyboard.press("1")
        idle(page)
        told.append(page.locator("#news p").last.inner_text())
    log = page.locator(".log li").filter(has=page.locator(".seat-1, .seat-2"))
    assert log.count() > 10
    heard = " ".join(told)
    for sentence in {*log.all_inner_texts()}:
        said = sentence.split(" ", 1)[1].strip()
        assert said in heard
        assert sum(said in each for each in told) <= log.get_by_text(said, exact=False).count()


def test_a_phone_plays_a_game_to_its_end_with_letters_of_twice_the_size(visit: Visit) -> None:
    page = visit(NARROW)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    begin(page, "homesteaders")
    for _ in range(300):
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        if not page.locator(".moves .option").count():
            break
        page.locator(".moves .option").first.click()
        idle(page)
    assert page.locator("caption", has_text="Scores by source").is_visible()


def test_the_other_tiles_stay_while_a_word_is_half_written(page: Any) -> None:
    page.locator(".area").fill(f"{INN}\nbuilding Mill:\n    residential, to")
    page.wait_for_selector(".finding.error")
    assert page.locator("#cards h4", has_text="Wayside Inn").is_visible()
    assert page.locator("#cards .card.broken h4").all_inner_texts() in ([], ["Mill"])


def test_the_wrong_word_is_marked_behind_tabs_and_blanks(visit: Visit, folder: Path) -> None:
    """In a file with the line breaks of another system."""
    wrong = INN.replace("income: gain 1 silver", "income:\t gain  1   silvr")
    (folder / FILE).write_bytes(wrong.replace("\n", "\r\n").encode())
    page = visit(WIDE)
    page.wait_for_selector(".finding.error")
    assert page.locator(".copy .error").all_inner_texts() == ["silvr"]


def test_an_example_that_fails_leads_to_its_line(visit: Visit, folder: Path) -> None:
    (folder / FILE).write_text(INN.replace("has 7 silver", "has 6 silver"), encoding="utf-8")
    page = visit(WIDE)
    failed = page.locator(".example", has_text="✕")
    failed.wait_for()
    assert "7" in failed.locator("p").inner_text()
    failed.locator("button.link").click()
    chosen = """() => {
        const area = document.querySelector(".area");
        return area.value.slice(area.selectionStart, area.selectionEnd);
    }"""
    assert page.evaluate(chosen) == "player 2 has 6 silver"
    failed.get_by_text("Play from here").click()
    page.wait_for_selector(".moves .option")
    assert page.locator("#prompt").inner_text() == "Bid or pass"
