"""What notebooks show: short, whole, escaped, and no more than may be known."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from attrs import evolve

from homesteaders_rules import Rules, load, new_game, view
from homesteaders_rules.testing.walks import finish

EVIL = """<script>alert("1 & 2")</script>"""
ALLOWED = {"p", "b", "table", "caption", "tr", "th", "td"}


class Page(HTMLParser):
    """Reads a page: its text, and that every tag is closed, allowed, and has no attributes."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        assert attrs == []
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += [data.strip()] if data.strip() else []


def shown(value: Any) -> list[str]:
    return Page(value._repr_html_()).words


def test_rules_states_and_views_show_themselves() -> None:
    rules = load("homesteaders")
    state = new_game(rules, 2, 1)
    assert shown(rules) == ["Homesteaders", f": for 2 to 4 players, digest {rules.digest}"]
    assert shown(state) == ["Homesteaders", f": {repr(state).removeprefix('<State: ')[:-1]}"]
    seen = view(state, 0)
    caption, *table = shown(seen)
    assert caption == "Homesteaders, as player 1 sees it: round 1, income, player 2 decides"
    assert table == [
        *("wood", "food", "steel", "gold", "copper", "livestock"),
        *("silver", "trades", "debts", "points", "workers"),
        *("player 1", *["0"] * 6, "6", "0", "0", "0", "1"),
        *("player 2", *["?"] * 10, "1"),
    ]
    assert shown(view(state, None))[0].startswith("Homesteaders, as an onlooker sees it")
    end = finish(state, seed=1)
    caption = f"Homesteaders, as player 2 sees it: round {end.round}, {end.phase}, over"
    assert shown(view(end, 1))[0] == caption


def test_what_names_say_is_text() -> None:
    rules = load("homesteaders")
    headers = (evolve(rules.headers[0], name=EVIL, version="evil"), *rules.headers[1:])
    named = Rules(headers, rules.definitions, rules.defaults, rules.settings)
    state = new_game(named, 2, 1)
    for value in (named, state, view(state, 1)):
        assert shown(value)[0].startswith(EVIL)
        assert "<script" not in value._repr_html_()


@pytest.mark.parametrize("pack", ["agricola", "montana", "new_beginnings"])
def test_they_are_short(pack: str) -> None:
    state = new_game(load(pack), 3, 1, options={"new buildings": True} if "new" in pack else {})
    assert all(len(value._repr_html_()) < 2000 for value in (state, view(state, 1), load(pack)))
