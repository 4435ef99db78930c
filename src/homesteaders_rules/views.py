"""Views: a state as one player may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from .machine.layout import PUBLIC
from .machine.registers import ROUND

if TYPE_CHECKING:
    from .machine.decisions import Option
    from .machine.layout import Layout
    from .machine.state import Lot, State


@frozen
class View:
    """What the player in ``player`` (a seat; None: an onlooker) knows of a state.

    ``cells`` are those of the state, None where they are hidden from the player. Options are
    known only to the player who decides. Two states that differ only in what a player may not
    know give equal views.
    """

    player: int | None
    layout: Layout = field(eq=False, repr=False)
    cells: tuple[int | None, ...]
    decider: int
    options: tuple[str, ...]
    over: bool
    phase: str
    round: int
    start_player: int
    lots: tuple[Lot, ...]

    def holding(self, player: int, good: str) -> int | None:
        """How much of a good a player holds (-1: the stock); None where it is hidden."""
        layout = self.layout
        return self.cells[layout.goods_cell(player % (layout.players + 1), good)]

    def pieces(self, player: int) -> tuple[str, ...]:
        """The names of the pieces a player owns."""
        owned = self.cells[self.layout.owned + player] or 0
        return tuple(piece.name for i, piece in enumerate(self.layout.pieces) if owned >> i & 1)


def view(state: State, player: int | None) -> View:
    """The state as ``player`` may see it; None: as an onlooker."""
    table = state.table
    final = state.cells[ROUND] > table.rounds
    shown = _face_up(state)
    cells = tuple(
        value
        if index in shown or table.layout.owner_now(index, final) in (PUBLIC, player)
        else None
        for index, value in enumerate(state.cells[: len(table.layout.cells)])
    )
    decision = state.decision
    options: tuple[Option, ...] = decision.all if player == decision.player and not state.over else ()
    return View(
        player,
        table.layout,
        cells,
        decision.player,
        tuple(option.key for option in options),
        state.over,
        state.phase,
        state.round,
        state.start_player,
        state.lots(),
    )


def _face_up(state: State) -> set[int]:
    """The cells of stacks that anybody may read: face up, or turned up already (cases 1, 10)."""
    layout, cells = state.table.layout, state.cells
    shown: set[int] = set()
    for stack in layout.stacks:
        first = layout.at["stack", stack, 0]
        size = len(layout.stack_pieces[stack])
        known = size if cells[layout.at["face up", stack]] else cells[layout.at["turned", stack]]
        shown.update(range(first, first + known))
    return shown
