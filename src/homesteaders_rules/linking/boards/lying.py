"""What can lie on which piece at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import HERE, HereCount
from ...mechanisms.storage import Put, TakeFrom

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...commands.base import Command


def lying(
    commands: Iterable[Command], left: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """Each piece and good that can lie on it; ``left``: what players may leave on which piece."""
    found: dict[tuple[str, str], None] = {}
    for command in commands:
        if isinstance(command, Put):
            found.update({(command.piece, good): None for good in command.bundle.goods})
        elif isinstance(command, TakeFrom):
            found.update({(command.piece, good): None for good in command.goods})
        elif isinstance(command, HereCount):
            # What puts it there may not be part of this table.
            found.setdefault((command.piece, command.good))
    for piece, goods in left.items():
        found.update({(piece, good): None for good in goods})
    # What lies on a space of a map is one number for all of them.
    return (pair for pair in found if pair[0] != HERE)
