"""A tournament of bots
====================

A bot is an object with a method ``choose``. This one builds whenever it can, and otherwise does
anything; it plays games of four against random players, in place on a Cursor, which makes no state
for a decision and so is the faster way to play many games:

    python examples/tournament.py 200
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random

from homesteaders_rules import Cursor, Option, Rules, load, new_game, winners

PLAYERS = 4


class Builder:
    """Builds what it can, takes what is paid for, and bids no more than 5."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def pick(self, options: tuple[Option, ...]) -> Option:
        """One of the options. Their keys are words, the same for ever."""
        for opening in ("build ", "place worker", "bid 3", "bid 4", "bid 5", "pass"):
            found = [
                option
                for option in options
                if option.key.startswith(opening) and option.key != "build nothing"
            ]
            if found:
                return self.random.choice(found)
        return self.random.choice(options)


class Anything:
    """Chooses at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def pick(self, options: tuple[Option, ...]) -> Option:
        """One of the options."""
        return self.random.choice(options)


def play(rules: Rules, seed: int) -> tuple[int, ...]:
    """One game, in which the seat of the builder goes round; the winners as seen from there."""
    builder = seed % PLAYERS
    bots = [
        Builder(seed) if seat == builder else Anything(seed * PLAYERS + seat)
        for seat in range(PLAYERS)
    ]
    cursor = Cursor(new_game(rules, PLAYERS, seed))
    while options := cursor.options:
        cursor.choose(bots[cursor.player].pick(options))
    # The cursor is frozen into a state only here, for the score.
    return tuple((seat - builder) % PLAYERS for seat in winners(cursor.state()))


def main(games: int = 20) -> None:
    """Play the games and print who won how many."""
    rules = load("homesteaders")
    won: defaultdict[str, float] = defaultdict(float)
    for seed in range(games):
        best = play(rules, seed)
        for seat in best:
            won["the builder" if seat == 0 else "a random player"] += 1 / len(best)
    for name, count in sorted(won.items()):
        print(f"{name} won {count:g} of {games} games")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
