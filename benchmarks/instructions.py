"""Instructions of the processor for each decision in Python, counted by callgrind.

    python benchmarks/instructions.py [SOURCE ...]

Times differ by a tenth from run to run where others use the machine too; these counts are equal
to a thousandth, and so tell what a change is worth. Each SOURCE is the ``src`` folder of a
checkout; without one it is this one's. Needs ``valgrind``. What a cache of the processor holds, and
which jumps it guesses, is not counted.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from homesteaders_rules import Cursor, Rules, apply, load, new_game

HERE = Path(__file__).resolve().parent
WAYS = ("apply", "cursor", "anytime")
GAMES = 8
ANYTIME = 0.1
"""The share of decisions in which an exchange of any time is used, where one can be."""
COUNTED = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)


def game(rules: Rules, way: str, seed: int) -> int:
    """A random game of four players; the number of decisions."""
    random, decisions = Random(seed).random, 0
    state = new_game(rules, 4, seed, machine="python")
    if way == "cursor":
        cursor = Cursor(state)
        while options := cursor.options:
            cursor.choose(options[int(random() * len(options))])
            decisions += 1
    while way != "cursor" and (options := state.options):
        if way == "anytime" and random() < ANYTIME:
            options = state.anytime or options
        state, _ = apply(state, options[int(random() * len(options))])
        decisions += 1
    return decisions


def play(way: str) -> None:
    """Play the same games three times; the last time when a line comes in."""
    rules = load("homesteaders")
    for turn in range(3):
        if turn == 2:
            print("warm", flush=True)
            sys.stdin.readline()
        decisions = sum(game(rules, way, seed) for seed in range(GAMES))
    print(decisions, flush=True)
    sys.stdin.readline()


def count(source: Path, way: str) -> float:
    """Instructions for each decision."""
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        command = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no"]
        command += [f"--callgrind-out-file={out}", sys.executable, __file__, "--play", way]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, env=environment
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            assert process.stdout.readline() == "warm\n"
            _switch("on", process)
            decisions = int(process.stdout.readline())
            _switch("off", process)
        found = COUNTED.findall(out.read_text(encoding="utf-8"))
    return sum(map(int, found[-1:])) / decisions


def _switch(how: str, process: subprocess.Popen[str]) -> None:
    """Begin to count or end it, and let the games go on."""
    command = ["callgrind_control", "-i", how, str(process.pid)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def main() -> None:
    """Count and print; of several sources also the share of the first."""
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2])
        return
    sources = [Path(each).resolve() for each in sys.argv[1:]] or [HERE.parent / "src"]
    for way in WAYS:
        counts = [count(source, way) for source in sources]
        told = (f"{each:8.0f} ({each / counts[0]:.3f})" for each in counts)
        print(f"{way:>8}: {' '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
