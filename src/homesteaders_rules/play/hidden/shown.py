"""The cells of a state as one player may see them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ...linking.cells import PUBLIC
from ...linking.table import once_a_table
from ...mechanisms.later.commands import LATER
from ...mechanisms.limits import USED
from ...runtime.packing import first_of
from ...runtime.registers import ACTOR, NEXT_STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...linking.table import Table

    When = tuple[bool, bool, bool]
    """Is it the final round, is the game over, is something done in secret?"""
    Run = tuple[slice, tuple[None, ...]]

OF_PLAYERS = (USED, LATER)
"""Cells that each player has, and that change in secret too."""


def shown_to(
    table: Table, cells: Sequence[int], player: int | None, when: When
) -> list[int | None]:
    """The cells of a state, None where they are hidden from a player (None: an onlooker)."""
    shown: list[int | None] = [*cells[: table.layout.size]]
    for run, nothing in hidden_from(table, player, when):
        shown[run] = nothing
    for cell, up, turned, size in stacks_of(table):
        # What anybody may read of each stack: face up, or turned up already (cases 1, 10).
        shown[cell] = first_of(cells[cell], size if cells[up] else cells[turned], size)
    if when[2]:
        _as_before(table, cells, player, shown)
    return shown


@once_a_table
def hidden_from(table: Table, player: int | None, when: When) -> tuple[Run, ...]:
    """The cells that a player may not see at such a time, those of whole stacks among them.

    Cells in a row are one run, with as many times None.
    """
    owner = table.layout.owner_now
    hidden = [owner(cell, *when) not in (PUBLIC, player) for cell in range(table.layout.size)]
    around = pairwise((False, *hidden, False))
    edges = [cell for cell, (before, here) in enumerate(around) if before != here]
    runs = zip(edges[::2], edges[1::2], strict=True)
    return tuple((slice(first, end), (None,) * (end - first)) for first, end in runs)


def _as_before(
    table: Table, cells: Sequence[int], player: int | None, shown: list[int | None]
) -> None:
    """What others have done in secret does not show: the table is as it was before.

    What the player has used up, and what is due to them, they know. Nor does the step show that
    asks the others, since it would tell what they have chosen before it.
    """
    layout = table.layout
    for number, cell in enumerate(layout.kept):
        if layout.cells[cell].name[:2] not in {(word, player) for word in OF_PLAYERS}:
            shown[cell] = cells[layout.size + number]
    if cells[ACTOR] != player:
        shown[NEXT_STEP] = None


@once_a_table
def stacks_of(table: Table) -> tuple[tuple[int, int, int, int], ...]:
    """Of each stack: the cells of its order, whether all lies up, how much does; and its size."""
    at = table.layout.at
    return tuple(
        (at["stack", stack], at["face up", stack], at["turned", stack], size)
        for stack, size in table.layout.stack_size.items()
    )
