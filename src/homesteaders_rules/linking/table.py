"""Table: rules folded and linked for a number of players and a value for each option."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from weakref import WeakValueDictionary

from attrs import field, frozen

from ..commands.definitions.course import Play
from ..commands.definitions.definition import Definition, Needs
from ..commands.definitions.scores import Scoring
from ..errors import BadTable, Unlinkable, Unsupported, expect, shown, suggestion
from ..garbage import collected_later
from ..mechanisms.later.commands import Later, Line, put_off_in
from ..mechanisms.piles.steps import OpenLots
from ..runtime.packing import laid, shift_of
from ..runtime.program import Program
from ..runtime.registers import RANDOM
from ..values import Unchanging
from .actions import Actions
from .folding import fold
from .layout import Layout
from .linker import Linker
from .native.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Hashable

AUTO, NATIVE, PYTHON = MACHINES = ("auto", "native", "python")
"""Who plays: the machine in C where it can, that machine, or the interpreter in Python."""
VARIABLE = "HOMESTEADERS_RULES_MACHINE"
"""The variable of the environment with the machine for tables of which nothing else is said."""
MOST_KEPT = 64
"""So many tables are kept though nobody uses them; those in use are known however many."""


@runtime_checkable
class Rulebook(Protocol):
    """Rules, as far as a table and its states need them."""

    def __hash__(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def spans_hash(self) -> int: ...
    @property
    def definitions(self) -> tuple[Definition, ...]: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def options(self) -> dict[str, bool]: ...
    def headers_data(self) -> list[list[str]]: ...


@frozen(eq=False)
class Table(Unchanging):
    """What every state of a game shares. Made by :meth:`Rules.for_table`.

    Two tables are equal if their rules mean the same, in the same order, and players and options
    are the same; then either takes the options of the other. A table in use is not made twice,
    unless the rules were read again meanwhile and stand elsewhere in their files. ``asked`` is the
    machine that was asked for, which changes nothing but the speed.
    """

    rules: Rulebook
    players: int
    options: Mapping[str, bool]
    definitions: tuple[Definition, ...]
    layout: Layout
    program: Program
    asked: str = AUTO
    identity: tuple[object, ...] = field(init=False)
    _hash: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        expect(self.rules, Rulebook, "what load() returns")
        expect(self.options, Mapping, "a mapping of the names of options to True or False")
        expect(self.program, Program, "the program of a table, which Rules.for_table() makes")
        identity = (self.rules.identity, self.players, tuple(sorted(self.options.items())))
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "identity", identity)
        object.__setattr__(self, "_hash", hash(identity))
        if not self.program.is_frozen:
            self.program.settle(identity)
        elif self.program.home != identity:
            raise BadTable("this is the program of another table")

    def __repr__(self) -> str:
        return f"<Table: {self.rules.title}, {self.players} players>"

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (self.rules, self.players, self._changed_options(), self.asked)

    def _changed_options(self) -> dict[str, bool]:
        """The options that do not have their defaults."""
        defaults = self.rules.options
        return {name: value for name, value in self.options.items() if defaults[name] != value}

    @property
    def machine(self) -> str:
        """Which machine plays it: ``native``, in C, or ``python``. The first look takes longest."""
        return PYTHON if self.native is None else NATIVE

    @cached_property
    def native(self) -> Machine | None:
        """The machine in C, ready to play; None where Python plays, since it was asked to or must.

        Raises BadTable where the machine in C was asked for, and there is none for this table.
        """
        if self.asked == PYTHON:
            return None
        try:
            return Machine(self.program, self.layout)
        except Unsupported as why:
            if self.asked == NATIVE:
                raise BadTable(f"{self} cannot be played by the machine in C: {why}") from why
            return None

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        return next(d for d in self.definitions if isinstance(d, Scoring))

    @property
    def rounds(self) -> int:
        """The number of numbered rounds."""
        return self.layout.rounds

    @cached_property
    def needs(self) -> tuple[Needs, ...]:
        """Options that must be chosen with so many players."""
        return tuple(each for each in self.definitions if isinstance(each, Needs))

    @cached_property
    def lots(self) -> OpenLots | None:
        """What says which lots are on offer; None where nothing is auctioned."""
        return next((step for step in self.program.steps if isinstance(step, OpenLots)), None)

    @cached_property
    def actions(self) -> Actions:
        """Every key that any state of the table can offer, numbered; made when first asked for.

        Raises BeyondCatalogue where there are too many.
        """
        return Actions.of(self.program)

    @cached_property
    def put_off(self) -> tuple[tuple[Line, Later], ...]:
        """What comes in later rounds, by its piece and place, in the order of its cells."""
        return tuple(put_off_in(self.definitions))

    def fresh_cells(self, seed: int) -> list[int]:
        """The cells before setup: everything in the stock and in the first places.

        Raises TypeError for a seed that is no whole number.
        """
        expect(seed, int, "a whole number as seed")
        cells = list(self._fresh)
        cells[RANDOM] = seed & ((1 << 64) - 1)
        return cells

    @cached_property
    def _fresh(self) -> tuple[int, ...]:
        layout = self.layout
        cells = [0] * len(layout.cells)
        for good in layout.goods:
            cells[layout.goods_cell(layout.players, good.name)] = good.count
        for sort in layout.placed_sorts():
            for index, _ in layout.of_sort(sort.name):
                cells[layout.at["pieces", sort.places[0]]] += layout.copies(index) << shift_of(
                    index
                )
        for stack in layout.stacks:
            cells[layout.at["stack", stack]] = laid((), layout.stack_size[stack])
        for name in (name for names in layout.boards.values() for name in names):
            for cell in ("stack", "turned", "face up"):
                cells[layout.at[cell, name]] = layout.cells[layout.at[cell, name]].low
        for track in layout.tracks:
            if track.common:
                cells[layout.at["track", layout.players, track.name]] = track.start
        return tuple(cells)


class _Tables:
    """The tables in use, and those that were used last: one for each identity, in all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: WeakValueDictionary[Hashable, Table] = WeakValueDictionary()
        self._recent: OrderedDict[Hashable, Table] = OrderedDict()

    def find(self, identity: Hashable) -> Table | None:
        """The table of that identity, if there is one."""
        with self._lock:
            table = self._known.get(identity)
            if table is not None:
                self._keep(identity, table)
            return table

    def add(self, identity: Hashable, table: Table) -> Table:
        """Make a table known; the table that another thread has made known before."""
        with self._lock:
            table = self._known.setdefault(identity, table)
            self._keep(identity, table)
            return table

    def _keep(self, identity: Hashable, table: Table) -> None:
        self._recent[identity] = table
        self._recent.move_to_end(identity)
        if len(self._recent) > MOST_KEPT:
            self._recent.popitem(last=False)


