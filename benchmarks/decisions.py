"""A million random decisions, every one of them checked, over all packs, options and players.

    python benchmarks/decisions.py --until 1000000 --into decisions.json

goes on where it was stopped. Every game is played in step with the second reading of its text,
every step is checked, and every now and then all that can be checked of a state. The first fault
is written as a save that ``homesteaders replay`` plays, and ends it with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from homesteaders_rules import Game, Rules, load, save
from homesteaders_rules.commands.conditions import all_hold
from homesteaders_rules.commands.definitions.definition import Needs
from homesteaders_rules.testing.checks import check_saved, check_state, check_step
from homesteaders_rules.testing.readings.instep import InStep

HERE = Path(__file__).resolve().parent
PACKS = (
    "homesteaders",
    "peer",
    "new_beginnings",
    "peer_new_beginnings",
    "montana",
    "agricola",
    "peer_agricola",
    str(HERE.parent / "examples" / "hard_winter"),
)
ANYTIME = 0.15
"""So often an exchange of any time is chosen, where there is one."""
WHOLE = 400
"""One of so many states is checked from all sides."""


def drawn_game(number: int, every: list[Rules]) -> Game:
    """The game of a number: packs, players, options and seed."""
    random = Random(number)
    rules = random.choice(every)
    players = random.choice(list(rules.players))
    options = {name: random.random() < random.choice((0.1, 0.5)) for name in rules.options}
    values = rules.options | options
    for need in rules.of(Needs):
        if all_hold(need.conditions, players, values):
            options[need.option] = True
    return Game.new(rules, players, number, options)


def play(number: int, game: Game) -> int:
    """Play a game to its end with every check; the number of decisions."""
    random = Random(number)
    follower = InStep.of(game.state, is_new=True)
    while not game.state.over:
        before = game.state
        last = game.turns[-1].before.decision.find(game.turns[-1].key) if game.turns else None
        rest = last is not None and last.anytime
        exchanges = before.anytime if not rest and random.random() < ANYTIME else ()
        option = random.choice(exchanges or before.options)
        events = game.choose(option)
        whole = random.randrange(WHOLE) == 0
        check_step(before, game.state, events, option if whole else None)
        follower.step(before, option.key, game.state, events)
        if whole:
            check_state(game.state, number)
    check_saved(game)
    return len(game.turns)


def main() -> None:
    """Go on with the games until so many decisions were made, or so many minutes are over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--until", type=int, default=1_000_000, help="so many decisions")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--into", type=Path, default=Path("decisions.json"))
    asked = parser.parse_args()
    done: dict[str, Any] = {
        "first": asked.first,
        "games": 0,
        "decisions": 0,
        "seconds": 0.0,
        "by title": {},
    }
    if asked.into.is_file():
        done = json.loads(asked.into.read_text(encoding="utf-8"))
    by_title: Counter[str] = Counter(done.get("by title"))
    every, begun = [load(pack) for pack in PACKS], time.monotonic()
    while done["decisions"] < asked.until and time.monotonic() - begun < asked.minutes * 60:
        used = time.process_time()
        number = done["first"] + done["games"]
        game = drawn_game(number, every)
        try:
            decisions = play(number, game)
        except AssertionError as fault:
            file = asked.into.with_suffix(".save.json")
            file.write_text(save(game), encoding="utf-8")
            options = ", ".join(name for name, on in game.state.table.options.items() if on)
            print(f"{game.rules.title}, {game.players} players, with {options}", file=sys.stderr)
            print(f"choice {len(game.turns)}, written to {file}: {fault}", file=sys.stderr)
            sys.exit(1)
        done["games"] += 1
        done["decisions"] += decisions
        done["seconds"] += time.process_time() - used
        by_title[game.rules.title] += decisions
        done["by title"] = dict(by_title)
        asked.into.write_text(json.dumps(done, indent=1), encoding="utf-8")
    print(json.dumps(done, indent=1))


if __name__ == "__main__":
    main()
