"""How long the page of the workshop takes, and how much it is: ``python benchmarks/page.py``.

It needs the extra ``web`` and a Chromium. Each number stands beside what it may be at most; where
one is more, the program says so and ends with 1. Times are medians, from the key or the click to
what is drawn.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from homesteaders_rules.workshop.serving.folder import Folder
from homesteaders_rules.workshop.serving.server import Server, Workshop, page_files

if TYPE_CHECKING:
    from collections.abc import Callable

BUDGETS = {
    "key to marks, ms": 400.0,
    "choice to board, ms": 100.0,
    "page, kB": 200.0,
    "heap of the page, MB": 30.0,
}
TIMES = 9
PACK = """\
pack Travellers, version 1, extends Homesteaders

building Wayside Inn:
    commercial, settlement/town
    cost 1 wood
    income: gain 1 silver
"""
NAMES = ("chromium", "chromium-browser", "chrome")


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


def measured(address: str) -> dict[str, float]:
    """All numbers, by what they are."""
    from playwright.sync_api import sync_playwright

    browser = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)  # The first time everything is compiled.
        page.goto(address)
        page.wait_for_selector("#cards .card")
        found = {"key to marks, ms": key_to_marks(page)}
        found["choice to board, ms"] = choice_to_board(page)
        heap = page.evaluate("() => performance.memory.usedJSHeapSize")
        opened.close()
    size = sum(len(file.read_bytes()) for _, file in page_files().values())
    return found | {"page, kB": size / 1000, "heap of the page, MB": heap / 1e6}


def main() -> None:
    """Measure, print, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "inn.rules").write_text(PACK, encoding="utf-8")
        server = Server(Workshop(Folder(Path(folder))), 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            found = measured(server.address)
        finally:
            server.shutdown()
            server.server_close()
    told = {name: {"is": round(n, 1), "at most": BUDGETS[name]} for name, n in found.items()}
    sys.stdout.write(json.dumps(told, indent=1) + "\n")
    sys.exit(any(found[name] > most for name, most in BUDGETS.items()))


if __name__ == "__main__":
    main()
