"""A slip in a text that was right is found, or what is left can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from generated.mutants import mutant
from generated.playing import Fault, examine
from sizes import size

BATCHES = size(2, 4)
MUTANTS, MOST_MUTANTS = 8, 3_000


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_slip_is_a_finding_or_another_game(batch: int, tmp_path: Path) -> None:
    faults: dict[str, str] = {}
    right = wrong = 0
    for seed in range(batch * 10_000, batch * 10_000 + size(MUTANTS, MOST_MUTANTS) // BATCHES):
        try:
            result = examine(mutant(seed), tmp_path, seed)
        except Fault as fault:
            faults.setdefault(fault.kind, f"seed {seed}\n{fault}")
        else:
            right += result.rules is not None
            wrong += result.rules is None
    assert not faults, "\n\n".join(faults.values())
    assert right + wrong
    assert wrong


def test_a_seed_makes_the_same_mutant() -> None:
    assert mutant(5) == mutant(5)
    assert mutant(5) != mutant(6)
