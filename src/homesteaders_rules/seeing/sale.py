"""Which pieces can still come to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.base import walk
from ..commands.definitions.course import Hook, Phase, Play
from ..linking.table import once_a_table
from ..mechanisms.piles.commands import Build
from ..mechanisms.piles.taking import Take

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..linking.table import Table


@once_a_table
def sorts_had_in_rounds(table: Table) -> frozenset[str]:
    """The sorts of which something is built or taken after the opening: no mere start cards."""
    return frozenset(_sorts(table))


def _sorts(table: Table) -> Iterator[str]:
    plays = (each for each in table.definitions if isinstance(each, Play))
    opening = {name for play in plays for name in play.opening}
    later = (
        each
        for each in table.definitions
        if not (isinstance(each, Phase) and each.name in opening)
        and not (isinstance(each, Hook) and not each.of_action and each.around in opening)
    )
    for command in walk(*later):
        match command:
            case Build(sort=sort):
                yield sort
            case Take():
                yield from (each.sort for each in table.layout.pieces if command.means(each))
