"""What must hold for rules as a whole, beyond each phrase for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..language import (
    checker_flow,
    checker_names,
    checker_pieces,
    checker_size,
    checker_triggers,
    checker_use,
)
from .checking import Checking

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..commands.rules import Rules
    from .diagnostics import Diagnostic
    from .names import Names
    from .syntax import Entry

CHECKS = (
    checker_names.check_names,
    checker_use.check_course,
    checker_use.check_references,
    checker_use.check_situations,
    checker_pieces.check_pieces,
    checker_pieces.check_limits,
    checker_pieces.check_ownership,
    checker_pieces.check_storage,
    checker_pieces.check_stacks,
    checker_use.check_examples,
    checker_use.check_unused,
    checker_flow.check_circles,
    checker_flow.check_payments,
    checker_flow.check_exchanges,
    checker_size.check_size,
    checker_triggers.check_triggers,
)


def check(
    rules: Rules, names: Names, entries: Iterable[Entry], last_pack: str, widest: range
) -> list[Diagnostic]:
    """All findings about compiled rules; warnings only about the last pack."""
    entries = tuple(entries)
    own = frozenset(e.passage.source.file for e in entries if e.pack == last_pack)
    sources = {entry.passage.source.file: entry.passage.source for entry in entries}
    checking = Checking(rules, names, entries, sources, own, widest)
    for each in CHECKS:
        each(checking)
    return checking.found
