"""Rewriting an author's own line: a proposal is only made where the line can be read then.

Whether its names are known shows when all names are: :func:`settled` chooses then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ..messages.diagnostics import Diagnostic
from ..reading.characters import TAB, depth
from ..reading.keywords import words_of_language
from ..reading.layout import end_of_reading
from .changes import (
    ONE,
    Change,
    changes,
    completed,
    in_quotes,
    left_out,
    missing_colons,
    missing_words,
    misspelt_words,
    other_cases,
    other_name,
    plain_letters,
    swapped,
    twice,
    whole_phrases,
)

MOST_STEPS = 3
"""So many slips of one line are mended together."""
MOST_WAYS = 8
MOST_TRIED = 200
PARTS = ("code", "severity", "message", "span", "hint", "line_text")
"""What a finding is made of, in order."""
GAPS = re.compile(r"[,;.]* +")
OWN_LINE = re.compile(
    r"(?:[a-z][a-z -]*|\d+ [a-z ]+|player \d+):|(?:cost|worth|scores|needs|whenever|with|without) "
)
"""What begins a line of its own, whatever the line above it is about."""
MOMENT = re.compile(r"^([a-z]+) (?=(?:gain|pay|may|take|advance) )")
"""A moment whose colon is missing, before what it brings."""
STATIC = re.compile(r" *with(?:out)? [^:]+:$")
MOST_LINES = 40
"""So many lines of a block are read again with the line that begins it."""


@frozen
class Way:
    """A line as it may be meant. ``around`` is the line with those that it stands in, at ``at``.

    ``word`` is what is wrong; ``certain``: it is wrong in any case; ``spelling``: if it is no name.
    What is put in its place ends before column ``end``, counted from 0. The line may be ``several``
    ones, and then ``hint`` says how to write them. ``counted``: what stands behind a number that
    was put in; it is 1, whatever was meant.
    """

    finding: Diagnostic
    line: str
    around: tuple[str, ...]
    at: int
    word: str = ""
    certain: bool = False
    spelling: bool = False
    end: int = 0
    several: int = 1
    hint: str = ""
    counted: str = ""
    renewed: Callable[[Callable[[str], str]], Diagnostic] | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether the word is wrong whatever the rest is: it is none of the language."""
        return bool(self.word) and self.word not in words_of_language()

    def told(self, put: Callable[[str], str]) -> Diagnostic:
        """The finding with names of the game, which ``put`` puts into gaps."""
        if self.renewed is not None:
            return self.renewed(put)
        return evolve(self.finding, message=put(self.finding.message))


@frozen
class Unread(Diagnostic):
    """A finding about a line that cannot be read.

    ``misspelt`` is the line with the right word where the finding is about a misspelt one, and
    ``otherwise`` what is found if it is none. ``search`` looks for more ways to read the line.
    """

    misspelt: Way | None = field(default=None, kw_only=True, eq=False, repr=False)
    otherwise: Diagnostic | None = field(default=None, kw_only=True, eq=False, repr=False)
    search: Callable[[], tuple[Way, ...]] = field(default=tuple, kw_only=True, eq=False, repr=False)

    @classmethod
    def of(cls, finding: Diagnostic, **more: Any) -> Unread:
        """A finding with the ways in which its line could be read."""
        return cls(*(getattr(finding, name) for name in PARTS), **more)

    def alone(self) -> Diagnostic:
        """The finding without them."""
        return Diagnostic(*(getattr(self, name) for name in PARTS))


