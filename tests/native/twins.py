"""Twins: games played by both machines at once, compared after each decision.

    python tests/native/twins.py [--until N] [--minutes M] [--into FILE]

goes on with such games, a few at each table, until so many decisions were made, and begins where it
was stopped. A difference stops it, and tells the table, the seed and the decision.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from homesteaders_rules import BadTable, Option, Rules, Table, load, new_game
from homesteaders_rules.errors import Unsupported
from homesteaders_rules.linking.native.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PACKS = (
    "homesteaders",
    "new_beginnings",
    "peer",
    "peer_new_beginnings",
    "montana",
    "agricola",
)
ANYTIME = 0.1
"""So often an exchange of any time is chosen, where there is one."""
GAMES = 5
"""So many games are played at a table."""
SHARE = 0.3
"""So many of the options of a table do not have their defaults."""


class Differ(AssertionError):
    """The machines do not agree."""


def table_of(rules: Rules, players: int, seed: int) -> Table | None:
    """A table with some options changed; as it is in a third of all; None: there is no such one."""
    random = Random(seed)
    share = SHARE if seed % 3 else 0
    options = {name: value ^ (random.random() < share) for name, value in rules.options.items()}
    try:
        return rules.for_table(players, options)
    except BadTable:
        return None


class Twins:
    """One game in both machines."""

    left = 0
    """How many choices the machine left to Python."""

    def __init__(self, table: Table, seed: int) -> None:
        self.machine = Machine.of(table._linked)
        self.program = table.program
        self.table = table
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin another game at the table, which takes much less time than to make one."""
        table = self.table
        self.cells = list(new_game(table.rules, table.players, seed, table.options).cells)
        self.listed = self.program.options(self.cells)
        self.game = self.machine.game(self.cells)

    def play(self, random: Random, most: int, bias: float = 0.0) -> int:
        """Choose at random, the last option with a probability; the number of decisions."""
        for decision in range(most):
            self.compare_options()
            if not self.listed:
                return decision
            exchanges = self.exchanges() if random.random() < ANYTIME else ()
            among = exchanges or self.listed
            self.choose(among[-1] if random.random() < bias else random.choice(among))
        return most

    def numbers_of(self, options: Sequence[Option]) -> list[tuple[int, ...]]:
        """Options as the machine has them."""
        return [
            (self.machine.place_of(each), len(each.operands), *each.operands) for each in options
        ]

    def compare_options(self) -> None:
        """The same are listed, in the same order, with the same numbers."""
        with self.leaving():
            _same("options", self.numbers_of(self.listed), list(self.game.numbers))

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """What the machine says that it leaves to Python is no difference."""
        try:
            yield
        except ValueError as why:
            if "left to Python" not in str(why):
                raise
            self.left += 1

    def exchanges(self) -> tuple[Option, ...]:
        """The exchanges that may be used now, according to both."""
        wanted = self.program.anytime(self.cells, self.listed)
        with self.leaving():
            _same("exchanges", self.numbers_of(wanted), self.numbers_of(self.game.anytime))
        return wanted

    def choose(self, option: Option) -> None:
        """Carry out an option in both: the same records, and the same cells."""
        log: list[tuple[int, ...]] = []
        self.listed = self.program.choose(self.cells, log, option)
        place, before = self.machine.place_of(option), self.left
        with self.leaving():
            told = self.game.take(place, option.operands, option.anytime)
            _same(f"records of {option}", log, told)
            _same(f"cells after {option}", self.cells, list(self.game.cells))
        if self.left > before:
            self.game = self.machine.game(self.cells)


def _same(what: str, wanted: list[Any], found: list[Any]) -> None:
    if wanted == found:
        return
    differ = [
        (place, one, other)
        for place, (one, other) in enumerate(zip(wanted, found, strict=False))
        if one != other
    ]
    raise Differ(f"{what}: {len(wanted)} and {len(found)}, {differ[:5]}")


def twins_of(rules: Rules, players: int, seed: int) -> Twins | None:
    """A game in both machines; None where there is no such table, or Python plays it alone."""
    table = table_of(rules, players, seed)
    try:
        return None if table is None else Twins(table, seed)
    except Unsupported:
        return None


def play_all(twins: Twins, seed: int, random: Random) -> int:
    """All games at a table, the first with its own seed; the number of decisions."""
    played = twins.play(random, 10_000, random.choice((0.0, 0.5)))
    for number in range(1, GAMES):
        twins.begin(seed + (number << 32))
        played += twins.play(random, 10_000, random.choice((0.0, 0.5)))
    return played


def main() -> None:
    """Go on with the tables until so many decisions were made, or so many minutes are over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--until", type=int, default=1_000_000, help="so many decisions")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--into", type=Path, default=Path("twins.json"))
    asked = parser.parse_args()
    done: dict[str, Any] = {"games": 0, "decisions": 0, "by title": {}, "left to Python": {}}
    if asked.into.is_file():
        done = json.loads(asked.into.read_text(encoding="utf-8"))
    by_title, left = Counter(done["by title"]), Counter(done["left to Python"])
    every, begun = [load(pack) for pack in PACKS], time.monotonic()
    while done["decisions"] < asked.until and time.monotonic() - begun < asked.minutes * 60:
        seed = done["games"]
        done["games"] += 1
        random = Random(seed)
        rules = random.choice(every)
        players = random.choice(list(rules.players))
        twins = twins_of(rules, players, seed)
        if twins is None:
            continue
        try:
            played = play_all(twins, seed, random)
        except Differ as fault:
            print(f"{rules.title}, {players} players, seed {seed}: {fault}", file=sys.stderr)
            sys.exit(1)
        done["decisions"] += played
        by_title[rules.title] += played
        left[rules.title] += twins.left
        done["by title"], done["left to Python"] = dict(by_title), dict(left)
        asked.into.write_text(json.dumps(done, indent=1), encoding="utf-8")
    print(json.dumps(done, indent=1))


if __name__ == "__main__":
    main()
