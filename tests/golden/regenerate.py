"""Golden games: random games, written down once, that must come out the same for ever.

    python tests/golden/regenerate.py

rewrites them. Do so only when a rule was changed on purpose, and read the difference.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

from homesteaders_rules import load, score, winners
from homesteaders_rules.testing.walks import finish, walk

FOLDER = Path(__file__).parent / "games"
GAMES = [
    {"packs": packs, "players": players, "seed": seed}
    for packs, counts in (
        (["homesteaders"], (2, 3, 4)),
        (["new_beginnings"], (2, 3, 4, 5)),
    )
    for players in counts
    for seed in (1, 2)
]


def name_of(game: dict[str, Any]) -> str:
    """``homesteaders 4 players seed 1``."""
    return f"{' '.join(game['packs'])} {game['players']} players seed {game['seed']}"


def played(game: dict[str, Any]) -> dict[str, Any]:
    """The whole game: every key, a checksum of every state, what happened, and the scores."""
    rules = load(*game["packs"])
    keys, sums, told = [], [], hashlib.sha256()
    state = None
    for step in walk(rules, game["players"], game["seed"], anytime=0.15):
        state = step.after
        keys.append(step.option.key)
        sums.append(zlib.crc32(repr(state.cells).encode()))
        for event in step.events:
            told.update(repr(event).encode())
    assert state is not None
    state = finish(state)
    return game | {
        "keys": keys,
        "states": sums,
        "events": told.hexdigest()[:16],
        "scores": [{line.label: line.total for line in each.lines} for each in score(state)],
        "winners": list(winners(state)),
    }


def main() -> None:
    """Write every game."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for game in GAMES:
        path = FOLDER / f"{name_of(game).replace(' ', '_')}.json"
        path.write_text(json.dumps(played(game), indent=0) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
