"""What may stand at a place of a text: words of the language, and names of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..commands.definitions.course import Action, Option, Phase
from ..commands.definitions.definition import Exchange, Good
from ..commands.definitions.pieces import Piece, Sort
from ..commands.definitions.tracks import Track
from ..language.reading.automaton import Unreadable
from ..language.reading.grammar import automaton
from ..language.reading.keywords import opening_words_of_lines, plain_words
from ..language.reading.sources import read_text
from .parts import WordInfo
from .protocol import Completed

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from ..rules import Rules

WORD = re.compile(r"[^\W_][\w'’-]*\Z")
KEYWORD = "keyword"
MOST = 40
"""So many words are proposed."""
NAMES = frozenset({"PHRASE", "TITLE", "QUOTED", "WORD"})
"""Terminals that names are read as."""
NOTHING = "\x00"
"""What no terminal begins with: the text cannot be read any further from here."""


def completed(text: str, offset: int, rules: Rules | None) -> Completed:
    """The words that may stand at an offset, in UTF-16 units, where a word may have been begun."""
    place = _in_characters(text, offset)
    before = text[:place]
    begun = WORD.search(before)
    word = begun[0] if begun else ""
    start = offset - units(word)
    line = before[before.rfind("\n") + 1 :]
    found = dict.fromkeys(_words(before.removesuffix(word), line, rules))
    fitting = [each for each in found if each.text.lower().startswith(word.lower())]
    exact = {each for each in fitting if each.text == word}
    chosen = sorted((e for e in fitting if e not in exact), key=lambda e: _rank(e, word))
    return Completed(start, offset, chosen[:MOST])


def _rank(each: WordInfo, word: str) -> tuple[bool, bool]:
    """Words in the same letters come first, and names before words of the language in capitals."""
    return not each.text.startswith(word), each.kind == KEYWORD and word[:1].isupper()


def _words(before: str, line: str, rules: Rules | None) -> Iterator[WordInfo]:
    """What may follow a text; ``line`` is the one that is being written."""
    if not line.strip() and not line.startswith(" "):
        yield from (WordInfo(word, KEYWORD) for word in sorted(opening_words_of_lines()))
        if rules is not None:
            yield from (WordInfo(sort.name, "sort") for sort in rules.of(Sort))
        return
    keywords, names = _expected_after(before)
    yield from (WordInfo(word, KEYWORD) for word in sorted(keywords))
    if names and rules is not None:
        yield from names_of(rules)


def _expected_after(text: str) -> tuple[Set[str], bool]:
    """The words of the language that may follow a text, and whether a name may.

    Only the last definition of the text is read, as far as it can be.
    """
    source, _ = read_text(text + ".", "")
    if source is None:
        return frozenset(), False
    lines = list(source.plain)
    begins = max((n for n, line in enumerate(lines) if line[:1] not in ("", " ")), default=0)
    passage = "\n".join(lines[begins:]).removesuffix(".")
    try:
        automaton().read(passage + NOTHING)
    except Unreadable as error:
        terminals = error.reading.accepted
        return plain_words(terminals), not NAMES.isdisjoint(terminals)
    return frozenset(), False


def names_of(rules: Rules) -> Iterator[WordInfo]:
    """All that is declared, with what it is."""
    for good in rules.of(Good):
        yield from (WordInfo(form, "good") for form in dict.fromkeys((good.name, good.plural)))
        groups = dict.fromkeys((good.group, good.group_plural))
        yield from (WordInfo(form, "group of goods") for form in groups)
    for sort in rules.of(Sort):
        yield from (WordInfo(form, "sort") for form in dict.fromkeys((sort.name, sort.plural)))
        for what, words in (("label", sum(sort.labels, ())), ("place", sort.places)):
            yield from (WordInfo(word, what) for word in words)
        yield from (WordInfo(word, "stack") for word in sort.stacks)
        yield from (WordInfo(word, "moment") for word in sort.moments)
    yield from (WordInfo(piece.name, piece.sort) for piece in rules.of(Piece))
    yield from (WordInfo(each.name, "exchange") for each in rules.of(Exchange) if each.name)
    for named in (rules.of(Track), rules.of(Phase), rules.of(Action), rules.of(Option)):
        yield from (WordInfo(each.name, each.kind) for each in named)


def _in_characters(text: str, offset: int) -> int:
    """An offset in UTF-16 units as one in characters, within the text."""
    units = 0
    for place, character in enumerate(text):
        if units >= offset:
            return place
        units += 1 + (character > "\uffff")
    return len(text)


def units(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text) + sum(character > "\uffff" for character in text)
