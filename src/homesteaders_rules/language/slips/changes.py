"""What authors often write in the way of other languages, and how this one says it.

A rewritten line is only a proposal: see :mod:`.rewriting` for how one is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from ...spelling import all_nearest, distance
from ..reading.characters import in_plain_letters
from ..reading.grammar import joining_words, opening_words
from .synonyms import synonyms

VERBS = re.compile(
    r"(?<=[\w\"”]) (?=(?:gain|pay|discard|may|build|take|advance|move|collect|use|do|put|place"
    r"|turn|stack|each|if|when|whenever|scores|lay|leave|draw|spin|shuffle|remove|enclose|trade"
    r"|up to|exchange|action|track|replace|the start player|\d+ [a-z, \d]+ ->)(?:\b|(?<=>)))"
)
"""A gap before what a line often goes on with; its colon may have been left out there."""
STATIC = re.compile(r" *with(?:out)? (?:[a-z-]+ )+[a-z-]+(?=:)")
"""An option, behind which a name may stand whose colon has become that of the line."""
NEAR = "<near>"
"""Stands for a name that is like the wrong word."""
DECLARING = re.compile(r"(?:^|: ) *(?:action|exchange|option|phase) $")
"""Behind these stands a name of one's own, and none that is there."""
JOINING = frozenset({"in", "of", "on", "from", "to", "and", "with", "for", "at"})
"""Words between names: with a capital nobody means them."""
TOKEN = re.compile(r"<[a-z]+>|\w+|\s+|[^\w\s]+")
SMALL = JOINING | {"a", "an", "any", "by", "each", "here", "is", "or", "per", "that", "the", "up"}
"""Words that are left out in haste."""
MOST_BEHIND = 3
ONE = "1"
SIGNS = frozenset({":", ","})
NEAR_BY = 24
"""So many characters from the place where reading ended words may have changed places."""
WORD = re.compile(r"[^\s,:;]+")
TELLING = re.compile(r'[\d"%A-Z]')
"""What no phrase of the language has in it."""
LEAST_LIKENESS = 0.5
MOST_LEFT_OUT = 4
BOUNDING = re.compile(
    "if|unless|when|whenever|per|for|or|and|not|no|without|with|may|once|twice|half|double|most"
    "|least|fewest|only|except|each|every|all|any|than|more|fewer|less|up|until|after|before"
    "|first|second|last|next|that|who|which|where|while|during|between|by|as|at|instead|because|unlike"
)
"""Words that say when, how often or of what: without them another rule would be left."""
TWICE = re.compile(r"(?<![\w'’-])([\w'’-]+)(?=( \1)(?![\w'’-]))")
PAIR = re.compile(r"(?<![\w-])(?P<one>[\w-]+)(?=(?P<gap> )(?P<other>[\w-]+))")
SMALL_WORD = re.compile(r"(?<![\w'’-])[^\W\d_A-Z][\w'’-]*")
ALSO = {
    ("lose", "discard"): ', or "pay" where all have to raise it',
    ("give", "pay"): ', or "gain" where the supply gives it',
    ("<->", "->"): ", and another exchange for the way back",
}
"""What some words may mean besides what is written in their place."""


