"""Table: rules folded and linked for a number of players and a value for each option."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import define, field

from ..commands.course import Play
from ..commands.definitions import Needs
from ..commands.scores import Scoring
from ..errors import BadTable, nearest
from ..runtime.packing import shift_of
from ..runtime.program import Program
from ..runtime.registers import RANDOM
from .folding import fold
from .layout import Layout
from .linker import Linker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..commands.definitions import Definition
    from ..commands.rulebook import Rulebook


@define(eq=False)
class Table:
    """What every state of a game shares. Made by :meth:`Rules.for_table`.

    Two tables are equal if their rules mean the same and players and options are the same.
    """

    rules: Rulebook
    players: int
    options: Mapping[str, bool]
    definitions: tuple[Definition, ...]
    layout: Layout
    program: Program
    identity: tuple[object, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.identity = (self.rules.digest, self.players, tuple(sorted(self.options.items())))

    def __repr__(self) -> str:
        return f"<Table: {self.rules.title}, {self.players} players>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        return next(d for d in self.definitions if isinstance(d, Scoring))

    @property
    def rounds(self) -> int:
        """The number of numbered rounds."""
        return self.layout.rounds

    def fresh_cells(self, seed: int) -> list[int]:
        """The cells before setup: everything in the stock and in the first places."""
        cells = list(self._fresh)
        cells[RANDOM] = seed & ((1 << 64) - 1)
        return cells

    @cached_property
    def _fresh(self) -> tuple[int, ...]:
        layout = self.layout
        cells = [0] * len(layout.cells)
        for good in layout.goods:
            cells[layout.goods_cell(layout.players, good.name)] = good.count
        for sort in layout.owned_sorts():
            for index, _ in layout.of_sort(sort.name):
                cells[layout.at["pieces", sort.places[0]]] += layout.copies(index) << shift_of(
                    index
                )
        for track in layout.tracks:
            if track.common:
                cells[layout.at["track", layout.players, track.name]] = track.start
        return tuple(cells)


@lru_cache(maxsize=64)
def _table(rules: Rulebook, players: int, options: tuple[tuple[str, bool], ...]) -> Table:
    values = dict(options)
    definitions = fold(rules.definitions, players, values)
    rounds = next(d for d in definitions if isinstance(d, Play)).rounds
    layout = Layout.of(definitions, players, rounds)
    return Table(rules, players, values, definitions, layout, Linker(definitions, layout).finish())


def _check_needs(rules: Rulebook, table: Table) -> None:
    for need in table.definitions:
        if isinstance(need, Needs) and not table.options[need.option]:
            raise BadTable(f'{rules.title} with {table.players} players needs "{need.option}"')


def table_for(rules: Rulebook, players: int, options: Mapping[str, bool] | None = None) -> Table:
    """The table for a number of players and options; those not named keep their defaults.

    Raises BadTable for a number of players the rules do not allow and for unknown options.
    """
    if type(players) is not int or players not in rules.players:
        least, most = rules.players.start, rules.players.stop - 1
        raise BadTable(f"{rules.title} is for {least} to {most} players, not {players!r}")
    values = rules.options
    for name, value in (options or {}).items():
        if name not in values:
            raise BadTable(f'there is no option "{name}"{nearest(name, values)}')
        if not isinstance(value, bool):
            raise BadTable(f'option "{name}" is True or False, not {value!r}')
        values[name] = value
    table = _table(rules, players, tuple(sorted(values.items())))
    _check_needs(rules, table)
    return table
