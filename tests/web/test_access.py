"""The page is for everybody: axe finds nothing serious, in both themes and at three widths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from web.pages import MIDDLE, NARROW, WIDE, begin, take
from workshop.texts import FILE, INN

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="make test-web installs it"
)
SERIOUS = ("serious", "critical")


def faults(page: Any) -> list[str]:
    """What axe says of the page as it is now: the rule, and where it is broken."""
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        if rule["impact"] in SERIOUS
        for node in rule["nodes"][:5]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, MIDDLE, NARROW], ids=["1280", "800", "360"])
def test_axe_finds_nothing_serious(visit: Any, folder: Path, size: Any, theme: str) -> None:
    """A text with an error, a dialog, and a game."""
    (folder / FILE).write_text(INN.replace("gain 1 silver", "gian 1 silver", 1), encoding="utf-8")
    page = visit(size, theme)
    page.wait_for_selector(".finding.error")
    assert faults(page) == []
    page.click("#more summary")
    page.click("#open-link")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.click('[data-show="play"]')
    begin(page, "homesteaders")
    assert faults(page) == []


@pytest.mark.parametrize(("game", "theme"), [("montana", "light"), ("agricola", "dark")])
def test_axe_finds_nothing_serious_in_drawings(visit: Any, game: str, theme: str) -> None:
    page = visit(WIDE, theme)
    begin(page, game)
    for _ in range(4):
        take(page)
    assert page.locator("figure svg").count()
    assert faults(page) == []


FAINT = """() => {
  const words = document.createElement("p");
  words.textContent = "These words are faint";
  words.style = "position: fixed; inset: 40% 40% auto auto; color: #eee; background: #fff";
  document.querySelector("main").append(words);
}"""


def test_axe_looks_at_what_is_there(page: Any) -> None:
    """What it finds nothing wrong with is not nothing."""
    assert faults(page) == []
    page.evaluate(FAINT)
    assert "color-contrast" in " ".join(faults(page))
