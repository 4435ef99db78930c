"""Searching: walks until a check fails; what was found is made small.

For programs; in a test of one's own, ``@given(walks(rules))`` does the same.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from .counterexamples import Counterexample, check_walk
from .reducing import Check, reduced
from .strategies import seeded_walks

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Rules
    from .coverage import Coverage
    from .walks import Walk


def search(
    *rules: Rules,
    examples: int = 200,
    seed: int = 0,
    check: Check | None = None,
    coverage: Coverage | None = None,
) -> Counterexample | None:
    """The smallest counterexample found in so many walks; None where every check holds.

    ``check`` looks at a step, by default :func:`check_step`. ``coverage`` sees every walk.
    """

    def look(walk: Walk) -> None:
        check_walk(walk, check)
        if coverage is not None:
            coverage.see_walk(walk)

    try:
        each_walk(look, *rules, examples=examples, seed=seed)
    except Counterexample as found:
        return reduced(found, check)
    return None


def each_walk(
    look: Callable[[Walk], None], *rules: Rules, examples: int = 200, seed: int = 0
) -> None:
    """Hand so many walks on, the same ones for a seed. What is raised ends it."""

    for walk in islice(seeded_walks(*rules, seed=seed), examples):
        look(walk)
