"""States and decisions: what a game is at a moment, and what may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ..errors import BadTable, GameError, IllegalOption, nearest
from ..runtime.events import Events
from ..runtime.packing import copies_of, last_up, unpacked
from ..runtime.registers import ACTOR, COUNTER, DUTY, ROUND, START
from ..runtime.steps import Asking, End

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..commands.base import Span
    from ..linking.table import Table
    from ..rules import Rules
    from ..runtime.events import Log
    from ..runtime.steps import Option

RANDOM_LIMIT = 1 << 64
UNKNOWN = "nothing is called so"
"""How :func:`why_not` begins for a key that no decision of the game has."""


@frozen(eq=False)
class Decision:
    """Who decides and what they may choose.

    ``player`` is a seat from 0. ``options`` leave out the exchanges of any time, unless nothing
    else can be chosen: those needed are then listed and marked.
    """

    player: int
    options: tuple[Option, ...]
    step: Asking = field(repr=False)
    _state: State = field(repr=False)

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


class State:
    """A game at a moment: the table, and one tuple of ints whose meaning the layout knows.

    Immutable. Equal states have equal tables and equal cells. Keep a state to undo.
    """

    # Written by hand, since one is made for every decision: attrs' frozen classes take three
    # times as long to make.
    __slots__ = ("__weakref__", "_cells", "_options", "_table")

    def __init__(self, table: Table, cells: tuple[int, ...], options: tuple[Option, ...]) -> None:
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
        return self._cells

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen, as in :attr:`Decision.options`; empty when the game is over."""
        return self._options

    @classmethod
    def of(cls, table: Table, cells: list[int]) -> State:
        """The state with these cells; ``options`` are what its decision lists."""
        return cls(table, tuple(cells), table.program.options(cells))

    def __repr__(self) -> str:
        return (
            f"<State: {self.table.players} players, round {self.round}, {self.phase}, {self.cells}>"
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Short in notebooks and in the reports of Hypothesis too."""
        printer.text(repr(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.cells == other.cells and self.table == other.table

    def __hash__(self) -> int:
        return hash(self.cells)

    def __reduce__(self) -> tuple[Any, ...]:
        from .saves import revive

        rules = self.table.rules
        identity = rules.headers_data(), rules.digest, self.table.players, self._changed_options()
        return revive, (*identity, self.cells)

    def _changed_options(self) -> dict[str, bool]:
        defaults = self.table.rules.options
        return {
            name: value for name, value in self.table.options.items() if defaults[name] != value
        }

    # ------------------------------------------------------------------ the decision

    @property
    def decision(self) -> Decision:
        """Who decides and what may be chosen. Its options are empty when the game is over."""
        return Decision(self.cells[ACTOR], self.options, self._step, self)

    @property
    def _step(self) -> Asking:
        return self.table.program.steps[self.cells[COUNTER]]  # type: ignore[return-value]

    @property
    def anytime(self) -> tuple[Option, ...]:
        """The exchanges that may be used now, as :attr:`Decision.anytime`."""
        if self.over:
            return ()
        return self._table.program.anytime(self._cells, self._options)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return isinstance(self._step, End)

    # ------------------------------------------------------------------ what lies where

    @property
    def round(self) -> int:
        """The round, from 1; the final round is one more than the last numbered one."""
        return self.cells[ROUND]

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.table.program.course[self.cells[DUTY]][0]

    @property
    def start_player(self) -> int:
        """The seat of the start player."""
        return self.cells[START]

    def holding(self, player: int, good: str) -> int:
        """How much of a good a player holds; ``players`` (or -1) is the stock."""
        layout = self.table.layout
        self._known("good", good, layout.good_index)
        if player in (-1, layout.players):
            return self.cells[layout.goods_cell(layout.players, good)]
        return self.cells[layout.goods_cell(self._seat(player), good)]

    def pieces(self, player: int) -> tuple[str, ...]:
        """The names of the pieces a player owns, in the order of the rules."""
        layout = self.table.layout
        owned = self.cells[layout.owned + self._seat(player)]
        return tuple(piece.name for i, piece in enumerate(layout.pieces) if owned >> i & 1)

    def lying(self, piece: str, good: str) -> int:
        """How much of a good lies on a piece."""
        layout = self.table.layout
        self._known("piece", piece, layout.piece_index)
        self._known("good", good, layout.good_index)
        cell = layout.at.get(("here", piece, good))
        return 0 if cell is None else self.cells[cell]

    def copies(self, place: str, piece: str) -> int:
        """How many copies of a piece lie in a place."""
        layout = self.table.layout
        self._known("piece", piece, layout.piece_index)
        self._known("place", place, [name[1] for name in layout.at if name[0] == "pieces"])
        return copies_of(self.cells[layout.at["pieces", place]], layout.piece_index[piece])

    def placed(self, player: int) -> tuple[tuple[str, int], ...]:
        """The filled places of a player: (piece, number of the place)."""
        layout = self.table.layout
        bits = self.cells[layout.placed + self._seat(player)]
        return tuple(
            (layout.pieces[place.piece].name, place.number)
            for i, place in enumerate(layout.places)
            if bits >> i & 1
        )

    def position(self, track: str, player: int | None = None) -> int:
        """The marker of a player on a track (0: before space 1), or a common track's value."""
        layout = self.table.layout
        self._known("track", track, [t.name for t in layout.tracks])
        found = next(t for t in layout.tracks if t.name == track)
        if found.common:
            return found.values[self.cells[layout.at["track", layout.players, track]]]
        return self.cells[layout.at["track", self._seat(player or 0), track]]

    def stack(self, stack: str) -> tuple[str, ...]:
        """The names of the pieces of a stack in the order they are turned up, hidden ones too."""
        layout = self.table.layout
        self._known("stack", stack, layout.stack_size)
        order = unpacked(self.cells[layout.at["stack", stack]], layout.stack_size[stack])
        return tuple(layout.pieces[index].name for index in order)

    def _seat(self, player: int) -> int:
        if not 0 <= player < self.table.players:
            raise GameError(f"there is no seat {player} at a table of {self.table.players}")
        return player

    @staticmethod
    def _known(kind: str, name: object, known: Collection[object]) -> None:
        if name not in known:
            words = [str(word) for word in known]
            raise GameError(f'there is no {kind} "{name}"{nearest(str(name), words)}')

    def lots(self) -> tuple[Lot, ...]:
        """The lots of this round: what lies there, who leads; none in the final one."""
        layout, cells = self.table.layout, self.cells
        if self.round > self.table.rounds:
            return ()
        found = []
        for number, stack in enumerate(layout.lots):
            turned = cells[layout.at["turned", stack]]
            if turned:
                order = cells[layout.at["stack", stack]]
                piece = layout.pieces[last_up(order, turned)].name
                leader = cells[layout.leaders[number]]
                neutral = leader > layout.players
                seat = None if neutral or not leader else leader - 1
                found.append(
                    Lot(number + 1, piece, seat, cells[layout.at["standing", number]], neutral)
                )
        return tuple(found)


@frozen
class Lot:
    """A lot: its number from 1, the piece on it, and the standing bid (0: none).

    ``leader`` is a seat; None where nobody leads or the bid is ``neutral``.
    """

    number: int
    piece: str
    leader: int | None
    bid: int
    neutral: bool


def apply(state: State, option: Option | str) -> tuple[State, Events]:
    """Carry out an option (or its key): the state after it, and what happened, in order.

    Raises IllegalOption, with the reason, for anything that the decision does not list.
    """
    if isinstance(option, str):
        found = state.decision.find(option)
        if found is None:
            raise illegal(state, option)
        option = found
    elif option not in state._options and option not in state.anytime:
        raise illegal(state, getattr(option, "key", repr(option)))
    cells = list(state._cells)
    log: Log = []
    table = state._table
    program = table.program
    options = program.choose(cells, log, option)
    return State(table, tuple(cells), options), Events(program.tell, log)


def why_not(state: State, key: str) -> str | None:
    """Why a key cannot be chosen now, in a sentence; None where it can."""
    decision = state.decision
    if decision.find(key) is not None:
        return None
    if state.over:
        return "the game is over"
    reasons = [decision.step.why_not(state.cells, key)]
    reasons += [offer.why_not(state.cells, key) for offer in state.table.program.exchanges]
    found = next((reason for reason in reasons if reason), None)
    if found:
        return found
    if decision.step.may_offer(key):
        return "it is not possible now"
    steps = state.table.program.steps
    if any(step.may_offer(key) for step in steps if isinstance(step, Asking)):
        return f"the decision now is: {decision.prompt}"
    known = [option.key for option in decision.all]
    return f"{UNKNOWN}{nearest(key, known)}"


def illegal(state: State, key: str) -> IllegalOption:
    """The error for a key that is not offered."""
    reason = why_not(state, key) or "it is an option of another state"
    return IllegalOption(f'"{key}" cannot be chosen: {reason}', key, reason)


def new_game(
    rules: Rules,
    players: int,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    deal: Mapping[str, Sequence[str] | int] | None = None,
) -> State:
    """The first decision of a game, after setup.

    ``seed`` decides everything that is random, for ever and on every platform. ``deal`` decides
    it instead where it says so: the order of a stack by name (the names of its pieces, the first
    to be turned up first) and ``"start player"`` (a seat).

    Raises BadTable for impossible players, seeds, options and deals.
    """
    if type(seed) is not int:
        raise BadTable(f"the seed of a game is a whole number, not {seed!r}")
    from .setup import deal_from

    table = rules.for_table(players, options)
    cells = table.fresh_cells(seed)
    deal_from(table, cells, deal or {})
    return State.of(table, cells)


class Cursor:
    """A game thawed for play in place: for bots and simulation.

    ``options`` and :meth:`choose` do what a state's decision and :func:`apply` do, without a
    state for each decision. :meth:`state` freezes it.
    """

    __slots__ = ("_cells", "_program", "options", "table")

    def __init__(self, state: State) -> None:
        self.table = state.table
        self._program = state.table.program
        self._cells = list(state.cells)
        self.options = state.options

    @property
    def player(self) -> int:
        """The seat that decides."""
        return self._cells[ACTOR]

    def choose(self, option: Option) -> Log:
        """Carry out one of ``options``; the records of what happened."""
        log: Log = []
        self.options = self._program.choose(self._cells, log, option)
        return log

    def state(self) -> State:
        """The state as it stands."""
        return State.of(self.table, self._cells)
