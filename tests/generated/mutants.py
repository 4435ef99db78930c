"""Texts that were right until a line or a word was lost, moved, doubled or taken for another.

    python tests/generated/mutants.py --games 3000 --seed 1

tries so many, and prints each fault once with the text that has it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generated.playing import Fault, examine
from homesteaders_rules.testing.generating.text import Text
from language.texts import GAMES, ORCHARD, RULES

TESTS = Path(__file__).resolve().parents[1]
PAIR = re.compile(r"(?=\b([\w-]+)[ ,]+([A-Za-z][\w-]*))")
WORD = re.compile(r"[A-Za-z][A-Za-z-]*")
NUMBER = re.compile(r"\b\d+\b")
SMALL = "small/small.rules"


@cache
def originals() -> tuple[Text, ...]:
    """The small games, each in one file, and the shipped rules: a game, and packs on it."""
    changes = (GAMES / "orchard_in_play.rules").read_text(encoding="utf-8")
    texts = [f"{ORCHARD}\n{changes}action extra: do nothing\n"]
    small = sorted((TESTS / "hostile" / "games").glob("*.rules"))
    texts += [path.read_text(encoding="utf-8") for path in small]
    shipped = [_folder(name) for name in ("homesteaders", "peer", "new_beginnings")]
    # A small game is tried ten times as often: more of it is spoilt by one slip.
    return (*[Text({SMALL: text}, "small") for text in texts] * 10, *shipped)


def _folder(name: str) -> Text:
    paths = sorted((RULES / name).glob("*.rules"))
    return Text({f"{name}/{p.name}": p.read_text(encoding="utf-8") for p in paths}, name)


def mutant(seed: int) -> Text:
    """One of the texts with a slip or two in it."""
    random = Random(seed)
    text = random.choice(originals())
    files = dict(text.files)
    for _ in range(random.randint(1, 2)):
        name = random.choice(sorted(files))
        lines = files[name].split("\n")
        random.choice(SLIPS)(lines, random)
        files[name] = "\n".join(lines)
    return Text(files, text.target)


def _filled(lines: list[str], random: Random) -> int:
    return random.choice([number for number, line in enumerate(lines) if line.strip()] or [0])


def lose_a_line(lines: list[str], random: Random) -> None:
    del lines[_filled(lines, random)]


def lose_a_definition(lines: list[str], random: Random) -> None:
    """A line, and all that is indented below it."""
    start = _filled(lines, random)
    depth = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and lines[end].startswith(" " * (depth + 1)):
        end += 1
    del lines[start:end]


def move_a_line(lines: list[str], random: Random) -> None:
    line = lines.pop(_filled(lines, random))
    lines.insert(random.randrange(len(lines) + 1), line)


def double_a_line(lines: list[str], random: Random) -> None:
    """In its place or elsewhere, indented as it is or as its new neighbour."""
    line, where = lines[_filled(lines, random)], _filled(lines, random)
    if random.random() < 0.5:
        depth = len(lines[where]) - len(lines[where].lstrip())
        line = " " * depth + line.lstrip()
    lines.insert(where, line)


def change_a_number(lines: list[str], random: Random) -> None:
    _replace(NUMBER, [str(n) for n in (0, 1, 2, 3, 7, 40, 1000)], lines, random)


def change_a_word(lines: list[str], random: Random) -> None:
    """For another that follows on the same word somewhere, so that it may mean something."""
    number = _filled(lines, random)
    pairs = list(PAIR.finditer(lines[number]))
    if pairs:
        before, _ = (pair := random.choice(pairs)).groups()
        others = [w for b, w in PAIR.findall("\n".join(lines)) if b == before]
        start, end = pair.span(2)
        lines[number] = lines[number][:start] + random.choice(others) + lines[number][end:]


def borrow_an_effect(lines: list[str], random: Random) -> None:
    """What stands behind the colon of one line, behind that of another."""
    found = [number for number, line in enumerate(lines) if ": " in line]
    if found:
        one, other = random.choice(found), random.choice(found)
        head = lines[one].rpartition(": ")[0]
        lines[one] = f"{head}: {lines[other].rpartition(': ')[2]}"


def lose_a_word(lines: list[str], random: Random) -> None:
    _replace(WORD, [""], lines, random)


def _replace(pattern: re.Pattern[str], others: list[str], lines: list[str], random: Random) -> None:
    """One of what a pattern finds in one line, by one of some others."""
    number = _filled(lines, random)
    found = list(pattern.finditer(lines[number]))
    if found and others:
        start, end = random.choice(found).span()
        lines[number] = lines[number][:start] + random.choice(others) + lines[number][end:]


SLIPS = (
    *(borrow_an_effect, change_a_number, change_a_word) * 3,
    lose_a_line,
    lose_a_definition,
    move_a_line,
    double_a_line,
    lose_a_word,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    arguments = parser.parse_args()
    known: set[str] = set()
    right = 0
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        with tempfile.TemporaryDirectory() as folder:
            try:
                right += examine(mutant(seed), Path(folder), seed).rules is not None
            except Fault as fault:
                if fault.kind not in known:
                    known.add(fault.kind)
                    print(f"=== seed {seed}\n{fault}\n", flush=True)
    print(f"{arguments.games} texts, {right} right, {len(known)} kinds of faults")
    return int(bool(known))


if __name__ == "__main__":
    sys.exit(main())
