"""``cover``: what each line of a pack does in its examples and in random games."""

from __future__ import annotations

import json
import sys
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import GameError, install
from ...testing.coverage import Coverage
from ...testing.examples import own_examples, run_example
from ..arguments import must_be_format, split_packs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules import Rules

TEXT, JSON, MARKS = "text", "json", "marks"
NEEDS = f"cover needs another library: {install('testing')}"


def cover_pack(
    path: str, packs: Sequence[str], output: str, *, examples: int, seed: int, whole: bool
) -> int:
    """Print the lines that did nothing; the exit code is 1 if there are any."""
    from ...language.loader import load

    must_be_format(output, (TEXT, JSON, MARKS))
    rules = load(*split_packs(packs), path)
    coverage = seen(rules, examples, seed, whole)
    unseen = coverage.unseen()
    if output == JSON:
        sys.stdout.write(json.dumps(coverage.to_json(), indent=1) + "\n")
    elif output == MARKS:
        for file in dict.fromkeys(line.file for line in coverage.lines):
            sys.stdout.write(f"{file}\n" + "\n".join(coverage.marked(file)) + "\n\n")
    else:
        for line in unseen:
            sys.stdout.write(f"{line.file}:{line.number}: never: {line.text}\n")
        count, all_ = len(unseen), len(coverage.lines)
        summary = f"{all_ - count} of {all_} lines did something in {examples} walks"
        sys.stdout.write(f"{rules.title}: {summary} and the examples\n")
    return int(bool(unseen))


def seen(rules: Rules, examples: int, seed: int, whole: bool) -> Coverage:
    """What the lines do in the examples of the pack and in so many walks."""
    try:
        from ...testing.strategies import seeded_walks
    except ImportError:
        raise GameError(NEEDS) from None
    coverage = Coverage(rules, whole)
    for example in own_examples(rules):
        run_example(rules, example, coverage.see)
    for walk in islice(seeded_walks(rules, seed=seed), examples):
        coverage.see_walk(walk)
    return coverage
