"""Options in rows: keys that begin alike stand together, and too many are looked at step by step.

What is asked about a menu goes by words alone, so it serves every game: ``bid ... on lot 2`` with
the bids, ``build`` with what can be built, ``sell`` with what can be sold and how often.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from ..errors import expect
from ..runtime.offering.payments import WITH
from .notes import Notes, gathered

if TYPE_CHECKING:
    from ..play.state import State

NO_PIECES: Mapping[str, str] = MappingProxyType({})
GAP = "…"
"""Stands in the head of a row for what differs."""
ASKED, ANYTIME, BEYOND = "", "at any time", "after exchanges"
FEWEST = 2
MOST_PARTS = 30
"""Into so many parts a row is folded at most, if words allow it."""
MOST_OPENED = 12
"""So many choices of a part that is looked at have a row each."""
DEEPEST = 16
"""Words in which so many at the beginning are alike are not told apart."""
ORDINAL = re.compile(r"(\d{1,6})(?:\s+(.+))?")


@frozen
class Choice:
    """What can be chosen in a row: ``words`` are what differs from the others.

    ``keys``: one is chosen, several are looked at more closely. ``most``: so often at once.
    ``note``: what it would bring; ``brief``: the same in a few words; ``there``: what lies on the
    place of all that it fills.
    """

    words: str
    keys: tuple[str, ...]
    note: str = ""
    brief: str = ""
    there: str = ""
    most: int = 1

    @property
    def key(self) -> str:
        """The key that is chosen; empty where there are several."""
        return self.keys[0] if len(self.keys) == 1 else ""

    @property
    def label(self) -> str:
        """``wood 1-3``, ``Bank 2 (10)``: the words, with how often at once, or in how many ways."""
        if len(self.keys) > 1:
            return f"{self.words} ({len(self.keys)})"
        if self.most > 1:
            return f"{self.words} 1-{self.most}".strip()
        return self.words


@frozen
class Row:
    """Choices whose keys begin alike. ``head``: what they share, with a gap where they differ."""

    number: int
    head: str
    choices: tuple[Choice, ...]
    kind: str = ASKED

    @property
    def only(self) -> Choice | None:
        """The only choice."""
        return self.choices[0] if len(self.choices) == 1 else None

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of the row."""
        return tuple(key for choice in self.choices for key in choice.keys)

    def folded(self, as_few: bool = False) -> Row:
        """The same with choices put together that begin alike; itself where none do.

        ``as_few``: as can be; else where the words of a key have a joint. What lies on places would
        be out of sight, so those are not folded.
        """
        if any(len(choice.keys) > 1 or choice.there for choice in self.choices):
            return self
        ways = list(_ways_to_fold(self.choices))
        short = [parts for parts in ways if len(parts) <= MOST_PARTS]
        if not ways:
            return self
        parts = min(ways, key=len) if as_few or not short else short[0]
        return evolve(self, choices=tuple(_together(*part) for part in parts.items()))

    def named(self, words: str) -> Choice | None:
        """The choice that is meant by its words, or by an unmistakable beginning of them."""
        wanted = words.casefold()
        found = [c for c in self.choices if wanted in (c.words.casefold(), c.label.casefold())]
        found = found or [c for c in self.choices if c.words.casefold().startswith(wanted)]
        return found[0] if len(found) == 1 else None


def _ways_to_fold(choices: Sequence[Choice]) -> Iterator[dict[str, list[Choice]]]:
    """Choices together whose words begin alike, up to what is paid or by so many words."""
    split = [choice.words.split() for choice in choices]
    heads = [[choice.words.partition(WITH)[0] for choice in choices]]
    heads += [[" ".join(words[:-1]) or words[0] for words in split if words]]
    heads += [[" ".join(words[:depth]) for words in split] for depth in range(1, DEEPEST)]
    for words in heads:
        parts: dict[str, list[Choice]] = {}
        for head, choice in zip(words, choices, strict=False):
            parts.setdefault(head, []).append(choice)
        if len(words) == len(choices) and FEWEST <= len(parts) < len(choices):
            yield parts


def _together(words: str, choices: Sequence[Choice]) -> Choice:
    if len(choices) == 1:
        return choices[0]
    return Choice(words, tuple(key for choice in choices for key in choice.keys))


