"""Replay games recorded from independent implementations, and compare every state.

    python tests/peer/replay.py FILE.gz ...

What a file holds is seen from its first line: games of Homesteaders, games of Agricola, or tables
of what may be enclosed there. The last line says how many games, or lines of tables, there were,
and how many were equal in every state and in the score. The exit code is 0 only if all were.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from homesteaders_rules.testing.differential import Result


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
    composed = sum(getattr(result, "composed", 0) for result in results)
    equal = sum(result.equal for result in results)
    print(f"{states} states compared, {composed} of them put together player by player")
    print(f"{len(results)} games, {equal} equal")
    return 0 if equal == len(results) else 1


def replay_file(path: Path) -> list[Result]:
    """Replay all games of one file, and tell each that differs."""
    began = perf_counter()
    results = []
    for result in replays(path):
        results.append(result)
        if not result.equal:
            print(result)
    equal = sum(result.equal for result in results)
    states = sum(result.compared for result in results)
    seconds = perf_counter() - began
    print(f"{path.name}: {len(results)} games, {equal} equal, {states} states, {seconds:.1f} s")
    return results


def replays(path: Path) -> Iterator[Result]:
    """What comes of each game of a file, by whoever can read it."""
    from peer import replaying, traces
    from peer.agricola.replaying import replay as replay_farms
    from peer.agricola.tables import compare, is_table
    from peer.agricola.traces import is_recorded, read

    if is_table(path):
        yield from compare(path)
    elif is_recorded(path):
        yield from map(replay_farms, read(path))
    else:
        yield from map(replaying.replay, traces.read(path))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.exit(main(sys.argv[1:]))
