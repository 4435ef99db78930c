"""The workshop as a static site: ``make site`` builds it, and any server of files gives it away."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules.workshop.engine import Engine
from web.pages import WIDE, alive, idle, until

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
if not (SITE / "parts.js").is_file():
    pytest.skip("the site is not built; make site does it", allow_module_level=True)
WAIT = 180_000
MOST_BYTES = 7_000_000
PARTS = 4
TRIES = 3
AT_A_CHOICE = """(deed) => {
    const usual = self.onmessage;
    self.onmessage = (event) => {
        if (!event.data.text.includes('"ask":"choose"')) return usual(event);
        console.log("at the choice");
        if (deed === "die") throw new Error("out of memory");
        for (;;);
    };
}"""
"""What else is asked meanwhile is answered, so that nothing but the choice is what was lost."""
GOES_ON = "The match goes on where it stood."


class Files(SimpleHTTPRequestHandler):
    """Files as they lie there, and how many bytes of them were asked for."""

    server: Host

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        self.server.sent.append((self.path, len(data)))
        outputfile.write(data)


class Host(ThreadingHTTPServer):
    """A static host at any free port."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), partial(Files, directory=str(SITE)))
        self.sent: list[tuple[str, int]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    made = Host()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture(scope="module")
def visitor(browser: Any) -> Iterator[Any]:
    """Who comes to the site again and again, and has its parts from the first time on."""
    context = browser.new_context(viewport=WIDE)
    context.set_default_timeout(WAIT)
    context.clock.install()  # Before any page: what was begun by another clock, this cannot end.
    yield context
    context.close()


@pytest.fixture
def page(visitor: Any, host: Host) -> Iterator[Any]:
    """The page as soon as it shows a tile; it complains of nothing, and keeps nothing."""
    made = visitor.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on("console", lambda said: errors.extend([said.text] * (said.type == "error")))
    made.goto(host.address)
    made.wait_for_selector("#cards .card")
    yield made
    visitor.set_offline(False)
    made.evaluate("() => localStorage.clear()")
    made.close()
    assert errors == []


def text(page: Any) -> str:
    return str(page.locator(".area").input_value())


KEPT = """async () => {
    const { PARTS } = await import("./parts.js");
    const kept = await (await caches.open("workshop parts")).match(PARTS.begun);
    return kept ? kept.headers.get("X-Browser") : "";
}"""
DAMAGED = """async () => {
    const { PARTS } = await import("./parts.js");
    const headers = { "X-Browser": navigator.userAgent, "X-Took": "1000" };
    const store = await caches.open("workshop parts");
    await store.put(PARTS.begun, new Response(new Uint8Array(1000), { headers }));
}"""


CONFIRMED = "() => document.querySelector('#status').textContent.includes('nothing keeps it')"
"""Has the engine said the same as what was shown before it had begun?"""


def begin(page: Any) -> None:
    page.click("#setup button.main")
    page.wait_for_selector(".moves .option")
    idle(page)


def choose(page: Any) -> None:
    page.locator(".moves .option").first.click()
    idle(page)


def log(page: Any) -> list[str]:
    return list(page.locator(".log li").all_inner_texts())


def told(page: Any) -> str:
    """The whole log: what is chosen next may go on with its last line."""
    return "\n".join(log(page))


def test_a_first_visit_loads_less_than_is_allowed(browser: Any, host: Host) -> None:
    host.sent.clear()
    page = browser.new_page(viewport=WIDE)
    page.goto(host.address)
    page.wait_for_function(CONFIRMED, timeout=WAIT)
    page.close()
    parts = [name for name, _ in host.sent if name.endswith(".bin")]
    assert len(parts) == len({*parts}) == PARTS
    assert 0 < sum(size for _, size in host.sent) < MOST_BYTES


def test_what_is_shown_before_the_engine_has_begun_is_what_it_answers() -> None:
    answers = json.loads((SITE / "answers.json").read_text(encoding="utf-8"))
    asked = [json.loads(question) for question in answers]
    assert [question["ask"] for question in asked] == ["hello", "check", "source", "check"]
    engine = Engine()
    for question, told in zip(asked, answers.values(), strict=True):
        answer = json.loads(engine.answer(json.dumps({"version": 1, "id": 0, **question})))
        assert answer == told


def test_tiles_are_there_before_the_engine_at_a_first_visit_and_at_later_ones(
    browser: Any, host: Host
) -> None:
    context = browser.new_context(viewport=WIDE, service_workers="block")
    context.set_default_timeout(WAIT)
    context.route("**/*.bin", lambda route: route.abort())
    page = context.new_page()
    page.goto(host.address)
    page.wait_for_selector("#cards .card")
    first = page.locator("#cards .card").all_inner_texts()
    page.reload()
    page.wait_for_selector("#cards .card")
    assert page.locator("#cards .card").all_inner_texts() == first
    context.unroute("**/*.bin")
    page.reload()
    page.wait_for_function(CONFIRMED)
    assert page.locator("#cards .card").all_inner_texts() == first
    page.locator(".area").fill(text(page).replace("My First", "My Second"))
    page.get_by_role("heading", name="My Second").wait_for()
    second = page.locator("#cards .card").all_inner_texts()
    context.route("**/*.bin", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#cards .card")
    assert page.locator("#cards .card").all_inner_texts() == second != first
    context.close()


def test_a_second_visit_needs_no_network(page: Any, host: Host) -> None:
    kept = """async () => {
        const parts = await (await caches.open("workshop parts")).keys();
        return parts.length === 5 && Boolean(navigator.serviceWorker.controller);
    }"""
    until(page, kept)
    page.context.set_offline(True)
    host.sent.clear()
    page.reload()
    page.wait_for_selector("#cards .card")
    begin(page)
    choose(page)
    assert log(page)
    assert host.sent == []


def test_a_damaged_memory_of_the_engine_does_not_keep_it_from_beginning(page: Any) -> None:
    until(page, KEPT)
    page.evaluate(DAMAGED)
    page.reload()
    page.wait_for_selector("#cards .card")
    begin(page)
    choose(page)
    assert log(page)


@pytest.mark.parametrize("deed", ["hang", "die"])
def test_a_hung_or_dead_engine_is_followed_by_another(page: Any, deed: str) -> None:
    begin(page)
    choose(page)
    before, written = told(page), text(page)
    (worker,) = page.workers
    worker.evaluate(AT_A_CHOICE, deed)
    with page.expect_console_message(lambda said: said.text == "at the choice"):
        page.locator(".moves .option").first.click()
    if deed == "hang":
        page.clock.fast_forward("01:00")
    page.wait_for_function(
        f"() => document.querySelector('#status').textContent.includes('{GOES_ON}')"
    )
    idle(page)
    assert told(page) == before
    assert text(page) == written
    for _ in range(TRIES):  # On a busy computer the new one may be too late as well, and says so.
        if told(page) == before:
            choose(page)
    assert told(page).startswith(before)
    assert told(page) != before, page.locator("#status").inner_text()
    page.locator("[data-focus=undo]").click()
    idle(page)
    assert told(page) == before


@pytest.mark.parametrize("deed", ["hang", "die"])
def test_the_page_draws_on_while_its_engine_hangs_or_is_dead(
    browser: Any, host: Host, deed: str
) -> None:
    """By the clock of the computer: it takes as long as the page has patience with the engine."""
    context = browser.new_context(viewport=WIDE)
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(host.address)
    page.wait_for_function(CONFIRMED)
    begin(page)
    (worker,) = page.workers
    worker.evaluate(AT_A_CHOICE, deed)
    with alive(page):
        page.locator(".moves .option").first.click()
        page.wait_for_function(
            f"() => document.querySelector('#status').textContent.includes('{GOES_ON}')"
        )
    context.close()


def test_a_game_outlives_a_page_that_is_loaded_anew(page: Any) -> None:
    begin(page)
    choose(page)
    before = log(page)
    page.reload()
    page.wait_for_selector(".log li")
    assert log(page) == before


def test_what_is_too_deep_is_refused_in_a_sentence(page: Any) -> None:
    ask = """async ([question, fields]) => {
        const { ask } = await import("./engine.js");
        return await ask(question, fields).then(() => "done", (error) => error.message);
    }"""
    deep = "[" * 100_000
    for save in (deep, '{"rules":' * 100_000, f'{{"turns": {deep}}}'):
        told = page.evaluate(ask, ["restore", {"save": save, "seats": ["human"]}])
        assert told != "done"
        assert "engine" not in told
    told = page.evaluate(ask, ["check", {"texts": {"deep.rules": f"pack {deep}"}}])
    assert told == "done"
    offered = """async (deep) => {
        const { packIn } = await import("./packs.js");
        const stream = new Blob([deep]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        const letters = btoa(String.fromCharCode(...bytes)).replaceAll("=", "");
        const link = `#pack=${letters.replaceAll("+", "-").replaceAll("/", "_")}`;
        return await packIn(link).then(() => "done", (error) => error.message);
    }"""
    assert "damaged" in page.evaluate(offered, deep)
    assert "damaged" in page.evaluate(offered, '{"name": "a", "texts": ' + deep)
    begin(page)


def test_a_link_leads_to_the_page_itself(page: Any, host: Host) -> None:
    page.click("#more summary")
    page.click("#share")
    link = str(page.locator("dialog textarea").input_value())
    assert link.startswith(f"{host.address}#pack=")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("dialog .source")
