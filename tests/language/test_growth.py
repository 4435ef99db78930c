"""How reading and checking grow with a text: told by the calls they make, not by a clock."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from homesteaders_rules import read
from language.texts import orchard, pack

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    import pytest

HEAD = "pack Growing, version 1, extends Orchard\npublic shell/shells: 9 pearl/pearls\n"
ORDINARY = """\
tree Willow {0}:
    early, tall
    cost 1 apple, 1 coin
    yield: gain 1 coin
    1 helper: gain 1 pearl
    whenever you trade {1}: gain 1 apple
    exchange: 1 note, 1 pearl -> 1 pear
stalls of Row, small:
    stall Booth {0}:
        may build early or late
        treat: may pay 1 coin to gain 1 pearl
option choice {1}: no
    A text.
with choice {1}: after fair: do nothing
action walk {1}:
    if you have 3 or more coins: pay 1 coin, then gain 1 apple
    otherwise: gain 1 coin
action ride {1}: gain 1 apple or gain 1 pear
whenever you trade {1}: gain 2 notes
whenever a player trades {1}: gain 1 note
whenever you gain a pearl: gain 1 coin
exchange trade {1}: 1 star, 2 pearls -> 2 coins
before fair: if you have 5 or more apples: pay 1 coin to walk {1}
after fair: ride {1}
track "Path {0}", for all: 1, 2
"""
FEW = 7
TIMES = 4


def calls(folder: Path, text: str, blocks: int) -> int:
    """How many calls it takes to read a pack of so many blocks, and to link a table of it."""
    words = ("".join(chr(ord("a") + int(digit)) for digit in f"{n:03}") for n in range(blocks))
    path = pack(folder, "growing", HEAD + "".join(text.format(w.title(), w) for w in words))
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        rules, found = read(path)
        assert rules is not None, found[0]
        rules.for_table(2)
    finally:
        sys.setprofile(before)
    return counted


def test_what_is_longer_takes_so_many_times_the_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOMESTEADERS_RULES_CACHE", "off")
    monkeypatch.chdir(tmp_path)
    orchard(tmp_path)
    calls(tmp_path, ORDINARY, 1)  # What is made once for all texts.
    nothing, few, many = (calls(tmp_path, ORDINARY, n) for n in (1, 1 + FEW, 1 + TIMES * FEW))
    assert many - nothing <= TIMES * (few - nothing)
