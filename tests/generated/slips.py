"""Slips of authors: a line that was right, with one thing wrong in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

from homesteaders_rules.language.slips.synonyms import synonyms

WORD = re.compile(r"[A-Za-z'’]+")
WHOLE_WORD = re.compile(r"[\w'’]+ ?")
PAIR = re.compile(r"[\w'’]+ [\w'’]+")
SIGN = re.compile(r"->|[:,.\"/()]")
NUMBER = re.compile(r"\b\d+ ")
SIGNS = {
    ":": (";", ".", ",", " ="),
    ",": (";", ".", " and", ":"),
    "->": ("=>", ">", "-->", "to"),
    '"': ("'", "“"),
    "/": (",", "-"),
}
PLAIN = re.compile(r"[a-z ]+")
OPTIONAL = re.compile(r"\w\?")
PLACES = ("verb", "line", "unit")


def spelling(line: str, random: Random) -> str:
    """A letter lost, doubled, taken for another, or at the place of its neighbour."""
    words = [word for word in WORD.finditer(line) if len(word.group()) > 1]
    if not words:
        return line
    word = random.choice(words)
    at = random.randrange(word.start(), word.end())
    last = min(at, word.end() - 2)
    return random.choice(
        (
            line[:at] + line[at + 1 :],
            line[: at + 1] + line[at:],
            line[:last] + line[last + 1] + line[last] + line[last + 2 :],
            line[:at] + random.choice("aeinrst") + line[at + 1 :],
        )
    )


def lost_word(line: str, random: Random) -> str:
    """A word or a number is left out."""
    return _put(WHOLE_WORD, lambda _: "", line, random)


def doubled_word(line: str, random: Random) -> str:
    """A word stands there twice."""
    return _put(WORD, lambda word: f"{word} {word}", line, random)


def swapped_words(line: str, random: Random) -> str:
    """Two neighbours stand in the other order."""
    return _put(PAIR, lambda pair: " ".join(reversed(pair.split(" "))), line, random)


def lost_sign(line: str, random: Random) -> str:
    """A colon, a comma, an arrow, a quote is left out."""
    return _put(SIGN, lambda _: "", line, random).rstrip()


def other_sign(line: str, random: Random) -> str:
    """Another sign stands in its place."""
    return _put(SIGN, lambda sign: random.choice(SIGNS.get(sign, (sign,))), line, random)


def lost_number(line: str, random: Random) -> str:
    """A number is left out."""
    return _put(NUMBER, lambda _: "", line, random)


def other_form(line: str, random: Random) -> str:
    """One for several, or several for one."""
    return _put(WORD, lambda w: w.removesuffix("s") if w[-1] == "s" else f"{w}s", line, random)


def capital(line: str, random: Random) -> str:
    """A capital letter for a small one, or the other way round."""
    return _put(WORD, lambda word: word[0].swapcase() + word[1:], line, random)


def synonym(line: str, random: Random) -> str:
    """Another word for a verb, as the table of synonyms has it."""
    found = [(each.span(), word) for said, word in _synonyms() for each in said.finditer(line)]
    if not found:
        return line
    (start, end), word = random.choice(found)
    return line[:start] + word + line[end:]


def indentation(line: str, random: Random) -> str:
    """The line stands further to the left or to the right."""
    bare = line.lstrip()
    return " " * max(0, len(line) - len(bare) + random.choice((-4, -2, -1, 1, 2, 4))) + bare


Slip = Callable[[str, Random], str]
SLIPS: tuple[Slip, ...] = (
    *(spelling, spelling, spelling, lost_word, lost_word, doubled_word, swapped_words),
    *(lost_sign, other_sign, lost_number, other_form, capital, synonym, indentation),
)


@cache
def _synonyms() -> list[tuple[re.Pattern[str], str]]:
    """What the language says, and a word that is written for it."""
    found = []
    for each in synonyms():
        word = OPTIONAL.sub("", each.pattern).strip()
        if each.place in PLACES and PLAIN.fullmatch(each.said) and PLAIN.fullmatch(word):
            found.append((re.compile(rf"(?<=[ :]){each.said.strip()}(?= )"), word))
    return found


def _put(pattern: re.Pattern[str], put: Callable[[str], str], line: str, random: Random) -> str:
    """The line with something else for one of the places that a pattern finds."""
    found = list(pattern.finditer(line))
    if not found:
        return line
    start, end = random.choice(found).span()
    return line[:start] + put(line[start:end]) + line[end:]
