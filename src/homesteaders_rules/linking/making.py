"""Making a table: its rules folded, linked and frozen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..commands.definitions.course import Play
from ..errors import BadTable, Unlinkable
from ..runtime.packing import laid, shift_of
from ..runtime.steps import End
from .folding import fold
from .layout import Layout
from .linker import Linker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..commands.definitions.definition import Definition
    from ..rules import Rules
    from ..runtime.program import Program


@frozen(eq=False, repr=False)
class Made:
    """What Python needs to play at a table.

    ``fresh`` are the cells before setup, ``ends`` the numbers of the steps at which a game is over.
    """

    definitions: tuple[Definition, ...]
    layout: Layout
    program: Program
    fresh: tuple[int, ...]
    ends: frozenset[int]


def make(
    rules: Rules, players: int, options: Mapping[str, bool], identity: tuple[object, ...]
) -> Made:
    """All of it for the table of that identity; every option has a value.

    Raises Unlinkable where something in the rules stands on what is not there, and SameKey.
    """
    effect = None
    try:
        definitions = fold(rules.definitions, players, options)
        rounds = next(d for d in definitions if isinstance(d, Play)).rounds
        layout = Layout.of(definitions, players, rounds)
        linker = Linker(definitions, layout)
        try:
            program = linker.finish()
        finally:
            effect = linker.effect
        program.settle(identity)
        ends = frozenset(step.number for step in program.steps if isinstance(step, End))
        return Made(definitions, layout, program, _fresh(layout), ends)
    except BadTable:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        where = f"{effect.span}: " if effect is not None and effect.span else ""
        message = f"{where}{rules.title} with {players} players cannot be linked ({what})"
        raise Unlinkable(message, effect=effect) from error


def _fresh(layout: Layout) -> tuple[int, ...]:
    """The cells before setup: everything in the stock and in the first places."""
    cells = [0] * len(layout.cells)
    for good in layout.goods:
        cells[layout.goods_cell(layout.players, good.name)] = good.count
    for sort in layout.placed_sorts():
        for index, _ in layout.of_sort(sort.name):
            cells[layout.at["pieces", sort.places[0]]] += layout.copies(index) << shift_of(index)
    for stack in layout.stacks:
        cells[layout.at["stack", stack]] = laid((), layout.stack_size[stack])
    if layout.ground is not None:
        cells[layout.ground.arrangement] = laid((), len(layout.ground.middles))
    for name in (name for names in layout.boards.values() for name in names):
        for cell in ("stack", "turned", "face up"):
            cells[layout.at[cell, name]] = layout.cells[layout.at[cell, name]].low
    for track in layout.tracks:
        if track.common:
            cells[layout.at["track", layout.players, track.name]] = track.start
    return tuple(cells)
