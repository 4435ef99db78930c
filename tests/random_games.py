"""Random games at every table of a game."""

from __future__ import annotations

from itertools import product
from random import Random

from homesteaders_rules import Rules, new_game
from homesteaders_rules.play.cursor import Cursor
from sizes import THOROUGH


def every_table(rules: Rules) -> list[tuple[int, dict[str, bool]]]:
    """All numbers of players, each with every option at its default and each changed."""
    changed = [{}, *({name: not value} for name, value in rules.options.items())]
    return [*product(rules.players, changed)]


def some_tables(rules: Rules) -> list[tuple[int, dict[str, bool]]]:
    """All of them, or in a hurry those that hold every number of players and every change."""
    tables = every_table(rules)
    if THOROUGH:
        return tables
    players, changes = [*rules.players], len(rules.options) + 1
    return [
        tables[number % len(players) * changes + number % changes]
        for number in range(max(len(players), changes))
    ]


def played_out(rules: Rules, players: int, seed: int, options: dict[str, bool], most: int) -> int:
    """How many decisions a random game takes; ``most``, where it has not ended by then."""
    cursor, random, count = Cursor(new_game(rules, players, seed, options)), Random(seed), 0
    while cursor.options and count < most:
        cursor.choose(random.choice(cursor.options))
        count += 1
    return count