_tables = _Tables()


def link_table(
    rules: Rulebook, players: int, options: Mapping[str, bool], asked: str = AUTO
) -> Table:
    """A table made anew; every option has a value.

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
        table = Table(rules, players, options, definitions, layout, program, asked)
        table.fresh_cells(0)
    except BadTable:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        where = f"{effect.span}: " if effect is not None and effect.span else ""
        message = f"{where}{rules.title} with {players} players cannot be linked ({what})"
        raise Unlinkable(message, effect=effect) from error
    return table


def _check_needs(rules: Rulebook, table: Table) -> None:
    for need in table.needs:
        if not table.options[need.option]:
            raise BadTable(f'{rules.title} with {table.players} players needs "{need.option}"')


def table_for(
    rules: Rulebook,
    players: int,
    options: Mapping[str, bool] | None = None,
    machine: str | None = None,
) -> Table:
    """The table for a number of players and options; those not named keep their defaults.

    ``machine``: one of MACHINES; None: what VARIABLE says, else ``auto``. Raises BadTable for a
    number of players the rules do not allow, for unknown options, and for a machine there is not.
    """
    if type(players) is not int or players not in rules.players:
        least, most = rules.players.start, rules.players.stop - 1
        raise BadTable(f"{rules.title} is for {least} to {most} players, not {shown(players)}")
    values = rules.options
    for name, value in _named(options).items():
        if name not in values:
            known = f"; known: {', '.join(values)}" if values else "; these rules have none"
            close = suggestion(name, values) or known
            raise BadTable(f'there is no option "{name}"{close}')
        if not isinstance(value, bool):
            raise BadTable(f'option "{name}" is True or False, not {shown(value)}')
        values[name] = value
    asked = _machine(machine)
    identity = rules.identity, rules.spans_hash, players, tuple(sorted(values.items())), asked
    table = _tables.find(identity)
    if table is None:
        with collected_later():
            table = _tables.add(identity, link_table(rules, players, values, asked))
    _check_needs(rules, table)
    if asked == NATIVE:
        table.machine  # noqa: B018  # it raises where there is none
    return table


def unpickled(rules: Rulebook, players: int, options: Mapping[str, bool], machine: str) -> Table:
    """The table that was pickled: where it comes to no machine in C, Python plays what that did."""
    try:
        return table_for(rules, players, options, machine)
    except BadTable:
        if machine != NATIVE:
            raise
    return table_for(rules, players, options, AUTO)


def _machine(asked: object) -> str:
    """The machine that is meant."""
    name = os.environ.get(VARIABLE, AUTO) if asked is None else asked
    if name not in MACHINES:
        where = f" (the variable {VARIABLE} says so)" if asked is None else ""
        raise BadTable(f"a machine is one of {', '.join(MACHINES)}, not {shown(name)}{where}")
    return str(name)


def _named(options: object) -> Mapping[str, bool]:
    """Options by name; None are none."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BadTable(f"options are a mapping of names to True or False, not {shown(options)}")
    return options