@frozen
class Broken:
    """A line that cannot be read, number ``at`` of ``lines``, with where reading it ended.

    ``expected`` are words of the language with which it could have gone on; None where no words
    are looked for that are left out or have changed places. Up to ``end`` stands what is no name.
    ``instead``: columns of names that were read, with words that might stand in their place.
    """

    lines: Sequence[str]
    at: int
    column: int
    expected: Collection[str] | None = ()
    end: int = 0
    instead: Sequence[tuple[int, Collection[str]]] = ()

    @property
    def line(self) -> str:
        """The line itself."""
        return self.lines[self.at]

    def proposals(self) -> Iterator[Change]:
        """What may be meant, most likely first."""
        if self.column == len(self.line) and self.expected:
            yield from completed(self.line, self.expected)
        yield from twice(self.line)
        yield from _small_beginning(self.line)
        yield from changes(self.line, self._begins_one())
        yield from missing_colons(self.line, self._opens_block())
        yield from plain_letters(self.line)
        start = self.line.rfind(" ", 0, max(0, self.column - 1)) + 1
        ends = dict.fromkeys((self.column, start, depth(self.line)))
        for word in ends:
            yield from other_cases(self.line, word)
        yield from other_name(self.line, self.column)
        yield from misspelt_words(self.line, self.column, words_of_language())
        yield from misspelt_words(self.line, 0, words_of_language())
        if self.expected is not None:
            end = max(self.column, self.end)
            for gap in re.finditer(" ", self.line[:end]):
                if gap.start() >= self.column:
                    yield from other_cases(self.line, gap.end())
            yield from swapped(self.line, self.column)
            yield from missing_words(self.line, self.column, end, self.expected)
            yield from whole_phrases(self.line, self.column, self.expected)
            for column, words in self.instead:
                yield from whole_phrases(self.line, column, words)
        for word in ends:
            yield from in_quotes(self.line, word)

    def gets_further(self, line: str) -> bool:
        """Whether more of the line can be read when it is written as ``line``."""
        reached = end_of_reading(*self.around(line))
        return reached is None or len(line) - reached < len(self.line) - self.column

    def _opens_block(self) -> bool:
        below = next((line for line in self.lines[self.at + 1 :] if line), "")
        return depth(below) > depth(self.line)

    def _begins_one(self) -> bool:
        """Whether definitions may stand where the line stands: below conditions alone."""
        lines, at = self.around(self.line)
        return all(STATIC.match(line) for line in lines[:at] if depth(line) < depth(self.line))

    def around(self, line: str) -> tuple[tuple[str, ...], int]:
        """The line in what it stands in: the lines above it that begin blocks, and its own block.

        The line before it stands there too, with its block: an ``otherwise`` follows something.
        """
        above: list[str] = []
        between: list[str] = []
        level = depth(self.line)
        before = True
        for other in reversed(self.lines[: self.at]):
            if before and depth(other) > level:
                between.append(other)
            elif other and (depth(other) < level or (before and depth(other) == level)):
                above += [*(between if depth(other) == level else ()), other]
                before = False
                level = min(level, depth(other))
        block: list[str] = []
        for other in self.lines[self.at + 1 : self.at + MOST_LINES]:
            if other and depth(other) <= depth(self.line):
                break
            block.append(other)
        return (*reversed(above), line, *block), len(above)


def ways_of(
    broken: Broken, report: Callable[[Change], Diagnostic], within: range | None = None
) -> tuple[Way, ...]:
    """The ways in which a line could be read; ``report`` makes a finding of a change.

    ``within``: one step only, and one that touches these columns, counted from 0.
    """
    found: list[Way] = []
    for change, line in _readable(broken, MOST_STEPS if within is None else 1):
        if within is not None and not (within.start < change.end and change.start < within.stop):
            continue
        word = change.wrong.strip()
        around = broken.around(line)

        def renewed(put: Callable[[str], str], change: Change = change) -> Diagnostic:
            return report(change.filled(put))

        sort = change.certain, change.spelling
        end = change.start + len(change.right)
        counted = line[end:] if change.right.strip() == ONE and not word else ""
        way = Way(report(change), line, *around, word, *sort, end, counted=counted)
        found.append(evolve(way, renewed=renewed))
        if len(found) == MOST_WAYS:
            break
    return tuple(found)


