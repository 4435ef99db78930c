"""Completion: whole keys, in one go, and commands."""

from __future__ import annotations

import pytest

from homesteaders_rules.cli.table.completing import completions

KEYS = ["bid 3 on lot 1", "bid 3 on lot 2", "pass", "sell wood", "sell wood 2"]
COMMANDS = ["help", "stacks", "score", "pass"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bi", ["bid 3 on lot 1", "bid 3 on lot 2"]),
        ("BID  3 on lot 2", ["bid 3 on lot 2"]),
        ("b 3 2", ["bid 3 on lot 2"]),
        ("s", ["sell wood", "sell wood 2", "stacks", "score"]),
        ("pa", ["pass"]),
        ("", [*KEYS, "help", "stacks", "score"]),
        ("x", []),
    ],
)
def test_what_a_line_may_become(typed: str, found: list[str]) -> None:
    assert completions(typed, KEYS, COMMANDS) == found