@frozen
class Change:
    """``wrong``, from column ``start`` on (counted from 0), should be ``right``.

    ``certain``: it is wrong in this place, whatever else is wrong in the line. ``spelling``: it is
    only like what is right, and may be a name. ``blamed``: where the one stands that is wrong,
    and what it is, if the others only change places.
    """

    start: int
    wrong: str
    right: str
    line: str
    certain: bool = False
    spelling: bool = False
    blamed: tuple[int, str] | None = None

    @classmethod
    def of(cls, start: int, wrong: str, right: str, line: str, certain: bool = False) -> Change:
        """A change without the words that stay the same at its ends."""
        old, new = TOKEN.findall(wrong), TOKEN.findall(right)
        while old and new and old[0] == new[0]:
            start += len(old.pop(0))
            new.pop(0)
        while old and new and old[-1] == new[-1]:
            old.pop()
            new.pop()
        return cls(start, "".join(old), "".join(new), line, certain)

    def filled(self, put: Callable[[str], str]) -> Change:
        """The change with names of the game, and without what then is the same."""
        filled = Change.of(self.start, self.wrong, put(self.right), self.line, self.certain)
        return evolve(filled, blamed=self.blamed)

    @property
    def column(self) -> int:
        """Where the wrong words begin, counted from 1."""
        if self.blamed:
            return self.blamed[0] + 1
        # A colon is missing where the word before it ends, all else where the next one begins.
        is_before = not self.wrong.strip() and self.right != ":"
        text = self.line[self.start :] if is_before else self.wrong
        blanks = len(text) - len(text.lstrip()) if text.strip() else 0
        return self.start + blanks + 1

    @property
    def end(self) -> int:
        """The column behind them; at least one sign is marked."""
        return self.column + max(1, len(self.blamed[1] if self.blamed else self.wrong.strip()))

    @property
    def joins(self) -> bool:
        """Whether two words become one where something is left out between them."""
        ends = self.line[self.start - 1 : self.start], self.line[self.start + len(self.wrong) :][:1]
        return self.start > 0 and not self.right and all(map(str.isalnum, ends))

    @property
    def message(self) -> str:
        """What is wrong there, in words."""
        wrong, right = self.wrong.strip(), self.right.strip()
        if self.blamed:
            return f"{quoted(self.blamed[1])} cannot stand here"
        if not wrong:
            before, after = self.line[: self.start].rstrip(), self.line[self.start :].strip()
            if not after or right == ":":
                return f'"{right}" is missing behind "{_last_word(before)}"'
            lacking = "a number" if right == ONE else f'"{right}"'
            return f'{lacking} is missing before "{after.split()[0]}"'
        if not right:
            twice = self.line[: self.start].rstrip().endswith(wrong)
            what = "stands here twice" if twice else "cannot stand here; leave it out"
            return f'"{wrong}" {what}'
        if not wrong.isascii() and right == in_plain_letters(wrong):
            return f'"{wrong}" is no name: in small letters it has those from a to z'
        if right == "#":
            return f'"{wrong}" begins no comment; write "#"'
        if right == f'"{wrong}"':
            return f'"{wrong}" is no name as it stands; write it in quotes'
        if '"' in right:
            return f"{wrong} cannot stand here; write {right}"
        also = ALSO.get((wrong.removesuffix("s"), right.removeprefix(": ")), "")
        return f'{quoted(wrong)} cannot stand here; write "{right}"{also}'

    @property
    def changed(self) -> str:
        """The line with what is right."""
        rest = self.line[self.start + len(self.wrong) :]
        return f"{self.line[: self.start]}{self.right}{rest}".rstrip()


def quoted(word: str) -> str:
    """A word as messages say it: a sign that may look like another one with its number."""
    is_odd = len(word) == 1 and not word.isascii() and not word.isalnum()
    return f'"{word}" (U+{ord(word):04X})' if is_odd else f'"{word}"'


def _last_word(text: str) -> str:
    return text.rsplit(maxsplit=1)[-1] if text.split() else ""


def changes(line: str, may_define: bool = True) -> Iterator[Change]:
    """Every way in which the line, or a part of it, says something in another way.

    ``may_define``: definitions may stand where the line stands.
    """
    for each in synonyms():
        if each.place == "header" and not line.startswith(("pack ", "game ")):
            continue
        if each.place == "definition" and not may_define:
            continue
        for found in each.found_in(line):
            start, end = found.span("wrong")
            if _within_a_word(line, start) or (_within_a_word(line, end) and each.said != " "):
                continue
            if (each.place == "answer" and end < len(line)) or line.count('"', 0, start) % 2:
                continue
            right = each.words_for(found)
            change = Change.of(start, line[start:end], right, line, each.place != "anywhere")
            at = found.groupdict().get("at")
            yield evolve(change, blamed=(found.start("at"), at)) if at else change


def _within_a_word(line: str, at: int) -> bool:
    return line[max(0, at - 1) : at].isalpha() and line[at : at + 1].isalpha()


