"""Searching: walks until a check fails; what was found is made small.

For programs; in a test of one's own, ``@given(walks(rules))`` does the same.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from .counterexamples import Counterexample, check_walk
from .reducing import failing, reduced
from .strategies import seeded_walks

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Rules
    from .coverage import Coverage
    from .reducing import Look
    from .walks import Step


def search(
    *rules: Rules,
    examples: int = 200,
    seed: int = 0,
    check: Callable[[Step], None] | None = None,
    look: Look | None = None,
    coverage: Coverage | None = None,
) -> Counterexample | None:
    """The smallest counterexample found in so many walks; None where every check holds.

    ``check`` looks at a step, by default :func:`check_step`; ``look`` in its place at a whole walk.
    The walks are the same ones for a seed. ``coverage`` sees every walk.
    """
    looks = look or (lambda walk: check_walk(walk, check))
    try:
        for walk in islice(seeded_walks(*rules, seed=seed), examples):
            found = failing(walk, looks)
            if found is not None:
                return reduced(found, looks)
            if coverage is not None:
                coverage.see_walk(walk)
    except Counterexample as found:
        return reduced(found, looks)
    return None
