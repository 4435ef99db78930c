"""How long the page of the workshop takes, and how much it is: ``python benchmarks/page.py``.

It needs the extra ``web`` and a Chromium. The page is measured as ``homesteaders serve`` serves it,
and as a site where ``make site`` has built one. Each number is told as soon as it is known, and all
of them at the end beside what they may be at most; where one is more, or something takes longer
than five minutes, the program ends with 1. Times are medians: from the key or the click to what is
drawn; up to the first tile from a host on this computer, so that nothing is waited for.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from homesteaders_rules.workshop.serving.folder import Folder
from homesteaders_rules.workshop.serving.server import Server, Workshop, page_files

if TYPE_CHECKING:
    from collections.abc import Callable

Numbers = Iterator[tuple[str, float]]
SITE = Path(__file__).resolve().parents[1] / "build" / "site"
BUDGETS = {
    "served: key to marks, ms": 400.0,
    "served: choice to board, ms": 100.0,
    "served: page, kB": 200.0,
    "served: heap of the page, MB": 30.0,
    "site: first tile at a first visit, ms": 2000.0,
    "site: first tile at a later visit, ms": 1000.0,
    "site: checked by the engine at a first visit, ms": 10000.0,
    "site: checked by the engine at a later visit, ms": 5000.0,
    "site: key to marks, ms": 400.0,
    "site: choice to board, ms": 100.0,
    "site: first visit, MB": 7.0,
    "site: heap of the engine, MB": 120.0,
}
TIMES = 9
WORK, BUSY = 0.3, 1.2
VISITS = 3
PATIENCE = 300_000
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


def busy() -> float:
    """How many seconds pass here for one second of work."""
    began, worked = time.perf_counter(), time.process_time()
    while time.process_time() - worked < WORK:
        pass
    return (time.perf_counter() - began) / WORK


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
    page.set_default_timeout(PATIENCE)
    page.goto("about:blank")
    return milliseconds(lambda: (page.goto(address), page.wait_for_selector("#cards .card")))


def until(page: Any, script: str) -> None:
    """Wait until a script says yes later: Playwright takes the promise of it for yes."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(script):
        if time.monotonic() > end:
            raise TimeoutError(script)
        page.wait_for_timeout(100)


def visited(page: Any, address: str) -> tuple[float, float]:
    """The site, until it shows a tile, and until its engine has confirmed that."""
    tile = first_tile(page, address)
    return tile, tile + milliseconds(lambda: page.wait_for_function(CHECKED))


def both(page: Any) -> Numbers:
    """What is measured of every page that shows the pack."""
    yield "key to marks, ms", key_to_marks(page)
    yield "choice to board, ms", choice_to_board(page)


def of_served(browser: Any) -> Numbers:
    """The page as it is served, with a folder."""
    size = sum(len(file.read_bytes()) for _, file in page_files().values())
    yield "page, kB", size / 1000
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "inn"  # Packs are looked for beside it: in a folder of its own.
        folder.mkdir()
        (folder / "inn.rules").write_text(PACK, encoding="utf-8")
        with going_on(Server(Workshop(Folder(folder)), 0)) as server:
            page = browser.new_page(viewport=SIZE)
            first_tile(page, server.address)
            yield from both(page)
            yield "heap of the page, MB", page.evaluate(HEAP) / 1e6
            page.close()


def of_site(browser: Any) -> Numbers:
    """The page as a site: at first visits, and at later ones."""
    yield "first visit, MB", sum(each.stat().st_size for each in SITE.iterdir()) / 1e6
    files = partial(Quiet, directory=str(SITE))
    with going_on(ThreadingHTTPServer(("127.0.0.1", 0), files)) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        first, later = [], []
        for number in range(VISITS):
            page = browser.new_page(viewport=SIZE)
            first.append(visited(page, address))
            until(page, KEPT)
            later.append(visited(page, address))
            if number < VISITS - 1:
                page.close()
        for which, times in (("a first", first), ("a later", later)):
            tile, checked = map(median, zip(*times, strict=True))
            yield f"first tile at {which} visit, ms", tile
            yield f"checked by the engine at {which} visit, ms", checked
        page.locator(".area").fill(PACK)
        page.wait_for_function(CHECKED)
        yield from both(page)
        (worker,) = page.workers
        yield "heap of the engine, MB", worker.evaluate("() => self.bytes()") / 1e6
        page.close()


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
    found, stretched = {}, [busy()]
    with sync_playwright() as started:
        chromium = next(filter(None, map(shutil.which, NAMES)), None)
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, measure in measured.items():
            for what, number in measure(browser):
                found[f"{name}: {what}"] = number
                sys.stderr.write(f"{name}: {what}: {number:.1f}\n")
            stretched.append(busy())
        browser.close()
    if median(stretched) > BUSY:
        took = f"One second of work took {median(stretched):.1f} s"
        sys.stderr.write(f"{took}: other programs ran as well, and times are so much longer.\n")
    told = {name: {"is": round(n, 1), "at most": BUDGETS[name]} for name, n in found.items()}
    sys.stdout.write(json.dumps(told, indent=1) + "\n")
    sys.exit(any(number > BUDGETS[name] for name, number in found.items()))


if __name__ == "__main__":
    main()
