"""Short entry: which option a few letters and numbers mean.

Each word of an answer stands for a word of the key that begins so, each number for itself:
``b 5 2`` is "bid 5 on lot 2". Nothing is chosen where an answer means several options; which they
are is then known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from ..language.reading.characters import without_accents

WORD = re.compile(r"[^\s,;:()\"']+")
TELLING = 3
"""So many letters of any word of a key tell which is meant; of its first word one is enough."""
LONGEST = 6
"""Answers of more words are only looked for in the order of the key."""
Places = tuple[int, ...]
"""For each word of an answer the place of the word of the key that it stands for."""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text without what stands around them, in small letters without accents."""
    return tuple(WORD.findall(without_accents(text.casefold())))


def meant(answer: str, keys: Iterable[str]) -> tuple[str, ...]:
    """The keys that an answer may mean: none, the only one, or several that must be told apart.

    A key said in full means itself. Else those come first that the answer begins as they do, then
    those with its words in their order, then those with its words in any order. An answer that
    is all numbers means none, and neither does a letter or two of a later word alone: ``d`` may
    stand for a "done" that is not there.
    """
    readings = [_Reading(key, words_of(key)) for key in keys]
    wanted = words_of(answer)
    same = [each for each in readings if each.words == wanted]
    if same or all(word.isdecimal() for word in wanted):
        return tuple(each.key for each in same)
    telling = [each for each in readings if _tells(wanted, each.words)]
    for fits in (_begins_so, _is_in_order, _holds):
        found = [each for each in telling if fits(wanted, each.words)]
        if found:
            return tuple(each.key for each in _plainest(wanted, found))
    return ()


@frozen
class _Reading:
    """A key and its words."""

    key: str
    words: tuple[str, ...]


def _stands_for(said: str, word: str) -> bool:
    return said == word if said.isdecimal() else word.startswith(said)


def _tells(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Is more said than a letter or two of later words?"""
    first = words[0] if words else ""
    return any(
        len(said) >= TELLING or said in words or first.startswith(said)
        for said in wanted
        if not said.isdecimal()
    )


def _begins_so(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """In the order of the key, and from its first word on?"""
    begins = bool(words) and _stands_for(wanted[0], words[0])
    return begins and _is_in_order(wanted[1:], words[1:])


def _is_in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(_stands_for(said, word) for word in left) for said in wanted)


def _holds(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """In any order: numbers keep theirs, unless each follows the word that it follows in the key.

    Else "bid 3 on lot 4" could be what somebody gets who meant 4 on lot 3.
    """
    ways = _ways(wanted, words, ()) if len(wanted) <= LONGEST else ()
    return any(_keeps_numbers(wanted, places) for places in ways)


def _ways(wanted: Sequence[str], words: Sequence[str], taken: Places) -> Iterator[Places]:
    """Every way in which the words of an answer stand for different words of a key."""
    if len(taken) == len(wanted):
        yield taken
        return
    for place, word in enumerate(words):
        if place not in taken and _stands_for(wanted[len(taken)], word):
            yield from _ways(wanted, words, (*taken, place))


def _keeps_numbers(wanted: Sequence[str], places: Places) -> bool:
    numbers = [place for place, said in zip(places, wanted, strict=True) if said.isdecimal()]
    if numbers == sorted(numbers):
        return True
    before = (-2, *places[:-1])
    return all(
        place == last + 1
        for said, place, last in zip(wanted, places, before, strict=True)
        if said.isdecimal()
    )


def _plainest(wanted: Sequence[str], found: Sequence[_Reading]) -> Sequence[_Reading]:
    """Without those that only begin with words of the answer which others have in full, too; and
    of what is left only one that was said whole, where all the others go on from it."""
    full = [frozenset(wanted) & frozenset(each.words) for each in found]
    left = [
        each for each, own in zip(found, full, strict=True) if not any(own < more for more in full)
    ]
    shortest = min(left, key=lambda each: len(each.words))
    count = len(shortest.words)
    goes_on = all(each.words[:count] == shortest.words for each in left)
    return [shortest] if count == len(wanted) and goes_on else left
