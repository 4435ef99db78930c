"""Mutants of rule texts: a line is changed a little, and an example should notice.

A mutant that the checks refuse or that an example fails with is noticed; of another the line has
no example that says what it does.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..commands.base import walk
from ..commands.definitions.definition import Exchange, Good
from ..commands.definitions.pieces import Piece
from ..commands.definitions.scores import ScoreLine
from ..errors import GameError
from ..language.loader import compiled
from ..language.packs.resolving import Library
from ..language.reading.characters import depth
from ..language.reading.sources import Source, read_text
from .examples import failures, own_examples, run_example

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..commands.definitions.examples import Example
    from ..rules import Rules

NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")
PURPOSE = re.compile(r", in [a-z][^,:]*$")
HEADER = re.compile(r"^(game|pack)\b")
TOLD = re.compile(r"^\s*(replace )?(example|option)\b")
COMMENT = re.compile(r"\s*#.*$")


class Outcome(Enum):
    """What became of a mutant."""

    SAME = "means the same"
    REFUSED = "refused by the checks"
    FAILED = "noticed by an example"
    SURVIVED = "noticed by nothing"


@frozen
class Mutant:
    """A text with one slip: where the line stands, what it was, and what it is now.

    ``now`` is empty where the line is left out, with all that is indented below it.
    """

    file: str
    line: int
    was: str
    now: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f'"{self.now.strip()}"' if self.now else "the line left out"


@frozen
class Trial:
    """A mutant, and what became of it."""

    mutant: Mutant
    outcome: Outcome


class Subject:
    """A pack that is read again with one of its files changed. Raises GameError for a wrong one."""

    def __init__(self, *packs: str) -> None:
        self._library = Library()
        for pack in packs:
            self._library.add(pack)
        self._library.put_in_order()
        rules, found = compiled(self._library)
        if rules is None:
            wrong = "\n".join(str(each) for each in found if each.is_error)
            raise GameError(f"only rules that are right can be mutated\n{wrong}")
        self.rules = rules
        for failure in failures(rules):
            raise GameError(f"only where every example holds can they be tried\n{failure}")
        place = rules.headers[-1].place
        self._pack = next(p for p in self._library.packs if p.place.shown == place)

    def mutants(self) -> Iterator[Mutant]:
        """Every mutant of the last pack, in the order of its text."""
        goods, named = _others(self.rules), _named(self.rules)
        plurals = self.rules.vocabulary.plurals
        for source in self._pack.sources:
            for number in _rule_lines(source.written):
                name = named.match(source.written[number])
                start = name.end() if name else 0
                yield from _mutants(source, number, start, goods, plurals)

    def trials(self) -> Iterator[Trial]:
        """Every mutant with what became of it."""
        for mutant in self.mutants():
            yield Trial(mutant, self.outcome(mutant))

    def outcome(self, mutant: Mutant) -> Outcome:
        """Read the mutant, and run the examples, those near its line first."""
        rules = self._read(mutant)
        if rules is None:
            return Outcome.REFUSED
        if rules.digest == self.rules.digest:
            return Outcome.SAME
        for example in sorted(own_examples(rules), key=lambda each: _distance(each, mutant)):
            if run_example(rules, example) is not None:
                return Outcome.FAILED
        return Outcome.SURVIVED

    def _read(self, mutant: Mutant) -> Rules | None:
        changed, _ = read_text("\n".join(mutant.lines) + "\n", mutant.file)
        if changed is None:
            return None
        sources = tuple(changed if s.file == mutant.file else s for s in self._pack.sources)
        packs = [evolve(p, sources=sources) if p is self._pack else p for p in self._library.packs]
        rules, _ = compiled(Library(packs))
        return rules


def _distance(example: Example, mutant: Mutant) -> tuple[bool, int]:
    span = example.span
    if span is None or span.file != mutant.file:
        return True, 0
    return False, abs(span.line - mutant.line)


def _others(rules: Rules) -> dict[str, str]:
    """For each good another one of its group; goods alone in theirs have none."""
    groups: dict[str, list[str]] = {}
    for good in rules.of(Good):
        groups.setdefault(good.group, []).append(good.name)
    return {
        name: names[(at + 1) % len(names)]
        for names in groups.values()
        if len(names) > 1
        for at, name in enumerate(names)
    }


def _named(rules: Rules) -> re.Pattern[str]:
    """The beginning of a line that names a piece, an exchange or a line of the scoring.

    With another word there it is called something else, and no rule is another.
    """
    labels = (each.label for each in walk(*rules.definitions) if isinstance(each, ScoreLine))
    pieces = (rf"[^:]*\b{re.escape(each.name)}" for each in rules.of(Piece))
    exchanges = (rf"exchange {re.escape(each.name)}" for each in rules.of(Exchange))
    return re.compile(rf"\s*({'|'.join([*map(re.escape, labels), *pieces, *exchanges])})\"?[:,]")


def _rule_lines(lines: Sequence[str]) -> Iterator[int]:
    """The numbers, from 0, of the lines that say rules: no header, example, option or comment."""
    outside = -1
    for number, line in enumerate(lines):
        text = COMMENT.sub("", line)
        if not text.strip():
            continue
        blanks = depth(text)
        if 0 <= outside < blanks:
            continue
        outside = blanks if TOLD.match(text) else -1
        if outside < 0 and not HEADER.match(text):
            yield number


def _mutants(
    source: Source,
    number: int,
    start: int,
    goods: Mapping[str, str],
    plurals: Mapping[str, str],
) -> Iterator[Mutant]:
    """The mutants of a line: nothing before ``start`` is changed."""
    lines, was = source.written, source.written[number]

    def mutant(now: str) -> Mutant:
        changed = (*lines[:number], now, *lines[number + 1 :])
        return Mutant(source.file, number + 1, was, now, changed)

    for found in NUMBER.finditer(was, start):
        for value in (int(found[0]) + 1, int(found[0]) - 1):
            if value >= 0:
                yield mutant(_counted(was, found, value, plurals))
    if (purpose := PURPOSE.search(was)) is not None:
        yield mutant(was[: purpose.start()])
    for good, other in goods.items():
        named = re.compile(rf"\b({re.escape(good)}|{re.escape(plurals.get(good, good))})\b")
        if (match := named.search(was, start)) is not None:
            several = match[0] != good
            instead = plurals.get(other, other) if several else other
            yield mutant(was[: match.start()] + instead + was[match.end() :])
    end = number + 1
    while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > depth(was)):
        end += 1
    yield Mutant(source.file, number + 1, was, "", (*lines[:number], *lines[end:]))


def _counted(line: str, found: re.Match[str], value: int, plurals: Mapping[str, str]) -> str:
    """A line with another number, and the word behind it as one or several."""
    before, after = line[: found.start()], line[found.end() :]
    for one, many in plurals.items():
        pattern = re.compile(rf"^( +)({re.escape(one)}|{re.escape(many)})\b")
        if pattern.match(after):
            word = one if value == 1 else many
            after = pattern.sub(rf"\g<1>{word}", after)
            break
    return f"{before}{value}{after}"
