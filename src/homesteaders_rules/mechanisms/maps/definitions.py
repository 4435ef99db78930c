"""A map: what its spaces are, how its tiles lie, where players build, and what begins there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from ...commands.amounts import Bundle
from ...commands.base import PIECE, SORT, Vocabulary, join
from ...commands.definitions.definition import Definition
from ...trees import Node, nodes, tokens
from ..lines import OfLines, lines_of
from .geometry import HEXES, LISTED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...commands.protocols import Reader

RING = ", and a tile is one of them with six around it"
TURNED, DRAWN, IN_ORDER = (
    "are drawn and turned at random",
    "are drawn at random",
    "lie in the order of the text",
)
"""How tiles come to their places."""
NEXT_TO_ANY, NEXT_TO_OWN, NEXT_TO_OWN_OR_FIRST, ANYWHERE = (
    "next to one that is built on or neutral",
    "next to one of theirs",
    "next to one of theirs, the first anywhere",
    "any",
)
"""Which free spaces a player builds on."""
MOST_ROWS = MOST_IN_A_ROW = 20


class MapLine(Definition):
    """A sentence about a map."""

    __slots__ = ()

    kind = "line of a map"


@frozen(eq=False, repr=False)
class Shape(MapLine):
    """``spaces are hexes, and a tile is one of them with six around it``.

    ``ring``: a tile has seven spaces, else it is one. Neighbours of squares share a side, those
    that ``also meet at corners`` a corner too; ``neighbours are as listed``: by lines of names.
    """

    rules = ("shape", "shape_listed")
    spaces: str
    ring: bool = False

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Shape:
        """What the spaces of a map are."""
        span = reader.span(node)
        if node.data == "shape_listed":
            return cls(LISTED, span=span)
        said, *ring = tokens(node)
        sort, _, spaces = str(said).partition(" are ")
        reader.named("sort of pieces", said.part(sort).as_phrase())
        if ring and spaces != HEXES:
            message = f"six lie around a hex, but not around one of the {spaces.split()[0]}"
            hint = f"write: {sort} are {HEXES}{RING}"
            reader.report("E391", message, ring[0], hint)
        return cls(spaces, bool(ring), span=span)

    def words(self, vocabulary: Vocabulary) -> str:
        what = "neighbours" if self.spaces == LISTED else "spaces"
        return f"{what} are {self.spaces}{RING * self.ring}"


@frozen(eq=False, repr=False)
class Rows(MapLine):
    """``tiles lie in rows of 3, 4 and 3``, from the top.

    Of hexes a row begins half a tile to the left of the one above it where it is longer, else
    half a tile to the right; of squares all begin at the same side.
    """

    rules = ("rows",)
    lengths: tuple[int, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Rows:
        """The lengths of the rows."""
        words = tokens(node)
        lengths = tuple(reader.number(word) for word in words)
        for word, length in zip(words, lengths, strict=True):
            if length > MOST_IN_A_ROW:
                message = f"{length} tiles in a row; there can be {MOST_IN_A_ROW}"
                reader.report("E302", message, word, f"write {MOST_IN_A_ROW}, or less")
        if len(lengths) > MOST_ROWS:
            message = f"{len(lengths)} rows; there can be {MOST_ROWS}"
            reader.report("E302", message, node, f"leave out all but {MOST_ROWS}")
        return cls(lengths, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"tiles lie in rows of {join(map(str, self.lengths))}"


@frozen(eq=False, repr=False)
class Dealing(MapLine):
    """``tiles are drawn and turned at random``, or ``lie in the order of the text``."""

    rules = ("dealing",)
    how: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Dealing:
        """How tiles come to their places."""
        said = str(tokens(node)[0])
        return cls(said.partition(" ")[2], span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"tiles {self.how}"


@frozen(eq=False, repr=False)
class Reach(MapLine):
    """``a player builds on a free space next to one that is built on or neutral``.

    Or ``next to one of theirs``, and perhaps ``the first anywhere``; or ``on any free space``.
    """

    rules = ("reach", "reach_any")
    sort: str = field(metadata=SORT)
    where: str

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Reach:
        """Where players build."""
        word, *rule = tokens(node)
        sort = reader.named("sort of pieces", word)
        return cls(sort, str(rule[0]) if rule else ANYWHERE, span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        if self.where == ANYWHERE:
            return f"a player builds on any free {self.sort}"
        return f"a player builds on a free {self.sort} {self.where}"


@frozen(eq=False, repr=False)
class Begins(MapLine):
    """``a pasture begins with 1 cow``: what lies on each space of a label when it is laid."""

    label: str
    bundle: Bundle

    @classmethod
    def read_all(cls, reader: Reader, node: Node, sort: str) -> list[Begins]:
        """One for each label: ``a pasture begins with 1 cow, and a lake with 1 canteen``."""
        pairs = zip(tokens(node), nodes(node), strict=True)
        return [
            cls(reader.label(word, sort), reader.bundle(goods), span=reader.span(word))
            for word, goods in pairs
        ]

    def words(self, vocabulary: Vocabulary) -> str:
        return f"a {self.label} begins with {self.bundle.words(vocabulary)}"


@frozen(eq=False, repr=False)
class Beside(MapLine):
    """``Helena: Butte, Billings``: neighbours as listed; who has one is a neighbour of it too."""

    rules = ("beside",)
    piece: str = field(metadata=PIECE)
    others: tuple[str, ...] = field(metadata=PIECE)

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Beside:
        """The neighbours of a piece."""
        first, *others = [reader.named("piece", word) for word in tokens(node)]
        return cls(first, tuple(others), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"{self.piece}: {', '.join(self.others)}"


LINES = {rule: kind for kind in (Shape, Rows, Dealing, Reach, Beside) for rule in kind.rules}


@frozen(eq=False, repr=False)
class Map(OfLines):
    """``map of spaces:`` and its lines, each of which may depend on the table.

    Its spaces are pieces of ``sort``: they begin in the first of its places, and lie in the
    second when the map is laid. A tile is a block ``tile Swan Lake:``, or one of the pieces.
    """

    rules = ("map",)
    example = (
        "map of <maps>:\n    <maps> are squares\n    tiles lie in rows of 1 and 1\n"
        "    tiles are drawn at random"
    )
    hints = (
        ("map", "map of <maps>: and below it, indented: <maps> are hexes"),
        ("map of", "map of <maps>: and below it, indented: <maps> are hexes"),
        ("tile", "tile North Shore: and below it, indented: 0: <mapped>, cost 1 <good>"),
        ("tiles lie in rows of", "tiles lie in rows of 3, 4 and 3"),
        ("a player builds on any free", "a player builds on any free <space>"),
    )
    kind = "map of"
    sort: str = field(metadata=SORT)
    lines: tuple[Definition, ...]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Definition:
        sort = reader.named("sort of pieces", tokens(node)[0])
        lines = lines_of(reader, nodes(node), lambda line: _read(reader, line, sort))
        return cls(sort, tuple(lines), span=reader.span(node))

    def words(self, vocabulary: Vocabulary) -> str:
        return f"map of {vocabulary.plural(self.sort)}"

    def identity(self, vocabulary: Vocabulary) -> tuple[str, str]:
        return self.kind, vocabulary.plural(self.sort)


def _read(reader: Reader, line: Node, sort: str) -> Iterable[Definition]:
    """A line; of what begins with several labels one for each."""
    if line.data == "begins":
        return Begins.read_all(reader, line, sort)
    return (LINES[line.data].read(reader, line),)


@frozen(eq=False, repr=False)
class Tile(Definition):
    """``tile Swan Lake:``: the space in its middle, then six around it, clockwise."""

    kind = "tile"
    name: str
    spaces: tuple[str, ...] = field(metadata=PIECE)

    def words(self, vocabulary: Vocabulary) -> str:
        return f"tile {self.name}"
