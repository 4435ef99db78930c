"""The page in a browser, as people use it: ``make test-web`` installs what it needs."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import load, new_game, score
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.play.choosing import apply
from homesteaders_rules.workshop.match import HUMAN, Match
from homesteaders_rules.workshop.serving.apart import Apart
from homesteaders_rules.workshop.serving.server import Server
from web.conftest import Visit
from web.pages import WIDE, alive, begin, idle, nothing_asked, opened
from workshop.texts import FILE, INN

DEEP_LINK = """async () => {
    const data = new Blob([`{"name": "deep", "texts": ${"[".repeat(100_000)}`]).stream();
    const packed = data.pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(String.fromCharCode(...bytes));
    return "#pack=" + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}"""
"""A link to a pack of 100,000 brackets."""


def select(page: Any, words: str, within: str = "") -> None:
    """Put the caret over the first place of some words, behind others."""
    script = """([words, within]) => {
        const area = document.querySelector(".area");
        const start = area.value.indexOf(words, Math.max(0, area.value.indexOf(within)));
        area.focus();
        area.setSelectionRange(start, start + words.length);
    }"""
    page.evaluate(script, [words, within])


def text(page: Any) -> str:
    return str(page.locator(".area").input_value())


def test_an_error_is_marked_under_its_letters_and_mended_by_a_key(page: Any, folder: Path) -> None:
    select(page, "gain", within="income")
    page.keyboard.type("gian")
    page.keyboard.press("Escape")
    page.wait_for_selector(".finding.error")
    page.wait_for_selector(".copy .error")
    assert page.locator(".copy .error").all_inner_texts() == ["gian"]
    assert "Wayside Inn" in page.locator("#cards").inner_text()
    page.keyboard.press("Control+.")
    page.wait_for_selector("#findings .good")
    assert text(page) == INN
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('✓')")
    page.wait_for_timeout(1000)
    assert (folder / FILE).read_text(encoding="utf-8") == INN


def test_who_points_at_a_mark_is_told_what_is_wrong(page: Any) -> None:
    select(page, "gain", within="income")
    page.keyboard.type("gian")
    page.keyboard.press("Escape")
    page.wait_for_selector(".finding.error")
    mark = page.locator(".copy .error").bounding_box()
    page.mouse.move(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    page.locator(".bubble", has_text='did you mean "gain"?').wait_for()


def test_who_types_while_it_is_saved_is_no_other_program(
    page: Any, server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = server.workshop.save

    def slowly(text: str) -> Any:
        time.sleep(0.8)
        return at_once(text)

    monkeypatch.setattr(type(server.workshop), "save", lambda _, text: slowly(text))
    for words in ("player 2 has 7 silver", "worth 2 points", "cost 1 wood"):
        select(page, words)
        page.keyboard.type(f"{words} # said")
        page.wait_for_timeout(600)
    until = time.monotonic() + 100
    while (folder / FILE).read_text(encoding="utf-8") != text(page) and time.monotonic() < until:
        page.wait_for_timeout(100)
    assert (folder / FILE).read_text(encoding="utf-8") == text(page)
    assert text(page).count("# said") == 3


def test_marks_stand_right_behind_odd_letters(page: Any) -> None:
    """Letters beyond 16 bits and a comment before the wrong word."""
    select(page, "player 2 has 7 silver")
    page.keyboard.type("player 2 has 7 silver # 🎪🎪\nplayer 1 has 1 silvr # 🎪")
    page.keyboard.press("Escape")
    # Before the last letter is there, what is written until then is marked.
    page.wait_for_selector('.copy .error:text-is("silvr")')
    page.wait_for_selector(".finding.error")
    assert page.locator(".copy .error").all_inner_texts() == ["silvr"]


def test_words_are_proposed_and_taken(page: Any) -> None:
    select(page, "\n    whenever")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.type("when built: adv")
    page.wait_for_selector(".popup:not([hidden]) li")
    page.keyboard.press("Enter")
    page.keyboard.type(" Railr")
    page.wait_for_selector(".popup:not([hidden]) li")
    page.keyboard.press("Tab")
    assert "    when built: advance Railroad\n" in text(page)
    page.wait_for_selector("#findings .good")


def test_of_what_is_asked_at_every_key_the_newest_is_asked_when_another_is_answered(
    page: Any,
) -> None:
    """Whoever writes fast waits for one answer, and not for one to each letter."""
    asked = """async () => {
        const { newest } = await import("./engine.js");
        const turn = () => new Promise((done) => setTimeout(done));
        const asked = [], ends = [];
        const deed = newest((what) => {
            asked.push(what);
            return new Promise((done) => ends.push(() => done(what)));
        });
        const answers = [deed(1)];
        await turn();
        answers.push(deed(2), deed(3), deed(4));
        await turn();
        ends[0]();
        await turn();
        ends[1]();
        return [asked, await Promise.all(answers)];
    }"""
    assert page.evaluate(asked) == [[1, 4], [1, None, None, 4]]


def test_a_line_of_a_card_leads_to_its_text_and_back(page: Any) -> None:
    page.locator("#cards .lines button").first.click()
    chosen = """() => {
        const area = document.querySelector(".area");
        return area.value.slice(area.selectionStart, area.selectionEnd);
    }"""
    assert page.evaluate(chosen) == "income: gain 1 silver"
    assert page.locator("#cards .card.here h4").inner_text() == "Wayside Inn"


def test_to_play_from_an_example_to_take_back_and_to_see_the_rule(page: Any) -> None:
    page.get_by_text("Play from here").click()
    page.wait_for_selector(".moves .option")
    idle(page)
    assert page.locator("#prompt").inner_text() == "Bid or pass"
    assert "bidding" in page.locator(".head").inner_text()
    before = page.locator(".log li").count()
    page.locator(".moves .option").last.click()
    idle(page)
    assert page.locator("#prompt").inner_text() != "Bid or pass"
    page.locator("[data-focus=undo]").click()
    idle(page)
    assert page.locator("#prompt").inner_text() == "Bid or pass"
    assert page.locator(".log li").count() == before
    page.locator(".prompt button.link").click()
    assert "auction" in page.locator("dialog .source .here").first.inner_text()
    assert page.locator("dialog h2").inner_text() == "homesteaders/game.rules"


def test_a_whole_game_by_keys_alone_is_that_of_the_library(page: Any) -> None:
    """The first option each time, against bots: scores and log are those of the game in Python."""
    page.fill("#seed", "11")
    begin(page, "homesteaders")
    page.locator(".moves").focus()
    for _ in range(300):
        if not page.locator(".moves .option").count():
            break
        page.keyboard.press("1")
        idle(page)
    totals = [int(each) for each in page.locator("tfoot td").all_inner_texts()]
    told = page.locator(".log li").evaluate_all(
        "(all) => all.map((each) => each.lastChild.textContent)"
    )
    state = new_game(load("homesteaders"), 3, 11)
    bots = [make_bot("sensible", 11000 + seat) for seat in range(3)]
    while not state.over:
        mine = state.decision.player == 0
        key = state.decision.options[0] if mine else ask(bots[state.decision.player], state)
        state, _ = apply(state, key)
    assert totals == [each.total for each in score(state)]
    match = Match.new(load("homesteaders"), (HUMAN, "sensible", "sensible"), seed=11)
    while not match.state.over:
        match.choose(match.state.decision.options[0])
    assert told == [each.text for each in match.told(0)][-400:]
    assert len(told) > 100


def chosen(page: Any, entry: str, title: str) -> None:
    """Choose what opens a dialog, and wait for that: what was in the last one is there still."""
    page.locator("#more").evaluate("(menu) => { menu.open = true; }")
    page.locator(entry).press("Enter")
    page.get_by_role("dialog", name=title).wait_for()


def test_a_link_shows_its_text_first_and_a_bad_one_a_sentence(page: Any) -> None:
    def offered(link: str) -> str:
        chosen(page, "#open-link", "Open a link")
        page.locator("dialog textarea").evaluate("(area, link) => { area.value = link; }", link)
        page.locator("dialog .main").click()
        page.wait_for_timeout(500)
        return str(page.locator("#status").inner_text())

    page.get_by_text("examples: 1").wait_for()  # Until then the status says more and more.
    chosen(page, "#share", "A link to the pack")
    link = page.locator("dialog textarea").input_value()
    assert page.url not in link
    page.locator("dialog .bar button").last.click()
    deep = page.evaluate(DEEP_LINK)
    for bad in ("nonsense", link[:-9], "#pack=" + "A" * 300_000, deep):
        assert "✕" in offered(bad)
    offered(link)
    assert "building Wayside Inn:" in page.locator("dialog .source").inner_text()
    page.locator("dialog .main").click()
    page.wait_for_selector("#cards .card")
    assert text(page) == INN
    page.reload()
    page.wait_for_selector("#cards .card")
    assert len(page.locator("#pack option").all()) == 2


def test_what_another_editor_changes_is_taken_over(page: Any, folder: Path) -> None:
    changed = INN.replace("worth 2 points", "worth 3 points")
    (folder / FILE).write_text(changed, encoding="utf-8")
    page.wait_for_function("() => document.querySelector('.area').value.includes('worth 3')")
    assert text(page) == changed


def test_two_packs_of_one_title_are_told_apart(visit: Visit, folder: Path) -> None:
    twin = folder.parent / "twin"
    twin.mkdir()
    try:
        (twin / FILE).write_text(INN, encoding="utf-8")
        labels = visit(WIDE).locator("#game-name option").all_inner_texts()
    finally:
        shutil.rmtree(twin)
    assert {"Travellers (inn)", "Travellers (twin)", "Montana"} < {*labels}


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
def test_a_dead_or_hung_engine_is_followed_by_a_new_one_with_the_same_match(
    page: Any, server: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hung one is soon given up; the new one has all the time that it needs.

    The page is alive meanwhile.
    """
    begin(page)
    page.locator(".moves .option").last.click()
    idle(page)
    log = page.locator(".log").inner_text()
    nothing_asked(page, server)
    engine, stop = server.workshop.engine, Apart.stop

    def stopped(apart: Apart) -> None:
        apart.patience = 60.0
        stop(apart)

    monkeypatch.setattr(Apart, "stop", stopped)
    engine.patience = 2.0 if name == "SIGSTOP" else 60.0
    process = engine.start()
    assert process is not None
    with alive(page):
        os.kill(process.pid, getattr(signal, name))
        page.locator(".moves .option").last.click()
        while process.poll() is None:
            page.wait_for_timeout(20)
        page.wait_for_function("() => document.querySelector('#status').innerText.includes('anew')")
    assert "The match goes on where it stood." in page.locator("#status").inner_text()
    idle(page)
    assert page.locator(".log").inner_text().startswith(log)
    page.locator(".moves .option").last.click()
    idle(page)
    assert page.locator(".log").inner_text().startswith(log)
    assert page.locator(".log").inner_text() != log


