"""Trying things out: a guess of what a view hides, and positions to play on from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..play.hidden.sampling import sample
from ..play.hidden.shown import hidden_from, stacks_of
from ..runtime.packing import laid, unpacked
from ..runtime.recording.kinds import Bid, Passed, Placed
from ..runtime.registers import ACTOR, NEXT_STEP
from ..runtime.steps import Asking

if TYPE_CHECKING:
    from random import Random

    from ..linking.table import Table
    from ..play.views import View
    from ..runtime.offering.options import Option
    from ..runtime.program import Program

    Deed = Bid | Passed | Placed | None


STANDING = 3
"""For so many rounds a bot stands by a guess."""


class Position:
    """A state to try things on: nothing but its cells, and options when they are asked for."""

    __slots__ = ("_options", "cells", "program")

    def __init__(
        self, program: Program, cells: list[int], options: tuple[Option, ...] | None = None
    ) -> None:
        self.program = program
        self.cells = cells
        self._options = options

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen, exchanges of any time aside."""
        if self._options is None:
            self._options = self.program.options(self.cells)
        return self._options

    @property
    def step(self) -> Asking:
        """The step that asks."""
        return self.program.steps[self.cells[NEXT_STEP]]  # type: ignore[return-value]

    @property
    def player(self) -> int:
        """The seat that decides."""
        return self.cells[ACTOR]

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that may be used now."""
        return self.program.anytime(self.cells, self.options) if self.options else ()

    def choose(self, option: Option) -> None:
        """Carry out an option, in place."""
        self.program.choose(self.cells, [], option, False)
        self._options = None

    def after(self, option: Option) -> Position:
        """The position after an option."""
        return Position(self.program, self.tried(option))

    def tried(self, option: Option) -> list[int]:
        """The cells after an option."""
        cells = [*self.cells]
        self.program.choose(cells, [], option, False)
        return cells

    def after_exchange(self, exchange: Option) -> Position:
        """The position after an exchange of any time: the same question, if it is still one."""
        step, cells = self.step, self.exchanged(exchange)
        found = step.options(cells)
        if step.tried or not (found or step.skip < 0):
            return self.after(exchange)
        return Position(self.program, cells, found or step.needed(cells))

    def exchanged(self, exchange: Option) -> list[int]:
        """The cells after an exchange of any time that opens nothing."""
        cells = [*self.cells]
        exchange.offer.take(cells, [], exchange)
        return cells


class Guess:
    """What a bot takes to be hidden, beside all that it sees.

    It stands by what it has drawn for some rounds, but for what it sees since.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._table: Table | None = None
        self._round = 0
        self._drawn: tuple[int, ...] = ()

    def position(self, view: View) -> Position:
        """The view of who decides as a position, with what is hidden filled in."""
        table, options, number = view.table, view.decision.options, view.round
        is_open = _is_open(view)
        is_new = table is not self._table or not 0 <= number - self._round < STANDING
        if is_new or is_open:
            self._table, self._round = table, number
            self._drawn = sample(view, self._random.getrandbits(32)).cells
        drawn, shown = self._drawn, view.cells
        if is_open:
            return Position(table.program, [*drawn], options)
        cells: list[int] = [*shown, *view.unfinished]  # type: ignore[list-item]
        for run, _ in hidden_from(table, view.player, (view.is_final, False, False)):
            cells[run] = drawn[run]
        for cell, up, turned, size in stacks_of(table):
            known = size if cells[up] else cells[turned]
            cells[cell] = _mended(shown[cell] or 0, drawn[cell], known, size)
        return Position(table.program, cells, options)


@lru_cache(maxsize=1 << 12)
def _mended(seen: int, drawn: int, known: int, size: int) -> int:
    """The order of a stack: what is known, and behind it the rest as it was drawn."""
    there = unpacked(seen, size)
    first = there[:known]
    rest = [piece for piece in unpacked(drawn, size) if piece not in first]
    return laid((first + rest)[: len(there)], size)


def _is_open(view: View) -> bool:
    """Is something done in secret, or counted that only others know? Then all is drawn anew."""
    step: Asking = view.table.program.steps[view.cells[NEXT_STEP] or 0]  # type: ignore[assignment]
    return step.secret or None in view.unfinished


class Deeds:
    """What options do that matters to how they are tried: the same at every state of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[str, Deed] = {}

    def of_option(self, position: Position, option: Option) -> Deed:
        """A bid, a pass or goods placed on one's own piece; None: anything else."""
        try:
            deed = self._known[option.key]
        except KeyError:
            deed = self._known[option.key] = self._find(position, option)
        if type(deed) is Placed and not self._is_own(position, deed):
            return None
        return deed

    def _find(self, position: Position, option: Option) -> Deed:
        log: list[tuple[int, ...]] = []
        position.program.choose(list(position.cells), log, option)
        events = (event for record in log for event in position.program.tell(record))
        first = next(events, None)
        return first if isinstance(first, Bid | Passed | Placed) else None

    def _is_own(self, position: Position, placed: Placed) -> bool:
        layout = self._table.layout
        owned = position.cells[layout.owned + position.player]
        return bool(owned >> layout.piece_index[placed.name] & 1)
