"""How long the page of the workshop takes, and how much it is: ``python benchmarks/page.py``.

It needs the extra ``web`` and a Chromium. The page is measured as ``homesteaders serve`` serves it,
and as a site where ``make site`` has built one. Each number stands beside what it may be at most;
where one is more, the program says so and ends with 1. Times are medians: from the key or the click
to what is drawn; up to the first tile from a host on this computer, so that nothing is waited for.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from homesteaders_rules.workshop.serving.folder import Folder
from homesteaders_rules.workshop.serving.server import Server, Workshop, page_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SITE = Path(__file__).resolve().parents[1] / "build" / "site"
BUDGETS = {
    "served: key to marks, ms": 400.0,
    "served: choice to board, ms": 100.0,
    "served: page, kB": 200.0,
    "served: heap of the page, MB": 30.0,
    "site: first tile at a first visit, ms": 2000.0,
    "site: first tile at a later visit, ms": 1000.0,
    "site: key to marks, ms": 400.0,
    "site: choice to board, ms": 100.0,
    "site: first visit, MB": 7.0,
    "site: heap of the engine, MB": 120.0,
}
TIMES = 9
VISITS = 3
PACK = """\
pack Travellers, version 1, extends Homesteaders

building Wayside Inn:
    commercial, settlement/town
    cost 1 wood
    income: gain 1 silver
"""
NAMES = ("chromium", "chromium-browser", "chrome")
SIZE = {"width": 1280, "height": 800}
HEAP = "() => performance.memory.usedJSHeapSize"
KEPT = """async () => {
    const { PARTS } = await import("./parts.js");
    return Boolean(await (await caches.open("workshop parts")).match(PARTS.begun));
}"""
"""Is the memory of the engine kept for later visits?"""
CHECKED = "() => document.querySelector('#status').textContent.includes('nothing keeps it')"


def milliseconds(deed: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    deed()
    return (time.perf_counter() - began) * 1000


def key_to_marks(page: Any) -> float:
    """A wrong letter, until it is marked."""
    script = """() => {
        const area = document.querySelector(".area");
        area.focus();
        area.setSelectionRange(area.value.indexOf("gain") + 2, area.value.indexOf("gain") + 2);
    }"""
    page.evaluate(script)
    found, gone = [], "() => !document.querySelector('.copy .error')"
    for _ in range(TIMES):
        page.keyboard.press("x")
        found.append(milliseconds(lambda: page.wait_for_selector(".copy .error")))
        page.keyboard.press("Backspace")
        page.wait_for_function(gone)
    return median(found)


def choice_to_board(page: Any) -> float:
    """A choice, and what bots answer, until the board is drawn."""
    page.click("[data-show=both]")
    page.select_option("#game-name", "homesteaders")
    page.wait_for_function("() => !document.querySelector('#setup button.main').disabled")
    page.click("#setup button.main")
    page.wait_for_selector(".moves .option")
    script = """async () => {
        const idle = () => !document.body.classList.contains("busy");
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        while (!idle()) await frame();
        const began = performance.now();
        const before = document.querySelector(".moves");
        document.querySelector(".moves .option:last-child").click();
        while (document.querySelector(".moves") === before) await frame();
        return performance.now() - began;
    }"""
    return median(float(page.evaluate(script)) for _ in range(TIMES))


def first_tile(page: Any, address: str) -> float:
    """The page, until it shows a tile."""
    page.set_default_timeout(300_000)
    page.goto("about:blank")
    return milliseconds(lambda: (page.goto(address), page.wait_for_selector("#cards .card")))


def both(page: Any) -> dict[str, float]:
    """What is measured of every page that shows the pack."""
    return {"key to marks, ms": key_to_marks(page), "choice to board, ms": choice_to_board(page)}


def of_served(browser: Any) -> dict[str, float]:
    """The page as it is served, with a folder."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "inn.rules").write_text(PACK, encoding="utf-8")
        with going_on(Server(Workshop(Folder(Path(folder))), 0)) as server:
            page = browser.new_page(viewport=SIZE)
            first_tile(page, server.address)
            found = both(page)
            found["heap of the page, MB"] = page.evaluate(HEAP) / 1e6
            page.close()
    size = sum(len(file.read_bytes()) for _, file in page_files().values())
    return found | {"page, kB": size / 1000}


def of_site(browser: Any) -> dict[str, float]:
    """The page as a site: at first visits, and at later ones."""
    files = partial(Quiet, directory=str(SITE))
    with going_on(ThreadingHTTPServer(("127.0.0.1", 0), files)) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        first, later = [], []
        for _ in range(VISITS):
            page = browser.new_page(viewport=SIZE)
            first.append(first_tile(page, address))
            page.wait_for_function(KEPT)
            later.append(first_tile(page, address))
            if len(first) < VISITS:
                page.close()
        page.locator(".area").fill(PACK)
        page.wait_for_function(CHECKED)
        found = both(page)
        (worker,) = page.workers
        found["heap of the engine, MB"] = worker.evaluate("() => self.bytes()") / 1e6
        page.close()
    found["first tile at a first visit, ms"] = median(first)
    found["first tile at a later visit, ms"] = median(later)
    return found | {"first visit, MB": sum(each.stat().st_size for each in SITE.iterdir()) / 1e6}


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@contextmanager
def going_on(server: Any) -> Iterator[Any]:
    """A server that answers meanwhile."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def main() -> None:
    """Measure, print, and compare."""
    from playwright.sync_api import sync_playwright

    measured = {"served": of_served, **({"site": of_site} if SITE.is_dir() else {})}
    with sync_playwright() as started:
        chromium = next(filter(None, map(shutil.which, NAMES)), None)
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = {
            f"{name}: {what}": number
            for name, measure in measured.items()
            for what, number in measure(browser).items()
        }
        browser.close()
    told = {name: {"is": round(n, 1), "at most": BUDGETS[name]} for name, n in found.items()}
    sys.stdout.write(json.dumps(told, indent=1) + "\n")
    sys.exit(any(number > BUDGETS[name] for name, number in found.items()))


if __name__ == "__main__":
    main()
