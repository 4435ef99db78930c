"""Generated games until one has a fault, from the command line.

    python tests/generated/hunt.py --games 2000 --seed 1

prints each fault once: its seed, the smallest text that has it, the table and the keys played.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from attrs import define, field

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generated.playing import Fault, examine
from generated.reducing import Reducer
from generated.writing import write
from homesteaders_rules.testing.generating.text import Text

OFTEN = 100
"""After so many games it is told how far it has come."""


@define
class Hunt:
    """What was found in a row of seeds."""

    games: int = 0
    right: int = 0
    steps: int = 0
    codes: Counter[str] = field(factory=Counter)
    faults: dict[str, tuple[int, Text, Fault]] = field(factory=dict)

    def one(self, seed: int, *, reduced: bool = True) -> None:
        """Write, read and play the text of one seed."""
        self.games += 1
        text = write(seed)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            try:
                result = examine(text, folder, seed)
            except Fault as fault:
                if fault.kind not in self.faults:
                    found = (
                        Reducer(text, fault, folder, seed).reduce() if reduced else (text, fault)
                    )
                    self.faults[fault.kind] = (seed, *found)
                return
        self.right += result.rules is not None
        self.steps += result.steps
        self.codes.update({each.code for each in result.findings if each.is_error})

    def told(self) -> str:
        kinds = ", ".join(f"{code} {number}" for code, number in self.codes.most_common())
        return (
            f"{self.games} texts, {self.right} right, {self.steps} steps, "
            f"{len(self.faults)} faults; refused: {kinds or 'none'}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--whole", action="store_true", help="do not make texts smaller")
    arguments = parser.parse_args()
    hunt = Hunt()
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        known = len(hunt.faults)
        hunt.one(seed, reduced=not arguments.whole)
        for found, text, fault in list(hunt.faults.values())[known:]:
            print(f"=== seed {found}\n{text}\n{fault}\n", flush=True)
        if hunt.games % OFTEN == 0:
            print(f"to seed {seed}: {hunt.told()}", file=sys.stderr, flush=True)
    print(hunt.told())
    return int(bool(hunt.faults))


if __name__ == "__main__":
    sys.exit(main())
