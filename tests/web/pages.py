"""The page in a browser, and what tests do with it again and again."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
WAIT = 60_000
LONGEST = 180
FRAME = 100
"""A page that is alive draws a frame in so many milliseconds."""
WIDE, MIDDLE, NARROW = (
    {"width": 1280, "height": 800},
    {"width": 800, "height": 1000},
    {"width": 360, "height": 740},
)


def opened(
    browser: Any, address: str, errors: list[str], size: Any, theme: str = "light"
) -> Iterator[Any]:
    """A page of that size, on a phone with touch; what it complains of is added to the errors."""
    context = browser.new_context(viewport=size, color_scheme=theme, has_touch=size == NARROW)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.goto(address)
    page.wait_for_selector("#findings h3")
    try:
        yield page
    finally:
        context.close()


def until(page: Any, script: str) -> None:
    """Wait until a script says yes later: Playwright takes the promise of it for yes."""
    end = time.monotonic() + LONGEST
    while not page.evaluate(script):
        assert time.monotonic() < end, f"never so: {script}"
        page.wait_for_timeout(100)


def idle(page: Any) -> None:
    page.wait_for_function("() => !document.body.classList.contains('busy')")


def nothing_asked(page: Any, server: Any) -> None:
    """What the page asks for by itself, when all is shown, is answered too."""
    since = time.monotonic()
    while time.monotonic() - since < 1.5:
        if server.workshop._turn.locked():
            since = time.monotonic()
        page.wait_for_timeout(20)


COUNT = """() => {
    window.drawn = { frames: 0, since: performance.now() };
    const frame = () => {
        window.drawn.frames += 1;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
DRAWN = "() => [window.drawn.frames, performance.now() - window.drawn.since]"


@contextmanager
def alive(page: Any, seconds: float = 3.0) -> Iterator[None]:
    """Meanwhile, and for so long at least, the page draws one frame after another.

    They are counted: on a busy computer a single one may be late.
    """
    page.evaluate(COUNT)
    yield
    while page.evaluate(DRAWN)[1] < seconds * 1000:
        page.wait_for_timeout(100)
    frames, milliseconds = page.evaluate(DRAWN)
    assert frames >= milliseconds / FRAME


def begin(page: Any, game: str = "") -> None:
    """A game, of the pack if no other is named, in the view that shows it alone."""
    page.click('[data-show="play"]')
    if game:
        page.select_option("#game-name", game)
        page.wait_for_function("() => !document.querySelector('#setup button.main').disabled")
    page.click("#setup button.main")
    page.wait_for_selector("#prompt")
    idle(page)


def restore(page: Any, pack: str, players: int, file: Path) -> None:
    """Go on with a save of a pack, in the view that shows it alone."""
    page.click('[data-show="play"]')
    if not page.locator("#setup input[type=file]").count():
        page.locator("[data-focus=again]").click()
    page.select_option("#game-name", pack)
    page.wait_for_function("() => !document.querySelector('#setup button.main').disabled")
    page.select_option("#players", str(players))
    page.evaluate("() => document.querySelector('#game').replaceChildren()")
    page.set_input_files("#setup input[type=file]", file)
    page.wait_for_selector(".players")
    idle(page)


def take(page: Any) -> None:
    """Choose what comes first, though it may be folded up."""
    page.locator(".moves .option").first.evaluate("(option) => option.click()")
    idle(page)
