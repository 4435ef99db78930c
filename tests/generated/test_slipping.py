"""Who follows to the letter what is said about a slip gets what was meant, and never an error."""

from __future__ import annotations

from collections import Counter

from generated.slipping import ANOTHER, SAME, WRONG, outcome
from sizes import size

FIRST = 500
SLIPS, MORE_SLIPS = 20, 2_000
SELDOM = 10
"""So many slips lead back for each that leads to another rule, such as one with 1 for a number."""


def test_a_proposal_leads_back_and_never_to_an_error() -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(FIRST, FIRST + size(SLIPS, MORE_SLIPS)):
        kind, told = outcome(seed)
        counts[kind] += 1
        wrong += [f"seed {seed}: {told}"] if kind == WRONG else []
    assert not wrong, "\n\n".join(wrong)
    assert counts[SAME] > SELDOM * counts[ANOTHER]


def test_a_seed_makes_the_same_slip() -> None:
    assert outcome(5) == outcome(5)
    assert outcome(5) != outcome(6)
