"""Cursors: a game thawed for play in place."""

from __future__ import annotations

from typing import Any

from ..errors import expect
from ..linking.table import Table
from ..runtime.offering.options import Option
from ..runtime.recording.events import Log
from ..runtime.registers import ACTOR
from .choosing import own_option
from .state import STATE, State


class Cursor:
    """A game thawed for play in place: for bots and simulation.

    ``options`` and :meth:`choose` do what a state's decision and :func:`apply` do, without a
    state for each decision. :meth:`state` freezes it. A copy goes its own way. Raises TypeError
    for what is no state.
    """

    __slots__ = ("_cells", "_home", "_program", "_table", "options")

    def __init__(self, state: State) -> None:
        expect(state, State, STATE)
        self._table = state.table
        self._program = state.table.program
        self._home = state.table.identity
        self._cells = list(state.cells)
        self.options = state.options

    @property
    def table(self) -> Table:
        """Rules, players and options, as those of the state."""
        return self._table

    @property
    def player(self) -> int:
        """The seat that decides."""
        return self._cells[ACTOR]

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers that the layout of the table gives names, as they stand."""
        return tuple(self._cells)

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that may be used now, as :attr:`Decision.anytime`."""
        return self._program.anytime(self._cells, self.options) if self.options else ()

    def choose(self, option: Option | str) -> Log:
        """Carry out an option, of ``options`` or an exchange of any time, or its key; the records.

        An option of an equal state will do, also one that comes from another process. Whether one
        is offered now is not looked at, for the sake of speed; a key is looked for. Raises
        IllegalOption for what is no option of such a table, and for a key that is not offered.
        """
        try:
            foreign = option.offer.home is not self._home  # type: ignore[union-attr]
        except AttributeError:
            foreign = True
        if foreign:
            option = own_option(self.state(), option)
        log: Log = []
        self.options = self._program.choose(self._cells, log, option)  # type: ignore[arg-type]
        return log

    def state(self) -> State:
        """The state as it stands."""
        return State.of(self.table, self._cells)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Cursor):
            return NotImplemented
        return self._cells == other._cells and self.table == other.table

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __copy__(self) -> Cursor:
        return Cursor(self.state())

    def __deepcopy__(self, memo: object) -> Cursor:
        return Cursor(self.state())

    def __reduce__(self) -> tuple[Any, ...]:
        return Cursor, (self.state(),)