@contextmanager
def command(folder: Path, port: int) -> Iterator[str]:
    """The address of a server that somebody has started in a terminal; in the end it is killed."""
    code = "from homesteaders_rules.cli import main; main()"
    arguments = ("serve", str(folder), "--no-browser", "--port", str(port))
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.kill()


def test_a_match_goes_on_in_another_server_on_another_day(
    browser: Any, folder: Path, errors: list[str]
) -> None:
    with command(folder, 0) as address:
        port = int(address.split(":")[2].partition("/")[0])
        pages = opened(browser, address, errors, WIDE)
        page = next(pages)
        begin(page)
        page.locator(".moves .option").last.click()
        idle(page)
        log = page.locator(".log").inner_text()
        page.reload()
        page.wait_for_selector(".moves .option")
        assert page.locator(".log").inner_text() == log
        again = page.context.new_page()
        page.close()
    with command(folder, port) as address:
        again.goto(address)
        again.get_by_role("button", name="Go on: Homesteaders with Travellers, 3 players").click()
        again.wait_for_selector(".moves .option")
        assert again.locator(".log").inner_text() == log
        pages.close()
    assert errors == []


def test_people_at_one_screen_see_no_hand_of_each_other(page: Any) -> None:
    page.select_option("#people", "2")
    begin(page)
    for _ in range(20):
        if page.locator(".curtain").count():
            break
        page.locator(".moves .option").last.click()
        idle(page)
    assert page.locator(".curtain").count() == 1
    assert page.locator(".goods").count() == 0
    page.locator(".curtain button").click()
    page.wait_for_selector(".moves .option")


