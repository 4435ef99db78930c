"""Whether a bot is better than others, and how many simulations its search makes a second.

    python benchmarks/ladder.py series search:2000 sensible sensible --games 12 --file series.txt
    python benchmarks/ladder.py rate 2000

A series lets bots play with the seats going round. Every game is written to the file as a line when
it is over: begun again with the same file, the series goes on. ``rate`` lets a search with so many
simulations make some choices, by whichever machine plays, and says how many it made in a second of
the processor: so many, times the seconds, are what a time for a choice comes to on a quiet machine.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from homesteaders_rules import Rules, apply, load, new_game, score, winners
from homesteaders_rules.bots import ask, make_bot

CHOICES = 12
"""So many choices of a search are timed."""


def played(rules: Rules, names: list[str], number: int) -> str:
    """A game of a series, as a line: its number, and for each seat the bot, its points, a star."""
    deal, turn = divmod(number, len(names))
    seated = names[-turn:] + names[:-turn] if turn else names
    bots = [make_bot(name, number * len(names) + seat) for seat, name in enumerate(seated)]
    state = new_game(rules, len(names), deal)
    while not state.over:
        player = state.decision.player
        state, _ = apply(state, ask(bots[player], state, seated[player]))
    best, points = winners(state), [each.total for each in score(state)]
    told = (
        f"{name} {points[seat]}{'*' if seat in best else ''}" for seat, name in enumerate(seated)
    )
    return f"{number}: {', '.join(told)}"


def standings(lines: list[str]) -> list[str]:
    """How often each bot has won, and its mean points. Of several winners each has a part."""
    won: dict[str, float] = {}
    points: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for line in lines:
        seated = [each.rsplit(" ", 1) for each in line.partition(": ")[2].split(", ")]
        several = sum(result.endswith("*") for _, result in seated)
        for name, result in seated:
            seats[name] += 1
            points[name] += int(result.rstrip("*"))
            won[name] = won.get(name, 0.0) + result.endswith("*") / several
    return [
        f"{name} won {won[name]:g} of {len(lines)}, with {points[name] / seats[name]:.1f} points"
        for name in seats
    ]


def series(rules: Rules, names: list[str], games: int, file: Path) -> None:
    """Play what is missing in the file, and print how things stand after each game."""
    file.touch()
    lines = file.read_text(encoding="utf-8").splitlines()
    for number in range(len(lines), games):
        lines.append(played(rules, names, number))
        with file.open("a", encoding="utf-8") as opened:
            opened.write(lines[-1] + "\n")
        print(lines[-1], *standings(lines), sep="; ", flush=True)
    print(*standings(lines), sep="\n")


def rate(rules: Rules, simulations: int) -> str:
    """How many simulations a search makes in a second of the processor, over a game."""
    state = new_game(rules, 3, 1)
    bots = [make_bot("sensible", seat) for seat in range(3)]
    search = make_bot(f"search:{simulations}", 1)
    made, spent, seen = 0, 0.0, 0
    while not state.over and made < CHOICES:
        chosen = ask(bots[state.decision.player], state)
        if len(state.options) > 2:
            seen += 1
            if seen % 6 == 0:
                begun = time.process_time()
                ask(search, state)
                spent += time.process_time() - begun
                made += 1
        state, _ = apply(state, chosen)
    return f"{made * simulations / spent:.0f} simulations a second ({state.table.machine})"


def main() -> None:
    """Play a series, or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="homesteaders")
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("series", help="let bots play against each other")
    playing.add_argument("names", nargs="+", help="a bot for each seat")
    playing.add_argument("--games", type=int, default=12)
    playing.add_argument("--file", type=Path, required=True)
    measuring = what.add_parser("rate", help="simulations a second")
    measuring.add_argument("simulations", type=int)
    arguments = parser.parse_args()
    rules = load(arguments.game)
    if arguments.what == "rate":
        print(rate(rules, arguments.simulations))
    else:
        series(rules, arguments.names, arguments.games, arguments.file)


if __name__ == "__main__":
    main()
