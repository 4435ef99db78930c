"""States and decisions: what a game is at a moment, and what may be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ..errors import BadSave, expect
from ..hints import later
from ..linking.table import Table
from ..markup import paragraph
from ..runtime.offering.options import Option
from ..runtime.packing import unpacked
from ..runtime.recording.events import Events, Log
from ..runtime.registers import ACTOR, NEXT_STEP
from ..words import Span
from .lookups import goods_cell, stack_cell
from .spaces import Lot, OnTable, lots_of

if TYPE_CHECKING:
    from ..runtime.steps import Asking
else:
    (Asking,) = later("runtime.steps", "Asking")

_new = object.__new__
LARGE = 255
"""In a pickle this byte stands for a cell that needs more than a byte."""
STATE = "a state, which new_game() and apply() return, and sample() for a view"


class State(OnTable):
    """A game at a moment: the table, and one tuple of ints whose meaning the layout knows.

    Immutable. Equal states have equal tables and equal cells. Keep a state to undo.
    """

    # The cells stay the list that they were played on until somebody asks for them: making a tuple
    # of each state that is only played on would cost a tenth of the time.
    # Written by hand, since one is made for every decision: attrs' frozen classes take three
    # times as long to make.
    __slots__ = ("__weakref__", "_anytime", "_cells", "_options", "_table")

    _anytime: tuple[Option, ...]

    def __init__(self, table: Table, cells: Sequence[int], options: tuple[Option, ...]) -> None:
        self._table = table
        self._cells = cells
        self._options = options

    @property
    def table(self) -> Table:
        """Rules, players and options: what all states of a game share."""
        return self._table

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers that the layout of the table gives names."""
        cells = self._cells
        if type(cells) is not tuple:
            cells = self._cells = tuple(cells)
        return cells

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen, as in :attr:`Decision.options`; empty when the game is over."""
        return self._options

    def _after(self, option: Option | str, own: bool = False) -> tuple[State, Events] | None:
        """The state after one of the very options that are listed, and what happened.

        None: it is none of them, and not known to be the state's ``own``; or the machine in C,
        which holds the state, leaves it to Python.
        """
        if not own:
            for listed in self._options:  # As a loop it is found in half the time that `in` takes.
                if listed is option:
                    break
            else:
                return None
        table, cells = self._table, [*self._cells]
        program = table.program
        secret = program.steps[cells[NEXT_STEP]].secret
        log: Log = []
        options = program.choose(cells, log, option)  # type: ignore[arg-type]
        # Slot by slot: two calls less for every decision.
        after, told = _new(State), _new(Events)
        after._table, after._cells, after._options = table, cells, options
        told._tell, told._records, told._secret = program._tell, log, secret
        return after, told

    @classmethod
    def of(cls, table: Table, cells: Sequence[int]) -> State:
        """The state with these cells; ``options`` are what its decision lists.

        Raises TypeError for what are no cells of the table.
        """
        expect(table, Table, "what Rules.for_table() returns")
        if not isinstance(cells, list | tuple) or len(cells) < len(table.fresh):
            raise TypeError(f"wanted are {len(table.fresh)} cells or more, as numbers")
        if table.native is not None:
            with suppress(ValueError):
                found: State = table.native.state(table, (cls, Events), cells)
                return found
        return cls(table, tuple(cells), table.program.options(cells))

    def __repr__(self) -> str:
        """What everybody knows: where the game stands. Its numbers are in :attr:`cells`."""
        return f"<State: {self._stands()}>"

    def _repr_html_(self) -> str:
        """The same in notebooks, with the name of the game."""
        return paragraph(self._table.rules.title, self._stands())

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.cells == other.cells and self._table == other._table

    def __hash__(self) -> int:
        return hash(self.cells)

    def __reduce__(self) -> tuple[Any, ...]:
        """Nearly all cells are small: those are pickled as a byte each, the others apart."""
        large = tuple(cell for cell in self.cells if not 0 <= cell < LARGE)
        small = bytes(cell if 0 <= cell < LARGE else LARGE for cell in self.cells)
        return revive, (self._table, small, large)

    # ------------------------------------------------------------------ the decision

    @property
    def decision(self) -> Decision:
        """Who decides and what may be chosen. Its options are empty when the game is over."""
        return decision_of(self, self.cells[ACTOR], self.options)

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that may be used now, as :attr:`Decision.anytime`."""
        found: tuple[Option, ...] | None = getattr(self, "_anytime", None)
        if found is None:
            program, cells = self._table.program, self._cells
            found = self._anytime = () if self.over else program.anytime(cells, self._options)
        return found

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._cells[NEXT_STEP] in self._table.ends

    # ------------------------------------------------------------------ what lies where

    @property
    def secret(self) -> bool:
        """Is something done now of which others see nothing until it is shown?"""
        return self._step.secret

    def holding(self, player: int, good: str) -> int:
        """How much of a good a player holds; ``players`` (or -1) is the stock."""
        return self.cells[goods_cell(self.table.layout, player, good)]

    def stack(self, stack: str) -> tuple[str, ...]:
        """The names of the pieces of a stack in the order they are turned up, hidden ones too."""
        layout = self.table.layout
        cell, size = stack_cell(layout, stack)
        return tuple(layout.pieces[index].name for index in unpacked(self.cells[cell], size))

    def lots(self) -> tuple[Lot, ...]:
        """The lots on offer in this round: what lies there, who leads; none in the final one."""
        return lots_of(self._table, self.cells)


