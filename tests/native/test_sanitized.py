"""Whatever blocks and cells the machine is given, it stays within its bounds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from homesteaders_rules import BadTable, Cursor, load, new_game
from homesteaders_rules.errors import Unsupported
from homesteaders_rules.linking.native.block import HEAD, WORD, block_of
from homesteaders_rules.linking.parts import PARTS
from homesteaders_rules.runtime.registers import ROUND
from sizes import THOROUGH

if TYPE_CHECKING:
    from collections.abc import Iterator

NATIVE = Path(__file__).resolve().parents[2] / "native"
COMPILER = shutil.which("cc")
SANITIZED = ("-std=c11", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
STRICT = ("-Wall", "-Wextra", "-Werror", "-DFUEL=3000")
OF_PYTHON = '#include "objects.h"'
"""It stands in the modules that speak with Python, which need its headers."""
ROUNDS = 20_000
PACKS = ("homesteaders", "new_beginnings", "montana", "agricola")
ROOT = NATIVE.parent
GAMES = (
    *PACKS,
    ROOT / "examples" / "bellfounders",
    *sorted((ROOT / "tests" / "hostile" / "games").glob("*.rules")),
)
"""Other mechanisms too than those of the shipped games; the last table of each of these."""

pytestmark = [
    pytest.mark.tree,
    pytest.mark.skipif(not THOROUGH, reason="takes long: make test-thorough"),
    pytest.mark.skipif(COMPILER is None or sys.platform == "win32", reason="there is no compiler"),
]


def samples() -> Iterator[bytes]:
    """Blocks of many tables, each with the cells of a game in play."""
    for name in GAMES:
        rules = load(name)
        for players in rules.players if name in PACKS else rules.players[-1:]:
            state = new_game(rules, players, players)
            cursor, random = Cursor(state), Random(players)
            while cursor.options and cursor.state().cells[ROUND] < 3:
                cursor.choose(random.choice(cursor.options))
            try:
                block = block_of(state.table.program, state.table.layout, range(len(PARTS)))
            except (Unsupported, BadTable):
                continue
            yield laid_out(array("q", block.words), cursor.state().cells)


def laid_out(words: array[int], cells: tuple[int, ...]) -> bytes:
    """How many words, and how many cells; the words, the words of wide cells, and all cells."""
    begin = words[HEAD.index("wide")]
    wide = words[begin + 1 :][: words[begin]]
    apart = array("Q")
    narrow = array("q")
    for index, cell in enumerate(cells):
        length = wide[index] if index < len(wide) else 0
        bits, beside = (64, 0) if length > 0 else (WORD, 1)
        held = [cell >> bits * each & (1 << bits) - 1 for each in range(beside + abs(length))]
        apart.extend(held[beside:])
        narrow.append(0 if length > 0 else held[0] if length else cell)
    head = array("q", [len(words), len(apart) + len(narrow)])
    return head.tobytes() + words.tobytes() + apart.tobytes() + narrow.tobytes()


def test_random_images_and_random_cells_do_no_harm(tmp_path: Path) -> None:
    assert COMPILER is not None
    every = (NATIVE / "src").glob("*.c")
    sources = [path for path in every if OF_PYTHON not in path.read_text(encoding="utf-8")]
    program = tmp_path / "fuzz"
    command = [COMPILER, *SANITIZED, *STRICT, *sources, NATIVE / "fuzz" / "fuzz.c", "-o", program]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if "sanitize" in built.stderr:
        pytest.skip("the compiler has no sanitizers")
    assert built.returncode == 0, built.stderr
    (tmp_path / "samples").write_bytes(b"".join(samples()))
    done = subprocess.run(
        [program, tmp_path / "samples", "1", str(ROUNDS)],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    taken, made = map(int, re.findall(r"\d+", done.stdout))
    assert taken > ROUNDS / 4
    assert made > ROUNDS