def test_a_phone_needs_no_sideways_scrolling_and_no_small_targets(phone: Any) -> None:
    for view in ("write", "play"):
        phone.click(f'[data-show="{view}"]')
        if view == "play":
            begin(phone)
        assert phone.evaluate("() => document.documentElement.scrollWidth") <= 360
    small = """() => [...document.querySelectorAll("button:not(.link), select, summary")]
        .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.5)
        .map((each) => each.outerHTML.slice(0, 80))"""
    assert phone.evaluate(small) == []


def test_what_was_answered_too_late_is_asked_again(page: Any, errors: list[str]) -> None:
    """An engine that begins on a busy computer may be given up: nobody need load the page anew."""
    late = {"hello", "check"}

    def answered(route: Any) -> None:
        asked = route.request.post_data_json["ask"]
        if asked not in late:
            return route.continue_()
        late.remove(asked)
        return route.abort()

    page.route("**/ask", answered)
    page.reload()
    page.wait_for_selector("#cards .card")
    assert late == set()
    errors.clear()


def test_the_click_that_leaves_a_field_is_a_click(page: Any) -> None:
    """The form is not drawn anew between the press of the button and its end."""
    page.click('[data-show="play"]')
    page.wait_for_function("() => !document.querySelector('#setup button.main').disabled")
    page.fill("#seed", "7")
    page.click("#setup button.main")
    page.wait_for_selector(".moves .option")


