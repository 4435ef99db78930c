"""What authors often write in the way of other languages, and how this one says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

NUMBER = re.compile(r"(\d+)$")
VERB = re.compile(r"\b(gain|pay|discard)\b(?!.*\b(?:gain|pay|discard)\b)")
EFFECT = "_GAIN"
"""A terminal that can stand where an effect can."""


def usual_slip(before: str, word: str, rest: str, allowed: AbstractSet[str]) -> str:
    """A hint for what stands in ``rest``, behind ``before``; empty for anything unusual.

    ``allowed`` are the terminals with which the line could go on.
    """
    number = NUMBER.search(before)
    verb = VERB.search(before)
    if number and word == ".":
        return f"every number is whole; write: {number[1]}"
    if number and "_TIMES" in allowed:
        return f"write: gain {number[1]} {rest}"
    if before.endswith(" per") and word.isdigit():
        what = rest.partition(" ")[2]
        return f"everything is counted one by one; write: per {what}" if what else ""
    if before.endswith(" or") and word.isdigit() and EFFECT in allowed:
        return f"write: or {verb[1] if verb else 'gain'} {rest}"
    if word == "you" and EFFECT in allowed:
        return f'it is always "you"; write: {rest.removeprefix("you ")}'
    if word == "and" and " per " in before:
        return "write it twice, once for each that is counted"
    if word == "and" and verb:
        more = rest.removeprefix("and").strip()
        joint = "," if more[:1].isdigit() else ", then"
        return f"write: {before[verb.start() :]}{joint} {more}"
    return ""
