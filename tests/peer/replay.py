"""Replay games recorded from an independent implementation, and compare every state.

    python tests/peer/replay.py FILE.jsonl.gz ...

The last line says how many games there were and how many were equal in every state and in the
score. The exit code is 0 only if all were.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peer.replaying import Result


def main(files: Sequence[str]) -> int:
    """Replay all games of the files, and tell what came of it."""
    if not files:
        print(__doc__)
        return 2
    try:
        results = [result for file in files for result in replay_file(Path(file))]
    except ValueError as error:
        print(error)
        return 2
    states = sum(result.compared for result in results)
    composed = sum(result.composed for result in results)
    equal = sum(result.equal for result in results)
    print(f"{states} states compared, {composed} of them put together player by player, 0 skipped")
    print(f"{len(results)} games, {equal} equal")
    return 0 if equal == len(results) else 1


def replay_file(path: Path) -> list[Result]:
    """Replay all games of one file, and tell each that differs."""
    from peer.replaying import replay
    from peer.traces import read

    began = perf_counter()
    results = []
    for game in read(path):
        results.append(replay(game))
        if not results[-1].equal:
            print(results[-1])
    equal = sum(result.equal for result in results)
    states = sum(result.compared for result in results)
    seconds = perf_counter() - began
    print(f"{path.name}: {len(results)} games, {equal} equal, {states} states, {seconds:.1f} s")
    return results


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.exit(main(sys.argv[1:]))