@pytest.mark.parametrize(("pieces", "folded"), [(3, False), (4, True)])
def test_what_lies_on_a_piece_is_told_with_its_options_and_many_are_folded(
    page: Any, pieces: int, folded: bool
) -> None:
    """Eight options each: one screen has room for three pieces, and not for four."""
    moves = """async (pieces) => {
        const { movesOf } = await import("./moves.js");
        const none = { verb: "use", lot: null, exchange: "", cost: {}, gain: {}, cells: [] };
        const piece = (n) => `Piece ${Math.floor(n / 8)}`;
        const option = (n) => ({ ...none, key: `use ${n}`, piece: piece(n), effect: "" });
        const options = [...Array(pieces * 8).keys()].map(option);
        const table = { options, refused: [], prompt: "use any", asked: "use any", asked_by: "" };
        const told = { words: () => "", lies: (piece) => (piece === "Piece 1" ? "3 clay" : "") };
        const parts = movesOf(table, told).filter(Boolean);
        const hints = parts.flatMap((part) => [...part.querySelectorAll(".option .hint")]);
        const groups = parts.slice(1).map((part) => part.matches("fieldset") || part.open);
        return [groups, hints.map((each) => each.textContent)];
    }"""
    groups, hints = page.evaluate(moves, pieces)
    assert groups == [True] + [not folded] * (pieces - 1)
    assert hints == ["3 clay"] * 8


FENCES = """\
pack Trial, version 1, extends "Agricola Family"

example fences to be built, with 2 players:
    player 1 has 8 wood
    Fences lies on board
    in work
    player 1: "place person on Fences"
"""


def test_an_area_is_picked_on_the_grid_by_pointer_and_by_key(visit: Any, folder: Path) -> None:
    (folder / FILE).write_text(FENCES, encoding="utf-8")
    page = visit(WIDE)
    page.get_by_text("Play from here").click()
    page.locator(".moves .option", has_text="place person on Fences").click()
    page.wait_for_selector(".picked")
    idle(page)

    def at(name: str) -> Any:
        return page.locator(f'.mine .space[aria-label^="{name},"]')

    at("A4").click()
    at("A5").focus()
    page.keyboard.press("Enter")
    assert at("A5").get_attribute("aria-pressed") == "true"
    assert page.locator(".picked .do").inner_text().startswith("enclose A4 A5")
    assert at("C2").count() == 0, "no area of so little wood has that too"
    page.locator(".picked .do").click()
    idle(page)
    assert page.locator(".log").inner_text().count("enclose") >= 1
