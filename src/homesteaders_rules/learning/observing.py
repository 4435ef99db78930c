"""Observations: what a seat sees as a vector of fixed size, each entry with a name and bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import field, frozen

from ..errors import expect
from ..linking.cells import PUBLIC, Cell
from ..linking.table import Table, once_a_table
from ..mechanisms.displays.commands import ROW
from ..mechanisms.enclosing.definitions import INSIDE, STANDING
from ..mechanisms.later.commands import LATER
from ..mechanisms.later.steps import WIDTH as LATER_WIDTH
from ..mechanisms.limits import USED, uses_of
from ..play.views import View
from ..runtime.packing import COPIES, EMPTY, WIDTH, shift_of

HIDDEN = -1
"""Stands for whatever the seat may not know; no entry has it otherwise."""
LOTS = ("leader", "standing")
"""The first words of cells of lots, which have numbers; in all others numbers are of players."""
CONCEALED = ("goods", "step", "marker lot", "marker bid")
"""The first words of cells that are hidden from some while something secret goes on."""


@frozen
class Entry:
    """One number of an observation: its name, and the least and the most that it can be.

    The least is HIDDEN where what it says may be hidden from a seat.
    """

    name: str
    least: int
    most: int


@frozen
class Part:
    """Some bits of a cell: their name, where they begin, how many they are, and what they can be.

    ``width`` 0: the whole cell.
    """

    name: str
    most: int
    first: int = 0
    width: int = 0

    def of(self, number: int) -> int:
        """The value of the part; of a whole cell no less than 0, and no more than it can be."""
        if self.width:
            return number >> self.first & (1 << self.width) - 1
        return min(max(number, 0), self.most)


@frozen
class OrderPart(Part):
    """A place in an order: 0 where nothing lies, else the number of what does plus one."""

    def of(self, number: int) -> int:
        value = number >> self.first & EMPTY
        return 0 if value == EMPTY else value + 1


def observation(view: View) -> tuple[int, ...]:
    """What the seat of a view sees: one number for each of :func:`entries`, of fixed size.

    Equal views give equal observations. What is hidden is HIDDEN. Raises TypeError for what is
    no view, and GameError for one that knows no table.
    """
    expect(view, View, "a view, which view() returns")
    assert view.layout is not None
    return _read(view)


def entries(table: Table) -> tuple[Entry, ...]:
    """What each number of an observation at a table is. Raises TypeError for what is no table."""
    expect(table, Table, "a table, which Rules.for_table() returns")
    return _plan(table).entries


@frozen
class _Plan:
    """The cells of a table that are seen, each with its parts, and the stacks."""

    cells: tuple[tuple[int, tuple[Part, ...]], ...]
    stacks: tuple[tuple[str, int], ...]
    piece_index: Mapping[str, int]
    entries: tuple[Entry, ...] = field(default=())
    _last: dict[int, tuple[int | None, tuple[int, ...]]] = field(init=False, factory=dict)

    def taken_apart(self, index: int, number: int | None, parts: Sequence[Part]) -> Sequence[int]:
        """The values of the parts of a cell, which at most choices is what it was before."""
        before, values = self._last.get(index, (None, ()))
        if before != number or not values:
            values = tuple([HIDDEN if number is None else part.of(number) for part in parts])
            self._last[index] = number, values
        return values


@once_a_table
def _plan(table: Table) -> _Plan:
    layout, holding = table.layout, Cells(table)
    cells: list[tuple[int, tuple[Part, ...]]] = []
    found = [Entry("over", 0, 1), Entry("seat", HIDDEN, layout.players - 1)]
    for index, cell in enumerate(layout.cells):
        kind = str(cell.name[0])
        if kind in ("random", "stack") or cell.low == cell.high:
            continue
        parts = tuple(holding.parts(cell))
        cells.append((index, parts))
        least = 0 if cell.owner == PUBLIC and kind not in CONCEALED else HIDDEN
        found += [Entry(_name(cell, layout.players, part.name), least, part.most) for part in parts]
    boards = {name for names in layout.boards.values() for name in names}
    stacks = tuple((each, n) for each, n in layout.stack_size.items() if each not in boards)
    for stack, size in stacks:
        most = len(layout.pieces)
        found += [Entry(f"stack: {stack}: {n}", HIDDEN, most) for n in range(1, size + 1)]
    return _Plan(tuple(cells), stacks, layout.piece_index, tuple(found))


def _read(view: View) -> tuple[int, ...]:
    plan = _plan(view._table)
    found = [int(view.over), HIDDEN if view.player is None else view.player]
    cells = view.cells
    for index, parts in plan.cells:
        found += plan.taken_apart(index, cells[index], parts)
    for stack, size in plan.stacks:
        lying = view.stack(stack)
        found += [HIDDEN if each is None else plan.piece_index[each] + 1 for each in lying]
        found += [0] * (size - len(lying))
    return tuple(found)


def _name(cell: Cell, players: int, part: str) -> str:
    """``goods: player 1: wood``."""
    kind, *words = cell.name
    said = [str(kind)]
    for position, word in enumerate(words):
        if isinstance(word, str):
            said.append(word)
        elif position:
            said.append(str(word + 1))
        elif kind in LOTS:
            said.append(f"lot {word + 1}")
        else:
            said.append("all" if word == players else f"player {word + 1}")
    return ": ".join([*said, part] if part else said)


# ---------------------------------------------------------------------------------- what cells hold


def _bits(names: Sequence[str]) -> Iterator[Part]:
    return (Part(name, 1, number, 1) for number, name in enumerate(names))


@frozen
class Cells:
    """What the numbers in the cells of a table are, taken apart where there are several in one."""

    table: Table

    def parts(self, cell: Cell) -> Iterator[Part]:
        """The parts of a cell, by the first word of its name; of most it is the whole of it."""
        return PARTS.get(str(cell.name[0]), Cells._whole)(self, cell)

    def _whole(self, cell: Cell) -> Iterator[Part]:
        yield Part("", cell.high)

    def _step(self, cell: Cell) -> Iterator[Part]:
        yield Part("", len(self.table.program.steps) - 1)

    def _course(self, cell: Cell) -> Iterator[Part]:
        yield Part("", len(self.table.program.course))

    def _players(self, cell: Cell) -> Iterator[Part]:
        return _bits([f"player {player + 1}" for player in range(self.table.players)])

    def _lots(self, cell: Cell) -> Iterator[Part]:
        return _bits([f"lot {lot + 1}" for lot in range(cell.high.bit_length())])

    def _copies(self, cell: Cell) -> Iterator[Part]:
        layout = self.table.layout
        sorts = {sort.name for sort in layout.placed_sorts() if cell.name[1] in sort.places}
        for index, piece in enumerate(layout.pieces):
            if piece.sort in sorts:
                yield Part(piece.name, layout.copies(index), shift_of(index), COPIES)

    def _owned(self, cell: Cell) -> Iterator[Part]:
        layout = self.table.layout
        for index, piece in enumerate(layout.pieces):
            if layout.is_owned(index):
                yield Part(piece.name, 1, index, 1)

    def _placed(self, cell: Cell) -> Iterator[Part]:
        layout = self.table.layout
        return _bits([f"{layout.pieces[p.piece].name} {p.good} {p.number}" for p in layout.places])

    def _map(self, cell: Cell) -> Iterator[Part]:
        layout = self.table.layout
        ground, drawn = layout.ground, layout.map
        assert ground is not None
        assert drawn is not None
        if cell.name[1] == "neutral":
            for index, piece in layout.of_sort(drawn.sort):
                yield Part(piece.name, 1, index, 1)
            return
        most = len(ground.tiles) * ground.turns
        for place in range(len(ground.middles)):
            yield OrderPart(str(place + 1), most, WIDTH * place, WIDTH)

    def _on_spaces(self, cell: Cell) -> Iterator[Part]:
        layout = self.table.layout
        assert layout.ground is not None
        assert layout.map is not None
        heap = layout.ground.heap(layout.good_index[str(cell.name[1])])
        assert heap is not None
        for index, piece in layout.of_sort(layout.map.sort):
            yield Part(piece.name, heap.most, heap.width * index, heap.width)

    def _tiles(self, cell: Cell) -> Iterator[Part]:
        lattice = self.table.layout.lattice
        assert lattice is not None
        for number, name in enumerate(lattice.plan.names):
            yield Part(name, len(lattice.kinds), lattice.width * number, lattice.width)

    def _on_cells(self, cell: Cell) -> Iterator[Part]:
        lattice = self.table.layout.lattice
        assert lattice is not None
        heap = lattice.heap(self.table.layout.good_index[str(cell.name[2])])
        assert heap is not None
        for number, name in enumerate(lattice.plan.names):
            yield Part(name, heap.most, heap.width * number, heap.width)

    def _edges(self, cell: Cell) -> Iterator[Part]:
        lattice = self.table.layout.lattice
        assert lattice is not None
        return _bits([f"edge {edge + 1}" for edge in range(lattice.plan.edges)])

    def _inside(self, cell: Cell) -> Iterator[Part]:
        lattice = self.table.layout.lattice
        assert lattice is not None
        return _bits(lattice.plan.names)

    def _uses(self, cell: Cell) -> Iterator[Part]:
        firsts = [*uses_of(self.table.definitions).values(), cell.high.bit_length()]
        for number, (first, end) in enumerate(pairwise(firsts), 1):
            yield Part(str(number), (1 << end - first) - 1, first, end - first)

    def _later(self, cell: Cell) -> Iterator[Part]:
        for number in range(self.table.rounds):
            most = (1 << LATER_WIDTH) - 1
            yield Part(f"round {number + 1}", most, LATER_WIDTH * number, LATER_WIDTH)

    def _row(self, cell: Cell) -> Iterator[Part]:
        most = len(self.table.layout.pieces)
        for space in range(cell.high.bit_length() // WIDTH):
            yield Part(str(space + 1), most, WIDTH * space, WIDTH)


PARTS: Mapping[str, Callable[[Cells, Cell], Iterator[Part]]] = {
    "step": Cells._step,
    "part": Cells._course,
    "out": Cells._players,
    "open": Cells._lots,
    "pieces": Cells._copies,
    "owned": Cells._owned,
    "placed": Cells._placed,
    "map": Cells._map,
    "lying": Cells._on_spaces,
    "grid": Cells._tiles,
    "on cells": Cells._on_cells,
    STANDING: Cells._edges,
    INSIDE: Cells._inside,
    USED: Cells._uses,
    LATER: Cells._later,
    ROW: Cells._row,
}
"""What takes a cell apart, by the first word of its name."""
