"""Recorded games of the family game: reading them, and putting the state after each together.

A file holds one game a line, in JSON, and is compressed. Each decision says what it changed: of a
player the fields that are other than before, whole; of the spaces those that are, whole.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Data = dict[str, Any]
"""A JSON object."""

FORMAT = "agricola-family-1"


@frozen
class Step:
    """One recorded decision, and the whole state after it. Steps count from 1."""

    number: int
    decision: Data
    after: Data

    @property
    def player(self) -> int:
        """Whose decision it was: a seat, from 0."""
        return int(self.decision["player"]) - 1

    @property
    def do(self) -> str:
        """What kind of decision it was."""
        return str(self.decision["do"])

    def __str__(self) -> str:
        what = self.decision.get("space", "")
        return f"step {self.number}: player {self.player + 1} {self.do} {what}".rstrip()


@frozen
class Game:
    """One recorded game. ``number`` is its place in the file, from 1."""

    file: str
    number: int
    header: Data
    initial: Data
    steps: tuple[Step, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.header["players"])

    @property
    def unchanged(self) -> bool:
        """Was it played by the peer's own numbers for one player?"""
        return self.players == 1 and self.header.get("solo") != "rulebook"

    def __str__(self) -> str:
        return f"{self.file}, game {self.number} (seed {self.header['seed']}, {self.players}p)"


def read(path: Path, each: int = 1) -> Iterator[Game]:
    """The games of a file, one after the other; of every so many the first, with a number above 1.

    What is not asked for is not parsed.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % each == 0:
                yield game(path.name, number + 1, json.loads(line))


def game(file: str, number: int, data: Data) -> Game:
    """A game from one line of a file. Raises ValueError for another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"{file}, game {number}: format {data.get('format')} is not known")
    steps = []
    state = data["initial"]
    for index, decision in enumerate(data["decisions"], start=1):
        state = changed(state, decision["after"])
        steps.append(Step(index, decision, state))
    return Game(file, number, data, data["initial"], tuple(steps))


def changed(state: Data, change: Data) -> Data:
    """The state with a change; neither is touched."""
    after = state | change
    after["spaces"] = state["spaces"] | change.get("spaces", {})
    after["players"] = dict(state["players"])
    for name, fields in change.get("players", {}).items():
        after["players"][name] = state["players"][name] | fields
    return after


def is_recorded(path: Path) -> bool:
    """Does a file hold games of this kind?"""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return f'"{FORMAT}"' in lines.readline(200)
