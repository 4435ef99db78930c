"""Table: rules folded and linked for a number of players and a value for each option."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, wraps
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from attrs import field, frozen

from ..errors import BadTable, Unsupported, expect, shown, suggestion
from ..hints import later
from ..rules import Rules
from ..runtime.registers import RANDOM
from ..values import Unchanging
from .linked import Linked
from .native.machine import Machine

if TYPE_CHECKING:
    from ..commands.definitions.definition import Definition, Needs
    from ..commands.definitions.scores import Scoring
    from ..mechanisms.later.commands import Later, Line
    from ..mechanisms.piles.steps import OpenLots
    from ..runtime.program import Program
    from .actions import Actions
    from .layout import Layout
else:
    Definition, Needs = later("commands.definitions.definition", "Definition", "Needs")
    (Scoring,) = later("commands.definitions.scores", "Scoring")
    Later, Line = later("mechanisms.later.commands", "Later", "Line")
    (OpenLots,) = later("mechanisms.piles.steps", "OpenLots")
    (Program,) = later("runtime.program", "Program")
    (Actions,) = later("linking.actions", "Actions")
    (Layout,) = later("linking.layout", "Layout")

AUTO, NATIVE, PYTHON = MACHINES = ("auto", "native", "python")
"""Who plays: the machine in C where it can, that machine, or the interpreter in Python."""
VARIABLE = "HOMESTEADERS_RULES_MACHINE"
"""The variable of the environment with the machine for tables of which nothing else is said."""
MOST_KEPT = 64
"""So many tables are kept though nobody uses them; those in use are known however many."""


Found = TypeVar("Found")
P = ParamSpec("P")


@frozen(eq=False)
class Table(Unchanging):
    """What every state of a game shares. Made by :meth:`Rules.for_table`.

    Two tables are equal if their rules mean the same, in the same order, and players and options
    are the same; then either takes the options of the other. A table in use is not made twice,
    unless the rules were read again meanwhile and stand elsewhere in their files. ``asked`` is the
    machine that was asked for, which changes nothing but the speed.
    """

    rules: Rules
    players: int
    options: Mapping[str, bool]
    asked: str = AUTO
    identity: tuple[object, ...] = field(init=False)
    _hash: int = field(init=False)
    _linked: Linked = field(init=False, repr=False)
    _known: dict[Hashable, Any] = field(init=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        expect(self.rules, Rules, "what load() returns")
        expect(self.options, Mapping, "a mapping of the names of options to True or False")
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "_linked", Linked(self.rules, self.players, self.options))
        object.__setattr__(self, "identity", self._linked.identity)
        object.__setattr__(self, "_hash", hash(self.identity))

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
            return self._kept or Machine.of(self._linked)
        except Unsupported as why:
            if self.asked == NATIVE:
                raise BadTable(f"{self} cannot be played by the machine in C: {why}") from why
            return None

    @cached_property
    def _kept(self) -> Machine | None:
        """The machine with an image that is kept: it plays before anything is linked."""
        return None if self.asked == PYTHON else Machine.kept(self._linked)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """What the rules say at this table."""
        return self._linked.made.definitions

    @cached_property
    def layout(self) -> Layout:
        """What each cell of a state means."""
        return self._linked.made.layout

    @cached_property
    def program(self) -> Program:
        """What runs a game."""
        return self._linked.made.program

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        from ..commands.definitions.scores import Scoring

        return next(d for d in self.definitions if isinstance(d, Scoring))

    @property
    def rounds(self) -> int:
        """The number of numbered rounds."""
        return self.layout.rounds

    @cached_property
    def needs(self) -> tuple[Needs, ...]:
        """Options that must be chosen with so many players."""
        from ..commands.definitions.definition import Needs

        return tuple(each for each in self.definitions if isinstance(each, Needs))

    @cached_property
    def lots(self) -> OpenLots | None:
        """What says which lots are on offer; None where nothing is auctioned."""
        from ..mechanisms.piles.steps import OpenLots

        return next((step for step in self.program.steps if isinstance(step, OpenLots)), None)

    @cached_property
    def actions(self) -> Actions:
        """Every key that any state of the table can offer, numbered; made when first asked for.

        Raises BeyondCatalogue where there are too many.
        """
        from .actions import Actions

        return Actions.of(self.program)

    @cached_property
    def put_off(self) -> tuple[tuple[Line, Later], ...]:
        """What comes in later rounds, by its piece and place, in the order of its cells."""
        from ..mechanisms.later.commands import put_off_in

        return tuple(put_off_in(self.definitions))

    def fresh_cells(self, seed: int) -> list[int]:
        """The cells before setup: everything in the stock and in the first places.

        Raises TypeError for a seed that is no whole number.
        """
        expect(seed, int, "a whole number as seed")
        cells = list(self.fresh)
        cells[RANDOM] = seed & ((1 << 64) - 1)
        return cells

    @cached_property
    def fresh(self) -> tuple[int, ...]:
        """The same, whatever the seed: so many cells has each state, and what is unfinished."""
        return (self._kept or self._linked.made).fresh

    @cached_property
    def ends(self) -> frozenset[int]:
        """The numbers of the steps at which a game is over."""
        return (self._kept or self._linked.made).ends


def once(table: Table, find: Callable[..., Found], *more: Hashable) -> Found:
    """What ``find`` makes of a table and more; made once, and gone with the table.

    An equal table has another one, since offers are told apart by what they are: those of one
    table are not found among those of another.
    """
    name = find, *more
    if name not in table._known:
        table._known[name] = find(table, *more)
    found: Found = table._known[name]
    return found


def once_a_table(
    find: Callable[Concatenate[Table, P], Found],
) -> Callable[Concatenate[Table, P], Found]:
    """The same, for a function that is always asked so."""

    @wraps(find)
    def found(table: Table, /, *more: P.args, **_: P.kwargs) -> Found:
        try:
            known: Found = table._known[find, *more]
        except KeyError:
            return once(table, find, *more)
        return known

    return found


class _Tables:
    """The tables in use, and those that were used last: one for each identity, in all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: WeakValueDictionary[Hashable, Table] = WeakValueDictionary()
        self._recent: OrderedDict[Hashable, Table] = OrderedDict()

    def find(self, identity: Hashable) -> Table | None:
        """The table of that identity, if there is one."""
        with self._lock:
            table = self._recent.get(identity) or self._known.get(identity)
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


def link_table(rules: Rules, players: int, options: Mapping[str, bool], asked: str = AUTO) -> Table:
    """A table made anew; every option has a value.

    It is linked at once, unless there is an image of it for the machine in C. Raises Unlinkable
    where something in the rules stands on what is not there, SameKey, and BadTable where an option
    must be chosen with so many players.
    """
    table = Table(rules, players, options, asked)
    if table._kept is None:
        _check_needs(table)
    return table


def _check_needs(table: Table) -> None:
    for need in table.needs:
        if not table.options[need.option]:
            title = table.rules.title
            many = "s" * (table.players != 1)
            raise BadTable(f'{title} with {table.players} player{many} needs "{need.option}"')


def table_for(
    rules: Rules,
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
    identity = rules.identity, rules.spans_hash, players, tuple(values.values()), asked
    table = _tables.find(identity)
    if table is None:
        table = _tables.add(identity, link_table(rules, players, values, asked))
    if asked == NATIVE:
        table.machine  # noqa: B018  # it raises where there is none
    return table


def unpickled(rules: Rules, players: int, options: Mapping[str, bool], machine: str) -> Table:
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
