"""A whole game, printed
=====================

Five bots play Homesteaders with its expansion New Beginnings and with a fan pack that is nothing
but text, from the first decision to the final score. Run it with another seed:

    python examples/whole_game.py 7
"""

from __future__ import annotations

import sys
from pathlib import Path

from homesteaders_rules import apply, load, new_game, score, winners
from homesteaders_rules.bots import ask, make_bot
from homesteaders_rules.telling.narration import SENTENCE, tell

PACK = Path(__file__).resolve().parent / "hard_winter"
NAMES = ("Ada", "Bo", "Cleo", "Dov", "Edda")


def main(seed: int = 1) -> None:
    """Play one game and tell it."""
    # A pack brings what it extends: New Beginnings, and Homesteaders below that.
    rules = load(PACK)
    print(f"{rules.title}, for {rules.players[0]} to {rules.players[-1]} players\n")

    state = new_game(rules, players=len(NAMES), seed=seed)
    bots = [make_bot("sensible", seed + seat) for seat in range(len(NAMES))]
    while not state.over:
        state, events = apply(state, ask(bots[state.decision.player], state))
        # Events are objects with the rule line behind them; tell makes sentences of them.
        for told in tell(events, state.table, NAMES):
            print(told.text if told.kind == SENTENCE else f"\n{told.text}")

    print()
    for result in score(state):
        lines = ", ".join(f"{line.label} {line.total}" for line in result.lines)
        print(f"{NAMES[result.player]}: {result.total} ({lines})")
    print("The winner:", " and ".join(NAMES[seat] for seat in winners(state)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
