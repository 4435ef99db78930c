"""Between which numbers something lies: ``2``, ``2-4``, ``2 or more``, ``2 or fewer``.

Authors also say ``at least 2``, ``at most 2`` and ``exactly 2``. What is more than a number is told
with the number that it means: many mean that number too.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from ...trees import Node, tokens
from ...words import join

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..protocols import WordReader

Bounds: TypeAlias = "tuple[int, int | None]"
"""The least and the most, both included; None: there is no upper bound."""


def read_bounds(reader: WordReader, node: Node) -> Bounds:
    """What a tree of the rule ``bounds`` says."""
    words = tokens(node)
    kinds = {word.type: str(word) for word in words}
    if "RANGE" in kinds:
        return reader.range_of(words[0])
    (token,) = tokens(node, "NUMBER")
    match kinds.get("BOUND") or kinds.get("BEYOND"):
        case "at least" | "or more":
            return reader.number(token), None
        case "at most" | "or fewer" | "or less":
            return 0, reader.number(token)
        case _:
            number = reader.number(token)
            return number, number


def bounds_words(bounds: Bounds) -> str:
    """The same in the words of the language."""
    least, most = bounds
    if most is None:
        return f"{least} or more"
    if least == most:
        return str(least)
    return f"{least}-{most}" if least else f"{most} or fewer"


def players_words(bounds: Bounds) -> str:
    """``2 or more players``, ``1 player``."""
    return f"{bounds_words(bounds)} player{'s' * (bounds != (1, 1))}"


def numbers_words(numbers: Sequence[int]) -> str:
    """``2``, ``2-4``, ``2-4 and 6``: rising numbers, those that follow each other as one."""
    runs = [[*numbers[:1]]]
    for before, number in pairwise(numbers):
        if number > before + 1:
            runs.append([])
        runs[-1].append(number)
    return join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)
