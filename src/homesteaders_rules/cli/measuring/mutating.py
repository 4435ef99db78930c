"""``check --mutate``: which lines of a pack no example says anything about."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...testing.mutation import Mutant, Outcome, Subject, Trial
from ..arguments import must_be_format, split_packs
from ..console import with_progress


def mutate_paths(paths: Sequence[str], packs: Sequence[str], output: str) -> int:
    """Print the lines that no example guards, pack by pack; the exit code is 1 if there are any."""
    must_be_format(output, ("text", "json"))
    survived = 0
    for path in paths:
        subject = Subject(*split_packs(packs), path)
        mutants = list(subject.mutants())
        shown = with_progress(subject.trials(), len(mutants), "changing", output == "json")
        trials = list(shown)
        lines = _by_line(trials)
        survived += len(lines)
        counts = Counter(trial.outcome for trial in trials)
        if output == "json":
            sys.stdout.write(json.dumps(_data(subject.rules.title, counts, lines), indent=1) + "\n")
        else:
            sys.stdout.write(_text(subject.rules.title, counts, lines))
    return int(survived > 0)


Lines = dict[tuple[str, int], list["Mutant"]]


def _by_line(trials: Sequence[Trial]) -> Lines:
    """The mutants that nothing noticed, by the line they change."""
    found: Lines = {}
    for trial in trials:
        if trial.outcome is Outcome.SURVIVED:
            found.setdefault((trial.mutant.file, trial.mutant.line), []).append(trial.mutant)
    return found


def _text(title: str, counts: Counter[Outcome], lines: Lines) -> str:
    told = []
    for (file, number), mutants in lines.items():
        told.append(f"{file}:{number}: {mutants[0].was.strip()}")
        told += [f"    no example notices {mutant}" for mutant in mutants]
    said = ", ".join(f"{counts[each]} {each.value}" for each in Outcome if counts[each])
    count = len(lines)
    summary = (
        f"{count} line{'s' * (count != 1)} without an example" if count else "every line has one"
    )
    told.append(f"{title}: {counts.total()} changes: {said}; {summary}")
    return "\n".join(told) + "\n"


def _data(title: str, counts: Counter[Outcome], lines: Lines) -> dict[str, Any]:
    return {
        "rules": title,
        "changes": {each.value: counts[each] for each in Outcome},
        "lines": [
            {
                "file": file,
                "line": number,
                "text": mutants[0].was.strip(),
                "unnoticed": [mutant.now.strip() or None for mutant in mutants],
            }
            for (file, number), mutants in lines.items()
        ],
    }
