"""A browser, a server with a folder, and pages of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules.workshop.serving.server import Server
from web.pages import BROWSER, NARROW, WIDE, opened
from workshop.served import served
from workshop.texts import FILE, INN

Visit = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="make test-web installs it")
    if BROWSER is None:
        pytest.skip("there is no Chromium; Debian's package is chromium")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packs") / "inn"
    made.mkdir()
    return made


@pytest.fixture
def folder(place: Path) -> Path:
    """The folder that is served, with the pack as every test finds it."""
    for each in place.iterdir():
        each.unlink()
    (place / FILE).write_text(INN, encoding="utf-8")
    return place


@pytest.fixture(scope="session")
def running(place: Path) -> Iterator[Server]:
    with served(place) as made:
        yield made


@pytest.fixture
def server(running: Server, folder: Path) -> Server:
    """One server for all tests, since its engine need not begin anew for each."""
    return running


@pytest.fixture
def errors() -> list[str]:
    """What pages complain of; each test ends with none."""
    return []


@pytest.fixture
def visit(browser: Any, server: Server, errors: list[str]) -> Iterator[Visit]:
    """Opens pages, by size and theme; none may complain of anything."""
    pages = []

    def visited(size: Any, theme: str = "light") -> Any:
        pages.append(opened(browser, server.address, errors, size, theme))
        return next(pages[-1])

    yield visited
    for each in pages:
        each.close()
    assert errors == []


@pytest.fixture
def page(visit: Visit) -> Any:
    return visit(WIDE)


@pytest.fixture
def phone(visit: Visit) -> Any:
    return visit(NARROW)
