"""The tests of the language compile every text anew."""

from __future__ import annotations

from zlib import crc32

import pytest

from homesteaders_rules.language import cache
from homesteaders_rules.language.checking import tables
from sizes import THOROUGH


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")


@pytest.fixture(autouse=True)
def _one_text_of_four_is_linked(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, _one_table_is_linked: None
) -> None:
    """In a hurry: linking takes a quarter of reading, and few of these tests are about it."""
    asked = {"first_table", "every_table"} & {*request.fixturenames}
    if not (THOROUGH or asked) and crc32(request.node.nodeid.encode()) % 4:
        monkeypatch.setattr(tables, "MOST_AT_ONCE", 0)


@pytest.fixture
def first_table() -> None:
    """Texts that are read are linked at their first table, whatever else is in a hurry."""