def missing_colons(line: str, opens_block: bool) -> Iterator[Change]:
    """A colon before each verb, behind an option, and at the end where a block stands below."""
    for gap in VERBS.finditer(line):
        yield Change(gap.start(), "", ":", line)
    asked = STATIC.match(line)
    for gap in re.finditer(" ", asked.group()) if asked else ():
        yield Change(gap.start(), "", ":", line)
    if opens_block and not line.endswith(":"):
        yield Change(len(line), "", ":", line)


def other_cases(line: str, column: int) -> Iterator[Change]:
    """The word at a column in small letters, with a capital; and all small ones.

    What begins a definition is no name that lacks a capital.
    """
    word = re.match(r"[^\s:,;]+", line[column:])
    if word is None:
        return
    written, whole = word.group(), _whole_name(line, column)
    parts = whole.replace("_", " ").split()
    small, large = whole.lower(), " ".join(part[:1].upper() + part[1:] for part in parts)
    for wrong, right in (
        (written, written.lower()),
        (whole, small),
        (whole, large),
        (written, written[:1].upper() + written[1:]),
    ):
        begins = not right.islower() and written in opening_words()
        if wrong != right and not begins and (right.islower() or _is_plain(wrong)):
            yield Change(column, wrong, right, line)


def in_quotes(line: str, column: int) -> Iterator[Change]:
    """The name at a column in quotes."""
    whole = _whole_name(line, column)
    if whole and _is_plain(whole) and not whole.startswith("needs "):
        yield Change(column, whole, f'"{whole}"', line)


def _whole_name(line: str, column: int) -> str:
    name = re.match(r"[^:,;]+", line[column:])
    return name.group().rstrip() if name else ""


def _is_plain(name: str) -> bool:
    """Whether it may be a name but for its letters: no sign begins it, no small word joins it."""
    joining = JOINING | joining_words()
    return name[0].isalnum() and joining.isdisjoint(name.split())


def twice(line: str) -> Iterator[Change]:
    """The second of two equal words left out."""
    for word in TWICE.finditer(line):
        yield Change(word.start(2), word[2], "", line, certain=True)


def plain_letters(line: str) -> Iterator[Change]:
    """Each word in small letters that has accents, without them; none that begins a definition."""
    for word in SMALL_WORD.finditer(line):
        plain = in_plain_letters(word.group())
        if plain.isascii() and plain != word.group() and word.start() and word.group()[0].islower():
            yield Change(word.start(), word.group(), plain, line)


def other_name(line: str, column: int) -> Iterator[Change]:
    """The word at a column for a name like it, whichever that is."""
    word = re.match(r"[^\s:,;]+", line[column:])
    if word is not None and not DECLARING.search(line[:column]):
        yield Change(column, word.group(), NEAR, line)


def completed(line: str, expected: Collection[str]) -> Iterator[Change]:
    """A small word at the end of a line."""
    for word in sorted(SMALL.intersection(expected)):
        yield Change(len(line), "", f" {word}", line)


def missing_words(line: str, start: int, end: int, expected: Collection[str]) -> Iterator[Change]:
    """A sign or a small word that is left out: before or behind a word that ends or begins there.

    From ``start`` to ``end`` stands a name of several words that is none; the two are one column
    where reading ended.
    """
    before = line.rfind(" ", 0, max(0, start - 1)) + 1
    behind = [gap.end() for gap in re.finditer(" ", line) if gap.end() > start]
    within = [gap for gap in (start, *behind) if gap < end]
    for gap in within or (start,):
        # A comma within a phrase is no word of its own that could be expected.
        for sign in sorted(SIGNS.intersection(expected)) or (",",):
            yield Change(len(line[:gap].rstrip()), "", sign, line)
    for word in sorted((SMALL | {ONE}).intersection(expected), key=_is_or):
        yield Change(start, "", word if line[start : start + 1] == ":" else f"{word} ", line)
    # A name of several words ends only where one of those stands that no name has in it.
    words = SMALL & joining_words() if end > start else SMALL
    for gap in dict.fromkeys((before, *(within or behind[:MOST_BEHIND]))):
        for word in sorted(words, key=_is_or) if gap > 0 else ():
            yield Change(gap, "", f"{word} ", line)


