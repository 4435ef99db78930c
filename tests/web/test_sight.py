"""The whole table is in sight at 1280x800: nothing is below the fold, cut off, or too small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import load
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.workshop.match import HUMAN, Match
from sizes import THOROUGH, size, some
from web.conftest import Visit
from web.pages import NARROW, WIDE, begin, idle, restore, take

TABLES = [
    (pack, players)
    for pack in ("agricola", "homesteaders", "montana", "new_beginnings")
    for players in load(pack).players
]
CROWDED = [("agricola", 1), ("agricola", 5), ("montana", 4), ("new_beginnings", 5)]
BOT = "sensible"

BELOW = """() => [...document.querySelectorAll(".column")]
    .map((column) => column.scrollHeight - column.clientHeight)"""
"""How much of what can be chosen, of the board, and of the players is below the fold."""

CUT = """() => {
    const box = (each) => each.getBoundingClientRect();
    const within = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
        && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
    const parts = "h3, h4, li, button, summary, svg, td, th, .badge, .cost, .places, .seat";
    return [...document.querySelectorAll(`.column :is(${parts})`)]
        .filter((each) => each.checkVisibility() && box(each).width > 1)
        .filter((each) => !each.closest(".log, .gist, .unseen"))
        .filter((each) => box(each.parentElement).width > 1)
        .filter((each) => !within(box(each), box(each.closest(".card, .option") ?? each))
            || !within(box(each), box(each.closest(".column"))))
        .map((each) => `${each.tagName} ${each.textContent}`);
}"""
"""What reaches out of its card, its button or its column."""

SMALL = """(least) => [...document.querySelectorAll(".column *")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((each) => !["title", "style"].includes(each.tagName.toLowerCase()))
    .filter((each) => {
        const drawing = each.closest("svg");
        const scale = drawing ? drawing.getScreenCTM().a : 1;
        const letters = parseFloat(getComputedStyle(each).fontSize);
        return letters > 0 && letters * scale < least;
    }).map((each) => `${each.tagName} ${each.textContent}`)"""
"""What has letters of fewer pixels."""
FONTS = """() => [...document.querySelectorAll(".column :not(kbd)")].every((each) =>
    getComputedStyle(each).fontFamily === getComputedStyle(document.body).fontFamily)"""
"""Is every word of the table in the letters of the page, and in none of those of the editor?"""
LEAST = 8
LEAST_BESIDE = 7
"""Beside a text; drawings are to be had larger."""
CLOSED = """() => [...document.querySelectorAll(".board .pile:not([open]) h3")]
    .map((each) => each.textContent)"""
"""Pieces of the board for whose very names there is no room."""
BEYOND = """() => {
    const box = (each) => each.getBoundingClientRect();
    return [...document.querySelectorAll("#game *")]
        .filter((each) => each.checkVisibility() && box(each).width > 1)
        .filter((each) => !each.closest(".unseen, svg, .scroll"))
        .filter((each) => box(each).right > innerWidth + 1 || box(each).left < -1)
        .map((each) => `${each.tagName} ${each.className} ${each.textContent}`);
}"""
"""What reaches beyond the sides of the window, whether the page can be scrolled there or not."""


def saves(pack: str, players: int, seed: int = 8) -> Iterator[str]:
    """A game from its first choice to its end, at every choice of the first player."""
    match = Match.new(load(pack), (HUMAN,) + (BOT,) * (players - 1), seed)
    bot = make_bot(BOT, seed)
    yield match.save()
    while not match.state.over:
        match.choose(ask(bot, match.state))
        yield match.save()


def moments(page: Any, pack: str, players: int, folder: Path) -> Iterator[str]:
    """The page shows a game at its first choice, in the middle, late and at its end: where then."""
    first, *others, last = saves(pack, players)
    file = folder / "game.json"
    for save in (first, others[len(others) // 2], others[-3], last):
        file.write_text(save, encoding="utf-8")
        restore(page, pack, players, file)
        yield page.locator(".head").inner_text()


@pytest.mark.parametrize(("pack", "players"), TABLES if THOROUGH else CROWDED)
def test_the_whole_table_is_in_sight_early_and_late(
    visit: Visit, tmp_path: Path, pack: str, players: int
) -> None:
    """What can be chosen, lots, map, grids, pieces, players, tracks and log."""
    page = visit(WIDE)
    first, *others, last = saves(pack, players)
    late = others[-len(others) // 3 :]
    for save in (first, *some(others, size(2, 8)), *some(late, size(4, 16)), last):
        file = tmp_path / "game.json"
        file.write_text(save, encoding="utf-8")
        restore(page, pack, players, file)
        where = page.locator(".head").inner_text()
        assert page.evaluate(BELOW) == [0, 0, 0], where
        assert page.evaluate(CUT) == [], where
        assert page.evaluate(SMALL, LEAST) == [], where
        assert page.evaluate(CLOSED) == [], where
        assert page.evaluate(FONTS) is True, where


@pytest.mark.parametrize(("pack", "players"), TABLES if THOROUGH else CROWDED)
def test_the_whole_table_is_in_sight_beside_a_text_too(
    visit: Visit, tmp_path: Path, pack: str, players: int
) -> None:
    """Where its pieces have no room there they are closed, each sort with its number."""
    page = visit(WIDE)
    for where in moments(page, pack, players, tmp_path):
        page.click('[data-show="both"]')
        page.wait_for_timeout(100)
        for part in ("textarea", "#findings", ".moves", ".board", ".players", ".log"):
            assert page.locator(part).is_visible()
        assert page.evaluate(BELOW) == [0, 0, 0], where
        assert page.evaluate(CUT) == [], where
        assert page.evaluate(SMALL, LEAST_BESIDE) == [], where


def test_pieces_that_are_closed_are_opened_by_hand_and_stay_open(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit(WIDE)
    page.click('[data-show="both"]')
    file = tmp_path / "game.json"
    save = next(save for number, save in enumerate(saves("montana", 4)) if number == 8)
    file.write_text(save, encoding="utf-8")
    restore(page, "montana", 4, file)
    page.click('[data-show="both"]')
    page.wait_for_function(f"() => ({CLOSED})().includes('Board')")
    pile = page.locator(".board .pile", has=page.get_by_role("heading", name="Board"))
    assert pile.locator("summary").inner_text().split() == ["Board", "15"]
    pile.locator("summary").press("Enter")
    take(page)
    assert pile.locator(".card").first.is_visible()
    assert "Board" not in page.evaluate(CLOSED)


@pytest.mark.parametrize(("pack", "players"), TABLES if THOROUGH else CROWDED)
def test_nothing_of_a_table_reaches_beyond_a_phone(
    visit: Visit, tmp_path: Path, pack: str, players: int
) -> None:
    page = visit(NARROW)
    for where in moments(page, pack, players, tmp_path):
        assert page.evaluate(BEYOND) == [], where


@pytest.mark.parametrize(("game", "choices"), [("homesteaders", 40), ("montana", 12)])
def test_nothing_of_the_table_is_below_the_fold_choice_after_choice(
    visit: Visit, game: str, choices: int
) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, game)
    for _ in range(choices):
        assert page.evaluate(BELOW) == [0, 0, 0], page.locator(".head").inner_text()
        take(page)


def test_many_kinds_of_goods_that_lie_on_one_piece_are_not_cut_off(
    visit: Visit, tmp_path: Path
) -> None:
    match = Match.new(load("montana"), (HUMAN,) + ("random",) * 3, seed=10)
    bot = make_bot("random", 10)
    kinds = ("miner", "mason", "reaper", "grower")
    while sum(match.state.lying("Bank 3", kind) > 0 for kind in kinds) < 3:
        match.choose(ask(bot, match.state))
    file = tmp_path / "game.json"
    file.write_text(match.save(), encoding="utf-8")
    page = visit(WIDE)
    restore(page, "montana", 4, file)
    assert page.locator(".shop .badge.lies", has_text=re.compile(",.*,")).is_visible()
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [1000, 1100, 1160])
def test_what_lies_beside_a_map_has_room_for_a_card(visit: Visit, width: int) -> None:
    page = visit({"width": width, "height": 800})
    page.click('[data-show="play"]')
    page.fill("#seed", "7")
    begin(page, "montana")
    widths = page.locator(".board .card").evaluate_all(
        "(all) => all.map((each) => each.clientWidth)"
    )
    assert min(widths) > 100
    assert page.locator(".board").evaluate("(board) => board.scrollWidth <= board.clientWidth")


def test_a_window_that_becomes_narrow_shows_all_and_a_wide_one_is_fitted(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "agricola")
    folded = page.locator(".cards[data-fold]")
    before = folded.count()
    assert before > 0
    page.set_viewport_size(NARROW)
    page.wait_for_function("() => !document.querySelector('.cards[data-fold]')")
    page.set_viewport_size(WIDE)
    page.wait_for_selector(".cards[data-fold]")
    assert folded.count() == before
    assert page.evaluate(BELOW) == [0, 0, 0]


def test_what_somebody_has_opened_stays_open(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "homesteaders")
    exchanges = page.locator(".moves .anytime")
    before = exchanges.get_attribute("open")
    exchanges.locator("> summary").click()
    page.locator(".moves .option:visible").first.click()
    idle(page)
    assert exchanges.get_attribute("open") != before


def test_a_piece_shows_all_of_its_text_and_moves_no_other(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "homesteaders")
    cards = page.locator(".shop .card")
    boxes = "(all) => all.map((each) => [each.offsetLeft, each.offsetTop])"
    before = cards.evaluate_all(boxes)
    folded, last = cards.filter(has_text="Railworkers House"), cards.last
    for card in (folded, last):
        low = card.evaluate("(card) => card.offsetHeight")
        card.hover()
        assert card.evaluate("(card) => card.offsetHeight") > low
        assert card.evaluate("(card) => card.scrollHeight <= card.clientHeight")
        moved = [old != new for old, new in zip(before, cards.evaluate_all(boxes), strict=True)]
        assert sum(moved) <= 1, "none but itself, which grows upwards in the lower half"
        assert page.evaluate(BELOW) == [0, 0, 0]
        page.mouse.move(5, 5)
    assert cards.evaluate_all(boxes) == before
    low = folded.evaluate("(card) => card.offsetHeight")
    page.get_by_role("button", name="Railworkers House").focus()
    assert folded.evaluate("(card) => card.offsetHeight") > low
