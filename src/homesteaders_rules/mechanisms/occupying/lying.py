"""What players may leave on which piece, read off all that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...commands.amounts import HERE
from ...commands.definitions.definition import Substitution
from .commands import Leave, LeaveTo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...commands.base import Command


def left_on(commands: Iterable[Command]) -> Mapping[str, tuple[str, ...]]:
    """For each piece the goods that players may leave on it, and what may stand in for them."""
    listed = list(commands)
    instead: dict[str, list[str]] = {}
    for each in listed:
        if isinstance(each, Substitution):
            for item in each.items:
                instead.setdefault(item.good, []).extend(each.pays.goods)
    found: dict[str, dict[str, None]] = {}
    for each in listed:
        match each:
            case Leave(bundle=bundle, piece=piece) | LeaveTo(left=bundle, piece=piece) if (
                piece != HERE
            ):
                goods = found.setdefault(piece, {})
                for item in bundle.items:
                    goods.update(dict.fromkeys((item.good, *instead.get(item.good, ()))))
            case _:
                pass
    return {piece: tuple(goods) for piece, goods in found.items()}
