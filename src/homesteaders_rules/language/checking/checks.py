"""What must hold for rules as a whole, beyond each phrase for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..messages.diagnostics import has_errors
from . import (
    alone,
    auctions,
    ending,
    flow,
    holding,
    names,
    pieces,
    raising,
    secrecy,
    size,
    triggers,
    use,
)
from .boards import enclosing, grids, homes, maps, occupying, placing
from .context import Checking
from .pumps import endless, loops
from .reach import bounds, conditions, goods, lacking, occasions, stacks, taking, twice
from .reach import pieces as brought
from .tables import check_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...rules import Rules
    from ..messages.diagnostics import Diagnostic
    from ..names.names import Names
    from ..reading.syntax import Entry

CHECKS = (
    names.check_names,
    use.check_course,
    use.check_references,
    ending.check_end,
    ending.check_turns,
    use.check_exchanges_named,
    use.check_situations,
    auctions.check_auctions,
    pieces.check_pieces,
    pieces.check_places,
    pieces.check_limits,
    pieces.check_returned,
    pieces.check_ownership,
    pieces.check_storage,
    pieces.check_stacks,
    occupying.check_occupying,
    placing.check_placing,
    holding.check_holding,
    holding.check_supply,
    holding.check_displays,
    maps.check_maps,
    grids.check_grids,
    enclosing.check_enclosing,
    homes.check_homes,
    use.check_examples,
    use.check_needed,
    use.check_unused,
    flow.check_circles,
    flow.check_payments,
    raising.check_raising,
    flow.check_declined,
    flow.check_repeated,
    loops.check_begun,
    loops.check_loops,
    flow.check_exchanges,
    size.check_size,
    triggers.check_triggers,
    secrecy.check_secrets,
)

NEVER = (
    conditions.check_conditions,
    bounds.check_bounds,
    bounds.check_moved,
    stacks.check_drawn,
    brought.check_brought,
    taking.check_taken,
    goods.check_goods,
    occasions.check_occasions,
    lacking.check_lacking,
    alone.check_alone,
    twice.check_twice,
    endless.check_pumps,
)
"""What never happens or never ends, or is for one alone: asked where nothing else is wrong."""


def check(
    rules: Rules,
    names: Names,
    entries: Iterable[Entry],
    header: Entry,
    widest: range,
    *,
    tables: bool,
) -> list[Diagnostic]:
    """All findings about compiled rules; warnings only about the last pack, whose header it is.

    ``tables``: are some linked for a trial too?
    """
    entries = tuple(entries)
    read = (*entries, header)
    own = frozenset(e.passage.source.file for e in read if e.pack == header.pack)
    sources = {entry.passage.source.file: entry.passage.source for entry in read}
    checking = Checking(rules, names, entries, sources, own, widest, header.span)
    for each in CHECKS:
        each(checking)
    if tables:
        check_tables(checking)
    if not has_errors(checking.found):
        for each in NEVER:
            each(checking)
    return checking.found
