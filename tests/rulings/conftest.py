"""The rules that every test of the rulings is about, read once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import homesteaders_rules
from homesteaders_rules.rules import Rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return homesteaders_rules.load("homesteaders")


@pytest.fixture(scope="session")
def with_pack(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Rules]:
    """The base game with a pack of these definitions: for pieces that the base game has not."""

    def loaded(definitions: str) -> Rules:
        file = tmp_path_factory.mktemp("pack") / "added.rules"
        header = "pack Added, version 1, extends Homesteaders, for 2-4 players\n\n"
        file.write_text(header + definitions, encoding="utf-8")
        return homesteaders_rules.load(file)

    return loaded