class _Asked:
    """The state or view that a decision is of: no part of what is decided."""

    __slots__ = ("__weakref__", "_state")
    _state: OnTable


@frozen(eq=False, weakref_slot=False)
class Decision(_Asked):
    """Who decides and what they may choose. Equal states have equal decisions.

    ``player`` is a seat from 0. ``options`` leave out the exchanges of any time, unless nothing
    else can be chosen: those needed are then listed and marked. They are for who decides, and no
    part of the ``repr``.
    """

    player: int
    options: tuple[Option, ...] = field(repr=False)

    @property
    def step(self) -> Asking:
        """The step of the program that asks."""
        return self._state._step

    def __eq__(self, other: Any) -> bool:
        return self._state == other._state if isinstance(other, Decision) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __reduce__(self) -> tuple[Any, ...]:
        return _DECISION, (self._state,)

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that may be used now, those listed in ``options`` aside."""
        return self._state.anytime

    @property
    def all(self) -> tuple[Option, ...]:
        """Everything that :func:`apply` accepts now."""
        return self.options + self.anytime

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of ``options``."""
        return tuple(option.key for option in self.options)

    @property
    def prompt(self) -> str:
        """What the decision is about, in the words of the rules."""
        return self.step.prompt(self._state.table.layout.vocabulary)

    @property
    def piece(self) -> str:
        """The piece whose text asks; empty where the rules themselves do."""
        return self.step.piece

    @property
    def secret(self) -> bool:
        """Do others see nothing of what is chosen until all have chosen?"""
        return self.step.secret

    @property
    def span(self) -> Span | None:
        """The place in the text that asks."""
        return None if self.step.effect is None else self.step.effect.span

    def find(self, key: str) -> Option | None:
        """The option with that key, or None."""
        for option in self.options:
            if option.key == key:
                return option
        return next((option for option in self.anytime if option.key == key), None)


_DECISION = attrgetter("decision")
"""What a pickled decision is made of again."""


def decision_of(state: OnTable, player: int, options: tuple[Option, ...]) -> Decision:
    """The decision of a state, or of a view: who decides, and among what."""
    decision = Decision(player, options)
    object.__setattr__(decision, "_state", state)
    return decision


def revive(table: Table, cells: Sequence[object], large: Sequence[object] = ()) -> State:
    """A state from outside, in which something can be chosen unless the game is over.

    ``large``: what stands, in this order, for the bytes LARGE where the cells are bytes. Raises
    BadSave for cells that no game could hand on.
    """
    from .validation import checked

    if isinstance(cells, bytes):
        if not isinstance(large, tuple) or len(large) != cells.count(LARGE):
            raise BadSave("the state is damaged or edited: cells are missing")
        rest = iter(large)
        cells = [next(rest) if cell == LARGE else cell for cell in cells]
    state = State.of(table, checked(table, cells))
    if not state.options and not state.over:
        raise BadSave("the state is damaged or edited: nothing could be chosen, and it is not over")
    return state
