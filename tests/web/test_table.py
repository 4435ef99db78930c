"""The table of a match: what is drawn is what there is, at its place, and always the same way."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import State, load
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.play.deeds import refused
from homesteaders_rules.play.planning.how import how
from homesteaders_rules.workshop.match import HUMAN, Match
from web.conftest import Visit
from web.pages import NARROW, WIDE, begin, idle, restore
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
        (space) => [space.querySelector(".label")?.textContent, space.classList[1]]))"""
    seen = []
    page = visit(WIDE)
    for seed in ("1", "2"):
        page.fill("#seed", seed)
        begin(page, "montana")
        seen.append(page.evaluate(kinds))
        page.locator("[data-focus=again]").click()
    assert seen[0] == seen[1]
    assert seen[0]["undefined"] == "bare"
    assert len({*seen[0].values()}) == 5
    begin(page, "agricola")
    room = page.locator('.mine .space[aria-label^="B1"], .mine .space:has-text("B1")').first
    before = room.get_attribute("class")
    chosen(page, "place person on Plough")
    chosen(page, "lay field A1")
    assert page.locator(".mine .space:has-text('field')").count() == 1
    assert room.get_attribute("class") == before


def test_every_grid_has_room_on_a_phone_and_is_drawn_larger_when_that_is_wanted(
    visit: Visit,
) -> None:
    page = visit(NARROW)
    begin(page, "agricola")
    widths = page.locator(".grid svg").evaluate_all("(all) => all.map((each) => each.clientWidth)")
    assert (len(widths), widths[1]) == (3, widths[2])
    assert widths[0] > 300
    assert widths[1] > 150
    page.get_by_role("button", name="Player 2", exact=True).click()
    assert page.locator("dialog .grid svg").evaluate("(grid) => grid.clientWidth") > 280
    assert page.locator("dialog .grid .label", has_text="room").count() == 2


def refused_with_a_way(file: Path) -> str:
    """The key of what could be had after exchanges, in a game that is saved there."""
    bot = make_bot("sensible")
    match = Match.new(load("homesteaders"), (HUMAN, "sensible"), seed=2)
    while not (opened := [key for key in builds(match.state) if how(match.state, key).ways]):
        match.choose(ask(bot, match.state))
    file.write_text(match.save(), encoding="utf-8")
    return opened[0]


def test_how_tells_the_way_to_what_is_refused_and_goes_it(visit: Visit, tmp_path: Path) -> None:
    key = refused_with_a_way(tmp_path / "game.json")
    page = visit(WIDE)
    restore(page, "homesteaders", 2, tmp_path / "game.json")
    refusal = page.locator(".refused li", has_text=key).first
    refusal.get_by_role("button").click()
    way = refusal.locator(".ways button").first
    assert way.inner_text().endswith(f"then {key}")
    way.click()
    page.locator(".log .fresh", has_text=key).first.wait_for()


def test_what_exchanges_open_is_marked_though_the_match_is_kept_slowly(
    visit: Visit, tmp_path: Path
) -> None:
    refused_with_a_way(tmp_path / "game.json")
    page = visit(WIDE)

    def late(route: Any) -> None:
        if route.request.post_data_json["ask"] == "save":
            time.sleep(0.6)
        route.continue_()

    page.route("**/ask", late)
    restore(page, "homesteaders", 2, tmp_path / "game.json")
    page.locator(".refused button", has_text="↻").first.wait_for(state="attached")


LATE = """() => {
    const { fetch } = window;
    const late = () => new Promise((done) => setTimeout(done, 1500));
    window.fetch = async (name, wanted) => {
        if (wanted?.body?.includes?.('"save"')) await late();
        if (wanted?.body?.includes?.('"reach"')) await new Promise(() => {});
        return fetch(name, wanted);
    };
}"""
"""Whatever is to be saved is asked for a second and a half later, and no marks are found."""


def test_what_is_chosen_while_the_match_is_still_kept_is_chosen(page: Any) -> None:
    """A click as soon as the table is drawn is not lost, and the last position is kept."""
    page.evaluate(LATE)
    # What can be chosen on a map is listed out of sight.
    begin(page, "homesteaders")
    keys = []
    for _ in range(2):
        option = page.locator(".moves .option").first
        keys.append(option.get_attribute("data-key"))
        page.evaluate("() => document.querySelector('.moves').classList.add('old')")
        option.click()
        page.wait_for_selector(".moves:not(.old) .option")
    idle(page)
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('workshop.matches'))[0].save")
    assert {*keys} <= {*json.loads(kept)["keys"]}


