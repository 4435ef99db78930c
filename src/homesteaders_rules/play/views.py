"""Views: a state as one player may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ..errors import GameError
from ..linking.layout import PUBLIC
from ..runtime.packing import copies_of, first_of, unpacked
from ..runtime.registers import ROUND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..linking.layout import Layout
    from ..runtime.steps import Option
    from .state import Lot, State


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

    def copies(self, place: str, piece: str) -> int:
        """How many copies of a piece lie in a place."""
        layout = self.layout
        return copies_of(self.cells[layout.at["pieces", place]] or 0, layout.piece_index[piece])

    def pieces(self, player: int) -> tuple[str, ...]:
        """The names of the pieces a player owns."""
        owned = self.cells[self.layout.owned + player] or 0
        return tuple(piece.name for i, piece in enumerate(self.layout.pieces) if owned >> i & 1)

    def stack(self, stack: str) -> tuple[str | None, ...]:
        """The pieces of a stack in the order they are turned up; None for what is face down."""
        layout = self.layout
        size = layout.stack_size[stack]
        known = _known(self.cells, layout, stack)
        order = unpacked(self.cells[layout.at["stack", stack]] or 0, known)
        return (*(layout.pieces[i].name for i in order), *[None] * (size - known))


def view(state: State, player: int | None) -> View:
    """The state as ``player`` (a seat) may see it; None: as an onlooker.

    When the game is over all hands are open. Raises GameError for a seat that is not there.
    """
    table = state.table
    if player is not None and (type(player) is not int or player not in range(table.players)):
        raise GameError(f"there is no seat {player!r} at a table of {table.players}")
    now = state.cells[ROUND] > table.rounds, state.over, state.decision.secret
    cells: list[int | None] = [
        value if table.layout.owner_now(index, *now) in (PUBLIC, player) else None
        for index, value in enumerate(state.cells[: len(table.layout.cells)])
    ]
    for cell, order in _face_up(state):
        cells[cell] = order
    decision = state.decision
    options: tuple[Option, ...] = (
        decision.all if player == decision.player and not state.over else ()
    )
    return View(
        player,
        table.layout,
        tuple(cells),
        decision.player,
        tuple(option.key for option in options),
        state.over,
        state.phase,
        state.round,
        state.start_player,
        state.lots(),
    )


def _face_up(state: State) -> Iterator[tuple[int, int]]:
    """What anybody may read of each stack: face up, or turned up already (cases 1, 10)."""
    layout, cells = state.table.layout, state.cells
    for stack in layout.stack_pieces:
        cell = layout.at["stack", stack]
        yield cell, first_of(cells[cell], _known(cells, layout, stack))


def _known(cells: Sequence[int | None], layout: Layout, stack: str) -> int:
    """How many pieces of a stack, from the first, everybody knows."""
    if cells[layout.at["face up", stack]]:
        return layout.stack_size[stack]
    return cells[layout.at["turned", stack]] or 0