def whole_phrases(line: str, column: int, expected: Iterable[str]) -> Iterator[Change]:
    """Words at a column for a phrase that has all of them in it, or is much like them."""
    words = list(WORD.finditer(line, column, column + len(line[column:].partition(":")[0])))
    said = [word.group() for word in words]
    alike: dict[tuple[bool, float], dict[str, int]] = {}
    for phrase in expected:
        parts = WORD.findall(phrase)
        for count in range(1, len(words) + 1) if len(parts) > 1 else ():
            begins, like = said[0] == parts[0], likeness(said[:count], parts)
            kept = not any(map(BOUNDING.fullmatch, {*said[:count]} - {*parts}))
            if like >= LEAST_LIKENESS and kept and not any(map(TELLING.search, said[:count])):
                alike.setdefault((begins, like), {})[phrase] = count
    comma = "" if line.startswith(",", column) else ", "  # It is a part of some phrases.
    for _, phrases in sorted(alike.items(), reverse=True):
        for phrase, count in phrases.items() if len(phrases) == 1 else ():
            wrong = line[column : words[count - 1].end()]
            yield Change.of(column, wrong, phrase.removeprefix(comma), line)


def likeness(words: Sequence[str], phrase: Sequence[str]) -> float:
    """How much of two phrases is the same, from 0 to 1; or how many words begin the phrase."""
    if len(words) < len(phrase) and [*words] == [*phrase[: len(words)]]:
        return len(words)
    own, other = ({word.rstrip("s") for word in each} for each in (words, phrase))
    return 2 * len(own & other) / (len(own) + len(other))


def left_out(line: str, column: int) -> Iterator[Change]:
    """Nothing for some words at a column; none that bound or change what stands before them."""
    words = list(WORD.finditer(line, column))[:MOST_LEFT_OUT]
    known = line[column : column + 1].isalpha() and not DECLARING.search(line[:column])
    for word in words if known else ():
        # What stands before a verb says when it happens, or to whom.
        before_verb = word is not words[0] and VERBS.match(line, word.start() - 1)
        bounds = BOUNDING.fullmatch(word.group()) or TELLING.search(word.group())
        if before_verb or bounds or "," in line[column : word.start()]:
            break
        if line[:column].strip() or line[word.end() :].strip():
            end = word.end() + line.startswith(" ", word.end())
            yield Change(column, line[column:end], "", line)


def _is_or(word: str) -> tuple[bool, str]:
    """Among words that may be missing this one says the least of what is meant."""
    return word == "or", word


def swapped(line: str, column: int) -> Iterator[Change]:
    """Two words near a column in the other order; a definition begins with a word for that."""
    pairs = PAIR.finditer(line)
    near = [
        pair
        for pair in pairs
        if abs(pair.start() - column) < NEAR_BY
        and (pair.start() or pair["other"] in opening_words())
    ]
    for pair in sorted(near, key=lambda pair: abs(pair.start() - column)):
        wrong = f"{pair['one']}{pair['gap']}{pair['other']}"
        yield Change(pair.start(), wrong, f"{pair['other']}{pair['gap']}{pair['one']}", line)


def misspelt_words(line: str, start: int, known: Collection[str]) -> Iterator[Change]:
    """Each word from a column on that is like one of the language, as that word."""
    for word in re.finditer(r"[a-z][a-z'’-]*", line):
        wrong = word.group()
        if word.start() < start or wrong in known:
            continue
        near = all_nearest(wrong, known) or all_nearest(wrong, known, consonants=True)
        for right in near or _with_a_letter(wrong, known):
            yield Change(word.start(), wrong, right, line, spelling=True)


def _with_a_letter(word: str, known: Iterable[str]) -> Iterator[str]:
    """The words that a letter is missing from where two are left: ``te`` for the."""
    return (each for each in sorted(known) if len(word) == 2 and distance(word, each, 2) == 1)
