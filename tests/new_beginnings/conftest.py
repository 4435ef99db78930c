"""The rules that every test of New Beginnings is about, read once."""

from __future__ import annotations

import pytest

import homesteaders_rules
from homesteaders_rules.rules import Rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return homesteaders_rules.load("new_beginnings")
