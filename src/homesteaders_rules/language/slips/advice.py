"""What a hint advises where a line cannot be read: what is usually meant by it, or an example."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ..messages.phrases import EXAMPLES, SENTENCES, SILENT, STARTED, example_for
from ..reading.characters import depth
from ..reading.keywords import keywords
from .changes import LEAST_LIKENESS, likeness
from .reasons import COMES_AGAIN
from .usual import USUAL

BEGINNINGS = "action, exchange, option, phase, replace, track, whenever, with"
HAS_A_TIME = "what happens has its time, after <phase>: ..., or a name, action <action>: ..."
TIME = re.compile(
    r"(?:each|every|per|(?:(?:at|on|in) the )?(?:end|(?P<first>start|beginning)) of"
    r"(?: the| an?| each| every)?) (?P<what>round|turn|game)\b"
)
"""A time for which no word stands before a colon."""
COMES_FIRST = "what comes once, at the beginning, stands behind it: after <first>: each player: ..."
COUNTED_LAST = "what counts at the end is a line of a scoring, more of scoring: ..., or of a <sort>"
SEVERAL = re.compile(r"\d+ (?!different|distinct|unique)[a-z]+\b(?![^,]*\bof\b)")
FEW = 2
ARTICLES = frozenset({"a", "the", "any", "here", "on"})
LAST_PARTS = re.compile(": |, then | or |may ")


def usual_slip(before: str, rest: str) -> str:
    """A hint for what can be said in no line like it; empty for anything unusual.

    ``before`` is the part of a line that could be read, ``rest`` what follows it.
    """
    if before.endswith(" per") and SEVERAL.match(rest) and "and so on" not in before:
        return f"write: {before.removesuffix('per')}for every {rest}"
    when = TIME.match(f"{before} {rest}".strip())
    if when:
        once = COMES_FIRST if when["first"] else COUNTED_LAST
        return once if when["what"] == "game" else COMES_AGAIN
    for above, follows, hint in USUAL:
        found = re.search(above, before)
        goes_on = re.match(follows, rest) if found else None
        if found and goes_on:
            words = goes_on[goes_on.lastindex or 0]
            after = str(int(words) + 1) if "{+1}" in hint else ""
            return found.expand(hint).replace("{}", words).replace("{+1}", after)
    return ""


def beginning(word: str, line: str) -> str:
    """A hint for a line that begins no definition, by its first word."""
    usual = usual_slip("", line)
    if usual or word in EXAMPLES or word in STARTED:
        return usual or STARTED.get(word, HAS_A_TIME)
    if word[0].isalnum():
        return f"a definition begins with {BEGINNINGS} or a sort such as <sort>"
    return "no sign begins one: leave the line out, or put # before it"


def usual_sentence(line: str, above: Sequence[str]) -> str:
    """What the sentence says that a line is most like, if it stands in a block of sentences.

    Those that begin with more of the same words come before others.
    """
    outer = (other for other in reversed(above) if other and depth(other) < depth(line))
    words, begins = _words(line), next(outer, "").split(maxsplit=1)
    listed = SENTENCES.get(begins[0], ()) if begins else ()

    def like(sentence: Sequence[str]) -> tuple[int, float]:
        parts = [_words(said) for said in sentence]
        pairs = (zip(words, part, strict=False) for part in parts)
        same = (takewhile(lambda pair: pair[0] == pair[1], each) for each in pairs)
        return max(len([*each]) for each in same), max(likeness(words, p) for p in parts)

    near = [each for each in listed if like(each)[1] >= LEAST_LIKENESS]
    first, *others = max(near, key=like, default=("",))
    return f"{first} (or: {'; '.join(others)})" if others else first


def _words(text: str) -> Sequence[str]:
    return text.replace(",", "").split()


def like(example: str) -> str:
    """The hint that shows an example; empty without one."""
    return f"write it like: {example}" if example else ""


def like_keyword(keyword: str) -> str:
    """The example of a keyword, or of its first word."""
    return like(example_for(keyword) or example_for(keyword.split(maxsplit=1)[0]))


def like_only(allowed: frozenset[str]) -> str:
    """The example of the one phrase that can go on so; empty where there are several."""
    if len(allowed - SILENT) > FEW:
        return ""
    words = (keywords(allowed, True) & EXAMPLES.keys()) - ARTICLES
    return like(EXAMPLES[min(words)]) if words else ""


def like_last(text: str, part: str, above: Sequence[str]) -> str:
    """The example of the last phrase that began in the ``part`` of a line that could be read."""
    sentence = usual_sentence(text, above)
    if sentence:
        return like(sentence)
    starts = [0, *(mark.end() for mark in LAST_PARTS.finditer(part))]
    for start in reversed(starts):
        words = (part if start else text)[start:].split()
        begun = (" ".join(words[:n]).strip(":,") for n in (3, 2, 1) if words)
        example = next(filter(None, (example_for(each, not above) for each in begun)), "")
        if example:
            return like(example)
    return ""
