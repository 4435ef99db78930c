"""Which goods may come to lie on the spaces of a map, read off all that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import HERE, HereCount
from ..occupying.commands import Leave
from ..storage import Put
from .definitions import Begins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.base import Command


def lying_on_spaces(commands: Iterable[Command]) -> tuple[str, ...]:
    """The goods that begin there, are put or left there, or are counted."""
    found: dict[str, None] = {}
    for command in commands:
        match command:
            case Begins(bundle=bundle):
                found.update(dict.fromkeys(bundle.goods))
            case Put(bundle=bundle, piece=piece) | Leave(bundle=bundle, piece=piece):
                if piece == HERE:
                    found.update(dict.fromkeys(bundle.goods))
            case HereCount(piece=piece, good=good):
                if piece == HERE:
                    found[good] = None
            case _:
                pass
    return tuple(found)
