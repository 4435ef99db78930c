"""Cursors: a game thawed for play in place."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import expect
from ..linking.table import Table
from ..runtime.offering.options import Option
from ..runtime.recording.events import Log
from ..runtime.registers import ACTOR
from .choosing import own_option
from .state import STATE, State

if TYPE_CHECKING:
    from ..runtime.program import Program


class Cursor:
    """A game thawed for play in place: for bots and simulation.

    ``options`` and :meth:`choose` do what a state's decision and :func:`apply` do, without a
    state for each decision. :meth:`state` freezes it. A copy goes its own way. Where the machine of
    the table is that in C, it plays. Raises TypeError for what is no state.
    """

    __slots__ = ("_cells", "_home", "_program", "_table", "options")

    def __new__(cls, state: State) -> Cursor:
        table = getattr(state, "table", None)
        is_native = isinstance(table, Table) and table.native is not None
        return object.__new__(_NativeCursor if is_native and cls is Cursor else cls)

    def __init__(self, state: State) -> None:
        expect(state, State, STATE)
        self._table = state.table
        self._home = state.table.identity
        self._cells = list(state.cells)
        self.options = state.options
        if not isinstance(self, _NativeCursor):
            self._program = self._table.program

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
        return self._table.program.anytime(self._cells, self.options) if self.options else ()

    def choose(self, option: Option | str) -> Log:
        """Carry out an option, of ``options`` or an exchange of any time, or its key; the records.

        An option of an equal state will do, also one that comes from another process. Whether one
        is offered now is not looked at, for the sake of speed; a key is looked for. Raises
        IllegalOption for what is no option of such a table, and for a key that is not offered.
        """
        try:
            is_own = option._offer.home is self._home  # type: ignore[union-attr]
        except AttributeError:  # A key, or an option that the machine in C has promised.
            is_own = isinstance(option, Option) and option.offer.home is self._home
        if not is_own:
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


class _NativeCursor(Cursor):
    """A cursor that the machine in C plays; what that cannot carry out is left to Python.

    ``_game`` is the game there; None while Python plays, on the cells in ``_held``.
    """

    __slots__ = ("_game", "_held")

    def __init__(self, state: State) -> None:
        self._game: Any = None
        super().__init__(state)
        self._game = self._begun()
        if self._game is not None:
            with suppress(ValueError):
                self.options = self._game.options

    @property
    def _program(self) -> Program:  # type: ignore[override]  # Nobody sets it.
        """Linked only where the machine leaves something to Python."""
        return self._table.program

    @property
    def _cells(self) -> list[int]:
        """The cells as they stand, whoever has them."""
        return self._held if self._game is None else list(self._game.cells)

    @_cells.setter
    def _cells(self, cells: list[int]) -> None:
        self._held = cells

    def _begun(self) -> Any:
        """The game as it stands, in the machine; None where that cannot hold it."""
        machine = self._table.native
        with suppress(ValueError):
            return None if machine is None else machine.game(self._held)
        return None

    def _leave(self) -> None:
        """Take the cells back from the machine."""
        self._held, self._game = self._cells, None

    @property
    def player(self) -> int:
        seat: int = self._held[ACTOR] if self._game is None else self._game.player
        return seat

    @property
    def anytime(self) -> tuple[Option, ...]:
        if self._game is not None and self.options:
            with suppress(ValueError):
                found: tuple[Option, ...] = self._game.anytime
                return found
        return super().anytime

    def choose(self, option: Option | str) -> Log:
        if self._game is None:
            return super().choose(option)
        log = self._choose_in_machine(option)
        if log is None:
            self._leave()
            try:
                return super().choose(option)
            finally:
                self._game = self._begun()
        try:
            self.options = self._game.options
        except ValueError:
            self._leave()
            self.options = self._table.program.options(self._held)
        return log

    def _choose_in_machine(self, option: Option | str) -> Log | None:
        """The records; None where it is no option of this table, or left to Python."""
        with suppress(ValueError):
            log: Log | None = self._game.choose(option)
            if log is not None:
                return log
            machine = self._table.native
            place = machine.place_of(option) if machine and isinstance(option, Option) else 0
            if isinstance(option, Option) and place:
                taken: Log = self._game.take(place, option.operands, option.anytime)
                return taken
        return None
