"""The cases of a game: which example in its rule files shows which, and what its README says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

NOT_SHOWN = "not shown to us"
"""In the place of examples: nobody has told us what the case is."""


def shown(texts: Iterable[str], letter: str) -> Mapping[int, tuple[str, ...]]:
    """By the number of each case the examples below a comment that begins with it."""
    found: dict[int, list[str]] = {}
    for text in texts:
        cases: list[int] = []
        for line in text.splitlines():
            if ruling := re.match(rf"# Ruling {letter}(\d+) ", line):
                cases.append(int(ruling[1]))
            elif example := re.match(r"example (.*), with \d players?:", line):
                for case in cases:
                    found.setdefault(case, []).append(example[1])
                cases = []
    return {case: tuple(names) for case, names in found.items()}


def listed(page: Path, letter: str) -> Mapping[int, tuple[str, ...]]:
    """What a table of cases says of each; none for those not shown. Each number has one row."""
    text = page.read_text(encoding="utf-8")
    rows = re.findall(rf"^\| {letter}(\d+) \| (.+) \|$", text, re.M)
    found = {int(case): tuple(names.split("; ")) for case, names in rows}
    assert len(found) == len(rows), "a number stands twice"
    return {case: () if names == (NOT_SHOWN,) else names for case, names in found.items()}