def shorter(broken: Broken, report: Callable[[Change], Diagnostic]) -> Iterator[Way]:
    """The line without words where reading it ended: a last resort."""
    for change in left_out(broken.line, broken.column):
        line = change.changed
        around = broken.around(line)
        if end_of_reading(*around) is None:
            yield Way(report(change), line, *around, change.wrong.strip(), end=change.start)


def below(broken: Broken, level: int, finding: Diagnostic) -> Iterator[Way]:
    """What stands behind a colon in a line of its own, as deep as the block that stands below."""
    for colon in reversed([*re.finditer(": ", broken.line)]):
        head, rest = broken.line[: colon.start()].strip(), broken.line[colon.end() :]
        moved = level * " " + rest
        first = f"{depth(broken.line) * ' '}{head}:"
        lines = (*broken.lines[: broken.at], first, moved, *broken.lines[broken.at + 1 :])
        if end_of_reading(lines, broken.at + 2) is None:
            hint = f"write {head}: and below it, indented: {rest}"
            around = Broken(lines, broken.at + 1, 0).around(moved)
            yield Way(finding, moved, *around, several=2, hint=hint)


def apart(broken: Broken, report: Callable[[int, str], Diagnostic]) -> Iterator[Way]:
    """Two statements that stand in one line, each in a line of its own.

    ``report`` makes a finding of the column, from 0, and the first word of the second one.
    """
    line, at = broken.line, broken.at
    for gap in GAPS.finditer(line, depth(line)):
        if gap.start() > broken.column:
            break
        second = MOMENT.sub(r"\1: ", line[gap.end() :])
        own = OWN_LINE.match(second)
        for parts, hint in _cut(line[: gap.start()], second) if own else ():
            lines = (*broken.lines[:at], *parts, *broken.lines[at + 1 :])
            places = range(at, at + len(parts))
            cut = [Broken(lines, n, 0).around(lines[n]) for n in places]
            if all(end_of_reading(*around) is None for around in cut):
                word = second.split(maxsplit=1)[0].rstrip(":")
                yield Way(report(gap.end(), word), parts[-1], *cut[-1], several=2, hint=hint)


def _cut(first: str, second: str) -> Iterator[tuple[Sequence[str], str]]:
    """The lines that two statements may be, with how to write them: side by side or in a block."""
    blanks = depth(first) * " "
    head, _, rest = first.partition(": ")
    if blanks:
        yield (first, blanks + second), f"write it in a line of its own: {second}"
    if rest:
        hint = f"write it in a line of its own: {second}"
        if blanks:
            hint = f"write both in lines of their own, indented below {head.strip()}:, so: {second}"
        blanks += TAB * " "
        yield (f"{head}:", blanks + rest, blanks + second), hint


def _readable(broken: Broken, steps: int) -> Iterator[tuple[Change, str]]:
    """First changes of the line after which, with more of them, it can be read."""
    seen: set[str] = set()
    further: list[tuple[Change, Broken]] = []
    ends = len(broken.line) - broken.column
    for change in broken.proposals():
        line = change.changed
        if line in seen or change.joins or not line.strip() or len(seen) > MOST_TRIED:
            continue
        seen.add(line)
        reached = end_of_reading(*broken.around(line))
        if reached is None:
            yield change, line
        elif len(line) - reached < ends:
            lines = (*broken.lines[: broken.at], line, *broken.lines[broken.at + 1 :])
            further.append((change, evolve(broken, lines=lines, column=reached, expected=None)))
    if steps > 1:
        for change, rest in further[:MOST_WAYS]:
            for other, line in _readable(rest, steps - 1):
                # Of several slips the first in the line is told.
                is_written = broken.line.startswith(other.wrong, other.start)
                earlier = is_written and other.end <= change.column and other.wrong.strip()
                first = evolve(other, line=broken.line, certain=False) if earlier else change
                yield first, line
                break


def _small_beginning(line: str) -> Iterator[Change]:
    """The first word of a line in small letters."""
    word = re.match(r" *([A-Z][a-z]+)(?= )", line)
    if word is not None:
        yield Change(word.start(1), word[1], word[1].lower(), line)