@frozen
class Menu:
    """The options of a decision in rows, numbered from 1.

    ``beyond``: what is there after exchanges, without numbers. ``opened``: what the keys share of
    the part that is looked at; empty for all of it. ``every``: all keys of the decision.
    ``pieces``: what is done with a piece, or could be after exchanges, by key.
    """

    rows: tuple[Row, ...]
    beyond: tuple[Row, ...] = ()
    opened: str = ""
    every: tuple[str, ...] = ()
    pieces: Mapping[str, str] = field(factory=dict)

    def spread(self, noted: bool = False) -> Menu:
        """A row for each choice; ``noted``: only for those of rows in which something is noted."""
        rows: list[Row] = []
        for row in self.rows:
            if noted and not any(choice.note for choice in row.choices):
                rows.append(row)
                continue
            for choice in row.choices:
                bare = (evolve(choice, words=""),)
                rows.append(evolve(row, head=_whole(row.head, choice.words), choices=bare))
        return evolve(self, rows=_numbered(rows))

    def folded(self, longest: int, as_few: bool = False) -> Menu:
        """The same with every row of more than so many choices folded."""
        rows, beyond = (
            tuple(row.folded(as_few) if len(row.choices) > longest else row for row in every)
            for every in (self.rows, self.beyond)
        )
        return evolve(self, rows=rows, beyond=beyond)

    @property
    def choices(self) -> int:
        """How many there are in all."""
        return sum(len(row.choices) for row in self.rows)

    def meant(self, answer: str) -> Choice | Row | None:
        """What an answer means: a number of a row, with the words of a choice or without.

        A row is meant where it has several choices and none is named. A number after the words of
        what can be done several times says how often. Raises TypeError for what is no text.
        """
        expect(answer, str, "what was answered")
        found = ORDINAL.fullmatch(answer.strip())
        if found is None or not 1 <= int(found.group(1)) <= len(self.rows):
            return None
        row, words = self.rows[int(found.group(1)) - 1], " ".join((found.group(2) or "").split())
        if not words:
            return row.only or row
        return row.named(words) or self._several(row, words)

    def _several(self, row: Row, words: str) -> Choice | None:
        """Something done several times at once."""
        first, _, last = f" {words}".rpartition(" ")
        choice = row.named(first.strip()) if first.strip() else row.only
        if choice is None or not last.isdecimal() or not choice.key:
            return None
        key = f"{choice.key} {last}"
        return Choice(words, (key,)) if key in self.every else None


def menu_of(
    state: State,
    notes: Notes,
    beyond: Iterable[str] = (),
    only: Sequence[str] = (),
    pieces: Mapping[str, str] = NO_PIECES,
) -> Menu:
    """The menu of a decision; ``only``: no more than these keys, looked at more closely."""
    listed, anytime, most = gathered(state.decision)
    every = tuple(option.key for option in state.decision.all)
    rows: list[Row] = []
    for kind, options in ((ASKED, listed), (ANYTIME, anytime)):
        wanted = [option for option in options if not only or option.key in only]
        said = {
            option.key: Choice(
                option.key,
                (option.key,),
                notes.of(option, 1) if len(wanted) <= MOST_PARTS else "",
                notes.brief(option) if len(wanted) <= MOST_PARTS else "",
                notes.there(option) if len(wanted) <= MOST_PARTS else "",
                most.get(option.key, 1),
            )
            for option in wanted
        }
        rows += (Row(0, head, choices, kind) for head, choices in rows_of(list(said.values())))
    after = [Choice(key, (key,)) for key in beyond if not only]
    later = (Row(0, head, choices, BEYOND) for head, choices in rows_of(after))
    opened = _whole(*_head([key.split() for key in only])) if only else ""
    menu = Menu(_numbered(rows), tuple(later), opened, every, pieces)
    return menu.folded(MOST_OPENED).spread() if only else menu


def _numbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    return tuple(evolve(row, number=number) for number, row in enumerate(rows, 1))


def _whole(head: str, words: str) -> str:
    """The words of a choice in the place of the gap."""
    return head.replace(GAP, words) if GAP in head else f"{head} {words}".strip()


def rows_of(choices: Sequence[Choice]) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """Choices in rows by their first words, each with its head."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.words.partition(" ")[0], []).append(choice)
    for group in groups.values():
        for part in _by_two_numbers(group) or [group]:
            yield _row(part)


def _by_two_numbers(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Rows for keys that differ in two numbers: one for each value of the last."""
    split = [choice.words.split() for choice in choices]
    if len({len(words) for words in split}) > 1:
        return []
    values = [list(dict.fromkeys(column)) for column in zip(*split, strict=True)]
    varying = [number for number, found in enumerate(values) if len(found) > 1]
    if len(varying) != 2 or not all(w.isdecimal() for at in varying for w in values[at]):
        return []
    by = varying[-1]
    parts: dict[str, list[Choice]] = {}
    for words, choice in zip(split, choices, strict=True):
        parts.setdefault(words[by], []).append(choice)
    return list(parts.values())


def _row(choices: Sequence[Choice]) -> tuple[str, tuple[Choice, ...]]:
    if len(choices) == 1:
        return choices[0].words, (evolve(choices[0], words=""),)
    split = [choice.words.split() for choice in choices]
    head, _ = _head(split)
    first, last = _shared(split)
    inner = (" ".join(words[first : len(words) - last]) for words in split)
    return head, tuple(evolve(c, words=w) for c, w in zip(choices, inner, strict=True))


def _head(split: Sequence[Sequence[str]]) -> tuple[str, str]:
    """What all keys share, with a gap for what differs; and nothing to fill it with."""
    first, last = _shared(split)
    words = split[0]
    if not last and first:
        return " ".join(words[:first]), ""
    return " ".join((*words[:first], GAP, *words[len(words) - last :])), GAP


def _shared(split: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many words all share at the beginning and at the end; of each something else is left."""
    shortest = min(len(words) for words in split)
    first = _alike([words[: shortest - 1] for words in split])
    last = _alike([list(reversed(words[first + 1 :])) for words in split])
    end = split[0][len(split[0]) - last :]
    return first, 0 if all(word.isdecimal() for word in end) else last


def _alike(split: Sequence[Sequence[str]]) -> int:
    """How many words all have in common, from the first on."""
    count = 0
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count