@pytest.mark.parametrize("answers", [("how", "reach"), ("reach", "how")])
def test_what_is_opened_while_ways_are_sought_stays_open(
    visit: Visit, tmp_path: Path, answers: tuple[str, str]
) -> None:
    """The table is drawn once more, with marks, as soon as they are found, before ways or after."""
    key = refused_with_a_way(tmp_path / "game.json")
    page = visit(WIDE)
    held: dict[str, Any] = {}

    def asked(route: Any) -> None:
        name = route.request.post_data_json["ask"]
        if name in answers:
            held[name] = route
        else:
            route.continue_()

    page.route("**/ask", asked)
    restore(page, "homesteaders", 2, tmp_path / "game.json")
    owns = page.locator(".people details.over").first
    owns.locator("summary").click()
    piece = page.locator(".shop .card h4 button").last
    piece.click()
    assert piece.get_attribute("aria-expanded") == "true"
    refusal = page.locator(".refused li", has_text=key).first
    refusal.get_by_role("button").click()
    shown = {
        "how": refusal.locator(".ways button").first,
        "reach": page.locator(".refused button", has_text="↻").first,
    }
    while len(held) < len(answers):
        page.wait_for_timeout(50)
    for name in answers:
        held[name].continue_()
        shown[name].wait_for(state="attached")
    assert owns.get_attribute("open") is not None
    assert page.locator(".shop .card.whole h4 button[aria-expanded=true]").count() == 1
    assert shown["how"].is_visible()


def test_an_exchange_is_used_several_times_by_keys(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "homesteaders")
    page.get_by_role("button", name="borrow several times").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".log li").count() == 0
    page.keyboard.press("Enter")
    page.locator("dialog .option").nth(1).press("Enter")
    idle(page)
    assert "3 debts" in page.locator(".player").first.inner_text()


def test_where_no_exchange_can_be_used_it_is_said_and_folded(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "agricola")
    none = page.locator(".moves details", has_text="At any time: nothing now")
    assert none.count() == 1
    assert none.get_attribute("open") is None
    none.locator("summary").click()
    refusals = none.locator("li:visible").count()
    assert none.locator("summary").inner_text() == f"At any time: nothing now ({refusals})"


def test_keys_choose_nothing_of_a_game_that_is_not_shown(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "homesteaders")
    page.click('[data-show="write"]')
    page.keyboard.press("1")
    page.click('[data-show="play"]')
    assert page.locator(".log li").count() == 0
    page.keyboard.press("1")
    page.wait_for_selector(".log li")


def builds(state: State) -> list[str]:
    return [each.deed.key for each in refused(state) if each.deed.verb == "build"]


def test_many_spaces_are_chosen_on_the_map_and_by_keys(visit: Visit) -> None:
    """In words they are folded up: the first thing that is asked is one of most of the map."""
    page = visit(WIDE)
    page.fill("#seed", "8")
    begin(page, "montana")
    assert page.locator(".moves summary", has_text="or click them on the map").is_visible()
    assert page.locator(".moves .option:visible").count() == 0
    assert page.locator(".map .space.open").count() > 20
    page.locator(".map .space.open").first.click()
    idle(page)
    page.locator("[data-focus=undo]").click()
    idle(page)
    page.keyboard.press("1")
    idle(page)
    assert page.locator(".map .space.neutral").count() == 1


def test_a_space_of_a_map_says_what_it_costs(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "montana")
    page.locator(".map .space", has_text="valley").first.hover()
    told = page.locator(".map p.hint").inner_text()
    assert re.fullmatch(r"[A-Z].* \d: valley; free; cost \d .*", told), told


def test_how_all_options_begin_is_said_once(visit: Visit) -> None:
    page = visit(WIDE)
    page.fill("#seed", "7")
    begin(page, "agricola")
    assert page.locator(".moves > .hint", has_text="place person on …").count() == 1
    plough = page.get_by_role("button", name="place person on Plough").first
    assert plough.inner_text().endswith("Plough")
    plough.click()
    idle(page)
    assert "You place 1 person on Plough" in page.locator(".log").inner_text()


def test_a_phone_shows_what_happened_and_what_is_asked_after_a_choice_far_below(
    visit: Visit,
) -> None:
    page = visit(NARROW)
    page.click('[data-show="play"]')
    page.fill("#seed", "7")
    begin(page, "homesteaders")
    chosen(page, "place worker Homestead 1")
    while page.locator("#prompt").inner_text() != "Bid or pass":
        page.locator(".moves .option").last.click()
        idle(page)
    page.locator(".lots .do").last.scroll_into_view_if_needed()
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert page.locator("#prompt").bounding_box()["y"] < 0
    page.locator(".lots .do").last.evaluate("(bid) => bid.click()")
    page.locator("dialog .option").first.click()
    idle(page)
    for shown in (".lately", "#prompt"):
        assert 50 < page.locator(shown).bounding_box()["y"] < NARROW["height"]
    assert "You bid" in page.locator(".lately").inner_text()
    assert "Player 2" in page.locator(".lately").inner_text()
