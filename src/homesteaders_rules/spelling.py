"""Spelling: the known word that a word may be a slip of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

LONGEST_WORD = 100
PAIR = 2
"""Of a word of two letters both may have changed places, and no more."""
SHORT, MIDDLING = 4, 6
VOWELS = frozenset("aeiouy")
MOST_ADDED = 3
MOST_ENDING = 3
NUMBER = re.compile(r"\d+")
OR = '" or "'
MEANT = re.compile(r'did you mean "([^"]+(?:" or "[^"]+)*)"\?(?: (.+))?$')
"""What :func:`did_you_mean` says: the words that may be meant, and what a hint says behind them."""
FILLING = frozenset({"a", "an", "the", "of"})
"""Words without which a name is still known."""


def nearest(
    word: str, known: Iterable[str], *, consonants: bool = False, numbers: bool = False
) -> str:
    """The known word that ``word`` may be a slip of; empty if there is none.

    A short word is one only where a letter is missing, doubled or at another place: with another
    consonant it is another word, unless ``consonants`` may be wrong in it too. Of things that are
    numbered another one is no slip, unless ``numbers`` may be.
    """
    return next(iter(all_nearest(word, known, consonants=consonants, numbers=numbers)), "")


def all_nearest(
    word: str, known: Iterable[str], *, consonants: bool = False, numbers: bool = False
) -> list[str]:
    """The known words to which as few slips lead as to any, in the order of the alphabet."""
    written = word[:LONGEST_WORD]
    lower = written.lower()
    limit = _most_slips(lower) + 1
    near = []
    unnumbered = lower if numbers else NUMBER.sub("", lower)
    for name in {name for name in known if name != word}:
        if unnumbered != lower and unnumbered == NUMBER.sub("", name.lower()):
            continue
        slips = _slips(lower, name.lower(), limit, consonants)
        if slips < limit:
            # Of two with the same letters in another order the one is meant that is more alike.
            alike = distance(lower, name.lower(), len(lower)), distance(written, name, len(lower))
            near.append(((slips, *alike), name))
    least = min(near)[0] if near else ()
    return sorted(name for slips, name in near if slips == least)


def _most_slips(word: str) -> int:
    """So many letters may be wrong."""
    if len(word) < PAIR:
        return 0
    return 1 if len(word) <= MIDDLING else max(2, len(word) // 4)


def _slips(word: str, name: str, most: int, consonants: bool) -> int:
    """How many slips lead from a name to a word, ``most`` if they are so many or more."""
    if word == name:
        return 0
    if len(word) == PAIR:
        return min(1, most) if word == name[::-1] else most
    added = len(name) - len(word) if name.startswith(word) else 0
    if name.startswith(f"{word} ") or (len(word) >= SHORT and 0 < added <= MOST_ADDED):
        return min(1, most)
    if " " in word and _bare(word) == _bare(name):
        return min(1, most)
    if len(word) == len(name):
        if sorted(word) == sorted(name) and len(word) <= MIDDLING:
            return min(1, most)
        changed = [pair for pair in zip(word, name, strict=True) if pair[0] != pair[1]]
        is_short = len(word) <= SHORT and not consonants
        if is_short and not VOWELS.issuperset(chain(*changed)):
            return most
    return distance(word, name, most)


def _bare(name: str) -> list[str]:
    """The words of a name that say something, in no order."""
    return sorted(word for word in name.split() if word not in FILLING)


def distance(one: str, other: str, most: int) -> int:
    """How many letters are missing, too many, wrong, or exchanged with the next; up to ``most``."""
    if abs(len(one) - len(other)) >= most:
        return most
    # A letter that one has more often is a slip: that is soon counted, and rules out most words.
    more = sum(max(0, one.count(letter) - other.count(letter)) for letter in set(one))
    if more + max(0, len(other) - len(one)) >= most:
        return most
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, row, before = before, [i], row
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) >= most:
            return most
    return min(row[-1], most)


def did_you_mean(
    word: str, known: Iterable[str], otherwise: str = "", *, numbers: bool = False
) -> str:
    """``did you mean "gain"?``, or ``otherwise`` where none is near (:func:`nearest`).

    Of several that are as near all are said, but of two forms of a word one. Where none is near
    those are that end with the word: for ``copper`` both ``small copper`` and ``large copper``.
    """
    known = tuple(known)
    ending = sorted(name for name in known if name.endswith(f" {word}"))
    found: list[str] = []
    for name in all_nearest(word, known, numbers=numbers) or ending[:MOST_ENDING]:
        if not any(name.startswith(other) for other in found):
            found.append(name)
    return f'did you mean "{OR.join(found)}"?' if found else otherwise


def words_meant(said: str) -> tuple[list[str], str]:
    """The words of which :func:`did_you_mean` says that they may be meant, and what else is said.

    No words where nothing of the kind is said.
    """
    found = MEANT.search(said)
    return (found[1].split(OR), found[2] or "") if found else ([], said)
