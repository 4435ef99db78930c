"""Recorded games: reading them, and putting the state after every step together.

A file holds one game a line, in JSON, and is compressed. A game says how it was dealt, how it
began, and for each decision what it changed: a merge patch (RFC 7396) against the state before.
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

FORMAT = 1


@frozen
class Step:
    """One recorded decision, and the state before and after it. Steps count from 1."""

    number: int
    player: int
    decision: Data
    before: Data
    after: Data

    @property
    def phase(self) -> str:
        """The phase in which the decision was made."""
        return str(self.before["phase"])

    def __str__(self) -> str:
        said = (f"{name}={value}" for name, value in self.decision.items() if name != "type")
        return " ".join((f"step {self.number}: p{self.player} {self.decision['type']}", *said))


@frozen
class Game:
    """One recorded game. ``number`` is its place in the file, from 1."""

    file: str
    number: int
    header: Data
    initial: Data
    steps: tuple[Step, ...]
    final: Data

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.header["players"])

    def __str__(self) -> str:
        kind = f"{self.players} players, {self.header['income_order']}"
        return f"{self.file}, game {self.number} (seed {self.header['seed']}, {kind})"


def read(path: Path, each: int = 1) -> Iterator[Game]:
    """The games of a file, one after the other; of every so many the first, with a number above 1.

    What is not asked for is not parsed.
    """
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % each == 0:
                yield game(path.name, number + 1, json.loads(line))


def game(file: str, number: int, data: Data) -> Game:
    """A game from one line of a file."""
    header = data["header"]
    if header["format"] != FORMAT:
        raise ValueError(f"{file}, game {number}: format {header['format']} is not known")
    steps = []
    state = data["initial_state"]
    for index, step in enumerate(data["steps"], start=1):
        after = merged(state, step["delta"])
        steps.append(Step(index, step["player"], step["decision"], state, after))
        state = after
    return Game(file, number, header, data["initial_state"], tuple(steps), data["final"])


def merged(value: Data, patch: Data) -> Data:
    """``value`` with a merge patch applied; neither is changed."""
    result = dict(value)
    for name, change in patch.items():
        if change is None:
            result.pop(name, None)
        elif isinstance(change, dict) and isinstance(result.get(name), dict):
            result[name] = merged(result[name], change)
        else:
            result[name] = change
    return result
