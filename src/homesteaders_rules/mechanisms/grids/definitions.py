"""A grid: a board of cells for each player, and what its sentences say of them.

A sentence is a class of its own, listed in the catalogue: whoever adds a notion to grids adds one,
in a module of its own, and no other line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.base import GOOD, CellName, SaidOneWay, Vocabulary, join
from ...commands.definitions.definition import Definition
from ...trees import Node, Token, nodes, text_of, tokens
from ...words import a_or_an
from .. import grids
from ..lines import OfLines, lines_of
from .geometry import MOST_COLUMNS, MOST_ROWS, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...commands.conditions import Condition
    from ...commands.protocols import Layout, Reader
    from ...runtime.counters import Counter
    from .lattice import Closing


class GridLine(Definition):
    """A sentence about the cells of a grid."""

    __slots__ = ()

    kind = "line of a grid"

    def cells_on(self, plan: Plan, players: int) -> Iterable[tuple[CellName, int]]:
        """The cells of a state that it needs for itself, on a grid of a plan."""
        return ()

    def closing(self, layout: Layout, grid: Grid) -> Closing | None:
        """What closes cells to tiles, if it speaks of that. Its own cells are numbered by then."""
        return None


@frozen(eq=False, repr=False)
class Counted(GridLine):
    """A sentence that says what is counted under a name: ``an unused cell is one that ...``."""

    name: str

    def counter(self, layout: Layout) -> Counter:
        """How many there are, of a player."""
        raise NotImplementedError


@frozen(eq=False, repr=False)
class Tiles(GridLine):
    """A sentence about tiles: goods that lie on cells, as the text calls them together."""

    goods: tuple[str, ...] = field(metadata=GOOD)
    said: str


@frozen(eq=False, repr=False)
class Holds(GridLine):
    """``a cell holds 1 room, 1 field or 1 stable``: which goods are tiles, one on a cell."""

    rules = ("holds",)
    example = "a cell holds 1 <tile>"
    hints = (("a cell holds", "a cell holds 1 <good> or 1 <good>"),)
    goods: tuple[str, ...] = field(metadata=GOOD)
    said: tuple[str, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Holds:
        """The tiles, each once."""
        found: dict[str, None] = {}
        for number, word in _pairs(tokens(node)):
            if str(number) != "1":
                reader.report("E302", "a cell holds one tile", number, "write: 1")
            for good in reader.goods(word):
                if good in found:
                    message = f"{good} stands twice in the list"
                    reader.report("E301", message, word, "keep one of them")
                found[good] = None
        said = tuple(str(word) for word in tokens(node, "PHRASE"))
        return cls(tuple(found), said, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"a cell holds {join((f'1 {word}' for word in self.said), 'or')}"


def _pairs(words: list[Token]) -> Iterator[tuple[Token, Token]]:
    return zip(words[::2], words[1::2], strict=True)


@frozen(eq=False, repr=False)
class Lies(Tiles):
    """``a room lies beside another room``: on a cell next to one that holds one of ``beside``.

    With ``another`` the first of them lies anywhere; nothing in ``beside``: all of them do, as
    they do where nothing is said.
    """

    rules = ("lies_beside", "lies_anywhere")
    example = "a <tile> lies anywhere"
    hints = (("lies", example),)
    beside: tuple[str, ...] = field(default=(), metadata=GOOD)
    near: str = ""
    another: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Lies:
        """Which tiles, and next to which."""
        tile, *others = tokens(node, "PHRASE")
        goods, span = reader.goods(tile), reader.span(node)
        if not others:
            return cls(goods, str(tile), span=span)
        another = str(tokens(node, "BESIDE_WHICH")[0]).endswith("another")
        beside = reader.goods(others[0])
        declared = any(reader.declares(kind, others[0]) for kind in ("good", "group of goods"))
        if another and declared and set(beside) != set(goods):
            hint = f"write: {a_or_an(tile)} lies beside {a_or_an(others[0])}"
            reader.report("E371", f"{a_or_an(others[0])} is not another {tile}", others[0], hint)
        return cls(goods, str(tile), beside, str(others[0]), another, span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        if not self.beside:
            return f"{a_or_an(self.said)} lies anywhere"
        near = f"another {self.near}" if self.another else a_or_an(self.near)
        return f"{a_or_an(self.said)} lies beside {near}"


class Stays(SaidOneWay, GridLine):
    """``what was laid stays``: tiles are neither paid nor lost, and goods lie on cells for good."""

    __slots__ = ()

    rules = ("stays",)
    example = "what was laid stays"


@frozen(eq=False, repr=False)
class LieOn(Tiles):
    """``crops lie on fields, and count in scoring``: goods on the cells of some tiles.

    ``scored``: whoever counts them in scoring counts those on cells too.
    """

    rules = ("lie_on",)
    example = "<goods> lie on <tile>"
    hints = (("lie on", "<goods> lie on <tile>, and count in scoring"),)
    tiles: tuple[str, ...] = field(metadata=GOOD)
    under: str
    scored: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> LieOn:
        """Which goods, and on what."""
        goods, tiles = tokens(node, "PHRASE")
        scored = bool(tokens(node, "AND_COUNT"))
        on = reader.goods(tiles), str(tiles)
        return cls(reader.goods(goods), str(goods), *on, scored, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.said} lie on {self.under}" + ", and count in scoring" * self.scored


@frozen(eq=False, repr=False)
class EmptyCells(Counted):
    """``an unused cell is one that holds nothing and is not enclosed``."""

    rules = ("empty_cells",)
    example = "an unused cell is one that holds nothing"
    hints = (("is one that", example),)
    open_only: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> EmptyCells:
        """What they are called, and which of them."""
        name = str(tokens(node, "PHRASE")[0])
        return cls(name, bool(tokens(node, "AND_OPEN")), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        tail = " and is not enclosed" * self.open_only
        return f"{a_or_an(self.name)} is one that holds nothing{tail}"

    def counter(self, layout: Layout) -> Counter:
        return grids.steps.EmptyCells(layout.lattice, self.open_only)


@frozen(eq=False, repr=False)
class Grid(OfLines):
    """``grid Farmyard, for each player, of 3 rows and 5 columns:`` and its sentences.

    Each of them may depend on the table.
    """

    rules = ("grid",)
    example = (
        "grid Garden, for each player, of 4 rows and 4 columns:\n"
        "    a cell holds 1 <tile>\n    what was laid stays"
    )
    hints = (
        (
            "grid",
            "grid Garden, for each player, of 4 rows and 4 columns: and below it, indented: "
            "a cell holds 1 <good>",
        ),
    )
    kind = "grid"
    name: str
    rows: int
    columns: int
    lines: tuple[Definition, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        name, *numbers = (word for word in tokens(node) if word.type != "FOR_EACH_PLAYER_TAIL")
        sizes = [reader.number(word) for word in numbers]
        for word, size, most, what in zip(
            numbers, sizes, (MOST_ROWS, MOST_COLUMNS), ("rows", "columns"), strict=True
        ):
            if size > most:
                message = f"{size} {what}; there can be {most}"
                reader.report("E302", message, word, f"write {most}, or less")
        rows, columns = min(sizes[0], MOST_ROWS), min(sizes[1], MOST_COLUMNS)
        lines = tuple(lines_of(reader, nodes(node), lambda line: (reader.line(line),)))
        return cls(text_of(name), rows, columns, lines, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"grid {self.name}, for each player, of {self.rows} rows and {self.columns} columns"

    @property
    def plan(self) -> Plan:
        """Its cells."""
        return Plan(self.rows, self.columns)

    def declares(self) -> Iterable[tuple[str, str, tuple[Condition, ...]]]:
        """Its cells, and what is counted of them."""
        yield from (("cell", name, self.conditions) for name in self.plan.names)
        for line in self.of(Counted):
            yield "count of cells", line.name, (*self.conditions, *line.conditions)

    def cells(self, players: int) -> Iterable[tuple[CellName, int]]:
        """Those of its sentences."""
        for line in self.of(GridLine):
            yield from line.cells_on(self.plan, players)

    @property
    def plurals(self) -> dict[str, str]:
        """What is counted of its cells, with the words for several of it."""
        return {line.name: f"{line.name}s" for line in self.of(Counted)}

    @property
    def tiles(self) -> tuple[str, ...]:
        """The goods that are tiles, in the order of their kinds."""
        return tuple(dict.fromkeys(good for line in self.of(Holds) for good in line.goods))

    def kinds_of(self, goods: Iterable[str]) -> int:
        """The bits of the kinds of some goods; a good that is no tile has none."""
        number = {good: kind for kind, good in enumerate(self.tiles, 1)}
        return sum(1 << number[good] for good in goods if good in number)
