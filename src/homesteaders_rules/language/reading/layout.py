"""How lines stand below each other, and in each other: what is indented too much or too little."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from .automaton import END, INDENT, Unreadable
from .characters import TAB, depth, without_comment

QUOTED = re.compile(r'"[^"]*"')
PIECE = re.compile(r'[a-z]+ ["A-Z][^:]*:')
"""What begins a piece."""
GAP = re.compile(r"<[a-z]+>")
"""Where a name of the game will stand."""
DEEPEST = 12
MOST_PARTS = 5
LONGEST = 1000
"""Deeper blocks, more parts within each other in one line, and longer lines are refused before
they reach the parser, so that nothing that walks over a tree or a command goes too deep."""

MOST_REMEMBERED = 2000
"""So many definitions are not parsed again while nothing in them is changed: who watches a pack, or
tries one after the other, reads the game below it each time."""


BLOCK = "indent the lines that belong to it by four blanks"
STARTS = re.compile(r" +(in [a-z -]+):$")
"""Where an example starts: what it tells stands beside that line, not below it."""


def into_block(lines: Sequence[str], at: int, below: int) -> str:
    """How the line ``below`` another one can be read, which begins a block; empty if it cannot."""
    if below <= at or depth(lines[below]) != depth(lines[at]):
        return ""
    start = STARTS.match(lines[at])
    if start and end_of_reading((*lines[:at], lines[at][:-1], *lines[at + 1 :]), below) is None:
        return f"leave the colon of that line out: {start[1]}"
    moved = " " * TAB + lines[below]
    can_be = end_of_reading((*lines[:below], moved, *lines[below + 1 :]), below) is None
    return "indent it by four blanks more than that line" if can_be else ""


def end_of_reading(lines: Sequence[str], at: int) -> int | None:
    """The column, from 0, where the line cannot be read on; None where all of it can be."""
    from .grammar import automaton

    lines = [GAP.sub("things", without_comment(line).rstrip()) for line in lines]
    if not lines[at]:
        return None
    try:
        automaton().read("\n".join(lines) + "\n")
    except Unreadable as error:
        if error.line > at + 1:
            return None
        if error.kind in (INDENT, END):
            return len(lines[at])
        return error.column - 1 if error.line == at + 1 else 0
    return None


@lru_cache(MOST_REMEMBERED)
def first_problem(lines: tuple[str, ...]) -> tuple[int, str, str] | None:
    """The number of the first line that is too long or too deep, a code and a message."""
    depths = [0]
    for number, line in enumerate(lines, 1):
        blanks = depth(line)
        if not line:
            continue
        while blanks < depths[-1]:
            depths.pop()
        if blanks > depths[-1]:
            depths.append(blanks)
        problem = _problem_of(line, len(depths))
        if problem is not None:
            return number, *problem
    return None


def _problem_of(line: str, blocks: int) -> tuple[str, str] | None:
    if len(line) > LONGEST:
        return "E109", f"the line is longer than {LONGEST} characters"
    if blocks > DEEPEST:
        return "E107", f"more than {DEEPEST} blocks within each other"
    if line.count(":") + line.count(" to ") <= MOST_PARTS:  # Nearly every line ends here.
        return None
    outside = QUOTED.sub("", line)
    # What stands beside each other is not within each other: A or B, then C.
    beside = re.split(r" or |, then |, ", outside.rpartition(":")[2])
    nested = outside.count(":") + max(part.count(" to ") for part in beside)
    if nested > MOST_PARTS:
        return "E107", f"more than {MOST_PARTS} parts within each other in one line"
    return None


def without_block(lines: list[str], number: int) -> list[str]:
    """Blank out a line and the lines below it that are indented more; return what they were."""
    removed: list[str] = []
    if not 0 <= number < len(lines):
        return removed
    own = depth(lines[number])
    for index in range(number, len(lines)):
        line = lines[index]
        if index > number and line and depth(line) <= own:
            break
        if line:
            removed.append(line)
        lines[index] = ""
    return removed


Told = tuple[str, str, tuple[int, int, int]]
"""A message and a hint, with the line, the column and the number of characters they are about."""


def misplaced(lines: Sequence[str], number: int) -> Told | None:
    """That a line in a block begins a definition, with what is indented more below it."""
    from .keywords import opening_words_of_lines

    written = lines[number - 1]
    blanks, line = depth(written), written.strip()
    opening = {phrase.split()[0] for phrase in opening_words_of_lines()}
    if not blanks or not (line.split()[0].rstrip(":") in opening or PIECE.match(line)):
        return None
    below = takewhile(lambda other: not other or depth(other) > blanks, lines[number:])
    block = [line, *(other[blanks:] for other in below)]
    if any(end_of_reading(block, at) is not None for at in range(len(block))):
        return None
    message = f'"{line.partition(":")[0]}" begins a definition, and stands in the block of another'
    hint = "write it in column 1, at the margin, below that block"
    if line.startswith("set ") and lines[0].startswith("example "):
        hint = f"in an example it is said so: option {line.removeprefix('set ')}"
    return message, hint, (number, blanks + 1, len(line))


def unlike_any_above(lines: Sequence[str]) -> Told:
    """What is wrong with the first line that ends a block, and is indented like none before it."""
    depths, begins = [0], [1]
    before = 0
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        blanks, last = depth(line), begins[-1]
        while blanks < depths[-1]:
            last = begins[-1]
            depths.pop()
            begins.pop()
        if blanks > depths[-1]:
            if before > blanks:
                return _unlike(lines, (number, last), depths[-1])
            depths.append(blanks)
            begins.append(number)
        before = blanks
    return "the indentation cannot be read", "", (1, 1, 1)


def _unlike(lines: Sequence[str], places: tuple[int, int], outer: int) -> Told:
    """A line like no other; the first of its block is to blame where that stands apart."""
    number, first = places
    blanks, others = depth(lines[number - 1]), depth(lines[first - 1])
    if blanks == outer + TAB and others > outer:
        message = f"the line is indented by {others} blanks, and what follows it by {blanks}"
        hint = f"indent all lines of the block by {blanks} blanks"
        return message, hint, (first, 1, others)
    message = "the line is indented like no line above it"
    above = {depth(line) for line in lines[: number - 1] if line}
    near = min(above, key=lambda own: (abs(own - blanks), -own))
    hint = f"indent it by {near} blanks, or as much as the lines it belongs to"
    return message, hint, (number, 1, blanks)
