"""The tests of the language compile every text anew."""

from __future__ import annotations

import pytest

from homesteaders_rules.language import cache


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
