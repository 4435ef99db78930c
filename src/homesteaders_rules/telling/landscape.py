"""A map drawn with letters: each space where it lies, what it is called, and what is on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from attrs import frozen

from ..mechanisms.maps.geometry import HEXES

if TYPE_CHECKING:
    from ..play.spaces import Space

WIDEST, NARROWEST = 5, 2
"""Half of the width of a space, in columns: as wide as the page allows."""


@frozen
class Word:
    """What stands at a column of a line, and the space that it is about."""

    column: int
    text: str
    space: Space


@frozen
class Drawing:
    """A map: lines of words from left to right, and the letter of each tile of several spaces.

    ``shortened``: what stands for words that are too long for a space, and the words.
    """

    lines: tuple[tuple[Word, ...], ...]
    letters: Mapping[str, str]
    shortened: Mapping[str, str]


def drawn(spaces: Sequence[Space], shape: str, width: int) -> Drawing:
    """Two lines for each row of spaces: what a space is called, and what is on it."""
    letters = letters_of(spaces)
    at = {spot_of(space.spot, shape): space for space in spaces}
    left, right = (end(column for column, _ in at) for end in (min, max))
    half = max(NARROWEST, min(WIDEST, width // (right - left + 2)))
    lines: list[tuple[Word, ...]] = []
    shortened: dict[str, str] = {}
    for row in sorted({row for _, row in at}):
        here = sorted(column for column, other in at if other == row)
        for said in (lambda space: _name(space, letters), what_is_on):
            words = (
                Word(
                    (column - left) * half,
                    _fitting(said(at[column, row]), 2 * half - 1, shortened),
                    at[column, row],
                )
                for column in here
            )
            lines.append(tuple(words))
    return Drawing(tuple(lines), letters, shortened)


def _fitting(text: str, room: int, shortened: dict[str, str]) -> str:
    """The text if there is room for it; else its beginning and a dot, the same for no other."""
    if len(text) <= room:
        return text
    ends = (".", *(f"{number}." for number in range(2, len(shortened) + 3)))
    every = (text[: max(1, room - len(end))].rstrip() + end for end in ends)
    found = next(short for short in every if shortened.get(short, text) == text)
    shortened[found] = text
    return found


def what_is_on(space: Space) -> str:
    """Whose it is, and how much lies there; or what lies there, or what it is."""
    if space.owner is not None:
        amounts = [str(amount) for _, amount in space.lying]
        return " ".join((f"P{space.owner + 1}", *amounts))
    if space.neutral:
        return "neutral"
    if space.lying:
        return "+".join(good for good, _ in space.lying)
    return " ".join(space.labels)


def letters_of(spaces: Sequence[Space]) -> Mapping[str, str]:
    """A letter for each tile; none, where a tile is one space and has its name."""
    tiles = list(dict.fromkeys(space.tile for space in spaces))
    if len(tiles) == len(spaces):
        return {}
    return {tile: _letter(number) for number, tile in enumerate(tiles)}


def _letter(number: int) -> str:
    more, last = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[more - 1] if more else "") + ascii_uppercase[last]


def _name(space: Space, letters: Mapping[str, str]) -> str:
    """``A3``: the letter of the tile, and the number of the space on it."""
    if space.tile not in letters:
        return space.name
    return letters[space.tile] + space.name.removeprefix(space.tile).strip()


def spot_of(spot: tuple[int, int], shape: str) -> tuple[int, int]:
    """The column, in halves of a space, and the row."""
    column, row = spot
    return (2 * column + row if shape == HEXES else 2 * column), row
